package review

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/diff/change"
	"github.com/oatools/oatools/curate/explain"
)

//go:embed page.html.tmpl
var pageTemplate string

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

// Input is what a page shows.
type Input struct {
	Set  *tool.Set
	Base *tool.Set // the set before; nil: nothing is compared
	// Report is the difference from Base to Set; nil without Base.
	Report *change.Report
	// Explain says where a tool of Set comes from; nil: nothing is known.
	Explain func(t *tool.Tool) *explain.Explanation
	// Declare gives what a client lists of a tool, as JSON; nil: the declaration
	// of MCP without the schema of results.
	Declare func(t *tool.Tool) (json.RawMessage, error)
	// Dropped names fields of the answer that do not reach the model, by tool.
	Dropped  map[string][]string
	Findings []Finding
}

// Finding is what a check found of a tool; Tool is empty for the set.
type Finding struct {
	Tool string
	diag.Diagnostic
}

// Page gives the file.
func Page(in Input) ([]byte, error) {
	t, err := template.New("page").Funcs(template.FuncMap{"lower": func(c change.Class) string { return strings.ToLower(string(c)) }}).Parse(pageTemplate)
	if err != nil {
		return nil, fmt.Errorf("review: %w", err)
	}
	var b bytes.Buffer
	if err := t.Execute(&b, view(&in)); err != nil {
		return nil, fmt.Errorf("review: %w", err)
	}
	return b.Bytes(), nil
}

// page is what the template reads.
type page struct {
	Policy    string
	Style     template.CSS
	Script    template.JS
	Set       *tool.Set
	Versions  string
	Compared  bool
	Report    *change.Report
	Classes   []count
	Audiences []audience
	Changes   []change.Change // of the set as a whole
	Findings  []Finding       // of the set as a whole
	Tools     []toolView
}

type count struct {
	Class change.Class
	N     int
}

type audience struct {
	Name, When    string
	Tools, Tokens int
}

// view gathers what the template reads.
func view(in *Input) *page {
	p := &page{
		Policy: policy(), Style: template.CSS(pageStyle), Script: template.JS(pageScript), //nolint:gosec // ours
		Set: in.Set, Versions: in.Set.Version, Compared: in.Report != nil, Report: in.Report,
	}
	byTool := map[string][]change.Change{}
	if r := in.Report; r != nil {
		if in.Base != nil && in.Base.Version != in.Set.Version {
			p.Versions = in.Base.Version + " → " + in.Set.Version
		}
		for _, c := range change.Classes() {
			if n := r.Count(c); n > 0 {
				p.Classes = append(p.Classes, count{c, n})
			}
		}
		for _, c := range r.Changes {
			byTool[c.Tool] = append(byTool[c.Tool], c)
		}
		p.Changes = byTool[""]
	}
	findings := map[string][]Finding{}
	for _, f := range in.Findings {
		findings[f.Tool] = append(findings[f.Tool], f)
	}
	p.Findings = findings[""]
	p.Audiences = audiences(in.Set)
	for i := range in.Set.Tools {
		t := &in.Set.Tools[i]
		p.Tools = append(p.Tools, viewTool(in, t, byTool[t.Name], findings[t.Name]))
	}
	for _, t := range removed(in) {
		p.Tools = append(p.Tools, viewRemoved(in, t, byTool[t.Name]))
	}
	slices.SortStableFunc(p.Tools, func(a, b toolView) int { return cmp.Compare(a.Name, b.Name) })
	return p
}

// policy lets the page's own style and script run and nothing else: no request,
// no form, no frame (CSP Level 3).
func policy() string {
	hash := func(s string) string {
		sum := sha256.Sum256([]byte(s))
		return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return "default-src 'none'; style-src " + hash(pageStyle) + "; script-src " + hash(pageScript) + "; base-uri 'none'; form-action 'none'"
}

func audiences(s *tool.Set) []audience {
	var out []audience
	for _, name := range slices.Sorted(maps.Keys(s.Audiences)) {
		a := audience{Name: name, When: s.Audiences[name]}
		for i := range s.Tools {
			if t := &s.Tools[i]; len(t.Audience) == 0 || slices.Contains(t.Audience, name) {
				a.Tools++
				a.Tokens += t.Tokens
			}
		}
		out = append(out, a)
	}
	return out
}

// removed gives the tools of the base that are gone.
func removed(in *Input) []*tool.Tool {
	if in.Report == nil || in.Base == nil {
		return nil
	}
	var out []*tool.Tool
	for _, c := range in.Report.Tools {
		if c.State == change.Removed {
			if t := find(in.Base, c.Name); t != nil {
				out = append(out, t)
			}
		}
	}
	return out
}

func find(s *tool.Set, name string) *tool.Tool {
	if s == nil {
		return nil
	}
	i := slices.IndexFunc(s.Tools, func(t tool.Tool) bool { return t.Name == name })
	if i < 0 {
		return nil
	}
	return &s.Tools[i]
}
