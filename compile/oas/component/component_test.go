package component

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas/grammar"
	"github.com/oatools/oatools/compile/oas/source"
)

// graph makes the Graph of a description, whose schemas are taken as they are.
func graph(t testing.TB, text string, more ...[2]string) (*Graph, *node.Node) {
	t.Helper()
	dir := t.TempDir()
	for _, f := range append([][2]string{{"openapi.yaml", text}}, more...) {
		if err := os.WriteFile(filepath.Join(dir, f[0]), []byte(f[1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	src, err := source.Open(filepath.Join(dir, "openapi.yaml"), source.Limits{Bytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	root := src.Root()
	if !root.Is(node.Object) {
		return nil, nil
	}
	src.SetRoot(root, false)
	return New(src, func(t source.Target) *node.Node { return t.Node }), root
}

const base = `op: {responses: {"200": {$ref: "#/components/responses/R"}}}
components:
  responses: {R: {content: {a/b: {schema: {$ref: "#/components/schemas/Tree"}}}}}
  schemas:
    Tree: {properties: {left: {$ref: "#/components/schemas/Tree"}, leaf: {$ref: "#/components/schemas/Leaf"}}}
    Leaf: {type: string}
    Unused: {type: string}
`

// walked gives what one walk from the operation met, in its order, what was
// told, and the digest.
func walked(t *testing.T, g *Graph, root *node.Node) (met, problems []string, digest string) {
	t.Helper()
	w := g.Walk()
	for _, p := range w.From(root.Get("op"), grammar.Operation, grammar.One) {
		problems = append(problems, p.Code)
	}
	for _, c := range w.met {
		met = append(met, c.key)
	}
	return met, problems, w.Digest(root.Get("op"))
}

// A walk meets each component once, circles included; what it met is met again
// by the next walk and not by itself.
func TestWalk(t *testing.T) {
	g, root := graph(t, base)
	want := []string{"#/components/responses/R", "#/components/schemas/Tree", "#/components/schemas/Leaf"}
	met, problems, digest := walked(t, g, root)
	if diff := cmp.Diff(want, met); diff != "" || problems != nil {
		t.Errorf("problems %v, met (-want +got):\n%s", problems, diff)
	}
	if again, _, same := walked(t, g, root); !cmp.Equal(want, again) || same != digest {
		t.Errorf("the second walk met %v", again)
	}
	w := g.Walk()
	w.From(root.Get("op"), grammar.Operation, grammar.One)
	w.From(root.Get("op"), grammar.Operation, grammar.One)
	if len(w.met) != len(want) || w.Digest(root.Get("op")) != digest {
		t.Errorf("one walk met %d components when it came by twice, want %d", len(w.met), len(want))
	}
}

func TestDigest(t *testing.T) {
	of := func(text string) string {
		g, root := graph(t, text)
		_, _, digest := walked(t, g, root)
		return digest
	}
	for _, tt := range []struct {
		name, old, new string
		same           bool
	}{
		{"a schema two references away", "Leaf: {type: string}", "Leaf: {type: integer}", false},
		{"an unused schema", "Unused: {type: string}", "Unused: {type: integer}", true},
		{"order of keys", "{left: {$ref: \"#/components/schemas/Tree\"}, leaf: {$ref: \"#/components/schemas/Leaf\"}}",
			"{leaf: {$ref: \"#/components/schemas/Leaf\"}, left: {$ref: \"#/components/schemas/Tree\"}}", true},
		{"the part itself", `"200"`, `"201"`, false},
		{"the name of a component", "Leaf", "Twig", false},
	} {
		if changed := strings.ReplaceAll(base, tt.old, tt.new); changed == base || (of(changed) == of(base)) != tt.same {
			t.Errorf("%s: same digest must be %v", tt.name, tt.same)
		}
	}
}

func TestProblems(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       []Problem // Code and Schema
	}{
		{"a response that is missing", `op: {responses: {"200": {$ref: "#/no"}}}`, problems("ref-unresolved", false)},
		{"a schema that is missing", `op: {responses: {"200": {content: {a/b: {schema: {$ref: "#/no"}}}}}}`, problems("ref-unresolved", true)},
		{"it is missing one component away",
			"op: {responses: {\"200\": {$ref: \"#/r\"}}}\nr: {content: {a/b: {schema: {$ref: \"#/no\"}}}}", problems("ref-unresolved", true)},
		{"references that only point at each other", "op: {responses: {\"200\": {$ref: \"#/a\"}}}\na: {$ref: \"#/b\"}\nb: {$ref: \"#/a\"}", problems("ref-cycle", false)},
		{"another section is meant", "op: {requestBody: {content: {a/b: {schema: {$ref: \"#/definitions/A\"}}}}}\ncomponents: {schemas: {A: {}}}", problems("ref-section", false)},
		{"another host", `op: {responses: {"200": {$ref: "http://127.0.0.1:1/a.yaml"}}}`, problems("ref-refused", false)},
		{"a text in a file", "op: {description: {$ref: text.md}}", nil},
		{"a text in a file that is missing", "op: {description: {$ref: none.md}}", problems("ref-unresolved", false)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g, root := graph(t, tt.text, [2]string{"text.md", "prose"})
			var got []Problem
			for _, p := range g.Walk().From(root.Get("op"), grammar.Operation, grammar.One) {
				if p.Pos.IsZero() || p.Message == "" {
					t.Errorf("a problem without place or words: %+v", p)
				}
				got = append(got, problems(p.Code, p.Schema)...)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("problems (-want +got):\n%s", diff)
			}
		})
	}
}

func problems(code string, schema bool) []Problem {
	p := Problem{Schema: schema}
	p.Code = code
	return []Problem{p}
}

// FuzzWalk states: whatever the references, a walk ends, every problem has a
// place, and a second walk gives the same digest and tells the same.
func FuzzWalk(f *testing.F) {
	f.Add(base)
	f.Add("op: {parameters: [{$ref: '#/op'}, {$ref: '#'}], requestBody: {$ref: '#/op/requestBody'}}")
	f.Add("op: {responses: {a: {content: {b: {schema: {discriminator: {propertyName: x, mapping: {y: z, A: '#/op'}}}}}}}}\ncomponents: {schemas: {z: {$ref: '#/op'}}}")
	f.Fuzz(func(t *testing.T, text string) {
		g, root := graph(t, text)
		if root == nil {
			return
		}
		walk := func() ([]Problem, string) {
			w := g.Walk()
			problems := w.From(root.Get("op"), grammar.Operation, grammar.One)
			return problems, w.Digest(root)
		}
		first, digest := walk()
		for _, p := range first {
			if p.Pos.IsZero() {
				t.Errorf("no place: %s", p.Diagnostic)
			}
		}
		if again, same := walk(); same != digest || !cmp.Equal(first, again) {
			t.Errorf("two walks differ:\n%s", cmp.Diff(first, again))
		}
	})
}
