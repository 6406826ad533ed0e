package overlay_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/yaml"
	"github.com/oatools/oatools/curate/overlay"
	"github.com/oatools/oatools/runtime"
)

// Schema and parser read the same files: what the parser takes the schema takes,
// and what the schema refuses the parser refuses.
func TestSchemaAgrees(t *testing.T) {
	validator, err := check.Compile(overlay.Schema())
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, pattern := range []string{"testdata/schema/*.yaml", "../testdata/*/*.yaml", "../../overlays/*.yaml"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	good, bad := 0, 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var diags diag.List
		root := yaml.Read(file, data, yaml.Options{Strict: true}, &diags)
		if root == nil || root.Get("kind").Text() != overlay.Kind {
			continue
		}
		overlay.Parse(root, &diags)
		value, problems := check.Decode(root.AppendJSON(nil), check.Limits{})
		if len(problems) == 0 {
			problems = validator.Validate(value)
		}
		switch {
		case len(problems) > 0 && !diags.HasErrors():
			t.Errorf("%s: the parser takes it, the schema does not: %v", file, problems)
		case len(problems) > 0:
			bad++
		case !diags.HasErrors():
			good++
		case !slices.Contains(parserOnly(), filepath.Base(file)):
			t.Errorf("%s: only the parser refuses it:\n%s", file, &diags)
		}
	}
	if good < 4 || bad < 20 {
		t.Errorf("%d good and %d bad files; is the folder complete?", good, bad)
	}
}

// parserOnly lists the files whose mistakes a JSON Schema cannot see.
func parserOnly() []string {
	return []string{"pattern.yaml", "date.yaml", "eval-empty.yaml", "path-empty.yaml", "default-required.yaml", "url-spec.yaml", "anchors.yaml"}
}

// The error codes are those of the runtime, which this package must not import.
func TestSchemaCodes(t *testing.T) {
	var want []string
	for _, c := range runtime.Codes() {
		want = append(want, string(c))
	}
	if diff := cmp.Diff(want, overlay.Codes()); diff != "" {
		t.Errorf("error codes differ from the runtime's (-runtime +overlay):\n%s", diff)
	}
	var schema struct {
		Defs map[string]struct {
			Enum []string `json:"enum"`
		} `json:"$defs"`
	}
	_ = json.Unmarshal(overlay.Schema(), &schema)
	if diff := cmp.Diff(overlay.Codes(), schema.Defs["code"].Enum); diff != "" {
		t.Errorf("error codes of the schema (-overlay +schema):\n%s", diff)
	}
}
