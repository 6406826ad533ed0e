package review

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"flag"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate"
	"github.com/oatools/oatools/curate/diff"
	"github.com/oatools/oatools/curate/explain"
)

var update = flag.Bool("update", false, "rewrite golden files")

// input is a page about the worked example and a change of it.
func input(t *testing.T) *Input {
	t.Helper()
	path := filepath.Join("..", "diff", "testdata", "overlays", "expenses.overlay.yaml")
	built, err := curate.Build(path, curate.Options{})
	if err != nil || built.Set == nil {
		t.Fatal(err, built.Diags)
	}
	data, err := tool.Encode(built.Set)
	if err != nil {
		t.Fatal(err)
	}
	base, err := tool.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	set := built.Set
	set.Version = "3.0.0"
	set.Tools = set.Tools[1:]
	for i := range set.Tools {
		tl := &set.Tools[i]
		switch tl.Name {
		case "expense_search":
			tl.Description = strings.Replace(tl.Description, "Newest first.", "Oldest first.", 1)
			tl.Result.Select = append(tl.Result.Select, tool.Pick{From: []string{"employee", "email"}, To: "mail"})
		case "ledger_export":
			tl.Audience = append(tl.Audience, "employee")
		}
	}
	return &Input{
		Set: set, Base: base, Report: diff.Diff(base, set),
		Explain: func(tl *tool.Tool) *explain.Explanation {
			return explain.Tool(set, tl, func(field string) (overlay, spec diag.Pos, note string, ok bool) {
				o, ok := built.Provenance.Find(tl.Name, field)
				return o.Overlay, o.Spec, o.Note, ok
			})
		},
		Dropped:  map[string][]string{"expense_search": {"date", "audit"}},
		Findings: []Finding{{Tool: "ask_user", Diagnostic: diag.Diagnostic{Severity: diag.Warning, Code: "eval-missing", Message: "no eval"}}},
	}
}

// TestPage compares what the page says, its style and script left out.
func TestPage(t *testing.T) {
	got, err := Page(*input(t))
	if err != nil {
		t.Fatal(err)
	}
	again, err := Page(*input(t))
	if err != nil || !bytes.Equal(got, again) {
		t.Error("equal input gives other bytes")
	}
	text := regexp.MustCompile(`(?s)<(style|script)>.*?</(style|script)>`).ReplaceAllString(string(got), "<$1></$1>")
	text = regexp.MustCompile(`sha256-[^']*?&#39;`).ReplaceAllString(text, "sha256-…&#39;")
	path := filepath.Join("testdata", "page.html")
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), text); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestPageIsAlone holds that a page asks for nothing: no address but its own
// anchors, and a policy with the hashes of exactly its own style and script.
func TestPageIsAlone(t *testing.T) {
	page, err := Page(*input(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`<[a-z][^>]*?\s(?:src|href|srcset|action|data|poster)="([^"]*)"`).FindAllSubmatch(page, -1) {
		if !bytes.HasPrefix(m[1], []byte("#tool-")) {
			t.Errorf("the page asks for %s", m[0])
		}
	}
	for _, word := range []string{"url(", "@import", "fetch(", "XMLHttpRequest", "innerHTML", "eval("} {
		if strings.Contains(pageStyle+pageScript, word) {
			t.Errorf("the page's own style or script has %s", word)
		}
	}
	policy := html.UnescapeString(string(regexp.MustCompile(`content="(default-src[^"]*)"`).FindSubmatch(page)[1]))
	for _, tag := range []string{"style", "script"} {
		body := regexp.MustCompile(`(?s)<` + tag + `>(.*?)</` + tag + `>`).FindSubmatch(page)[1]
		sum := sha256.Sum256(body)
		if want := "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(policy, tag+"-src "+want) {
			t.Errorf("the policy %s does not let %s with %s run", policy, tag, want)
		}
	}
}

// TestPageEscapes puts markup wherever an author or a service can write.
func TestPageEscapes(t *testing.T) {
	const evil = `</pre></script><script>alert(1)</script><img src=x onerror=alert(1)>"'{{.}}`
	set := &tool.Set{
		Name: evil, Version: evil, Title: evil, Owners: []string{evil}, Instructions: evil, Audiences: map[string]string{evil: evil},
		Tools: []tool.Tool{{
			Name: "a", Title: evil, Description: evil, Shape: tool.ShapeCommand, Audience: []string{evil}, Scopes: []string{evil},
			Input:   json.RawMessage(`{"type":"object","properties":{"x":{"type":"string","description":"</script><script>alert(2)</script>"}}}`),
			Command: &tool.Command{Confirm: tool.Confirm{Unless: evil}, Idempotency: &tool.Idempotency{None: evil}, Undo: evil},
			Evals:   []tool.Eval{{Say: evil}},
		}},
	}
	base := &tool.Set{Name: "b", Tools: []tool.Tool{{Name: "a", Description: "x", Input: json.RawMessage(`{"type":"object"}`)}}}
	page, err := Page(Input{
		Set: set, Base: base, Report: diff.Diff(base, set), Dropped: map[string][]string{"a": {evil}},
		Explain:  func(tl *tool.Tool) *explain.Explanation { return explain.Tool(set, tl, nil) },
		Findings: []Finding{{Tool: "a", Diagnostic: diag.Diagnostic{Message: evil, Hint: evil, Code: evil}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(page, []byte("<script")); n != 1 {
		t.Errorf("the page has %d scripts, want 1", n)
	}
	if bytes.Contains(page, []byte("<img")) {
		t.Error("markup of a tool became markup of the page")
	}
}

// TestSentences holds that every shape says what it does.
func TestSentences(t *testing.T) {
	in := input(t)
	shapes := map[tool.Shape]bool{}
	for i := range in.Base.Tools {
		tl := &in.Base.Tools[i]
		shapes[tl.Shape] = true
		list := sentences(tl)
		if len(list) < 3 {
			t.Errorf("%s: only %q", tl.Name, list)
		}
		for _, s := range list {
			if !strings.HasSuffix(s, ".") || strings.Contains(s, "%!") {
				t.Errorf("%s: %q is no sentence", tl.Name, s)
			}
		}
	}
	for _, s := range tool.Shapes() {
		if !shapes[s] {
			t.Errorf("no tool of the shape %s", s)
		}
	}
}
