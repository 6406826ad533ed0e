package bind

import (
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
)

func TestAuthIsNeverSilentlyAnonymous(t *testing.T) {
	use := func(names ...string) oas.Alternative {
		var alt oas.Alternative
		for _, n := range names {
			alt = append(alt, oas.Use{Name: n})
		}
		return alt
	}
	tests := []struct {
		name     string
		security []oas.Alternative
		opts     Request
		want     string
		ok       bool
	}{
		{"nothing said", nil, Request{}, "", true},
		{"nothing said, but added", nil, Request{Added: []string{"a", "b"}}, "a+b", true},
		{"no overlay keeps names", []oas.Alternative{use("x"), use("y", "z")}, Request{}, "x | y+z", true},
		{"one alternative is bound", []oas.Alternative{use("x"), use("y", "z")}, Request{Auth: map[string]string{"y": "1", "z": "2"}}, "1+2", true},
		{"anonymous only when it is all there is", []oas.Alternative{use("x"), {}}, Request{Auth: map[string]string{}}, "none", true},
		{"a credential goes before anonymous", []oas.Alternative{{}, use("x")}, Request{Auth: map[string]string{"x": "1"}}, "1 | none", true},
		{"half of an alternative is nothing", []oas.Alternative{use("y", "z")}, Request{Auth: map[string]string{"y": "1"}}, "", false},
	}
	for _, tt := range tests {
		var diags diag.List
		r := tt.opts
		r.Op = &oas.Operation{Security: tt.security}
		b := &binder{Request: &r, diags: &diags}
		list, ok := b.auth()
		var got []string
		for _, alt := range list {
			var names []string
			for _, u := range alt {
				names = append(names, u.Scheme)
			}
			if len(alt) == 0 {
				names = []string{"none"}
			}
			got = append(got, strings.Join(names, "+"))
		}
		if s := strings.Join(got, " | "); s != tt.want || ok != tt.ok || ok == diags.HasErrors() {
			t.Errorf("%s: auth() = %q, %t (%s), want %q, %t", tt.name, s, ok, diags.String(), tt.want, tt.ok)
		}
	}
}

func TestListsInDeepObjects(t *testing.T) {
	schema := node.NewObject(node.M("type", node.NewString("array")), node.M("items", node.NewObject(node.M("type", node.NewString("string")))))
	text := node.NewObject(node.M("type", node.NewString("string")))
	either := node.NewObject(node.M("anyOf", node.NewArray(text, schema)))
	within := node.NewObject(node.M("type", node.NewString("object")), node.M("properties", node.NewObject(node.M("a", either))))
	for _, s := range []*node.Node{either, within} {
		b := &binder{Request: &Request{Op: &oas.Operation{Document: &oas.Document{}}}, diags: new(diag.List)}
		if got := b.param(&oas.Param{Name: "expand", In: tool.InQuery, Style: "deepObject", Explode: true, Schema: s}, &Entry{Schema: s}); got.Nested != "indices" {
			t.Errorf("%s: nested %q, want indices", s.AppendJSON(nil), got.Nested)
		}
	}
	for style, want := range map[string]string{"deepObject": "indices", "form": ""} {
		var diags diag.List
		b := &binder{Request: &Request{Op: &oas.Operation{Document: &oas.Document{}}}, diags: &diags}
		got := b.param(&oas.Param{Name: "expand", In: tool.InQuery, Style: style, Explode: true, Schema: schema}, &Entry{Schema: schema})
		if got.Nested != want || (want != "") != (diags.Len() == 1) {
			t.Errorf("%s: nested %q, want %q\n%s", style, got.Nested, want, &diags)
		}
	}
}
