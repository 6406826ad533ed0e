package media

import (
	"slices"
	"testing"

	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
)

func content(types ...string) []oas.Media {
	var list []oas.Media
	for _, t := range types {
		list = append(list, oas.Media{Type: t})
	}
	return list
}

func TestChoose(t *testing.T) {
	tests := []struct {
		types  []string
		wanted string
		want   string // empty: none
		mode   tool.BodyMode
	}{
		{[]string{"application/xml", "application/json"}, "", "application/json", tool.BodyJSON},
		{[]string{"application/json-patch+json", "application/merge-patch+json"}, "", "application/merge-patch+json", tool.BodyJSON},
		{[]string{"multipart/form-data", "application/x-www-form-urlencoded"}, "", "application/x-www-form-urlencoded", tool.BodyForm},
		{[]string{"application/problem+json", "text/html"}, "", "text/html", tool.BodyText},
		{[]string{"application/problem+json", "application/vnd.a+json"}, "", "application/vnd.a+json", tool.BodyJSON},
		{[]string{"application/octet-stream", "text/csv"}, "", "text/csv", tool.BodyText},
		{[]string{"application/octet-stream", "multipart/form-data"}, "", "multipart/form-data", tool.BodyMultipart},
		{[]string{"image/png"}, "", "image/png", tool.BodyBytes},
		{[]string{"text/xml", "text/json"}, "", "text/json", tool.BodyJSON},
		{[]string{"application/json-patch+json", "application/strategic-merge-patch+json"}, "", "application/strategic-merge-patch+json", tool.BodyJSON},
		{[]string{"text/plain", "*/*"}, "", "*/*", tool.BodyJSON},
		{[]string{"application/json", "text/plain"}, "text/plain", "text/plain", tool.BodyText},
		{[]string{"application/json"}, "text/plain", "", ""},
		{nil, "", "", ""},
	}
	for _, tt := range tests {
		got := choose(content(tt.types...), tt.wanted)
		switch {
		case got == nil:
			if tt.want != "" {
				t.Errorf("Choose(%v, %q) = nil, want %s", tt.types, tt.wanted, tt.want)
			}
		case got.Type != tt.want || Mode(got.Type) != tt.mode:
			t.Errorf("Choose(%v, %q) = %s (%s), want %s (%s)", tt.types, tt.wanted, got.Type, Mode(got.Type), tt.want, tt.mode)
		}
	}
}

func TestSuccess(t *testing.T) {
	op := func(list ...oas.Response) *oas.Operation { return &oas.Operation{Responses: list} }
	tests := []struct {
		name string
		op   *oas.Operation
		want string
	}{
		{"the first with JSON", op(oas.Response{Status: "204"}, oas.Response{Status: "201", Content: content("application/json")}, oas.Response{Status: "200", Content: content("text/plain")}), "201"},
		{"the lowest code", op(oas.Response{Status: "202"}, oas.Response{Status: "200"}), "200"},
		{"a range", op(oas.Response{Status: "404"}, oas.Response{Status: "2XX", Content: content("application/json")}), "2XX"},
		{"a code before the range around it", op(oas.Response{Status: "2XX", Content: content("application/json")}, oas.Response{Status: "203", Content: content("application/json")}), "203"},
		{"a range with JSON before a code without", op(oas.Response{Status: "204"}, oas.Response{Status: "2XX", Content: content("application/json")}), "2XX"},
		{"default when there is nothing else", op(oas.Response{Status: "404"}, oas.Response{Status: "default"}), "default"},
		{"default beside a success is for errors", op(oas.Response{Status: "204"}, oas.Response{Status: "default", Content: content("application/json")}), "204"},
		{"none", op(oas.Response{Status: "302"}), ""},
	}
	for _, tt := range tests {
		got := ""
		if r := Success(tt.op); r != nil {
			got = r.Status
		}
		if got != tt.want {
			t.Errorf("%s: Success = %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestAcceptListsTheBestFirst(t *testing.T) {
	op := &oas.Operation{Responses: []oas.Response{
		{Status: "200", Content: content("text/csv", "application/json", "application/vnd.x+json")},
		{Status: "404", Content: content("application/problem+json")},
	}}
	want := []string{"application/json", "application/vnd.x+json", "text/csv"}
	if got := Accept(op); !slices.Equal(got, want) {
		t.Errorf("Accept = %v, want %v", got, want)
	}
}

func TestWire(t *testing.T) {
	for media, want := range map[string]string{
		"": "application/json", "*/*": "application/json", "application/*": "application/json", "application/*+json": "application/json",
		"text/*": "text/plain", "image/*": "application/octet-stream", "application/vnd.a+json": "application/vnd.a+json", "image/png": "image/png",
	} {
		if got := Wire(media); got != want {
			t.Errorf("Wire(%q) = %q, want %q", media, got, want)
		}
	}
}
