package overlay_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/yaml"
	"github.com/oatools/oatools/curate/overlay"
	"github.com/oatools/oatools/runtime"
)

// Schema and parser read the same files, every overlay of the repository: what
// the parser takes the schema takes, and what the schema refuses the parser
// refuses. What only the parser refuses is listed.
func TestSchemaAgrees(t *testing.T) {
	validator := schema(t)
	good, bad, only := 0, 0, map[string]bool{}
	for name, data := range overlays(t) {
		var diags diag.List
		root := yaml.Read(name, data, yaml.Options{Strict: true}, &diags)
		if root == nil || root.Get("kind").Text() != overlay.Kind {
			continue
		}
		overlay.Parse(root, &diags)
		problems := refuses(validator, root)
		base := path.Base(name)
		switch {
		case len(problems) > 0 && !diags.HasErrors():
			t.Errorf("%s: the parser takes it, the schema does not: %v", name, problems)
		case len(problems) > 0:
			bad++
		case !diags.HasErrors():
			good++
		case slices.Contains(parserOnly(), base):
			only[base] = true
		default:
			t.Errorf("%s: only the parser refuses it:\n%s", name, &diags)
		}
	}
	for _, base := range parserOnly() {
		if !only[base] {
			t.Errorf("%s is listed, but the schema refuses it too, or it is gone", base)
		}
	}
	if good < 15 || bad < 30 {
		t.Errorf("%d good and %d bad files; is the repository complete?", good, bad)
	}
}

// A single change to an overlay that uses every key: the schema refuses nothing
// that the parser takes, and misses nothing of this kind.
func TestSchemaMutants(t *testing.T) {
	validator := schema(t)
	data, err := os.ReadFile("testdata/schema/good-all.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var diags diag.List
	root := yaml.Read("good-all.yaml", data, yaml.Options{Strict: true}, &diags)
	if root == nil || diags.HasErrors() {
		t.Fatal(diags.String())
	}
	n := 0
	judge := func(what string, doc *node.Node) {
		if n++; n%11 != 0 { // one in eleven meets every key, and takes half a second
			return
		}
		var diags diag.List
		overlay.Parse(doc, &diags)
		problems := refuses(validator, doc)
		switch {
		case len(problems) > 0 && !diags.HasErrors():
			t.Errorf("%s: the parser takes it, the schema does not: %v", what, problems)
		case len(problems) == 0 && diags.HasErrors():
			t.Errorf("%s: only the parser refuses it:\n%s", what, &diags)
		}
	}
	// Each tool in a document of its own, and the rest without tools: a schema is
	// slower on large documents.
	tools := root.Get("tools")
	for name, one := range tools.All() {
		mutate("/tools/"+name, one, func(o *node.Node) *node.Node {
			return root.With("tools", node.NewObject(node.M(name, o)).MovedTo(tools))
		}, judge)
	}
	bare := node.NewObject().MovedTo(tools)
	mutate("", root.With("tools", bare), func(o *node.Node) *node.Node { return o }, judge)
	if n < 7000 {
		t.Errorf("%d mutants, want at least 7000", n)
	}
}

// mutate visits documents in which one value at or below n is another, or one
// key is missing; build puts a changed n into its document.
func mutate(what string, n *node.Node, build func(*node.Node) *node.Node, visit func(what string, doc *node.Node)) {
	for _, o := range others() {
		visit(what+" is "+string(o.AppendJSON(nil)), build(o.MovedTo(n)))
	}
	for name, v := range n.All() {
		visit(what+" lacks "+name, build(n.Without(name)))
		mutate(what+"/"+name, v, func(o *node.Node) *node.Node { return build(n.With(name, o)) }, visit)
	}
	for i, v := range n.Items() {
		mutate(what+"/"+strconv.Itoa(i), v, func(o *node.Node) *node.Node {
			items := slices.Clone(n.Items())
			items[i] = o
			return build(n.WithItems(items))
		}, visit)
	}
}

// others gives what a value is replaced by.
func others() []*node.Node {
	return []*node.Node{
		node.NewNull(), node.NewBool(true), node.NewInt(0), node.NewInt(-5), node.NewInt(7), node.NewNumber("1.5"), node.NewString(""),
		node.NewString("word"), node.NewString("/a/b"), node.NewString("5s"), node.NewString("query:q"), node.NewString("${A}"),
		node.NewArray(), node.NewArray(node.NewString("word"), node.NewString("word")), node.NewArray(node.NewInt(3)), node.NewObject(),
		node.NewObject(node.M("word", node.NewString("word"))), node.NewObject(node.M("query:q", node.NewInt(1))),
	}
}

func schema(t *testing.T) *check.Validator {
	t.Helper()
	v, err := check.Compile(overlay.Schema())
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// refuses gives what the schema says against a tree.
func refuses(v *check.Validator, root *node.Node) []check.Problem {
	value, problems := check.Decode(root.AppendJSON(nil), check.Limits{})
	if len(problems) == 0 {
		problems = v.Validate(value)
	}
	return problems
}

// overlays gives every YAML file of the repository, those inside scripts too.
func overlays(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := fs.WalkDir(os.DirFS("../.."), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.Contains([]string{".yaml", ".txtar"}, path.Ext(name)) {
			return err
		}
		data, err := os.ReadFile(filepath.Join("../..", filepath.FromSlash(name)))
		if err != nil || path.Ext(name) == ".yaml" {
			files[name] = data
			return err
		}
		for _, f := range txtar.Parse(data).Files {
			if path.Ext(f.Name) == ".yaml" {
				files[name+"/"+f.Name] = f.Data
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// parserOnly lists the files whose mistakes a JSON Schema cannot see.
func parserOnly() []string {
	return []string{"pattern.yaml", "date.yaml", "path-empty.yaml", "default-required.yaml", "anchors.yaml"}
}

// The error codes are those of the runtime, which this package must not import.
func TestSchemaCodes(t *testing.T) {
	var want []string
	for _, c := range runtime.Codes() {
		want = append(want, string(c))
	}
	if diff := cmp.Diff(want, overlay.Codes()); diff != "" {
		t.Errorf("error codes differ from the runtime's (-runtime +overlay):\n%s", diff)
	}
	var schema struct {
		Defs map[string]struct {
			Enum []string `json:"enum"`
		} `json:"$defs"`
	}
	_ = json.Unmarshal(overlay.Schema(), &schema)
	if diff := cmp.Diff(overlay.Codes(), schema.Defs["code"].Enum); diff != "" {
		t.Errorf("error codes of the schema (-overlay +schema):\n%s", diff)
	}
}
