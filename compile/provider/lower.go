package provider

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
)

// Loss is something of a tool that a profile cannot say.
type Loss struct {
	At      string // JSON Pointer into the tool's input schema; empty: the tool itself
	Keyword string // what was lost
	Message string
}

// String gives one line.
func (l Loss) String() string {
	if l.At == "" {
		return l.Message
	}
	return l.At + ": " + l.Message
}

// Lower writes t in the form and subset of p. The declaration goes into a
// request as it is; back restores the arguments of calls. Losses say what the
// declaration cannot say, in the order of the schema. An error means that p
// cannot take the tool at all, and why; nothing is left half done.
func Lower(t *tool.Tool, p Profile) (decl json.RawMessage, back *ReverseMap, losses []Loss, err error) {
	decl, back, losses, _, err = lower(t, p)
	return decl, back, losses, err
}

// lower is Lower, which also gives what the tool takes of a request's limits.
func lower(t *tool.Tool, p Profile) (decl json.RawMessage, back *ReverseMap, losses []Loss, takes use, err error) {
	if !regexp.MustCompile(p.NamePattern).MatchString(t.Name) {
		return nil, nil, nil, use{}, fmt.Errorf("%s: the name %s does not match %s", p.ID, t.Name, p.NamePattern)
	}
	var diags diag.List
	root := node.ReadJSON("", t.Input, node.Limits{}, &diags)
	if !root.Is(node.Object) {
		return nil, nil, nil, use{}, fmt.Errorf("%s: tool %s: the input is not a schema of an object", p.ID, t.Name)
	}
	w := newLowering(p, root)
	params, m := w.input(root)
	description := t.Description
	if n := utf8.RuneCountInString(description); p.DescMax > 0 && n > p.DescMax {
		description = short(description, p.DescMax)
		w.lose("", "description", "the description of %d characters is cut to %d", n, p.DescMax)
	}
	takes, err = check(params, p)
	if err != nil {
		return nil, nil, nil, use{}, fmt.Errorf("%s: tool %s: %w", p.ID, t.Name, err)
	}
	return envelope(t, p, description, params), m, w.losses, takes, nil
}

// envelope puts a lowered schema into the profile's form.
func envelope(t *tool.Tool, p Profile, description string, params *node.Node) json.RawMessage {
	name, text := node.M("name", node.NewString(t.Name)), node.M("description", node.NewString(description))
	var out *node.Node
	switch p.Form {
	case FormMCP:
		members := []node.Member{name}
		if t.Title != "" {
			members = append(members, node.M("title", node.NewString(t.Title)))
		}
		out = node.NewObject(append(members, text, node.M("inputSchema", params), node.M("annotations", node.NewObject(
			node.M("readOnlyHint", node.NewBool(t.Hints.ReadOnly)), node.M("destructiveHint", node.NewBool(t.Hints.Destructive)),
			node.M("idempotentHint", node.NewBool(t.Hints.Idempotent)), node.M("openWorldHint", node.NewBool(t.Hints.OpenWorld)),
		)))...)
	case FormOpenAI:
		// Left out, strict means "try": always state it.
		out = node.NewObject(node.M("type", node.NewString("function")), name, text,
			node.M("parameters", params), node.M("strict", node.NewBool(p.Strict)))
	case FormAnthropic:
		out = node.NewObject(name, text, node.M("input_schema", params))
		if p.Strict {
			out = out.With("strict", node.NewBool(true))
		}
	case FormGemini:
		out = node.NewObject(name, text)
		if len(params.Get("properties").Members()) > 0 { // an object without properties is refused
			out = out.With("parameters", params)
		}
	case FormGeminiJSON:
		out = node.NewObject(name, text, node.M("parametersJsonSchema", params))
	case FormBedrock:
		out = node.NewObject(node.M("toolSpec", node.NewObject(name, text, node.M("inputSchema", node.NewObject(node.M("json", params))))))
	}
	return out.AppendJSON(nil)
}

// lowering writes one schema in the subset of one profile.
type lowering struct {
	Profile
	prop   *regexp.Regexp
	defs   *node.Node // of the tool
	made   map[string]*node.Node
	back   map[string]*back
	order  []string // definitions in use
	losses []Loss
	nodes  int
	items  int // sum of maxItems so far
	enums  int // enum values so far
}

// most bounds what inlining may make of a schema.
const most = 4000

func newLowering(p Profile, root *node.Node) *lowering {
	return &lowering{
		Profile: p, prop: regexp.MustCompile(p.PropPattern), defs: root.Get("$defs"),
		made: map[string]*node.Node{}, back: map[string]*back{},
	}
}

func (w *lowering) lose(at, keyword, format string, args ...any) {
	w.losses = append(w.losses, Loss{At: at, Keyword: keyword, Message: fmt.Sprintf(format, args...)})
}

// place is where the lowering is.
type place struct {
	at    string // JSON Pointer in the tool's schema
	depth int    // of objects and arrays
	path  []string
}

func (p place) in(tokens ...string) place {
	for _, t := range tokens {
		p.at += "/" + tool.PointerToken(t)
	}
	return p
}

func (w *lowering) input(root *node.Node) (*node.Node, *ReverseMap) {
	out, b := w.schema(root.Without("$defs"), place{})
	if w.RootOnly != nil {
		for _, m := range out.Members() {
			if slices.Contains(w.RootOnly, m.Key) {
				continue
			}
			if out = out.Without(m.Key); m.Key != "additionalProperties" { // the runtime refuses unknown arguments all the same
				w.lose("", m.Key, "the root cannot say %s", m.Key)
			}
		}
	}
	w.openCycles()
	if len(w.order) > 0 {
		var members []node.Member
		for _, name := range w.order {
			members = append(members, node.M(name, w.made[name]))
		}
		out = out.With("$defs", node.NewObject(members...))
	}
	m := &ReverseMap{root: b, defs: w.back}
	if b.empty() {
		return out, nil
	}
	return out, m
}

// schema lowers n, which stands at p.
func (w *lowering) schema(n *node.Node, p place) (*node.Node, *back) {
	if truth, ok := n.Truth(); ok {
		if !truth {
			w.lose(p.at, "not", "nothing is allowed here, which cannot be said")
		}
		n = node.NewObject()
	}
	if n.Has("$ref") {
		return w.reference(n, p)
	}
	if w.nodes++; w.nodes > most && !scalar(n) {
		return w.cut(n, p, "the schema has too many parts")
	}
	if !w.AllOf && n.Has("allOf") {
		n = w.joined(n, p)
		if n.Has("$ref") {
			return w.reference(n, p)
		}
	}
	n = w.nulls(w.distributed(w.inferred(w.unions(n, p)), p), p)
	if n.Has("$ref") {
		return w.reference(n, p)
	}
	if (typed(n, "object") || typed(n, "array")) && p.at != "" || n.Has("properties") && p.at == "" {
		// What stands for the cut part takes up to two levels itself.
		if p.depth++; w.MaxDepth > 0 && p.depth >= w.MaxDepth-1 {
			return w.cut(n, p, fmt.Sprintf("more than %d levels", w.MaxDepth))
		}
	}
	if w.opaque(n, p) {
		return w.asText(n, p)
	}
	return w.keywords(n, p)
}
