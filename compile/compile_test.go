package compile

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden compares got with a file.
func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// load reads a document and all of its operations.
func load(t testing.TB, path string, diags *diag.List) (*oas.Document, []*oas.Operation) {
	t.Helper()
	doc, err := oas.Load(path, oas.LoadOptions{}, diags)
	if err != nil {
		t.Fatal(err)
	}
	if doc == nil {
		return nil, nil
	}
	return doc, doc.Operations(doc.Index(), diags)
}

// operation gives the operation with an id, or one made of method and path.
func operation(t testing.TB, ops []*oas.Operation, id string) *oas.Operation {
	t.Helper()
	for _, op := range ops {
		if op != nil && op.ID == id {
			return op
		}
	}
	t.Fatalf("no operation %s", id)
	return nil
}

// setOf makes a set of tools over one document.
func setOf(doc *oas.Document, tools []tool.Tool) *tool.Set {
	s := &tool.Set{
		Name: "test", Tools: tools, Servers: map[string]tool.Server{"api": {URL: "https://api.example.test"}},
		Sources: []tool.Source{{ID: "api", Dialect: string(doc.Dialect), Files: []tool.File{}}},
		Auth:    map[string]tool.AuthScheme{},
	}
	for name := range doc.Schemes {
		s.Auth[name] = tool.AuthScheme{Type: "none", None: "test"}
	}
	slices.SortFunc(s.Tools, func(a, b tool.Tool) int { return strings.Compare(a.Name, b.Name) })
	return s
}

func TestDefaultTools(t *testing.T) {
	paths, err := filepath.Glob("testdata/default/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatal("no documents", err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			var diags diag.List
			doc, ops := load(t, path, &diags)
			var tools []tool.Tool
			for _, op := range ops {
				if built := Assemble(op, Default(op, &diags), Options{Source: "api"}, &diags); built != nil {
					tools = append(tools, *built)
				}
			}
			data, err := tool.Encode(setOf(doc, tools))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := tool.Decode(data); err != nil {
				t.Error(err)
			}
			golden(t, strings.TrimSuffix(path, ".yaml")+".tools.json", data)
			golden(t, strings.TrimSuffix(path, ".yaml")+".diag", []byte(diags.String()))

		})
	}
}
