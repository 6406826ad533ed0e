package compile

import (
	"cmp"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/schema/example"
	"github.com/oatools/oatools/compile/schema/loose"
	"github.com/oatools/oatools/compile/tool"
)

// Assemble writes the tool that p describes: its input with the control
// arguments of its shape, the binding of its operation, its output, the
// sentences of its shape's protocol, hashes and token estimate. It is nil after
// an error, such as a path parameter without a value. A size budget never is an
// error: it cuts, and a diagnostic says what.
//
// Whoever adds policies to the tool afterwards calls Seal again.
func Assemble(op *oas.Operation, p *Plan, opts Options, diags *diag.List) *tool.Tool {
	args := newArguments(op, p, opts, diags)
	request := args.request(opts)
	request.Entries = append(request.Entries, entries(extraFixed(p))...)
	exact, data := answers(op, p.Result, opts, diags)
	main := request.Step(exact, diags)
	if main == nil {
		return nil
	}
	otherAnswers(op, main, p.Result, opts)
	t := &tool.Tool{
		Name: p.Name, Title: p.Title, Shape: p.Shape, Hints: p.Hints, Main: main, Result: p.Result,
	}
	t.Result.Page = autoSized(op, p)
	if opts.Closed {
		t.Hints.OpenWorld = false
	}
	setContract(t, p)
	t.Description = describeTool(t, p, opts, op.Pos, diags)
	t.Input = args.input(t, opts)
	if t.Shape == tool.ShapeQuery || t.Shape == tool.ShapeCommand || t.Shape == tool.ShapeHandle {
		t.Output = data
	}
	Seal(t)
	return t
}

// setContract gives t the contract that its shape names: the plan's, or the
// least one.
func setContract(t *tool.Tool, p *Plan) {
	c := p.Contract
	switch t.Shape {
	case tool.ShapeQuery:
		t.Query = cmp.Or(c.Query, &tool.Query{})
	case tool.ShapeCommand:
		t.Command = cmp.Or(c.Command, &tool.Command{
			Effect: cmp.Or(p.Effect, tool.EffectUpdate), DryRun: tool.DryRun{Kind: tool.DryRunPlan},
		})
	case tool.ShapeJob:
		t.Job = cmp.Or(c.Job, &tool.Job{})
	case tool.ShapeHandle:
		t.Handle = cmp.Or(c.Handle, &tool.Handle{})
	case tool.ShapeAgent:
		t.Agent = cmp.Or(c.Agent, &tool.Agent{})
	case tool.ShapeHuman:
		t.Human = cmp.Or(c.Human, &tool.Human{})
	}
}

// describeTool joins the plan's description with the protocol of the shape.
func describeTool(t *tool.Tool, p *Plan, opts Options, pos diag.Pos, diags *diag.List) string {
	text := strings.TrimSpace(p.Description)
	if say := protocol(t, opts); say != "" {
		sep := " "
		if strings.Contains(text, "\n") {
			sep = "\n"
		}
		text = strings.TrimSpace(sentence(text) + sep + say)
	}
	if n := utf8.RuneCountInString(text); n > describeMax {
		if len(p.Args) > 0 && !p.Args[0].From.IsZero() {
			pos = p.Args[0].From
		}
		diags.Warnf(pos, "description-long", "the description of %s has %d characters; several models' APIs refuse more than %d", p.Name, n, describeMax)
	}
	return text
}

// input writes the schema of the arguments: an object, closed, with the
// arguments in the plan's order and then those of the shape.
func (a *arguments) input(t *tool.Tool, opts Options) tool.Schema {
	var props []node.Member
	var required []string
	always, depends := a.together()
	for _, arg := range a.list {
		props = append(props, node.M(arg.Name, arg.schema))
		if arg.Required && arg.Default == nil || always[arg.Name] {
			required = append(required, arg.Name)
		}
	}
	for _, name := range t.ControlArgs() {
		props = append(props, node.M(name, a.control(name, t)))
		if name == tool.ArgDryRun {
			required = append(required, name)
		}
	}
	root := []node.Member{node.M("type", node.NewString("object")), node.M("properties", node.NewObject(props...))}
	if len(required) > 0 {
		root = append(root, node.M("required", node.NewStrings(required...)))
	}
	if depends != nil {
		root = append(root, node.M("dependentRequired", depends))
	}
	root = append(root, node.M("additionalProperties", node.NewBool(false)))
	limit, before := cmp.Or(opts.InputBytes, inputBytes), a.diags.Len()
	whole := withDefs(node.NewObject(root...), a.defs)
	shown, enough := example.Tell(whole), min(limit, largeBytes)
	if shown != whole && shown.Size(enough) > enough {
		shown = example.Silent(whole) // before anything that says more is shortened
	}
	text := fit(shown, limit, a.op.Pos, a.diags)
	switch {
	case a.diags.Len() > before:
	case a.bounded:
		warnBounded(a.op.Pos, limit, a.diags)
	case len(text) > largeBytes:
		a.diags.Warnf(a.op.Pos, "schema-large", "the arguments of %s take %d bytes, which a model reads again with every request", t.Name, len(text))
		a.diags.Hint("name the arguments and fields that the tool needs")
	}
	return text
}

// control gives the schema of a control argument.
func (a *arguments) control(name string, t *tool.Tool) *node.Node {
	s := node.NewObject(node.M("type", node.NewString("string")))
	switch name {
	case tool.ArgDryRun:
		s = node.NewObject(node.M("type", node.NewString("boolean")))
	case tool.ArgLimit:
		s = node.NewObject(node.M("type", node.NewString("integer")), node.M("minimum", node.NewInt(1)))
		if page := t.Result.Page; page.Size != nil {
			size := pageSize(a.op, a.plan)
			for _, key := range []string{"minimum", "maximum"} {
				if bound := size.Get(key); bound.Is(node.Number) {
					s = s.With(key, bound)
				}
			}
			if page.Auto != nil { // several pages hold more than the API gives at once
				s = s.With("maximum", node.NewInt(int64(page.Auto.Items)))
			}
		}
	}
	return s.With("description", node.NewString(controlText(name, t)))
}

// pageSize gives the API's own schema of the page size; nil: it declares none.
func pageSize(op *oas.Operation, p *Plan) *node.Node {
	size, _ := place.Unwrap(place.Resolver(op), place.Locate(op, p.Media, *p.Result.Page.Size).Schema)
	return size
}

// autoSized gives the plan's paging. Where a call may read several pages, it
// says how large one can be: the model's limit is about all of them.
func autoSized(op *oas.Operation, p *Plan) *tool.Page {
	page := p.Result.Page
	if page == nil || page.Auto == nil || page.Size == nil {
		return page
	}
	out, auto := *page, *page.Auto
	if most, err := strconv.Atoi(pageSize(op, p).Get("maximum").Text()); err == nil && most > 0 {
		auto.Size = most
	}
	out.Auto = &auto
	return &out
}

// Budgets of schemas in bytes of compact JSON.
const (
	inputBytes  = 32 << 10
	largeBytes  = 8 << 10 // from which on an input is worth a warning
	outputBytes = 16 << 10
)

// fit writes a schema in at most limit bytes as far as cutting can.
func fit(n *node.Node, limit int, pos diag.Pos, diags *diag.List) tool.Schema {
	n = loose.Fit(n, limit, pos, diags)
	return n.AppendJSON(make([]byte, 0, n.Size(math.MaxInt)))
}

// warnBounded tells what Options.Bytes of the rewriter left open, where the
// budget alone would not have.
func warnBounded(pos diag.Pos, limit int, diags *diag.List) {
	diags.Warnf(pos, "schema-budget", "the schema has more than %d bytes; what is farther inside is left open", loose.Enough(limit))
	diags.Hint("name the fields that the tool needs")
}

// withDefs adds the definitions that n needs.
func withDefs(n, defs *node.Node) *node.Node {
	if defs == nil {
		return n
	}
	return loose.Prune(n.With("$defs", defs))
}
