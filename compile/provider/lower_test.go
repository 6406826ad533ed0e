package provider_test

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

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/provider"
	"github.com/oatools/oatools/compile/tool"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func compact(t testing.TB, text []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := json.Compact(&b, text); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func rich(t testing.TB) *tool.Tool {
	t.Helper()
	text, err := os.ReadFile("testdata/rich.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return &tool.Tool{
		Name: "rich", Title: "Rich", Description: "Takes a bit of everything.", Shape: tool.ShapeQuery,
		Hints: tool.Hints{ReadOnly: true, OpenWorld: true}, Input: compact(t, text),
	}
}

// metas compiles the schema of every profile's declarations. They are written
// by hand from the providers' documentation, apart from the code they judge.
func metas(t testing.TB) map[string]*check.Validator {
	t.Helper()
	all := map[string]*check.Validator{}
	for _, p := range provider.Profiles() {
		text, err := os.ReadFile(filepath.Join("testdata/meta", p.ID+".json"))
		if err != nil {
			t.Fatal(err)
		}
		v, err := check.Compile(compact(t, text))
		if err != nil {
			t.Fatalf("%s: %v", p.ID, err)
		}
		all[p.ID] = v
	}
	return all
}

func judge(t testing.TB, v *check.Validator, decl []byte) []check.Problem {
	t.Helper()
	value, problems := check.Decode(decl, check.Limits{Bytes: 8 << 20, Nodes: 1 << 20, Depth: 200})
	if len(problems) > 0 {
		return problems
	}
	return v.Validate(value)
}

func TestLowerRich(t *testing.T) {
	meta := metas(t)
	for _, p := range provider.Profiles() {
		t.Run(p.ID, func(t *testing.T) {
			decl, _, losses, err := provider.Lower(rich(t), p)
			if err != nil {
				t.Fatal(err)
			}
			if problems := judge(t, meta[p.ID], decl); len(problems) > 0 {
				t.Errorf("the declaration is not one of %s: %v", p.ID, problems)
			}
			var out bytes.Buffer
			if err := json.Indent(&out, decl, "", "  "); err != nil {
				t.Fatal(err)
			}
			out.WriteString("\n")
			for _, l := range losses {
				fmt.Fprintf(&out, "# %s\n", l)
			}
			path := filepath.Join("testdata/lower", p.ID+".txt")
			if *update {
				if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), out.String()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestRestore(t *testing.T) {
	tests := []struct {
		profile, args, want string
	}{
		{"mcp", `{"id":1,"x.y-z":"a"}`, `{"id":1,"x.y-z":"a"}`},
		{"gemini", `{"id":12345678901234567890,"x_y_z":"a"}`, `{"id":12345678901234567890,"x.y-z":"a"}`},
		{"gemini", `{"owner":{"name":"n","e_mail":"m"}}`, `{"owner":{"name":"n","e.mail":"m"}}`},
		{"gemini", `{"any":"{\"a\":[1]}","free":{"x":null}}`, `{"any":{"a":[1]},"free":{"x":null}}`},
		{"gemini-json", `{"maybe":{"e_mail":"m"},"list":[{"name":"a"}]}`, `{"maybe":{"e.mail":"m"},"list":[{"name":"a"}]}`},
		{"openai-strict", `{"id":1,"x.y-z":"a","size":null,"note":null,"owner":null,"maybe":null}`, `{"id":1,"x.y-z":"a","note":null,"maybe":null}`},
		{"openai-strict", `{"free":"{\"b\":1.50}","labels":"{\"a\":\"b\"}","any":"\"text\""}`, `{"free":{"b":1.50},"labels":{"a":"b"},"any":"text"}`},
		{"openai-strict", `{"list":[{"name":"a","parts":[{"name":"b","parts":null}]}]}`, `{"list":[{"name":"a","parts":[{"name":"b"}]}]}`},
		{"openai-strict", `{"free":"no json"}`, `{"free":"no json"}`},
		{"openai-strict", `{"unknown":null,"id":"x"}`, `{"unknown":null,"id":"x"}`},
		{"openai-strict", `[1]`, `[1]`},
	}
	for _, tt := range tests {
		p, _ := provider.Find(tt.profile)
		_, back, _, err := provider.Lower(rich(t), p)
		if err != nil {
			t.Fatal(err)
		}
		got, err := back.Restore([]byte(tt.args))
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: Restore(%s) = %s, %v, want %s", tt.profile, tt.args, got, err, tt.want)
		}
	}
	p, _ := provider.Find("gemini")
	_, back, _, _ := provider.Lower(rich(t), p)
	if _, err := back.Restore([]byte(`{"id":`)); err == nil {
		t.Error("Restore takes broken JSON")
	}
}

func TestLowerRefuses(t *testing.T) {
	p, _ := provider.Find("openai")
	bad := rich(t)
	bad.Name = strings.Repeat("x", 65)
	if _, _, _, err := provider.Lower(bad, p); err == nil || !strings.Contains(err.Error(), "does not match") {
		t.Errorf("a name of 65 characters: %v", err)
	}
	bad = rich(t)
	bad.Input = tool.Schema(`{"type":"object","properties":{},"anyOf":[{}]}`)
	if _, _, _, err := provider.Lower(bad, p); err == nil || !strings.Contains(err.Error(), "the root holds anyOf") {
		t.Errorf("a root union: %v", err)
	}
	bad.Input = tool.Schema(`3`)
	if _, _, _, err := provider.Lower(bad, p); err == nil {
		t.Error("an input that is no schema is taken")
	}
	if _, ok := provider.Find("nobody"); ok {
		t.Error("Find finds what is not there")
	}
}

func TestNoArguments(t *testing.T) {
	none := rich(t)
	none.Input = tool.Schema(`{"type":"object","properties":{},"additionalProperties":false}`)
	p, _ := provider.Find("openai")
	decl, _, _, err := provider.Lower(none, p)
	if err != nil || !strings.Contains(string(decl), `"parameters":{"type":"object","properties":{},"additionalProperties":false}`) {
		t.Errorf("openai: %s, %v", decl, err)
	}
	p, _ = provider.Find("gemini")
	if decl, _, _, err = provider.Lower(none, p); err != nil || strings.Contains(string(decl), "parameters") {
		t.Errorf("gemini: %s, %v", decl, err)
	}
}

// TestCorpusLowers lowers the default tool of every operation of the corpus for
// every profile.
func TestCorpusLowers(t *testing.T) {
	root := os.Getenv("OATOOLS_CORPUS")
	if root == "" {
		t.Skip("OATOOLS_CORPUS names no folder")
	}
	meta := metas(t)
	done, refused, wrong := map[string]int{}, map[string]int{}, map[string]int{}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".json") && !strings.HasSuffix(path, ".yaml") && !strings.HasSuffix(path, ".yml") {
			return err
		}
		var diags diag.List
		doc, err := oas.Load(path, oas.LoadOptions{}, &diags)
		if err != nil || doc == nil {
			return nil
		}
		for _, op := range doc.Operations(doc.Index(), &diags) {
			if op == nil {
				continue
			}
			var own diag.List
			tl := compile.Assemble(op, compile.Default(op, &own), compile.Options{}, &own)
			if tl == nil {
				continue
			}
			for _, p := range provider.Profiles() {
				decl, back, _, err := provider.Lower(tl, p)
				if err != nil {
					if refused[p.ID]++; refused[p.ID] < 6 {
						t.Logf("%s: %s: %v", path, op.Path, err)
					}
					continue
				}
				done[p.ID]++
				if problems := judge(t, meta[p.ID], decl); len(problems) > 0 {
					if wrong[p.ID]++; wrong[p.ID] < 4 {
						t.Errorf("%s: %s: %s: %v", path, op.Path, p.ID, problems)
					}
				}
				if _, err := back.Restore([]byte(`{}`)); err != nil {
					t.Error(err)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("lowered %v, refused %v, wrong %v", done, refused, wrong)
}
