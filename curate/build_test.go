package curate_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate"
	"github.com/oatools/oatools/curate/provenance"
)

var update = flag.Bool("update", false, "rewrite golden files")

// golden compares got with a file under testdata, or writes the file.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", filepath.FromSlash(name))
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func build(t *testing.T, name string) *curate.Built {
	t.Helper()
	built, err := curate.Build("testdata/"+name, curate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return built
}

// Mistakes come out all at once, each at its place, and no set with them.
func TestMistakes(t *testing.T) {
	for _, name := range []string{"shop/mistakes", "shop/contracts", "shop/pages_bad", "shop/servers", "shop/syntax", "shop/anchors", "shop/blind", "shop/shop", "shop/shop.patch"} {
		t.Run(name, func(t *testing.T) {
			built := build(t, name+".yaml")
			if built.Set != nil {
				t.Error("a set came out in spite of errors")
			}
			for _, d := range built.Diags.Sorted() {
				if d.Pos.Line == 0 || d.Pos.Col == 0 {
					t.Errorf("no line or column: %s", d)
				}
				for _, secret := range []string{"tk_live", "abcdefgh12345678", "pa55"} {
					if strings.Contains(d.String(), secret) {
						t.Errorf("a diagnostic repeats a secret: %s", d)
					}
				}
			}
			golden(t, name+".txt", []byte(built.Diags.String()))
		})
	}
}

// What is right compiles, is the same every time, and survives the artifact.
func TestBuild(t *testing.T) {
	for _, name := range []string{"shop/good", "shop/wide", "shop/pages", "expenses/expenses"} {
		t.Run(name, func(t *testing.T) {
			built := build(t, name+".yaml")
			golden(t, name+".txt", []byte(built.Diags.String()))
			if built.Set == nil {
				t.Fatal("no set:\n" + built.Diags.String())
			}
			data, err := tool.Encode(built.Set)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, name+".json", summary(t, built.Set))
			golden(t, name+".origins.txt", origins(built.Provenance))
			back, err := tool.Decode(data)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(built.Set, back); diff != "" {
				t.Errorf("decoded set differs (-built +decoded):\n%s", diff)
			}
			again, err := tool.Encode(build(t, name+".yaml").Set)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(data, again) {
				t.Error("two builds of the same files differ")
			}
		})
	}
}

// origins prints where everything comes from.
func origins(p *provenance.Origins) []byte {
	var b bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(p.Tools)) {
		for _, o := range p.Tools[name] {
			fmt.Fprintf(&b, "%s %s <- %s <- %s %s\n", name, o.Field, o.Overlay, o.Spec, o.Note)
		}
	}
	return b.Bytes()
}

// summary is what curate decides about a set: without schemas, digests and the
// sentences that package compile writes.
func summary(t *testing.T, set *tool.Set) []byte {
	t.Helper()
	data, err := tool.Encode(set)
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if err := json.Unmarshal(data, &tree); err != nil {
		t.Fatal(err)
	}
	prune(tree)
	out, err := json.MarshalIndent(tree, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return append(out, '\n')
}

func prune(v any) {
	switch v := v.(type) {
	case map[string]any:
		if in, ok := v["input"].(map[string]any); ok {
			v["input"] = in["required"]
		}
		for _, key := range []string{"hash", "digest", "sha256", "tokens", "output", "results", "description", "layout"} {
			delete(v, key)
		}
		for _, inner := range v {
			prune(inner)
		}
	case []any:
		for _, inner := range v {
			prune(inner)
		}
	}
}
