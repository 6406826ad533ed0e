package compile

import (
	"cmp"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/bind"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/media"
	"github.com/oatools/oatools/compile/narrow"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/schema"
	"github.com/oatools/oatools/compile/schema/example"
	"github.com/oatools/oatools/compile/schema/join"
	"github.com/oatools/oatools/compile/schema/loose"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/tool"
)

// argument is one argument with its schema written for a model.
type argument struct {
	Arg
	schema *node.Node
	layout *tool.Layout
}

// arguments are the arguments of one tool; their schemas share defs.
type arguments struct {
	op    *oas.Operation
	plan  *Plan
	diags *diag.List
	list  []argument
	defs  *node.Node
	// bounded: what is far inside was left open while rewriting.
	bounded bool
}

// newArguments rewrites the schemas of p's arguments.
func newArguments(op *oas.Operation, p *Plan, opts Options, diags *diag.List) *arguments {
	a := &arguments{op: op, plan: p, diags: diags}
	w := schema.New(place.Resolver(op), schema.Options{
		Dialect: place.Dialect(op), Direction: raw.Request, Bytes: loose.Enough(cmp.Or(opts.InputBytes, inputBytes)),
		Memo: opts.Shared.memo(op),
	}, diags)
	for _, arg := range p.Args {
		a.list = append(a.list, a.rewrite(w, arg))
	}
	a.defs, a.bounded = w.Defs(), w.Bounded()
	if m := media.Body(op, p.Media); m != nil && media.Mode(m.Type) == tool.BodyMultipart {
		for i := range a.list {
			if arg := &a.list[i]; arg.At == (tool.Locator{In: tool.InBody}) {
				arg.schema = a.fileFields(m, arg.schema, a.defs)
			}
		}
	}
	for i := range a.list {
		a.list[i].schema = a.narrow(&a.list[i])
	}
	return a
}

func (a *arguments) rewrite(w *schema.Rewriter, arg Arg) argument {
	written := arg.Schema
	if len(arg.Omit) > 0 {
		written = raw.Omit(place.Resolver(a.op), written, arg.Omit)
	}
	out := argument{Arg: arg}
	if text, ok := a.opaque(arg); ok {
		out.schema = text
		return out
	}
	rewrite := w.Rewrite
	if arg.Narrow.Closed {
		rewrite = w.RewriteClosed
	}
	rewritten := rewrite(written)
	out.schema = rewritten
	out.layout = bind.LayoutOf(w.Layout(rewritten))
	return out
}

// opaque gives the schema of an argument whose bytes JSON cannot carry, or
// whose text is not JSON; false for all others.
func (a *arguments) opaque(arg Arg) (*node.Node, bool) {
	m := media.Body(a.op, a.plan.Media)
	if arg.At.In != tool.InBody || m == nil {
		return nil, false
	}
	switch media.Mode(m.Type) {
	case tool.BodyBytes:
		return base64Schema(""), arg.At.Name == ""
	case tool.BodyText:
		return node.NewObject(node.M("type", node.NewString("string"))), arg.At.Name == "" && !isString(a.op, arg.Schema)
	case tool.BodyMultipart:
		return a.filePart(m, arg)
	}
	return nil, false
}

func isString(op *oas.Operation, n *node.Node) bool {
	core, _ := place.Unwrap(place.Resolver(op), n)
	return place.HasType(core, "string")
}

// filePart gives the schema of a part that is a file, or a list of files.
func (a *arguments) filePart(m *oas.Media, arg Arg) (*node.Node, bool) {
	path, err := node.ParsePointer(arg.At.Name)
	if err != nil || len(path) != 1 {
		return nil, false
	}
	core, _ := place.Unwrap(place.Resolver(a.op), arg.Schema)
	item := core
	if place.IsArray(core) {
		item, _ = place.Unwrap(place.Resolver(a.op), core.Get("items"))
	}
	if !bind.IsFile(arg.Schema, item, m.Encoding[path[0]].ContentType) {
		return nil, false
	}
	text, _ := arg.Schema.Get("description").Str()
	file := base64Schema(clean(text, argTextMax, arg.Spec, a.diags))
	if item != core {
		file = node.NewObject(node.M("type", node.NewString("array")), node.M("items", base64Schema("")))
		if text != "" {
			file = file.With("description", node.NewString(clean(text, argTextMax, arg.Spec, a.diags)))
		}
	}
	return file, true
}

// base64Max is the length of 256 KiB in base64, the most that a model may write
// out.
const base64Max = (256<<10 + 2) / 3 * 4

// base64Schema is how a model gives bytes.
func base64Schema(text string) *node.Node {
	return node.NewObject(
		node.M("type", node.NewString("string")),
		node.M("contentEncoding", node.NewString("base64")),
		node.M("maxLength", node.NewInt(base64Max)),
		node.M("description", node.NewString(strings.TrimSpace(sentence(text)+" The bytes in base64, or the handle (h_…) of a stored file."))),
	)
}

// fileFields puts base64 texts in the place of the files of a whole multipart
// body.
func (a *arguments) fileFields(m *oas.Media, n *node.Node, defs *node.Node) *node.Node {
	props, _ := raw.Properties(place.Resolver(a.op), m.Schema)
	for _, p := range props {
		at := Arg{At: tool.Locator{In: tool.InBody, Name: "/" + tool.PointerToken(p.Name)}, Schema: p.Node, Spec: p.Pos}
		file, ok := a.filePart(m, at)
		if !ok {
			continue
		}
		n = join.Inlined(n, defs)
		if fields := n.Get("properties"); fields.Has(p.Name) {
			n = n.With("properties", fields.With(p.Name, file))
		}
	}
	return n
}

// request gives the binding of the arguments, to which fixed values are added.
func (a *arguments) request(opts Options) *bind.Request {
	r := opts.request(a.op, media.Body(a.op, a.plan.Media))
	r.Defs = a.defs
	for _, arg := range a.list {
		r.Entries = append(r.Entries, bind.Entry{
			At: arg.At, Slash: arg.Slash, Schema: arg.schema, Layout: arg.layout,
			Value: tool.Value{Arg: "/" + tool.PointerToken(arg.Name), Default: slices.Clone(arg.Default)},
		})
	}
	return r
}

// narrow gives the argument's schema with the plan's narrowing, default and
// description.
func (a *arguments) narrow(arg *argument) *node.Node {
	n := arg.schema
	var own []*node.Node
	if arg.Describe == "" {
		own = n.Get("examples").Items()
	}
	if !arg.Narrow.IsZero() || arg.Default != nil {
		n = join.Inlined(n, a.defs)
	}
	n = narrow.Merge(n, arg.Narrow)
	if arg.Default != nil {
		n = n.With("default", narrow.Parse(arg.Default))
	}
	if arg.Describe != "" {
		n = n.With("description", node.NewString(arg.Describe))
	}
	if arg.Describe != "" || arg.Examples != nil || !arg.Narrow.IsZero() {
		n = example.With(n, arg.At.Name, slices.Concat(arg.Examples, own), a.defs)
	}
	return n
}
