package runtime

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParsePrincipal(t *testing.T) {
	got, err := ParsePrincipal([]byte(`{"id":"ada","tenant":"acme","roles":["employee"],"scopes":["a b"],"claims":{"level":3}}`))
	want := Principal{ID: "ada", Tenant: "acme", Roles: []string{"employee"}, Scopes: []string{"a b"}, Claims: map[string]any{"level": json.Number("3")}}
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("ParsePrincipal (-want +got):\n%s", diff)
	}
}

func TestParsePrincipalIsStrict(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{`{"id":"ada","role":["x"]}`, `unknown key "role" (did you mean roles?)`},
		{`{"id":"ada","roles":"x"}`, "roles is a text, want a list of texts"},
		{`{"id":"ada","roles":[1]}`, "roles is a list, want a list of texts"},
		{`{"id":7}`, "id is a number, want a text"},
		{`{"id":"ada","tenant":null}`, "tenant is null, want a text"},
		{`{"id":"ada","scopes":true}`, "scopes is a truth value, want a list of texts"},
		{`{"id":"ada","tenant":{}}`, "tenant is an object, want a text"},
		{`{"id":"ada","claims":[]}`, "claims is a list, want an object"},
		{`{"tenant":"t"}`, "id is missing"},
		{`{"id":""}`, "id is missing"},
		{`[]`, "want a JSON object"},
		{`{"id":"a","id":"b"}`, "caller: /id: given twice"},
		{`{"id":"a"} x`, "caller: "},
		{``, "caller: "},
	} {
		if _, err := ParsePrincipal([]byte(tt.in)); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("ParsePrincipal(%s) = %v, want %q", tt.in, err, tt.want)
		}
	}
}

func TestPrincipalKeysAreDistinct(t *testing.T) {
	a, b := Principal{Tenant: "a", ID: "b\",\"c"}, Principal{Tenant: "a\",\"b", ID: "c"}
	if a.Key() == b.Key() {
		t.Errorf("%+v and %+v share the key %s", a, b, a.Key())
	}
}
