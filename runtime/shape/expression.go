package shape

import (
	"encoding/json"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/answer"
)

// evaluate gives the value of a runtime expression (OpenAPI 3.1, "Runtime
// Expressions") over a response: $response.body, $response.body#/pointer,
// $response.header.name, $statusCode.
func evaluate(expr string, resp *runtime.Response) (json.RawMessage, bool) {
	switch {
	case expr == "$statusCode":
		return json.RawMessage(strconv.Itoa(resp.Status)), true
	case strings.HasPrefix(expr, "$response.header."):
		v := resp.Header.Get(strings.TrimPrefix(expr, "$response.header."))
		if v == "" {
			return nil, false
		}
		return runtime.AppendString(nil, strings.ToValidUTF8(v, "\ufffd")), true
	case expr == "$response.body":
		return encode(resp.Body)
	case strings.HasPrefix(expr, "$response.body#"):
		path, err := answer.ParsePointer(strings.TrimPrefix(expr, "$response.body#"))
		if err != nil {
			return nil, false
		}
		v, ok := answer.Lookup(resp.Body, path)
		if !ok {
			return nil, false
		}
		return encode(v)
	}
	return nil, false
}

func encode(v any) (json.RawMessage, bool) {
	if v == nil {
		return nil, false
	}
	b, err := json.Marshal(v)
	return b, err == nil
}

// StartValues gives what later steps draw on, from the response that they follow.
// missing names an expression that has no value.
func StartValues(resp *runtime.Response, steps ...*tool.Step) (values map[string]json.RawMessage, missing string) {
	for _, s := range steps {
		if s == nil {
			continue
		}
		for v := range ValuesOf(s) {
			if v.Start == "" {
				continue
			}
			got, ok := evaluate(v.Start, resp)
			if !ok {
				return nil, v.Start
			}
			if values == nil {
				values = map[string]json.RawMessage{}
			}
			values[v.Start] = got
		}
	}
	return values, ""
}

// ValuesOf walks over every value of a step's binding.
func ValuesOf(s *tool.Step) iter.Seq[*tool.Value] {
	return func(yield func(*tool.Value) bool) {
		for i := range s.Binding.Params {
			if !yield(&s.Binding.Params[i].Value) {
				return
			}
		}
		if s.Binding.Body == nil {
			return
		}
		for i := range s.Binding.Body.Fields {
			if !yield(&s.Binding.Body.Fields[i].Value) {
				return
			}
		}
	}
}

// Steps lists every step of a tool, the main one first.
func Steps(t *tool.Tool) []*tool.Step {
	steps := []*tool.Step{t.Main}
	if c := t.Command; c != nil {
		steps = append(steps, c.DryRun.Preview, c.Before)
		if c.Verify != nil {
			steps = append(steps, &c.Verify.Step)
		}
	}
	return slices.DeleteFunc(steps, func(s *tool.Step) bool { return s == nil })
}

// DrawsOnRun reports whether calls of t depend on what their run remembers.
func DrawsOnRun(t *tool.Tool) bool { return len(RunKeys(Steps(t)...)) > 0 }
