package compile

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/naming"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
)

// TestCorpusCompiles makes the default tool of every operation of every
// document below the folder in OATOOLS_CORPUS.
func TestCorpusCompiles(t *testing.T) {
	root := os.Getenv("OATOOLS_CORPUS")
	if root == "" {
		t.Skip("OATOOLS_CORPUS names no folder")
	}
	legal := regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_]{0,63}$`)
	var docs, ops, built int
	failures, sizes := map[string]int{}, []int{}
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".json") && !strings.HasSuffix(path, ".yaml") && !strings.HasSuffix(path, ".yml") {
			return err
		}
		head := make([]byte, 4000)
		f, _ := os.Open(path)
		n, _ := f.Read(head)
		f.Close()
		if !regexp.MustCompile(`["']?(openapi|swagger)["']?\s*:`).Match(head[:n]) {
			return nil
		}
		start := time.Now()
		var diags diag.List
		doc, err := oas.Load(path, oas.LoadOptions{}, &diags)
		if err != nil || doc == nil {
			return nil
		}
		docs++
		var tools []tool.Tool
		index := doc.Index()
		keys := make([]naming.Key, len(index))
		for i, r := range index {
			keys[i] = naming.Key{ID: r.ID, Method: r.Method, Path: r.Path}
		}
		names := naming.Tools(keys)
		for i, op := range doc.Operations(index, &diags) {
			ops++
			if op == nil {
				failures["oas"]++
				continue
			}
			var own diag.List
			p := Default(op, &own)
			p.Name = names[i]
			made := Assemble(op, p, Options{Source: "api"}, &own)
			if made == nil {
				for _, d := range own.Sorted() {
					if d.Severity == diag.Error {
						failures[d.Code]++
						if failures[d.Code] < 4 {
							t.Logf("%s", d)
						}
					}
				}
				continue
			}
			built++
			sizes = append(sizes, len(made.Input))
			var in struct{ Properties map[string]json.RawMessage }
			if err := json.Unmarshal(made.Input, &in); err != nil {
				t.Errorf("%s %s: %v", op.Method, op.Path, err)
			}
			for name := range in.Properties {
				if !legal.MatchString(name) {
					t.Errorf("%s: %s %s: argument %q", path, op.Method, op.Path, name)
				}
			}
			tools = append(tools, *made)
		}
		set := setOf(doc, tools)
		for i := range tools {
			for _, alt := range tools[i].Main.Binding.Auth {
				for _, use := range alt {
					set.Auth[use.Scheme] = tool.AuthScheme{Type: "none", None: "test"}
				}
			}
		}
		dedupe := set.Tools[:0]
		for i, tl := range set.Tools {
			if i > 0 && tl.Name == set.Tools[i-1].Name {
				failures["same-name"]++
				continue
			}
			dedupe = append(dedupe, tl)
		}
		set.Tools = dedupe
		data, err := tool.Encode(set)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			return nil
		}
		if _, err := tool.Decode(data); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		if took := time.Since(start); took > 2*time.Second {
			t.Logf("%s: %d operations, %v, %d KB", path, len(index), took.Round(time.Millisecond), len(data)>>10)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	sort.Ints(sizes)
	t.Logf("%d documents, %d operations, %d tools; failures %v", docs, ops, built, failures)
	if n := len(sizes); n > 0 {
		t.Logf("input bytes: median %d, p99 %d, largest %d", sizes[n/2], sizes[n*99/100], sizes[n-1])
	}
}
