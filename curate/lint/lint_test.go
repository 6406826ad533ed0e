package lint_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/oatools/oatools/compile/provider"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate"
	"github.com/oatools/oatools/curate/lint"
	"github.com/oatools/oatools/curate/lint/rule"
)

var update = flag.Bool("update", false, "rewrite golden files")

// now is the day on which the fixtures are judged.
func now() time.Time { return time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC) }

// golden compares got with a file under testdata, or writes the file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// head is what every fixture starts with, unless it says so itself.
var head = []struct{ key, text string }{
	{"metadata", "metadata: {name: fixture, owners: [\"@shop/desk\"]}\n"},
	{"sources", "sources: {shop: {spec: shop.yaml, auth: {key: {secret: \"env:KEY\"}}}}\n"},
}

// lay writes a fixture as an overlay beside the descriptions. Tests run in
// their package's folder, so that places do not depend on the machine.
func lay(t testing.TB, text string) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("apiVersion: oatools/v1\nkind: Overlay\n")
	for _, h := range head {
		if !strings.HasPrefix(text, h.key+":") && !strings.Contains(text, "\n"+h.key+":") {
			b.WriteString(h.text)
		}
	}
	b.WriteString(text)
	if err := os.WriteFile("overlay.yaml", []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return "overlay.yaml"
}

// enter makes a folder that holds the descriptions the working one.
func enter(t testing.TB) {
	t.Helper()
	dir := t.TempDir()
	for _, pattern := range []string{"testdata/*.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, filepath.Base(file)), data, 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	switch t := t.(type) {
	case *testing.T:
		t.Chdir(dir)
	case *testing.B:
		t.Chdir(dir)
	}
}

func build(t testing.TB, path string) *curate.Built {
	t.Helper()
	built, err := curate.Build(path, curate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return built
}

// spoil makes of a set that the compiler gave what no overlay can state, for
// rules that guard against other writers of sets.
var spoil = map[string]func(*tool.Set){
	"top-level-union": func(s *tool.Set) {
		s.Tools[0].Input = json.RawMessage(`{"type":"object","anyOf":[{"required":["a"]}],"additionalProperties":false}`)
	},
	"property-portable": func(s *tool.Set) {
		s.Tools[0].Input = json.RawMessage(`{"type":"object","properties":{"odd":{"type":"object","properties":{"price>":{"type":"integer"}}}},"additionalProperties":false}`)
	},
	"default-invalid": func(s *tool.Set) {
		s.Tools[0].Input = json.RawMessage(`{"type":"object","properties":{"price":{"type":"integer","maximum":100,"default":500}},"additionalProperties":false}`)
	},
	"provider-refused": func(s *tool.Set) { s.Tools[0].Name = "Tea list" },
}

// Every rule of the table has a fixture that it finds something in, and one in
// which it finds nothing. What it finds is a golden file.
func TestRules(t *testing.T) {
	gemini, _ := provider.Find("gemini")
	fixtures := map[string]*txtar.Archive{}
	for _, r := range rule.All() {
		a, err := txtar.ParseFile(filepath.Join("testdata", "rules", r.ID+".txtar"))
		if err != nil {
			t.Errorf("rule %s has no fixture: %v", r.ID, err)
			continue
		}
		fixtures[r.ID] = a
	}
	found := map[string]string{}
	t.Run("fixtures", func(t *testing.T) {
		enter(t)
		for _, r := range rule.All() {
			if fixtures[r.ID] == nil {
				continue
			}
			t.Run(r.ID, func(t *testing.T) {
				for _, f := range fixtures[r.ID].Files {
					built := build(t, lay(t, string(f.Data)))
					opts := lint.Options{Profile: rule.Regulated, Now: now(), Provider: &gemini}
					if built.Set != nil && f.Name == "fail.yaml" {
						if change := spoil[r.ID]; change != nil {
							change(built.Set)
						}
						if r.ID == "lock-stale" {
							opts.Artifact = []byte("{}")
						}
					}
					report := lint.Run(built, opts)
					text := of(report, r.ID)
					switch {
					case f.Name == "fail.yaml" && text == "":
						t.Errorf("the rule finds nothing in\n%s\n%s", f.Data, report.Diags())
					case f.Name == "fail.yaml":
						found[r.ID] = text
					case text != "":
						t.Errorf("the rule finds something in\n%s\n%s", f.Data, text)
					case built.Set == nil:
						t.Errorf("the fixture does not compile:\n%s\n%s", f.Data, built.Diags)
					}
				}
			})
		}
	})
	var all strings.Builder
	for _, r := range rule.All() {
		all.WriteString(found[r.ID])
	}
	golden(t, "findings.txt", all.String())
}

// of gives the findings of one rule.
func of(r *lint.Report, id string) string {
	var b strings.Builder
	for _, f := range r.Findings {
		if f.Code == id {
			b.WriteString(f.Diagnostic.String() + "\n")
		}
	}
	return b.String()
}

// The table is complete: every row says everything, and severities only rise
// from profile to profile.
func TestTable(t *testing.T) {
	weight := map[string]int{"": 0, "info": 1, "warning": 2, "error": 3}
	seen := map[string]bool{}
	for _, r := range rule.All() {
		if seen[r.ID] {
			t.Errorf("two rules have the id %s", r.ID)
		}
		seen[r.ID] = true
		for what, text := range map[string]string{"What": r.What, "Why": r.Why, "Evidence": r.Evidence, "Example": r.Example} {
			if strings.TrimSpace(text) == "" {
				t.Errorf("rule %s: %s is empty", r.ID, what)
			}
		}
		if r.Fixed && (strings.Trim(string(r.Levels), string(r.Levels[:1])) != "" || r.Levels[0] == '-' || r.Raised != "") {
			t.Errorf("rule %s cannot be lowered, but is milder under a profile: %s", r.ID, r.Levels)
		}
		if (r.Raised == "") != (r.RaisedIf == "") {
			t.Errorf("rule %s: Raised and RaisedIf go together", r.ID)
		}
		for _, levels := range []rule.Levels{r.Levels, r.Raised} {
			if levels != "" && (len(levels) != len(rule.Profiles()) || strings.Trim(string(levels), "EWI-") != "") {
				t.Errorf("rule %s: bad levels %q", r.ID, levels)
			}
			last := 0
			for _, p := range rule.Profiles() {
				if w := weight[string(levels.Of(p))]; w < last {
					t.Errorf("rule %s is milder under %s than before", r.ID, p)
				} else {
					last = w
				}
			}
		}
	}
	var b bytes.Buffer
	if err := lint.WriteRules(&b, rule.All()); err != nil {
		t.Fatal(err)
	}
	golden(t, "rules.md", b.String())
}

// The worked example has no error under team; its warnings are a golden file.
func TestWorkedExample(t *testing.T) {
	built := build(t, "../testdata/expenses/expenses.yaml")
	for _, p := range rule.Profiles() {
		report := lint.Run(built, lint.Options{Profile: p, Now: now()})
		golden(t, fmt.Sprintf("expenses.%s.txt", p), report.Diags().String())
		if n := report.Count("error"); n > 0 && p == rule.Team {
			t.Errorf("the worked example has %d errors", n)
		}
		costs(t, built.Set, report)
	}
}

// costs holds that the estimates add up: an audience is shown its tools and the
// instructions.
func costs(t *testing.T, set *tool.Set, report *lint.Report) {
	t.Helper()
	if len(report.Tools) != len(set.Tools) || len(report.Audiences) != len(set.Audiences) {
		t.Fatalf("%d tools and %d audiences are costed", len(report.Tools), len(report.Audiences))
	}
	for _, a := range report.Audiences {
		want := lint.Cost{Name: a.Name, Tokens: (len(set.Instructions) + 3) / 4}
		for i := range set.Tools {
			if own := set.Tools[i].Audience; len(own) == 0 || slices.Contains(own, a.Name) {
				want.Tools++
				want.Tokens += set.Tools[i].Tokens
			}
		}
		if diff := cmp.Diff(want, a); diff != "" {
			t.Errorf("cost of an audience (-want +got):\n%s", diff)
		}
	}
}

// Whatever the compiler gives, broken or not, can be judged under every profile
// and for every provider; twice gives the same, and the set stays as it is.
func TestRunIsPure(t *testing.T) {
	var files []string
	for _, pattern := range []string{"../testdata/*/*.yaml", "../../overlays/*.yaml"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	n := 0
	for _, file := range files {
		built := build(t, file)
		if built.Overlay == nil || len(built.Overlay.Tools) == 0 {
			continue // a description
		}
		n++
		before, _ := json.Marshal(built.Set)
		for i, p := range provider.Profiles() {
			opts := lint.Options{Profile: rule.Profiles()[i%len(rule.Profiles())], Now: now(), Provider: &p}
			first, again := lint.Run(built, opts), lint.Run(built, opts)
			if diff := cmp.Diff(text(t, first), text(t, again)); diff != "" {
				t.Errorf("%s: two runs differ:\n%s", file, diff)
			}
			if built.Set != nil && i == 0 {
				lint.Run(lint.Alone(built.Set), opts)
			}
		}
		if after, _ := json.Marshal(built.Set); !bytes.Equal(before, after) {
			t.Errorf("%s: the set is changed", file)
		}
	}
	if n < 8 {
		t.Errorf("%d overlays, want at least 8", n)
	}
}

func text(t *testing.T, r *lint.Report) string {
	t.Helper()
	data, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
