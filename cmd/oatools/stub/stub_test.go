package stub

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
)

func load(t *testing.T, text string) *oas.Document {
	t.Helper()
	path := filepath.Join(t.TempDir(), "openapi.yaml")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var diags diag.List
	doc, err := oas.Load(path, oas.LoadOptions{}, &diags)
	if err != nil || doc == nil {
		t.Fatal(err, diags.String())
	}
	return doc
}

const pets = `openapi: 3.0.3
info: {title: Pets, version: "1"}
servers: [{url: "https://pets.example/{v}/", variables: {v: {default: v2}}}]
paths:
  /pets:
    get:
      responses:
        "200": {description: ok, content: {application/json: {schema: {type: array, items: {type: string}}, examples: {a: {value: [tom]}, b: {value: [kitty]}}}}}
        "404": {description: none, content: {application/json: {schema: {type: object}}}}
    post: {parameters: [{$ref: "#/no"}], responses: {"200": {description: ok}}}
`

// Every operation that compiles can be played, with the first example of each
// answer; the others are counted.
func TestOf(t *testing.T) {
	s := Of(load(t, pets))
	if len(s.Set.Tools) != 1 || s.Skipped != 1 {
		t.Fatalf("%d tools, %d skipped, want 1 and 1", len(s.Set.Tools), s.Skipped)
	}
	if got, want := s.Set.Servers[server].URL, "https://mock.invalid/v2"; got != want || s.Path != "/v2" {
		t.Errorf("server %s, path %s", got, s.Path)
	}
	step := s.Set.Tools[0].Main
	got := map[string]string{}
	for i := range step.Results {
		got[step.Results[i].Status] = string(s.Example(step, &step.Results[i]))
	}
	if diff := cmp.Diff(map[string]string{"200": `["tom"]`, "404": ""}, got); diff != "" {
		t.Errorf("examples (-want +got):\n%s", diff)
	}
	if got := s.Example(step, &tool.Response{Status: "200", Media: "application/json", Decode: tool.DecodeText}); got != nil {
		t.Errorf("the example of an answer that is read as text: %s", got)
	}
}

func TestBasePath(t *testing.T) {
	for _, tt := range []struct{ servers, want string }{
		{"[]", ""},
		{"[{url: 'https://a.example'}]", ""},
		{"[{url: 'https://a.example/'}]", ""},
		{"[{url: 'https://a.example/v1/'}, {url: 'https://a.example/v2'}]", "/v1"},
		{"[{url: /v1}]", "/v1"},
		{"[{url: v1}]", "/v1"},
		{"[{url: 'https://{host}/{v}', variables: {host: {default: a}, v: {default: v 1}}}]", "/v%201"},
		{"[{url: 'https://a.example/{v}'}]", ""},
		{"[{url: 'https://a.example:x/v1'}]", ""},
	} {
		if got := basePath(load(t, "openapi: 3.0.3\ninfo: {title: t, version: '1'}\nservers: "+tt.servers+"\npaths: {}\n")); got != tt.want {
			t.Errorf("servers %s: path %q, want %q", tt.servers, got, tt.want)
		}
	}
}
