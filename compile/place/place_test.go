package place

import (
	"slices"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
)

func orders(t testing.TB) []*oas.Operation {
	t.Helper()
	var diags diag.List
	doc, err := oas.Load("../testdata/plan/orders.yaml", oas.LoadOptions{}, &diags)
	if err != nil || doc == nil {
		t.Fatal(err, diags.String())
	}
	return doc.Operations(doc.Index(), &diags)
}

func operation(t testing.TB, ops []*oas.Operation, id string) *oas.Operation {
	t.Helper()
	i := slices.IndexFunc(ops, func(op *oas.Operation) bool { return op.ID == id })
	if i < 0 {
		t.Fatalf("no operation %s", id)
	}
	return ops[i]
}

func at(t testing.TB, s string) tool.Locator {
	t.Helper()
	l, ok := tool.ParseLocator(s)
	if !ok {
		t.Fatalf("%q is no locator", s)
	}
	return l
}

func pick(from, to string) tool.Pick { return tool.Pick{From: strings.Split(from, "."), To: to} }

func TestLocate(t *testing.T) {
	ops := orders(t)
	op := operation(t, ops, "createOrder")
	tests := []struct {
		at       string
		ok       bool
		required bool
		names    []string
	}{
		{"query:validate_only", true, false, nil},
		{"header:x-tenant", true, true, nil},
		{"body:", true, true, nil},
		{"body:/customer", true, true, nil},
		{"body:/amount/cents", true, true, nil},
		{"body:/amount/note", true, false, nil},
		{"body:/amount/cent", false, false, []string{"body:/amount/cents", "body:/amount/currency", "body:/amount/note"}},
		{"body:/amuont/cents", false, false, []string{"body:/amount", "body:/customer", "body:/id", "body:/lines", "body:/secret"}},
		{"query:customer", false, false, []string{"body:/amount", "body:/customer", "body:/lines", "body:/secret", "header:Idempotency-Key", "header:X-Tenant", "query:validate_only"}},
	}
	for _, tt := range tests {
		got := Locate(op, "", at(t, tt.at))
		slices.Sort(got.Names)
		if got.OK != tt.ok || got.Required != tt.required || !slices.Equal(got.Names, tt.names) {
			t.Errorf("Locate(%s) = OK %t, Required %t, Names %v, want %t, %t, %v", tt.at, got.OK, got.Required, got.Names, tt.ok, tt.required, tt.names)
		}
		if got.Pos.IsZero() {
			t.Errorf("Locate(%s) has no place", tt.at)
		}
	}
}

// A place may be one of a media type that is not the first choice.
func TestLocateAny(t *testing.T) {
	object := func(name string) *node.Node {
		return node.NewObject(node.M("properties", node.NewObject(node.M(name, node.NewObject(node.M("type", node.NewString("string")))))))
	}
	op := &oas.Operation{Body: &oas.Body{Content: []oas.Media{
		{Type: "application/json", Schema: object("a")}, {Type: "multipart/form-data", Schema: object("b")},
	}}}
	for where, want := range map[string]bool{"body:/a": true, "body:/b": true, "body:": true, "body:/c": false, "query:a": false} {
		if got := LocateAny(op, at(t, where)); got.OK != want {
			t.Errorf("LocateAny(%s) = %t, want %t", where, got.OK, want)
		}
	}
	if got := LocateAny(op, at(t, "body:/c")); !slices.Equal(got.Names, []string{"body:/a"}) {
		t.Errorf("what is there instead: %v", got.Names)
	}
	// An operation that was made by hand has no references to follow.
	op.Body.Content[0].Schema = node.NewObject(node.M("$ref", node.NewString("#/a")))
	if got := LocateAny(op, at(t, "body:/a")); got.OK {
		t.Error("a reference into no document is followed")
	}
	if got := LocateAny(&oas.Operation{}, at(t, "body:/a")); got.OK {
		t.Error("a place of no body is found")
	}
}

func TestLocateResult(t *testing.T) {
	ops := orders(t)
	op := operation(t, ops, "listOrders")
	tests := []struct {
		items, path string
		ok          bool
		names       string
	}{
		{"", "data", true, ""}, {"", "page.next", true, ""}, {"/data", "amount.cents", true, ""}, {"/data", "lines.parts.parts.sku", true, ""},
		{"/data", "owner.name", true, ""},
		{"", "dta", false, "data,page"}, {"/dta", "id", false, "data,page"}, {"/data", "owner.nmae", false, "owner.iban,owner.name"},
	}
	for _, tt := range tests {
		got := LocateResult(op, tt.items, strings.Split(tt.path, "."))
		slices.Sort(got.Names)
		if names := strings.Join(got.Names, ","); got.OK != tt.ok || names != tt.names {
			t.Errorf("LocateResult(%q, %s) = %t, %s, want %t, %s", tt.items, tt.path, got.OK, names, tt.ok, tt.names)
		}
	}
}

func TestExpand(t *testing.T) {
	ops := orders(t)
	op := operation(t, ops, "listOrders")
	tests := []struct{ path, to, want string }{
		{"amount", "", "amount.cents amount.currency amount.note"},
		{"owner", "who", "owner>who{name iban}"},
		{"status", "s", "status>s"},
		{"status", "", "status"},
		{"lines", "", "lines.sku lines.parts.sku lines.parts.parts.sku lines.parts.parts.parts.sku"},
	}
	for _, tt := range tests {
		var got []string
		for _, p := range Expand(op, "/data", pick(tt.path, tt.to)) {
			s := strings.Join(p.From, ".")
			if p.To != "" {
				s += ">" + p.To
			}
			if p.Fields != nil {
				var fields []string
				for _, f := range p.Fields {
					fields = append(fields, strings.Join(f, "."))
				}
				s += "{" + strings.Join(fields, " ") + "}"
			}
			got = append(got, s)
		}
		if s := strings.Join(got, " "); s != tt.want {
			t.Errorf("Expand(%s) = %s, want %s", tt.path, s, tt.want)
		}
	}
}

func TestWithheldPlaces(t *testing.T) {
	op := &oas.Operation{}
	tests := []struct {
		at                   string
		reserved, credential bool
	}{
		{"header:Authorization", true, true}, {"header:cookie", true, false}, {"header:X-Forwarded-Host", true, false},
		{"header:Idempotency-Key", true, false}, {"header:X-Tenant", false, false}, {"header:Content-Type", true, false},
		{"query:api_key", false, true}, {"query:apiKey", false, true}, {"query:access-token", false, true}, {"query:token", false, true},
		{"path:token", false, false}, {"path:api_key", false, true}, {"query:page_token", false, false}, {"query:key", false, false},
		{"header:X-Api-Key", false, true}, {"header:X-Acme-Api-Key", false, true}, {"header:X-Auth-Token", false, true},
		{"query:keyword", false, false}, {"body:/token", false, false},
	}
	for _, tt := range tests {
		l := at(t, tt.at)
		if got := Reserved(op, l) != ""; got != tt.reserved {
			t.Errorf("Reserved(%s) = %q, want %t", tt.at, Reserved(op, l), tt.reserved)
		}
		if got := Credential(op, l) != ""; got != tt.credential {
			t.Errorf("Credential(%s) = %q, want %t", tt.at, Credential(op, l), tt.credential)
		}
	}
}
