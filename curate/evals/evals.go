// Package evals carries the evals of a tool from the overlay into the artifact,
// with the files that they name, and reports those that no run could use.
//
// It must not run an eval.
package evals

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
	"github.com/oatools/oatools/curate/source"
)

// Reader reads the evals of one tool. What is wrong is added to Diags.
type Reader struct {
	Tool  string                                // as the overlay names it
	Args  []string                              // what a call may state, control arguments included
	Dir   string                                // of the overlay, slash-separated; files stand below it
	Named func(name overlay.Val[string]) string // the full name of a tool of the overlay
	Diags *diag.List
}

// Read gives the evals as the artifact holds them. Their calls are checked
// against input, the tool's schema.
func (r *Reader) Read(list []overlay.Eval, input json.RawMessage) []tool.Eval {
	var all []tool.Eval
	for i := range list {
		e := &list[i]
		out := tool.Eval{
			Call: raw(e.Call), As: raw(e.As), Sends: e.Sends.V, Body: raw(e.Body), Upstream: r.upstream(e),
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
			out.Not = r.Named(e.Not)
		}
		r.check(e, input)
		all = append(all, out)
	}
	return all
}

// check checks the arguments of an eval against the tool's own input.
func (r *Reader) check(e *overlay.Eval, input json.RawMessage) {
	for _, args := range []overlay.Val[*node.Node]{e.Call, e.Args} {
		for _, name := range args.V.Keys() {
			if slices.Contains(r.Args, name) || e.Error.V == "invalid_input" {
				continue
			}
			r.Diags.Errorf(args.V.Member(name).Pos(), "dead-argument", "tool %s has no argument %q%s", r.Tool, name, diag.DidYouMean(name, r.Args))
			return
		}
	}
	if !e.Call.Set || e.Error.Set {
		return
	}
	validator, err := check.Compile(input)
	if err != nil {
		return // reported where the schema was made
	}
	v, problems := check.Decode(raw(e.Call), check.Limits{})
	if len(problems) == 0 {
		problems = validator.Validate(v)
	}
	for _, pr := range problems {
		r.Diags.Errorf(e.Call.Pos, "eval-invalid", "tool %s would refuse this call: %s %s", r.Tool, pr.At, pr.Message)
	}
}

// upstream gives what the stub answers; the content of a file comes along, so
// that the artifact needs no other file.
func (r *Reader) upstream(e *overlay.Eval) json.RawMessage {
	n := e.Upstream.V
	file, ok := n.Get("file").Str()
	if !ok {
		return raw(e.Upstream)
	}
	name := filepath.FromSlash(path.Join(r.Dir, file))
	data, err := os.ReadFile(name)
	if err != nil {
		r.Diags.Errorf(n.Get("file").Pos(), "missing-file", "eval: %s: %v", file, cause(name))
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
