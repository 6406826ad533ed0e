package compile

import (
	"slices"

	"github.com/oatools/oatools/compile/media"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/tool"
)

// together keeps what a body demands of itself where its parts are arguments of
// their own: an object that may be left out still has required properties once
// there is one. Always says which arguments are required then in every call,
// because a fixed value or a default makes the object; the others are the value
// of dependentRequired, nil when there are none.
func (a *arguments) together() (always map[string]bool, depends *node.Node) {
	m := media.Body(a.op, a.plan.Media)
	if m == nil {
		return nil, nil
	}
	var sure []node.Pointer // places that have a value in every call
	for _, f := range extraFixed(a.plan) {
		if path, ok := bodyPath(f.At); ok {
			sure = append(sure, path)
		}
	}
	for i := range a.list {
		if path, ok := bodyPath(a.list[i].At); ok && (a.list[i].Default != nil || a.list[i].Required) {
			sure = append(sure, path)
		}
	}
	always = map[string]bool{}
	needs := map[string][]string{} // by the argument that is given
	for i := range a.list {
		arg := &a.list[i]
		path, ok := bodyPath(arg.At)
		if !ok || arg.Required || arg.Default != nil || len(path) == 1 && a.op.Body.Required {
			continue
		}
		whole, ok := requiredWithin(place.Resolver(a.op), m.Schema, path)
		if !ok {
			continue
		}
		if slices.ContainsFunc(sure, func(p node.Pointer) bool { return within(p, whole) }) {
			always[arg.Name] = true
			continue
		}
		for j := range a.list {
			if p, ok := bodyPath(a.list[j].At); ok && i != j && within(p, whole) {
				needs[a.list[j].Name] = append(needs[a.list[j].Name], arg.Name)
			}
		}
	}
	var members []node.Member
	for i := range a.list {
		names := slices.DeleteFunc(needs[a.list[i].Name], func(name string) bool { return always[name] })
		if len(names) > 0 {
			members = append(members, node.M(a.list[i].Name, node.NewStrings(names...)))
		}
	}
	if len(members) == 0 {
		return always, nil
	}
	return always, node.NewObject(members...)
}

// bodyPath gives the way to a place inside the body; false for all others, the
// body as a whole among them.
func bodyPath(at tool.Locator) (node.Pointer, bool) {
	if at.In != tool.InBody || at.Name == "" {
		return nil, false
	}
	path, err := node.ParsePointer(at.Name)
	return path, err == nil && len(path) > 0
}

// requiredWithin gives the largest object on the way to path that cannot be
// without a value there; false when the place may be left out of its own object.
func requiredWithin(res raw.Resolver, body *node.Node, path node.Pointer) (node.Pointer, bool) {
	whole := path
	for len(whole) > 0 {
		above := raw.Find(res, body, whole[:len(whole)-1], false)
		if !above.OK || !raw.Find(res, above.Node, whole[len(whole)-1:], false).Required {
			break
		}
		whole = whole[:len(whole)-1]
	}
	return whole, len(whole) < len(path)
}

// within reports whether p lies at or below the object at whole.
func within(p, whole node.Pointer) bool {
	return len(p) >= len(whole) && slices.Equal(p[:len(whole)], whole)
}
