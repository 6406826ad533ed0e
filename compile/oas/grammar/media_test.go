package grammar

import "testing"

func TestMedia(t *testing.T) {
	for _, tt := range []struct{ key, name, params string }{
		{"application/json", "application/json", ""},
		{"Application/JSON; Charset=UTF-8", "application/json", ""},
		{"application/json; version=2", "application/json", "; version=2"},
		{"application/json; version=2; charset=utf-8; q=0.1", "application/json", "; version=2"},
		{"text/*", "text/*", ""},
		{"*/*", "*/*", ""},
		{"application/json; broken", "application/json", ""},
		{"json", "", ""},
		{"a/b, c/d", "", ""},
		{"/json", "", ""},
		{"", "", ""},
	} {
		if name, params := MediaName(tt.key), MediaParams(tt.key); name != tt.name || params != tt.params {
			t.Errorf("%q is %q with %q, want %q with %q", tt.key, name, params, tt.name, tt.params)
		}
	}
}
