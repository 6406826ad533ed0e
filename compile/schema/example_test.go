package schema

import (
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/schema/example"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/schema/schematest"
)

func TestExamples(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"one", `{"type":"string","description":"Where","example":"Gate B"}`, `{"type":"string","description":"Where. Example: \"Gate B\"."}`},
		{"two at most", `{"type":"string","examples":["a1","a2","a3"]}`, `{"type":"string","description":"Examples: \"a1\", \"a2\"."}`},
		{"a list", `{"type":"array","items":{"type":"string"},"example":["x","y"]}`, `{"type":"array","items":{"type":"string"},"description":"Example: [\"x\",\"y\"]."}`},
		{"with a pattern", `{"type":"string","pattern":"^[A-Z]+-[0-9]$","examples":["no","AB-1"]}`, `{"type":"string","pattern":"^[A-Z]+-[0-9]$","description":"Example: \"AB-1\"."}`},
		{"said already", `{"type":"string","description":"Such as gate b","example":"Gate B"}`, `{"type":"string","description":"Such as gate b"}`},
		{"the default", `{"type":"string","default":"x1","example":"x1"}`, `{"type":"string","default":"x1"}`},
		{"a number says nothing", `{"type":"integer","example":4}`, `{"type":"integer"}`},
		{"a list of values is enough", `{"type":"string","enum":["a","b"],"example":"a"}`, `{"type":"string","enum":["a","b"]}`},
		{"a known format is enough", `{"type":"string","format":"date","example":"2026-01-31"}`, `{"type":"string","format":"date"}`},
		{"what generators write", `{"type":"string","example":"<string>"}`, `{"type":"string"}`},
		{"too long", `{"type":"string","example":"` + strings.Repeat("word ", 20) + `"}`, `{"type":"string"}`},
		{"a secret by its format", `{"type":"string","format":"password","example":"hunter2"}`, `{"type":"string","format":"password"}`},
		{"a secret by its look", `{"type":"string","examples":["ghp_0123","qK7dP2vX9wLm4TzR8bNc"]}`, `{"type":"string"}`},
		{"a secret by its name", `{"type":"object","properties":{"webhook_secret":{"type":"string","example":"hunter2"}}}`, `{"type":"object","properties":{"webhook_secret":{"type":"string"}}}`},
		{"a secret behind a reference", `{"type":"object","properties":{"pin":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"string","example":"0815"}}}`, `{"type":"object","properties":{"pin":{"type":"string"}}}`},
		{"what is not seen", `{"type":"string","example":"a\u200bb"}`, `{"type":"string"}`},
		{"where a part refuses it", `{"allOf":[{"type":"string","example":"abc"},{"maxLength":2}]}`, `{"type":"string","maxLength":2}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := schematest.Read(t, tt.in)
			w := New(schematest.Document{Root: root}, Options{}, new(diag.List))
			out := bundle(w.Rewrite(root), w.Defs())
			if got := schematest.Text(example.Tell(out)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if strings.Contains(schematest.Text(example.Silent(out)), "xample") {
				t.Errorf("not silent: %s", schematest.Text(example.Silent(out)))
			}
		})
	}
	w := New(nil, Options{Direction: raw.Response}, new(diag.List))
	if got := schematest.Text(w.Rewrite(schematest.Read(t, `{"type":"string","example":"Gate B"}`))); got != `{"type":"string"}` {
		t.Errorf("an answer keeps examples: %s", got)
	}
}

func TestPatternThatNobodyReads(t *testing.T) {
	var diags diag.List
	w := New(nil, Options{}, &diags)
	for in, want := range map[string]string{
		`{"type":"string","description":"Key.","pattern":"[a-z"}`: `{"type":"string","description":"Key. (Pattern: [a-z)"}`,
		`{"type":"string","pattern":"[a-z"}`:                      `{"type":"string","description":"(Pattern: [a-z)"}`,
		`{"type":"string","pattern":""}`:                          `{"type":"string"}`,
		`{"type":"string","pattern":"^a"}`:                        `{"type":"string","pattern":"^a"}`,
	} {
		if got := schematest.Text(w.Rewrite(schematest.Read(t, in))); got != want {
			t.Errorf("%s is rewritten to %s, want %s", in, got, want)
		}
	}
}
