package curate_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate"
)

// Where one call reads several pages, the model's limit is about all of them,
// and the set keeps how many the API gives at once.
func TestLimitOfSeveralPages(t *testing.T) {
	built := build(t, "shop/pages.yaml")
	if built.Set == nil {
		t.Fatal(built.Diags.String())
	}
	const limit = `"limit":{"type":"integer","minimum":1,"maximum":500,"description":"Most items to return."}`
	limited, pinned := &built.Set.Tools[0], &built.Set.Tools[1]
	if !strings.Contains(string(limited.Input), limit) || strings.Contains(string(pinned.Input), "limit") {
		t.Errorf("inputs:\n%s\n%s", limited.Input, pinned.Input)
	}
	if diff := cmp.Diff(&tool.Auto{Pages: 5, Items: 500, Size: 100}, limited.Result.Page.Auto); diff != "" {
		t.Errorf("limited (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(&tool.Auto{Pages: 2, Items: 1}, pinned.Result.Page.Auto); diff != "" {
		t.Errorf("pinned (-want +got):\n%s", diff)
	}
}

// What result.page uses is no argument, even where the tool takes all or all
// required ones.
func TestPagedPlacesAreNoArguments(t *testing.T) {
	const spec = `openapi: 3.1.0
info: {title: Things, version: "1"}
servers: [{url: "https://api.example.com"}]
paths:
  /things:
    get:
      parameters:
        - {name: q, in: query, required: true, schema: {type: string}}
        - {name: page, in: query, required: true, schema: {type: integer}}
        - {name: per_page, in: query, schema: {type: integer}}
      responses: {"200": {description: ok, content: {application/json: {schema: {type: array, items: {}}}}}}
`
	const head = `apiVersion: oatools/v1
kind: Overlay
metadata: {name: things}
sources: {things: {spec: spec.yaml, auth: {open: {none: public}}}}
tools:
  list_things:
    shape: query
    operation: GET /things
    description: Lists things.
    result: {page: {style: page, param: "query:page", size: "query:per_page"}}
`
	for _, params := range []string{"", `    params: "*"` + "\n"} {
		dir := t.TempDir()
		for name, text := range map[string]string{"spec.yaml": spec, "things.yaml": head + params} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		built, err := curate.Build(filepath.Join(dir, "things.yaml"), curate.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if built.Set == nil {
			t.Errorf("params %q: %s", params, built.Diags)
			continue
		}
		main := built.Set.Tools[0].Main
		paged := slices.ContainsFunc(main.Binding.Params, func(p tool.Param) bool { return p.Name == "page" && p.Value.Page })
		sized := slices.ContainsFunc(main.Binding.Params, func(p tool.Param) bool { return p.Name == "per_page" && p.Value.Size })
		if !paged || !sized {
			t.Errorf("params %q: bound %+v", params, main.Binding.Params)
		}
	}
}
