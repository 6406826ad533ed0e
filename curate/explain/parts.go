package explain

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
)

// reads explains the words: name, title and every line of the description.
func (e *explainer) reads() {
	e.add(Reads, "name", e.t.Name, FromOverlay, "name")
	if e.t.Title != "" {
		e.add(Reads, "title", e.t.Title, FromSpec, "title")
	}
	parts := e.sections()
	for i, line := range strings.Split(e.t.Description, "\n") {
		switch {
		case i < len(parts):
			e.add(Reads, "description "+parts[i], line, FromOverlay, "description:"+parts[i])
		case len(parts) > 0 || i > 0 && !e.known("description"):
			e.add(Reads, "description, added", line, FromUs)
		default:
			e.add(Reads, "description", line, FromUs, "description")
		}
	}
	e.add(Reads, "hints", hints(e.t.Hints), FromUs, "hints")
}

// sections gives the parts of the description that the overlay states, in their
// order; each is one line of the text.
func (e *explainer) sections() []string {
	var out []string
	for _, name := range [...]string{"what", "when", "not", "returns", "effect"} {
		if e.known("description:" + name) {
			out = append(out, name)
		}
	}
	return out
}

func (e *explainer) known(field string) bool {
	if e.find == nil {
		return false
	}
	_, _, _, ok := e.find(field)
	return ok
}

func hints(h tool.Hints) string {
	return fmt.Sprintf("read_only %t, destructive %t, idempotent %t, open_world %t", h.ReadOnly, h.Destructive, h.Idempotent, h.OpenWorld)
}

// arguments explains every argument and every limit on it.
func (e *explainer) arguments() {
	input := schema(e.t.Input)
	wires := e.wires()
	control := e.t.ControlArgs()
	for _, m := range input.Get("properties").Members() {
		field := "arg:" + m.Key
		if slices.Contains(control, m.Key) {
			e.add(Args, m.Key, "control argument of the shape", FromUs)
			continue
		}
		e.add(Args, m.Key, strings.Join(wires[m.Key], ", "), FromSpec, field)
		for _, k := range m.Value.Members() {
			p := e.add(Args, k.Key, text(k.Value), FromSpec, field+":"+k.Key, specOnly+field)
			p.Of = m.Key
		}
		for _, r := range input.Get("required").Items() {
			if r.Text() == m.Key {
				e.add(Args, "required", "true", FromSpec, field+":required", specOnly+field).Of = m.Key
			}
		}
	}
}

// specOnly marks a field of which only the line of the API description counts:
// what the overlay did not narrow is the description's.
const specOnly = "spec of "

// specOf wraps a Find so that it answers for what only the API description
// states.
func specOf(find Find) Find {
	return func(field string) (overlay, spec diag.Pos, note string, ok bool) {
		name, only := strings.CutPrefix(field, specOnly)
		overlay, spec, note, ok = find(name)
		if only && !spec.IsZero() {
			overlay = diag.Pos{}
		}
		return overlay, spec, note, ok
	}
}

// wires gives the places of the request that each argument goes to.
func (e *explainer) wires() map[string][]string {
	out := map[string][]string{}
	for _, step := range e.t.Steps() {
		for at, v := range values(step) {
			if name, _, _ := strings.Cut(strings.TrimPrefix(v.Arg, "/"), "/"); v.Arg != "" && !slices.Contains(out[name], at) {
				out[name] = append(out[name], at)
			}
		}
	}
	for name := range out {
		slices.Sort(out[name])
	}
	return out
}

// values gives a request's values by their place.
func values(s *tool.Step) map[string]tool.Value {
	out := map[string]tool.Value{}
	for _, p := range s.Binding.Params {
		out[tool.Locator{In: p.In, Name: p.Name}.String()] = p.Value
	}
	if s.Binding.Body != nil {
		for _, f := range s.Binding.Body.Fields {
			out[tool.Locator{In: tool.InBody, Name: f.To}.String()] = f.Value
		}
	}
	return out
}

// hidden explains what is sent and no model chooses.
func (e *explainer) hidden() {
	seen := map[string]bool{}
	for role, step := range e.t.Steps() {
		all := values(step)
		for _, at := range slices.Sorted(maps.Keys(all)) {
			kind, value := describe(all[at])
			if kind == "" || seen[at+value] {
				continue
			}
			seen[at+value] = true
			fields := []string{kind + ":" + at, "pin:" + at, "inject:" + at}
			if role != "main" {
				value += " (" + role + ")"
				fields = append(fields, block(role), "contract")
			}
			e.add(Hidden, at, kind+" "+value, FromUs, fields...)
		}
	}
}

// block names the part of the contract that states a request.
func block(role string) string {
	switch role {
	case "preview":
		return "contract.dry_run"
	case "verify":
		return "contract.verify"
	}
	return "contract"
}

// describe says where a value comes from; empty for the model's.
func describe(v tool.Value) (kind, value string) {
	switch {
	case v.Const != nil:
		return "pin", string(v.Const)
	case v.Caller != "":
		return "inject", "caller." + v.Caller
	case v.Run != "":
		return "inject", "run." + v.Run
	case v.Secret != "":
		return "secret", v.Secret
	case v.Gen != "":
		return "generated", v.Gen
	case v.Start != "":
		return "answer", v.Start
	case v.Page:
		return "page", "state of the cursor"
	case v.Size:
		return "page", "size that the model asked for"
	}
	return "", ""
}

// kept explains what of the answer reaches the model.
func (e *explainer) kept() {
	results := []*tool.Result{&e.t.Result}
	if j := e.t.JobContract(); j != nil {
		results = append(results, &j.Result)
	}
	any := false
	for _, r := range results {
		if r.Items != "" {
			e.add(Kept, "items", r.Items, FromOverlay, "result")
		}
		for _, p := range r.Select {
			any = true
			from := strings.Join(p.From, ".")
			name := p.To
			if name == "" {
				name = from
			}
			e.add(Kept, name, "← "+from, FromOverlay, "result:"+name, "contract")
		}
		for _, name := range slices.Sorted(maps.Keys(r.Extras)) {
			e.add(Kept, name, "← "+r.Extras[name]+" (envelope)", FromOverlay, "result", "name")
		}
	}
	if !any {
		e.add(Kept, "everything", "nothing is selected", FromUs)
	}
	for _, path := range e.t.Result.Redact {
		e.add(Kept, path, "redacted", FromOverlay, "redact")
	}
}

func schema(text tool.Schema) *node.Node {
	if len(text) == 0 {
		return nil
	}
	var diags diag.List
	return node.ReadJSON("", text, node.Limits{}, &diags)
}

// text writes a keyword's value: words as they are, the rest as JSON.
func text(n *node.Node) string {
	if s, ok := n.Str(); ok {
		return s
	}
	return string(n.AppendJSON(nil))
}

func compact(v any) string {
	out, err := json.Marshal(v)
	if err != nil || string(out) == "null" || string(out) == "{}" {
		return ""
	}
	return string(out)
}
