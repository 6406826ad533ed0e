package eval

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/mock"
)

// Covered is what the evals of one tool touch and what they leave out.
type Covered struct {
	Name string `json:"name"`
	// Args and Paths count arguments and paths: the ways in which a call can end.
	Args  Share `json:"args"`
	Paths Share `json:"paths"`
}

// Share is a part of a whole, with what is missing by name.
type Share struct {
	Touched int      `json:"touched"`
	Of      int      `json:"of"`
	Missing []string `json:"missing,omitempty"`
}

// The paths of every tool that can end so. Declared statuses of the upstream are
// named by themselves.
const (
	pathReturns = "returns"       // the result that the model gets
	pathInvalid = "invalid_input" // an argument that is refused
	pathRefused = "forbidden"     // a caller who is refused
	pathSilence = "no answer"     // timeout, or a connection that is reset
	pathBusy    = "unavailable"   // 429, 502, 503, 504
	pathTwice   = "twice"         // the same command again
)

// Coverage says, for every tool of the given names, which arguments and which
// paths no eval touches. Evals that need a model do not count, since nothing here
// runs them. The error names an unknown tool.
func Coverage(set *tool.Set, names []string) ([]Covered, error) {
	tools, err := pick(set, names)
	if err != nil {
		return nil, err
	}
	out := make([]Covered, 0, len(tools))
	for _, t := range tools {
		out = append(out, Covered{Name: t.Name, Args: argShare(t), Paths: pathShare(t)})
	}
	return out, nil
}

func argShare(t *tool.Tool) Share {
	var s Share
	control := t.ControlArgs()
	for _, arg := range arguments(t.Input) {
		if slices.Contains(control, arg) {
			continue
		}
		s.add(arg, slices.ContainsFunc(t.Evals, func(e tool.Eval) bool {
			v, _ := decode(e.Call)
			obj, _ := v.(map[string]any)
			_, given := obj[arg]
			return given
		}))
	}
	return s
}

// arguments lists the properties of an input, in the author's order.
func arguments(input tool.Schema) []string {
	var root struct {
		Properties json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(input, &root) != nil || len(root.Properties) == 0 {
		return nil
	}
	dec := json.NewDecoder(strings.NewReader(string(root.Properties)))
	if _, err := dec.Token(); err != nil {
		return nil
	}
	var names []string
	for dec.More() {
		key, err := dec.Token()
		var skip json.RawMessage
		if err != nil || dec.Decode(&skip) != nil {
			return names
		}
		name, _ := key.(string)
		names = append(names, name)
	}
	return names
}

func (s *Share) add(name string, touched bool) {
	s.Of++
	if touched {
		s.Touched++
		return
	}
	s.Missing = append(s.Missing, name)
}

func pathShare(t *tool.Tool) Share {
	var s Share
	any := func(is func(e *tool.Eval, a mock.Answer) bool) bool {
		for i := range t.Evals {
			e := &t.Evals[i]
			var a mock.Answer
			if len(e.Upstream) > 0 {
				a, _ = mock.ParseAnswer(e.Upstream)
			}
			if e.Say == "" && is(e, a) {
				return true
			}
		}
		return false
	}
	s.add(pathReturns, any(func(e *tool.Eval, _ mock.Answer) bool { return len(e.Returns) > 0 }))
	local := func(code string) bool {
		return any(func(e *tool.Eval, _ mock.Answer) bool { return e.Error == code && len(e.Upstream) == 0 })
	}
	if len(arguments(t.Input)) > 0 {
		s.add(pathInvalid, local(pathInvalid))
	}
	codes := refusals(t)
	for _, code := range codes {
		s.add(code, local(code))
	}
	if t.Main == nil {
		return s
	}
	for _, r := range t.Main.Results {
		if !r.Success && !slices.Contains(s.Missing, "upstream "+r.Status) {
			s.add("upstream "+r.Status, any(func(_ *tool.Eval, a mock.Answer) bool { return stands(r.Status, a.Status) }))
		}
	}
	s.add(pathBusy, any(func(_ *tool.Eval, a mock.Answer) bool { return slices.Contains([]int{429, 502, 503, 504}, a.Status) }))
	s.add(pathSilence, any(func(_ *tool.Eval, a mock.Answer) bool { return a.Fault == mock.Timeout || a.Fault == mock.Reset }))
	if t.Command != nil {
		s.add(pathTwice, any(func(e *tool.Eval, _ mock.Answer) bool { return e.Twice }))
	}
	return s
}

// refusals lists the codes by which t refuses callers and calls.
func refusals(t *tool.Tool) []string {
	var codes []string
	if len(t.Audience) > 0 || len(t.Scopes) > 0 {
		codes = append(codes, pathRefused)
	}
	for _, r := range t.Require {
		code := r.Code
		if code == "" {
			code = string(runtime.CodeForbidden)
		}
		if !slices.Contains(codes, code) {
			codes = append(codes, code)
		}
	}
	return codes
}

// stands reports whether a declared status covers one that was answered.
func stands(declared string, status int) bool {
	text := fmt.Sprint(status)
	switch {
	case status == 0:
		return false
	case declared == "default":
		return status/100 != 2
	}
	return declared == text || strings.EqualFold(declared, text[:1]+"XX")
}

// WriteCoverage writes what Coverage found, for people.
func WriteCoverage(w io.Writer, list []Covered) error {
	var b strings.Builder
	b.WriteString("coverage\n")
	for _, c := range list {
		fmt.Fprintf(&b, "  %s: arguments %s, paths %s\n", c.Name, c.Args, c.Paths)
		if len(c.Args.Missing) > 0 {
			fmt.Fprintf(&b, "    no eval gives: %s\n", strings.Join(c.Args.Missing, ", "))
		}
		if len(c.Paths.Missing) > 0 {
			fmt.Fprintf(&b, "    no eval ends: %s\n", strings.Join(c.Paths.Missing, ", "))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// String gives "touched/of".
func (s Share) String() string { return fmt.Sprintf("%d/%d", s.Touched, s.Of) }
