package curate

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
	"github.com/oatools/oatools/curate/source"
)

// evals carries the checks of a tool and reports those that cannot be run.
func (p *planner) evals(t *tool.Tool) {
	for i := range p.decl.Evals {
		e := &p.decl.Evals[i]
		out := tool.Eval{
			Call: raw(e.Call), As: raw(e.As), Sends: e.Sends.V, Body: raw(e.Body), Upstream: p.upstream(e),
			Returns: raw(e.Returns), Error: e.Error.V, At: e.At.V, Attempts: e.Attempts.V, Twice: e.Twice.V,
			Executions: e.Executions.V, Say: e.Say.V, Args: raw(e.Args), None: e.None.V, Not: e.Not.V,
		}
		for _, h := range e.Headers {
			if out.Headers == nil {
				out.Headers = map[string]string{}
			}
			out.Headers[h.Name.V] = h.Value.V
		}
		if e.Not.Set {
			out.Not = p.toolNamed(e.Not)
		}
		p.checkEval(t, e)
		t.Evals = append(t.Evals, out)
	}
}

// checkEval checks the arguments of an eval against the tool's own input.
func (p *planner) checkEval(t *tool.Tool, e *overlay.Eval) {
	props := p.inputNames(t)
	for _, args := range []overlay.Val[*node.Node]{e.Call, e.Args} {
		for _, name := range args.V.Keys() {
			if slices.Contains(props, name) || e.Error.V == "invalid_input" {
				continue
			}
			p.diags.Errorf(args.V.Member(name).Pos(), "dead-argument", "tool %s has no argument %q%s", p.decl.Name.V, name, diag.DidYouMean(name, props))
			return
		}
	}
	if !e.Call.Set || e.Error.Set {
		return
	}
	validator, err := check.Compile(t.Input)
	if err != nil {
		return // reported where the schema was made
	}
	v, problems := check.Decode(raw(e.Call), check.Limits{})
	if len(problems) == 0 {
		problems = validator.Validate(v)
	}
	for _, pr := range problems {
		p.diags.Errorf(e.Call.Pos, "eval-invalid", "tool %s would refuse this call: %s %s", p.decl.Name.V, pr.At, pr.Message)
	}
}

// inputNames lists the properties of a tool's input, control arguments included.
func (p *planner) inputNames(t *tool.Tool) []string { return append(p.argNames(), t.ControlArgs()...) }

// upstream gives what the stub answers; the content of a file comes along, so
// that the artifact needs no other file.
func (p *planner) upstream(e *overlay.Eval) json.RawMessage {
	n := e.Upstream.V
	file, ok := n.Get("file").Str()
	if !ok {
		return raw(e.Upstream)
	}
	name := filepath.FromSlash(p.beside(file))
	data, err := os.ReadFile(name)
	if err != nil {
		p.diags.Errorf(n.Get("file").Pos(), "missing-file", "eval: %s: %v", file, cause(name))
		return nil
	}
	var quiet diag.List
	body := node.ReadJSON(file, data, node.Limits{}, &quiet)
	if body == nil {
		body = node.NewString(string(data))
	}
	return n.Without("file").With("body", body).AppendJSON(nil)
}

func cause(file string) error {
	if err := source.Readable(file); err != nil {
		return err
	}
	return os.ErrPermission
}

// raw gives a value's JSON; nil where none was stated.
func raw(v overlay.Val[*node.Node]) json.RawMessage {
	if !v.Set {
		return nil
	}
	return v.V.AppendJSON(nil)
}
