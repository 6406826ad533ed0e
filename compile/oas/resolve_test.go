package oas

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

func load(t testing.TB, path string, opts LoadOptions) (*Document, *diag.List) {
	t.Helper()
	var diags diag.List
	d, err := Load(path, opts, &diags)
	if err != nil {
		t.Fatal(err)
	}
	return d, &diags
}

// write makes a folder with these files and gives the path of the first one.
func write(t testing.TB, files ...[2]string) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range files {
		path := filepath.Join(dir, filepath.FromSlash(f[0]))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(f[1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, filepath.FromSlash(files[0][0]))
}

func TestResolve(t *testing.T) {
	d, _ := load(t, "testdata/anchors/openapi.yaml", LoadOptions{})
	order := d.src.Root().At("components", "schemas", "Order")
	for _, tt := range []struct {
		name, ref string
		at        *node.Node
		key       string
	}{
		{"a pointer", "#/components/schemas/Pet", d.src.Root(), "#/components/schemas/Pet"},
		{"an anchor has the key of its place", "#pet", d.src.Root(), "#/components/schemas/Pet"},
		{"a pointer in a resource is relative to it", "#/$defs/line", order.At("properties", "line"), "#/components/schemas/Order/$defs/line"},
		{"a pointer that fits the document only", "#/components/schemas/Pet", order.At("properties", "pet"), "#/components/schemas/Pet"},
		{"an anchor of the resource", "#total", order.At("properties", "total"), "#/components/schemas/Order/$defs/total"},
		{"an $id", "https://schemas.example/order.json", d.src.Root(), "#/components/schemas/Order"},
		{"an $id relative to the resource", "order.json#/$defs/line", order.At("properties", "line"), "#/components/schemas/Order/$defs/line"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			n, key, err := d.Resolve(tt.at, tt.ref)
			if err != nil || n == nil || key != tt.key {
				t.Errorf("Resolve(%q) = %v, %q, %v, want key %q", tt.ref, n, key, err, tt.key)
			}
		})
	}
	odd, _ := load(t, write(t, [2]string{"a.yaml", "openapi: 3.0.0\npaths: {}\ncomponents: {schemas: {a b/c/d: {type: boolean}, 50%: {}}}\n"}), LoadOptions{})
	for _, ref := range []string{"a%20b~1c~1d", "a b~1c~1d", "a+b~1c~1d", "a%20b%2Fc~1d", "a b%2fc%2Fd"} {
		if n, key, err := odd.Resolve(odd.src.Root(), "#/components/schemas/"+ref); err != nil || n == nil || key != "#/components/schemas/a b~1c~1d" {
			t.Errorf("Resolve(%q) = %v, %q, %v", ref, n, key, err)
		}
	}
	if _, key, err := odd.Resolve(odd.src.Root(), "#/components/schemas/50%25"); err != nil || key != "#/components/schemas/50%" {
		t.Errorf("a percent sign: %q, %v", key, err)
	}
	lists, _ := load(t, write(t,
		[2]string{"a.yaml", "openapi: 3.0.0\npaths: {/a: {get: {parameters: [{$ref: b.yaml}, {name: c, in: query, schema: {enum: [x, y]}}]}}}\ncomponents: {schemas: {Loop: {$ref: '#/components/schemas/Loop'}, Far: {$ref: 'b.yaml#/schema'}}}\n"},
		[2]string{"b.yaml", "name: b\nin: query\nschema: {type: object, properties: {p: {type: string}}}\n"}), LoadOptions{})
	for _, tt := range []struct{ ref, key, err string }{
		{"#/paths/~1a/get/parameters/1/schema", "#/paths/~1a/get/parameters/1/schema", ""},
		{"#/paths/~1a/get/parameters/1/schema/enum/0", "#/paths/~1a/get/parameters/1/schema/enum/0", ""},
		{"#/paths/~1a/get/parameters/0/schema", "b.yaml#/schema", ""}, // through the reference on the way
		{"#/components/schemas/Far/properties/p", "b.yaml#/schema/properties/p", ""},
		{"#/paths/~1a/get/parameters/2", "", "parameters"},
		{"#/paths/~1a/get/parameters/01", "", "parameters"}, // RFC 6901 §4
		{"#/paths/~1a/get/parameters/-", "", "parameters"},
		{"#/paths/~1a/get/parameters/name", "", "parameters"},
		{"#/components/schemas/Loop/properties/p", "", "too many"},
		{"#/components/schemas/a~2b", "", "is not a JSON Pointer"},
		{"#nowhere", "", "no $anchor"},
		{"https://api.example.test/a.json", "", "never reaches the network"},
		{"file:///etc/passwd", "", "absolute path"},
		{"C:/a.yaml", "", "absolute path"},
	} {
		n, key, err := lists.Resolve(lists.src.Root(), tt.ref)
		if tt.err == "" && (err != nil || n == nil || key != tt.key) || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) {
			t.Errorf("Resolve(%q) = %v, %q, %v, want key %q, error %q", tt.ref, n, key, err, tt.key, tt.err)
		}
	}
	multi, _ := load(t, "testdata/multifile/openapi.yaml", LoadOptions{})
	for ref, want := range map[string]string{
		"models/tree.yaml":           "models/tree.yaml/tree",
		"models/leaf.yaml#/Leaf":     "models/leaf.yaml#/Leaf",
		"paths/../models/leaf.yaml":  "models/leaf.yaml/leaf",
		"./openapi.yaml#/info/title": "#/info/title",
	} {
		if n, key, err := multi.Resolve(multi.src.Root(), ref); err != nil || n == nil || key != want {
			t.Errorf("Resolve(%q) = %v, %q, %v, want key %q", ref, n, key, err, want)
		}
	}
}

// A discriminator of the old kind, with no mapping, lists its heirs.
func TestInherited(t *testing.T) {
	d, _ := load(t, "testdata/inherit/openapi.yaml", LoadOptions{})
	n, _, err := d.Resolve(d.src.Root(), "#/definitions/Animal")
	if err != nil {
		t.Fatal(err)
	}
	want := `{"propertyName":"kind","mapping":{"Cat":"#/definitions/Cat","woof":"#/definitions/Dog","Persian":"#/definitions/Persian"}}`
	if diff := cmp.Diff(want, string(n.Get("discriminator").AppendJSON(nil))); diff != "" {
		t.Errorf("discriminator (-want +got):\n%s", diff)
	}
	loud, _, _ := d.Resolve(d.src.Root(), "#/definitions/Loud")
	if got, _ := loud.At("properties", "volume", "nullable").Truth(); !got {
		t.Error("x-nullable was not read as nullable")
	}
}

func TestLinksOutOfTheFolderAreRefused(t *testing.T) {
	const spec = `{"openapi":"3.0.0","info":{"title":"t","version":"1"},"paths":{"/a":{"get":{
		"parameters":[{"$ref":"inner/secret.json"}],"responses":{"200":{"description":"ok"}}}}}}`
	secret := write(t, [2]string{"secret.json", `{"name":"x","in":"query","schema":{}}`})
	path := write(t, [2]string{"openapi.json", spec}, [2]string{"inner/other.json", "{}"})
	if err := os.Symlink(secret, filepath.Join(filepath.Dir(path), "inner", "secret.json")); err != nil {
		t.Skip(err)
	}
	d, diags := load(t, path, LoadOptions{})
	ops := d.Operations(d.Index(), diags)
	if ops[0] != nil || !strings.Contains(diags.String(), "leads out of the folder") {
		t.Errorf("operation %v, diagnostics:\n%s", ops[0], diags)
	}
}

func TestLimits(t *testing.T) {
	const spec = `{"openapi":"3.0.0","info":{"title":"t","version":"1"},"paths":{"/a":{"get":{
		"parameters":[{"$ref":"b.json"},{"$ref":"c.json"}],"responses":{"200":{"description":"ok"}}}}}}`
	files := [][2]string{{"openapi.json", spec},
		{"b.json", `{"name":"b","in":"query","schema":{}}`}, {"c.json", `{"name":"c","in":"query","schema":{}}`}}
	for _, tt := range []struct {
		name   string
		limits Limits
		want   string
	}{
		{"enough", Limits{Files: 3, Bytes: 1000}, ""},
		{"files", Limits{Files: 2}, "more than 2 files"},
		{"bytes", Limits{Bytes: len(spec) + 10}, "bytes together"},
		{"depth", Limits{Node: node.Limits{Depth: 3}}, "deep"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d, diags := load(t, write(t, files...), LoadOptions{Limits: tt.limits})
			if d != nil {
				d.Operations(d.Index(), diags)
			}
			if got := diags.String(); !strings.Contains(got, tt.want) || tt.want == "" && got != "" {
				t.Errorf("diagnostics %q, want %q", got, tt.want)
			}
		})
	}
	if _, err := Load(write(t, files...), LoadOptions{Limits: Limits{Bytes: 10}}, &diag.List{}); err == nil {
		t.Error("a root file beyond the limit was read")
	}
	if _, err := Load("testdata/none.yaml", LoadOptions{}, &diag.List{}); err == nil {
		t.Error("a missing file is no error")
	}
}

func TestDialects(t *testing.T) {
	for _, tt := range []struct{ text, dialect, want string }{
		{`openapi: 3.1`, "openapi-3.1", "version-unquoted"},
		{`openapi: "3.0.4"`, "openapi-3.0", ""},
		{`openapi: 3.2.0`, "openapi-3.2", ""},
		{`swagger: 2.0`, "swagger-2.0", "version-unquoted"},
		{`swagger: "1.2"`, "", "swagger 1.2 is not supported"},
		{`openapi: 4.0.0`, "", "openapi 4.0.0 is not supported"},
		{`swaggerVersion: "1.2"`, "", "swaggerVersion: 1.2"},
		{`asyncapi: 3.0.0`, "", "neither"},
		{`- a`, "", "a list"},
	} {
		t.Run(tt.text, func(t *testing.T) {
			d, diags := load(t, write(t, [2]string{"o.yaml", tt.text + "\n"}), LoadOptions{})
			got := ""
			if d != nil {
				got = string(d.Dialect)
			}
			if got != tt.dialect || !strings.Contains(diags.String(), tt.want) {
				t.Errorf("dialect %q, want %q; diagnostics:\n%s", got, tt.dialect, diags)
			}
		})
	}
}

// A patch is seen by everything that is read afterwards.
func TestPatch(t *testing.T) {
	patch := func(root *node.Node) *node.Node {
		return root.With("security", node.NewArray(node.NewObject(node.M("key", node.NewArray()))))
	}
	path := write(t, [2]string{"openapi.json", `{"openapi":"3.0.0","info":{},"paths":{"/a":{"get":{"responses":{"200":{"description":"x"}}}}}}`})
	d, diags := load(t, path, LoadOptions{Patch: patch})
	op := d.Operations(d.Index(), diags)[0]
	if op == nil || len(op.Security) != 1 || !d.SecurityDeclared {
		t.Errorf("operation %v, diagnostics:\n%s", op, diags)
	}
	if d, _ := load(t, path, LoadOptions{Patch: func(*node.Node) *node.Node { return nil }}); d != nil {
		t.Error("a failed patch gave a document")
	}
}
