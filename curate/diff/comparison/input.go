package comparison

import (
	"maps"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/diff/change"
	"github.com/oatools/oatools/curate/diff/journal"
	"github.com/oatools/oatools/curate/diff/subset"
)

// input compares what may be said to the tool. Arguments are contravariant:
// whoever took more must not take less.
func (c *comparison) input() {
	if string(c.o.Input) == string(c.n.Input) {
		return
	}
	old, new := journal.Parse(c.o.Input), journal.Parse(c.n.Input)
	c.renamed = c.renames(old, new)
	for _, from := range slices.Sorted(maps.Keys(c.renamed)) {
		to := c.renamed[from]
		c.Add("argument-renamed", "/input/properties/"+journal.Token(to), "arg:"+to, from, to,
			"The argument %s is called %s now: calls that send %s are refused.", from, to, from)
		old = renamedProperty(old, from, to)
	}
	deltas := subset.Compare(old, new)
	told := false
	for i := range deltas {
		told = c.argument(&deltas[i]) || told
	}
	if !told && len(deltas) == 0 && len(c.renamed) == 0 {
		c.Add("input-text", "/input", "name", c.o.Input, c.n.Input, "The schema of the arguments says the same in other words.")
	}
}

// renames finds arguments that go to the same place of the request under
// another name.
func (c *comparison) renames(old, new *node.Node) map[string]string {
	gone := journal.Without(old.Get("properties").Keys(), new.Get("properties").Keys())
	come := journal.Without(new.Get("properties").Keys(), old.Get("properties").Keys())
	if len(gone) == 0 || len(come) == 0 {
		return nil
	}
	was, is := places(c.o.Main), places(c.n.Main)
	at := map[string]string{}
	for _, name := range come {
		if is[name] != "" {
			at[is[name]] = name
		}
	}
	out := map[string]string{}
	for _, name := range gone {
		if to := at[was[name]]; was[name] != "" && to != "" {
			out[name] = to
			delete(at, was[name])
		}
	}
	return out
}

// places gives where each whole argument goes; arguments that go to several
// places by all of them.
func places(step *tool.Step) map[string]string {
	all := map[string][]string{}
	for at, v := range slots(step) {
		if name, ok := strings.CutPrefix(v.Value.Arg, "/"); ok && !strings.Contains(name, "/") {
			all[name] = append(all[name], at)
		}
	}
	out := map[string]string{}
	for name, list := range all {
		slices.Sort(list)
		out[name] = strings.Join(list, " ")
	}
	return out
}

func renamedProperty(s *node.Node, from, to string) *node.Node {
	var members []node.Member
	for _, m := range s.Get("properties").Members() {
		if m.Key == from {
			m = node.M(to, m.Value)
		}
		members = append(members, m)
	}
	var required []string
	for _, r := range s.Get("required").Items() {
		name := r.Text()
		if name == from {
			name = to
		}
		required = append(required, name)
	}
	s = s.With("properties", node.NewObject(members...))
	if required != nil {
		s = s.With("required", node.NewStrings(required...))
	}
	return s
}

// argument records one difference; false when the contract tells it.
func (c *comparison) argument(d *subset.Delta) bool {
	ptr, name := "/input"+pointer(d.Ptr), label(d.Path)
	field := "name"
	if len(d.Path) > 0 {
		field = "arg:" + d.Path[0]
	}
	if len(d.Path) == 1 && d.Word != d.Path[0] {
		field += ":" + d.Word
	}
	add := func(rule, what string, args ...any) {
		ch := c.Add(rule, ptr, field, d.Old, d.New, what, args...)
		ch.Unproven = d.Move == subset.Moved && ch.Class == change.Breaking && d.Kind != subset.Type && d.Kind != subset.PropertyAdded
		if ch.Unproven {
			ch.What += " That old calls stay good could not be proved."
		}
	}
	word := ""
	if len(d.Path) > 0 && d.Word != d.Path[len(d.Path)-1] {
		word = d.Word
	}
	switch d.Kind {
	case subset.PropertyAdded, subset.PropertyRemoved:
		return c.property(d, name, add)
	case subset.Required:
		pick(d, add, "argument-required", "%s is required now: calls without it are refused.", "argument-optional", "%s may be left out now.", name)
	case subset.Type:
		pick(d, add, "type-changed", "%s takes another type: %s.", "type-widened", "%s takes one more type: %s.", name, fromTo(d))
	case subset.Enum:
		pick(d, add, "enum-narrowed", "%s does not take every value any more: %s.", "enum-widened", "%s takes more values: %s.", name, listed(d))
	case subset.Bound:
		pick(d, add, "bound-tightened", "%s is limited more tightly: %s %s.", "bound-relaxed", "%s is limited less: %s %s.", name, d.Word, fromTo(d))
	case subset.Pattern:
		pick(d, add, "pattern-tightened", "%s has to fit: %s %s.", "pattern-relaxed", "%s has to fit less: %s %s.", name, d.Word, fromTo(d))
	case subset.Closed:
		pick(d, add, "object-closed", "%s takes no other keys any more.", "object-opened", "%s takes other keys.", name)
	case subset.Default:
		c.fallback(d, name, ptr, field)
	case subset.Order:
		if d.Word == "properties" {
			add("argument-order", "The order of %s is another: %s.", lower(name), fromTo(d))
		} else {
			add("enum-order", "The values of %s stand in another order: %s.", lower(name), fromTo(d))
		}
	case subset.Text:
		add("input-text", "%s of %s: other text.", journal.Upper(d.Word), lower(name))
	default:
		if d.Move == subset.Told {
			add("input-text", "%s is described otherwise, and takes the same.", name)
		} else {
			pick(d, add, "input-narrowed", "%s takes less, or other values: %s.", "input-widened", "%s takes more: %s.", name, journal.Or(word, "schema"))
		}
	}
	return true
}

// pick chooses the rule by the way that a difference goes.
func pick(d *subset.Delta, add func(rule, what string, args ...any), narrow, narrowText, wide, wideText string, args ...any) {
	rule, text := narrow, narrowText
	if d.Move == subset.Widened {
		rule, text = wide, wideText
	}
	add(rule, text, args...)
}

// property records an argument that came or went. Control arguments come and go
// with the contract, which tells it better.
func (c *comparison) property(d *subset.Delta, name string, add func(rule, what string, args ...any)) bool {
	control := len(d.Path) == 1 && (d.Path[0] == tool.ArgDryRun || d.Path[0] == tool.ArgConfirmToken) &&
		slices.Contains(append(c.o.ControlArgs(), c.n.ControlArgs()...), d.Path[0])
	switch {
	case control:
		return false
	case d.Kind == subset.PropertyRemoved:
		add("argument-removed", "%s is gone: calls that send it are refused.", name)
	case d.Must:
		add("argument-added-required", "%s is new and required: every old call is refused.", name)
	case d.Move == subset.Widened || d.Move == subset.Told:
		add("argument-added", "%s is new and may be left out.", name)
	default:
		add("argument-constrained", "%s was free and has a schema now: some values are refused.", name)
	}
	return true
}

// fallback records a default that changed: the model reads it, and it acts.
func (c *comparison) fallback(d *subset.Delta, name, ptr, field string) {
	switch {
	case d.New == nil:
		c.Add("default-removed", ptr, field, d.Old, nil, "%s has no default any more; it was %s.", name, journal.Shown(d.Old))
	case d.Old == nil:
		c.Add("default-added", ptr, field, nil, d.New, "%s has the default %s now.", name, journal.Shown(d.New))
	default:
		c.Add("default-changed", ptr, field, d.Old, d.New, "The default of %s goes from %s to %s.", lower(name), journal.Shown(d.Old), journal.Shown(d.New))
	}
	if d.New != nil {
		c.Add("default-applied", ptr, field, d.Old, d.New, "A call without %s acts on %s now.", lower(name), journal.Shown(d.New))
	}
}
