package schema

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/loose"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/schema/schematest"
)

var update = flag.Bool("update", false, "write golden files")

// Each file of testdata/rewrite is a document: "use" lists the schemas that are
// rewritten one after the other, "options" how; "want" is what comes out.
func TestRewrite(t *testing.T) {
	files, _ := filepath.Glob("testdata/rewrite/*.json")
	if len(files) == 0 {
		t.Fatal("no cases")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := rewriteCase(t, file, src)
			want := strings.TrimSuffix(file, ".json") + ".want"
			if *update {
				if err := os.WriteFile(want, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			golden, _ := os.ReadFile(want)
			if d := cmp.Diff(string(golden), got); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

func rewriteCase(t *testing.T, file string, src []byte) string {
	var diags diag.List
	root := node.ReadJSON(filepath.Base(file), src, node.Limits{}, &diags)
	if root == nil {
		t.Fatal(diags.String())
	}
	var b strings.Builder
	for _, dir := range []raw.Direction{raw.Request, raw.Response} {
		if only, ok := root.At("options", "direction").Str(); ok && only != string(dir) {
			continue
		}
		dialect, _ := root.At("options", "dialect").Str()
		lenient, _ := root.At("options", "lenient").Truth()
		w := New(schematest.Document{Root: root}, Options{Dialect: raw.Dialect(dialect), Direction: dir, Lenient: lenient}, &diags)
		b.WriteString("# " + string(dir) + "\n")
		var outs []*node.Node
		for _, use := range root.Get("use").Items() {
			out := w.Rewrite(use)
			outs = append(outs, out)
			b.WriteString(pretty(t, out))
			if l := w.Layout(out); l != nil {
				j, _ := json.MarshalIndent(l, "", "  ")
				b.WriteString("layout " + string(j) + "\n")
			}
		}
		if defs := w.Defs(); defs != nil {
			b.WriteString("$defs " + pretty(t, defs))
		}
		idempotent(t, dir, outs, w.Defs())
	}
	b.WriteString(diags.String())
	return b.String()
}

func pretty(t *testing.T, n *node.Node) string {
	var b strings.Builder
	indent(&b, n, "")
	return b.String() + "\n"
}

// indent writes n with one member a line, small values on one line.
func indent(b *strings.Builder, n *node.Node, in string) {
	flat := schematest.Text(n)
	if len(flat) <= 90 || n.Kind() != node.Object && n.Kind() != node.Array {
		b.WriteString(flat)
		return
	}
	if n.Is(node.Array) {
		b.WriteString("[")
		for i, item := range n.Items() {
			if i > 0 {
				b.WriteString(",")
			}
			b.WriteString("\n  " + in)
			indent(b, item, in+"  ")
		}
		b.WriteString("\n" + in + "]")
		return
	}
	b.WriteString("{")
	for i, m := range n.Members() {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString("\n  " + in + schematest.Text(node.NewString(m.Key)) + ": ")
		indent(b, m.Value, in+"  ")
	}
	b.WriteString("\n" + in + "}")
}

// idempotent checks that what Rewrite gave is rewritten to itself.
func idempotent(t *testing.T, dir raw.Direction, outs []*node.Node, defs *node.Node) {
	t.Helper()
	root := node.NewObject()
	if defs != nil {
		root = root.With("$defs", defs)
	}
	w := New(schematest.Document{Root: root}, Options{Direction: dir}, new(diag.List))
	for _, out := range outs {
		again := w.Rewrite(out)
		a, b := schematest.Text(bundle(out, defs)), schematest.Text(bundle(again, w.Defs()))
		if len(outs) == 1 && a != b {
			t.Errorf("rewriting again changes\n%s\nto\n%s", a, b)
		}
	}
}

// bundle gives n as a schema of its own.
func bundle(n, defs *node.Node) *node.Node {
	if defs == nil {
		return n
	}
	return loose.Prune(n.With("$defs", defs))
}

// What a rewritten schema says does not change when it is read once more: the
// classes of real documents in which it did.
func TestRewrittenToItself(t *testing.T) {
	tests := []struct{ name, src string }{
		{"a definition that is nothing but another", `{"type":"object","properties":{"a":{"$ref":"#/$defs/A"},"b":{"$ref":"#/$defs/A"},"c":{"$ref":"#/$defs/B"},"d":{"$ref":"#/$defs/B"}},
			"$defs":{"A":{"allOf":[{"$ref":"#/$defs/B"}]},"B":{"type":"object","properties":{"up":{"$ref":"#/$defs/A"}}}}}`},
		{"definitions that are each other", `{"type":"object","properties":{"a":{"$ref":"#/$defs/A"},"b":{"$ref":"#/$defs/B"}},
			"$defs":{"A":{"allOf":[{"$ref":"#/$defs/B"}]},"B":{"allOf":[{"$ref":"#/$defs/A"}]}}}`},
		{"a default beside a reference that refuses it", `{"type":"object","properties":{"a":{"$ref":"#/$defs/A","default":null},"b":{"$ref":"#/$defs/A","default":3}},
			"$defs":{"A":{"type":"string"}}}`},
		{"a default beside parts that refuse it", `{"allOf":[{"type":"object","properties":{"a":{}}}],"default":null}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := schematest.Read(t, tt.src)
			w := New(schematest.Document{Root: root}, Options{}, new(diag.List))
			once := schematest.Text(bundle(w.Rewrite(root), w.Defs()))
			root = schematest.Read(t, once)
			w = New(schematest.Document{Root: root}, Options{}, new(diag.List))
			if again := schematest.Text(bundle(w.Rewrite(root), w.Defs())); again != once {
				t.Errorf("rewritten again\n%s\nis\n%s", once, again)
			}
		})
	}
}

// A base that its descendants name becomes a union whose branches one property
// tells apart, in the words that the descendants themselves use.
func TestDescendants(t *testing.T) {
	const heirs = `"Cat":{"allOf":[{"$ref":"#/Pet"},{"type":"object","properties":{"claws":{"type":"integer"}}}]},
		"Dog":{"allOf":[{"$ref":"#/Pet"},{"type":"object","properties":{"KIND"}}]}`
	tests := []struct{ name, base, dog, good, bad string }{
		{"by name", `{"type":"string"}`, `"bark":{}`, `{"kind":"Cat","claws":1}`, `{"kind":"Cat","claws":"x"}`},
		{"the base lists them in another spelling", `{"type":"string","enum":["cat","dog"]}`, `"bark":{}`, `{"kind":"cat","claws":1}`, `{"kind":"cat","claws":"x"}`},
		{"the base knows more", `{"type":"string","enum":["Cat","Dog","Fish"]}`, `"bark":{}`, `{"kind":"Fish"}`, `{"kind":"Bird"}`},
		{"a descendant says its own", `{"type":"string"}`, `"kind":{"const":"hound"},"bark":{}`, `{"kind":"hound","bark":1}`, `{"kind":"Dog"}`},
		{"the base lists others", `{"type":"string","enum":["A","B"]}`, `"bark":{}`, `{"kind":"A"}`, `{"kind":"Cat"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			root := schematest.Read(t, `{"type":"object","properties":{"pet":{"$ref":"#/Pet"}},"Pet":{"type":"object","required":["kind"],"properties":{"kind":`+tt.base+`},
				"discriminator":{"propertyName":"kind","mapping":{"Cat":"#/Cat","Dog":"#/Dog"}}},`+strings.Replace(heirs, `"KIND"`, tt.dog, 1)+`}`)
			w := New(schematest.Document{Root: root}, Options{Dialect: raw.Draft30}, new(diag.List))
			out := schematest.Text(bundle(w.Rewrite(root), w.Defs()))
			v, err := check.Compile([]byte(out))
			if err != nil {
				t.Fatal(err)
			}
			for in, want := range map[string]bool{tt.good: true, tt.bad: false} {
				val, _ := check.Decode([]byte(`{"pet":`+in+`}`), check.Limits{})
				if got := v.Validate(val); (got == nil) != want {
					t.Errorf("%s: %v, want valid %t\n%s", in, got, want, out)
				}
			}
		})
	}
}
