package encode

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLookup(t *testing.T) {
	v := map[string]any{"a/b": []any{"x", nil, map[string]any{"": json.Number("1")}}, "n": nil}
	for _, tt := range []struct {
		at    string
		want  any
		found bool
	}{
		{"", v, true}, {"/n", nil, true}, {"/a~1b/0", "x", true}, {"/a~1b/1", nil, true}, {"/a~1b/2/", json.Number("1"), true},
		{"/a", nil, false}, {"/a~1b/3", nil, false}, {"/a~1b/-1", nil, false}, {"/a~1b/x", nil, false}, {"/a~1b/0/x", nil, false}, {"/n/x", nil, false},
	} {
		at, err := Tokens(tt.at)
		if err != nil {
			t.Fatal(err)
		}
		if got, found := Lookup(v, at); found != tt.found || !cmp.Equal(got, tt.want) {
			t.Errorf("Lookup(%s) = %v, %v, want %v", tt.at, got, found, tt.want)
		}
	}
	if _, err := Tokens("a"); err == nil {
		t.Error("a pointer without a slash is read")
	}
}
