package source_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
	"github.com/oatools/oatools/curate/source"
)

func val(s string) overlay.Val[string] {
	return overlay.Val[string]{V: s, Set: true, Pos: diag.Pos{File: "o.yaml", Line: 1, Col: 1}}
}

// load reads a description with these servers and one operation.
func load(t *testing.T, servers string, decl overlay.Source) (*source.Set, *diag.List) {
	t.Helper()
	dir := t.TempDir()
	spec := "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n" + servers + "\npaths: {/x: {get: {operationId: x, responses: {'200': {description: ok}}}}}\n"
	if err := os.WriteFile(filepath.Join(dir, "s.yaml"), []byte(spec), 0o644); err != nil {
		t.Fatal(err)
	}
	var diags diag.List
	decl.Name, decl.Spec = val("s"), val("s.yaml")
	decl.Auth = []overlay.Auth{{Name: val("open"), None: val("it is a test")}}
	set, err := source.Load(filepath.ToSlash(filepath.Join(dir, "o.yaml")), []overlay.Source{decl}, oas.Limits{}, &diags)
	if err != nil {
		t.Fatal(err)
	}
	return set, &diags
}

func TestServer(t *testing.T) {
	variables := []overlay.Pair{{Name: val("v"), Value: val("two")}}
	for _, tt := range []struct {
		name, spec string
		decl       overlay.Server
		want       string // URL; or the code of the error
	}{
		{"the first of the description", "servers: [{url: 'https://a.example/v1'}, {url: 'https://b.example'}]", overlay.Server{}, "https://a.example/v1"},
		{"another of the description", "servers: [{url: 'https://a.example'}, {url: 'https://b.example'}]", overlay.Server{Index: overlay.Val[int]{V: 1, Set: true}}, "https://b.example"},
		{"a variable's default", "servers: [{url: 'https://{v}.example', variables: {v: {default: one}}}]", overlay.Server{}, "https://one.example"},
		{"a variable of the overlay", "servers: [{url: 'https://{v}.example', variables: {v: {default: one, enum: [one, two]}}}]", overlay.Server{Variables: variables}, "https://two.example"},
		{"a value that the description does not list", "servers: [{url: 'https://{v}.example', variables: {v: {default: one, enum: [one]}}}]", overlay.Server{Variables: variables}, "dead-value"},
		{"a variable without a value", "servers: [{url: 'https://{w}.example'}]", overlay.Server{}, "missing-server"},
		{"no server", "", overlay.Server{}, "missing-server"},
		{"a relative server", "servers: [{url: /v1}]", overlay.Server{}, "bad-server"},
		{"a URL of the overlay", "servers: [{url: /v1}]", overlay.Server{URL: val("https://c.example/{v}"), Variables: variables}, "https://c.example/two"},
		{"the environment is kept for later", "", overlay.Server{URL: val("${BASE:-https://c.example}/{v}"), Variables: variables}, "${BASE:-https://c.example}/two"},
		{"the environment alone", "", overlay.Server{URL: val("${BASE}"), Hosts: []overlay.Val[string]{val("c.example")}}, "${BASE}"},
		{"an environment reference that is none", "", overlay.Server{URL: val("https://${a b}.example")}, "bad-server"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			set, diags := load(t, tt.spec, overlay.Source{Server: tt.decl})
			src := set.Sources[0]
			op := src.Doc.Operations(src.Index, diags)[0]
			key := set.Server(src, op)
			got := set.Servers[key].URL
			for _, d := range diags.Sorted() {
				if d.Severity == diag.Error {
					got = d.Code
				}
			}
			if got != tt.want {
				t.Errorf("server = %q, want %q\n%s", got, tt.want, diags)
			}
		})
	}
}

// An operation whose own server is not used, and a default that its variable
// does not allow, are told.
func TestServerWarnings(t *testing.T) {
	const own = "servers: [{url: 'https://a.example'}]\nx-y: 1\ncomponents: {}"
	for _, tt := range []struct {
		spec string
		op   []oas.Server
		decl overlay.Server
		want string
	}{
		{own, nil, overlay.Server{URL: val("https://c.example")}, ""},
		{own, []oas.Server{{URL: "https://b.example"}}, overlay.Server{URL: val("https://c.example")}, "server-replaced"},
		{own, []oas.Server{{URL: "https://b.example"}}, overlay.Server{}, ""},
		{"servers: [{url: 'https://{v}.example', variables: {v: {default: three, enum: [one, two]}}}]", nil, overlay.Server{}, "server-default"},
	} {
		set, diags := load(t, tt.spec, overlay.Source{Server: tt.decl})
		src := set.Sources[0]
		op := src.Doc.Operations(src.Index, diags)[0]
		if tt.op != nil {
			op.Servers = tt.op
		}
		set.Server(src, op)
		got := ""
		for _, d := range diags.Sorted() {
			if d.Severity == diag.Warning {
				got = d.Code
			}
		}
		if got != tt.want {
			t.Errorf("%v with %v: %q, want %q\n%s", tt.decl.URL.V, tt.op, got, tt.want, diags)
		}
	}
}

// The artifact names files relative to the overlay, whatever the machine.
func TestDescribe(t *testing.T) {
	set, _ := load(t, "servers: [{url: 'https://a.example'}]", overlay.Source{})
	got := set.Sources[0].Describe()
	for i := range got.Files {
		if len(got.Files[i].SHA256) != 64 {
			t.Errorf("digest %q", got.Files[i].SHA256)
		}
		got.Files[i].SHA256 = ""
	}
	want := tool.Source{ID: "s", Title: "T", Version: "1", Dialect: "openapi-3.1", Files: []tool.File{{Path: "s.yaml"}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Describe() (-want +got):\n%s", diff)
	}
}
