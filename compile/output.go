package compile

import (
	"cmp"
	"slices"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/schema"
	"github.com/oatools/oatools/compile/schema/loose"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/tool"
)

// answers gives the two schemas of op's success response: exact is the
// upstream's own, pruned to what result keeps, by which the runtime notices
// that an answer leaves its description; data is that of the envelope's data:
// what result makes of the response, relaxed for publishing (nothing required,
// nullable, open), since clients refuse whole answers over one field. Each is
// nil when the document does not say.
func answers(op *oas.Operation, result tool.Result, opts Options, diags *diag.List) (exact, data tool.Schema) {
	body, _ := place.ResultRoot(op, "")
	if body == nil || opts.Sketch {
		return nil, nil
	}
	return opts.Shared.answers(op, body, result, opts, diags)
}

// answersOf makes the two schemas of body, the root of a success response.
func answersOf(op *oas.Operation, body *node.Node, result tool.Result, opts Options, diags *diag.List) (exact, data tool.Schema) {
	limit := cmp.Or(opts.OutputBytes, outputBytes)
	p := &projection{op, schema.New(place.Resolver(op), schema.Options{
		Dialect: place.Dialect(op), Direction: raw.Response, MaxDepth: responseDepth, Bytes: loose.Enough(2 * limit),
		Memo: opts.Shared.memo(op),
	}, diags)}
	upstream := p.exact(body, keptPaths(result))
	shown := p.published(upstream, result)
	if len(upstream.Members()) > 0 {
		var quiet diag.List // the same is said of data
		exact = fit(withDefs(upstream, p.w.Defs()), 2*limit, op.Pos, &quiet)
	}
	if len(shown.Members()) > 0 {
		before := diags.Len()
		data = fit(loose.Relax(withDefs(shown, p.w.Defs())), limit, op.Pos, diags)
		if p.w.Bounded() && diags.Len() == before {
			warnBounded(op.Pos, 2*limit, diags)
		}
	}
	return exact, data
}

// responseDepth bounds the schemas of answers, which reach half of a document
// in some APIs.
const responseDepth = 12

// projection cuts the schema of a response to what a tool keeps of it.
type projection struct {
	op *oas.Operation
	w  *schema.Rewriter
}

// keep is a name on the way into a response and what is kept there; everything
// when inner is nil.
type keep struct {
	name  string
	inner []keep
}

// keptPaths gives what result keeps of a body, by upstream names; nil is
// everything.
func keptPaths(result tool.Result) []keep {
	items, err := node.ParsePointer(result.Items)
	if err != nil {
		return nil
	}
	var picked []keep
	for _, p := range result.Select {
		if len(p.From) == 0 {
			picked = nil
			break
		}
		for _, path := range p.Fields {
			picked = addPath(picked, slices.Concat(p.From, path))
		}
		if len(p.Fields) == 0 {
			picked = addPath(picked, p.From)
		}
	}
	for _, step := range slices.Backward(items) {
		picked = []keep{{name: step, inner: picked}}
	}
	return picked
}

func addPath(list []keep, path []string) []keep {
	i := slices.IndexFunc(list, func(k keep) bool { return k.name == path[0] })
	switch {
	case i < 0:
		k := keep{name: path[0]}
		if len(path) > 1 {
			k.inner = addPath(nil, path[1:])
		}
		return append(list, k)
	case len(path) == 1:
		list[i].inner = nil
	case list[i].inner != nil:
		list[i].inner = addPath(list[i].inner, path[1:])
	}
	return list
}

// exact gives n cut down to what is kept. Arrays on the way stay arrays.
func (p *projection) exact(n *node.Node, kept []keep) *node.Node {
	if kept == nil {
		return p.w.Rewrite(n)
	}
	core, null := place.Unwrap(place.Resolver(p.op), n)
	if place.IsArray(core) {
		return node.NewObject(typeMember("array", null), node.M("items", p.exact(core.Get("items"), kept)))
	}
	var props []node.Member
	var required []string
	for _, k := range kept {
		found := raw.Find(place.Resolver(p.op), core, []string{k.name}, false)
		if !found.OK {
			continue // undeclared, which place.Locate has reported
		}
		props = append(props, node.M(k.name, p.exact(found.Node, k.inner)))
		if found.Required {
			required = append(required, k.name)
		}
	}
	out := node.NewObject(typeMember("object", null), node.M("properties", node.NewObject(props...)))
	if len(required) > 0 {
		out = out.With("required", node.NewStrings(required...))
	}
	return out
}

func typeMember(t string, nullable bool) node.Member {
	if nullable {
		return node.M("type", node.NewStrings(t, "null"))
	}
	return node.M("type", node.NewString(t))
}

// published gives the schema of data: the schema at the items with the picks
// applied, new names and all. exact is what was made of the whole body.
func (p *projection) published(exact *node.Node, result tool.Result) *node.Node {
	items, err := node.ParsePointer(result.Items)
	if err != nil {
		return node.NewObject()
	}
	if len(result.Select) == 0 {
		for _, step := range items {
			exact = exact.Get("properties").Get(step)
		}
		return exact
	}
	root, _ := place.ResultRoot(p.op, result.Items)
	core, _ := place.Unwrap(place.Resolver(p.op), root)
	arrays := 0
	for place.IsArray(core) {
		core, _ = place.Unwrap(place.Resolver(p.op), core.Get("items"))
		arrays++
	}
	var inPlace []tool.Pick
	data := node.NewObject(node.M("type", node.NewString("object")), node.M("properties", node.NewObject()))
	for _, pick := range result.Select {
		if pick.To == "" {
			inPlace = append(inPlace, pick)
		}
	}
	if len(inPlace) > 0 {
		data = p.exact(core, keptPaths(tool.Result{Select: inPlace})).Without("required")
	}
	for _, pick := range result.Select {
		if pick.To == "" || len(pick.From) == 0 {
			continue
		}
		if leaf := p.leaf(core, pick.From, fieldsOf(pick)); leaf != nil {
			data = data.With("properties", data.Get("properties").With(pick.To, leaf))
		}
	}
	for range arrays {
		data = node.NewObject(node.M("type", node.NewString("array")), node.M("items", data))
	}
	return data
}

// fieldsOf gives what is kept of a renamed object; nil: all of it.
func fieldsOf(pick tool.Pick) []keep {
	var kept []keep
	for _, path := range pick.Fields {
		kept = addPath(kept, path)
	}
	return kept
}

// leaf gives the schema of the value that a path leads to, wrapped in an array
// for each array that it passes through; nil when it leads nowhere.
func (p *projection) leaf(n *node.Node, path []string, kept []keep) *node.Node {
	if len(path) == 0 {
		return p.exact(n, kept)
	}
	core, _ := place.Unwrap(place.Resolver(p.op), n)
	if place.IsArray(core) {
		inner := p.leaf(core.Get("items"), path, kept)
		if inner == nil {
			return nil
		}
		return node.NewObject(node.M("type", node.NewString("array")), node.M("items", inner))
	}
	found := raw.Find(place.Resolver(p.op), core, path[:1], false)
	if !found.OK {
		return nil
	}
	return p.leaf(found.Node, path[1:], kept)
}
