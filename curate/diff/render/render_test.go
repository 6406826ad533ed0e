package render

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/diff"
	"github.com/oatools/oatools/curate/diff/change"
)

var update = flag.Bool("update", false, "rewrite golden files")

// sample is a document with everything that a format has to show: all classes,
// lines of both files, long texts, signs that formats give a meaning to.
func sample() *Document {
	old := &tool.Set{
		Name: "desk", Version: "1.4.0", Instructions: "Tools of the desk.",
		Audiences: map[string]string{"staff": `"staff" in caller.roles`, "guest": `"guest" in caller.roles`},
		Servers:   map[string]tool.Server{"api": {URL: "https://api.desk.example/v1"}},
		Tools: []tool.Tool{
			{
				Name: "find", Description: "Finds <b>one</b> thing by @name | id, and never_more than *ten*.", Shape: tool.ShapeQuery,
				Input:    json.RawMessage(`{"type":"object","properties":{"text":{"type":"string","maxLength":90},"kind":{"enum":["a","b"]}},"additionalProperties":false}`),
				Audience: []string{"staff"}, Timeout: 8e9, Tokens: 40, Hash: tool.Hash{Surface: "1"}, Evals: []tool.Eval{{Say: "x"}},
			},
			{Name: "gone", Description: "Is gone.", Shape: tool.ShapeQuery, Input: json.RawMessage(`{"type":"object"}`), Tokens: 10},
		},
	}
	new := &tool.Set{
		Name: "desk", Version: "1.4.1", Instructions: "Tools of the desk.",
		Audiences: old.Audiences, Servers: map[string]tool.Server{"api": {URL: "https://api.desk.example/v2"}},
		Tools: []tool.Tool{
			{Name: "add", Description: "Is new.", Shape: tool.ShapeQuery, Input: json.RawMessage(`{"type":"object"}`), Tokens: 12},
			{
				Name: "find", Description: "Finds <b>all</b> things by @name | id, and never_more than *ten* of them.\x1b[31m", Shape: tool.ShapeQuery,
				Input:    json.RawMessage(`{"type":"object","properties":{"text":{"type":"string","maxLength":50},"kind":{"enum":["a","b","c"]}},"additionalProperties":false}`),
				Audience: []string{"guest", "staff"}, Timeout: 9e9, Tokens: 44, Hash: tool.Hash{Surface: "2"}, Evals: []tool.Eval{{Say: "y"}},
			},
		},
	}
	r := diff.Diff(old, new)
	r.File = "desk.yaml"
	lines := map[string][2]diag.Pos{
		"add name":  {{File: "desk.yaml", Line: 4, Col: 3}},
		"find name": {{File: "desk.yaml", Line: 9, Col: 3}},
		"find arg:text": {{File: "desk.yaml", Line: 14, Col: 7},
			{File: "specs/the desk.yaml", Line: 40, Col: 11}},
	}
	r.Locate(func(tool, field string) (overlay, spec diag.Pos, ok bool) {
		at, ok := lines[tool+" "+field]
		return at[0], at[1], ok
	})
	return New([]*change.Report{r}, nil)
}

func broken() *Document {
	return New(nil, []diag.Diagnostic{{
		Pos: diag.Pos{File: "desk.yaml", Line: 3, Col: 9}, Severity: diag.Error, Code: "dead-operation",
		Message: "no operation findThings", Hint: "did you mean findThing?",
		Related: []diag.Related{{Pos: diag.Pos{File: "spec.yaml", Line: 7}, Message: "the operation"}},
	}})
}

func TestFormats(t *testing.T) {
	gate, err := ParseGate([]string{"breaking", "Exposure", "version"})
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		golden string
		doc    *Document
		format Format
		opts   Options
	}{
		{"diff.txt", sample(), Text, Options{}},
		{"diff.colour.txt", sample(), Text, Options{Colour: true}},
		{"diff.md", sample(), Markdown, Options{}},
		{"diff.json", sample(), JSON, Options{}},
		{"diff.sarif", sample(), SARIF, Options{Gate: gate}},
		{"diff.github.txt", sample(), GitHub, Options{Gate: gate}},
		{"broken.txt", broken(), Text, Options{}},
		{"broken.md", broken(), Markdown, Options{}},
		{"broken.json", broken(), JSON, Options{}},
		{"broken.github.txt", broken(), GitHub, Options{}},
	} {
		t.Run(tt.golden, func(t *testing.T) {
			parts, err := Write(tt.doc, tt.format, tt.opts)
			if err != nil {
				t.Fatal(err)
			}
			got := bytes.Join(parts, []byte("\n"))
			if tt.format == SARIF {
				got = withoutRules(t, got)
			}
			golden(t, tt.golden, got)
		})
	}
}

// withoutRules takes the table of rules out of a golden file: it is long and
// tested elsewhere.
func withoutRules(t *testing.T, sarif []byte) []byte {
	t.Helper()
	var log sarifLog
	if err := json.Unmarshal(sarif, &log); err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, r := range log.Runs[0].Tool.Driver.Rules {
		known[r.ID] = true
	}
	for _, r := range log.Runs[0].Results {
		if !known[r.RuleID] {
			t.Errorf("the result's rule %s is not in the table", r.RuleID)
		}
	}
	log.Runs[0].Tool.Driver.Rules = nil
	out, err := writeJSON(log)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// TestSchema holds that JSON is what its schema says.
func TestSchema(t *testing.T) {
	v, err := check.Compile(Schema())
	if err != nil {
		t.Fatal(err)
	}
	for name, doc := range map[string]*Document{"sample": sample(), "broken": broken(), "empty": New(nil, nil)} {
		parts, err := Write(doc, JSON, Options{})
		if err != nil {
			t.Fatal(err)
		}
		value, problems := check.Decode(parts[0], check.Limits{})
		if problems = append(problems, v.Validate(value)...); len(problems) > 0 {
			t.Errorf("%s: %v", name, problems)
		}
	}
}

// TestMarkdownParts holds that no part is too long, that nothing is lost on the
// way and that every part can be found again.
func TestMarkdownParts(t *testing.T) {
	old, new := &tool.Set{Name: "big"}, &tool.Set{Name: "big"}
	for i := range 300 {
		tl := tool.Tool{Name: fmt.Sprintf("tool_%03d", i), Description: strings.Repeat("word ", 300), Input: json.RawMessage(`{"type":"object"}`)}
		old.Tools = append(old.Tools, tl)
		tl.Description = strings.Repeat("other ", 300)
		tl.Timeout, tl.Audience = 7e9, []string{"a"}
		new.Tools = append(new.Tools, tl)
	}
	r := diff.Diff(old, new)
	parts, err := Write(New([]*change.Report{r}, nil), Markdown, Options{})
	if err != nil {
		t.Fatal(err)
	}
	all := string(bytes.Join(parts, nil))
	for i, p := range parts {
		if len(p) > defaultLimit {
			t.Errorf("part %d has %d bytes", i, len(p))
		}
		if want := fmt.Sprintf("<!-- oatools:big %d/%d -->\n", i+1, len(parts)); !strings.HasPrefix(string(p), want) {
			t.Errorf("part %d does not start with %q", i, want)
		}
		if strings.Count(string(p), "<details>") != strings.Count(string(p), "</details>") {
			t.Errorf("part %d: a fold is open", i)
		}
	}
	for _, c := range r.Changes {
		if strings.Count(all, c.Fingerprint) != 1 {
			t.Errorf("%s of %s is there %d times", c.Rule, c.Tool, strings.Count(all, c.Fingerprint))
		}
	}
}

func TestGate(t *testing.T) {
	d := sample()
	for words, want := range map[string]bool{"": false, "never": false, "breaking": true, "ADDITIVE": true, "version": true, "breaking,exposure": true} {
		g, err := ParseGate(strings.Split(words, ","))
		if err != nil || g.Failed(d) != want {
			t.Errorf("gate %q: %t, %v, want %t", words, g.Failed(d), err, want)
		}
	}
	if _, err := ParseGate([]string{"braking"}); err == nil {
		t.Error("an unknown class passes")
	}
	if !(Gate{}).Failed(broken()) {
		t.Error("a side that does not compile passes")
	}
}

// FuzzEscape holds that no text leaves its item of a list, opens a tag, calls
// somebody or moves a terminal.
func FuzzEscape(f *testing.F) {
	f.Add("a\n# b <script> @acme `x` \x1b[2J")
	f.Fuzz(func(t *testing.T, s string) {
		got := escape(s)
		if strings.ContainsAny(got, "\n\r\x1b<>") {
			t.Errorf("escape(%q) = %q", s, got)
		}
		for i, part := range strings.Split(got, "@") {
			if i > 0 && !strings.HasPrefix(part, "\u200b") {
				t.Errorf("escape(%q) = %q calls somebody", s, got)
			}
		}
	})
}
