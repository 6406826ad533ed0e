package yaml_test

import (
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/yaml"
)

// TestCorpus reads every document of a corpus: each gives a tree that survives
// being written and read, or an error with a place.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("OATOOLS_CORPUS")
	if dir == "" {
		t.Skip("OATOOLS_CORPUS does not name a corpus")
	}
	files, refused := 0, 0
	err := fs.WalkDir(os.DirFS(dir), "specs", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		plain := strings.TrimSuffix(name, ".gz")
		switch path.Ext(plain) {
		case ".json", ".yaml", ".yml":
		default:
			return nil
		}
		data, err := readPacked(os.DirFS(dir), name)
		if err != nil {
			return err
		}
		files++
		var diags diag.List
		n := yaml.ReadAny(plain, data, yaml.Options{}, &diags)
		if n == nil {
			refused++
			t.Logf("%s", diags.String())
			if d := diags.Sorted(); len(d) == 0 || d[0].Pos.Line == 0 || d[0].Pos.Col == 0 {
				t.Errorf("%s is refused without a place", name)
			}
			return nil
		}
		out := n.AppendJSON(nil)
		if again := node.ReadJSON(plain, out, node.Limits{}, &diags); !node.Equal(n, again) {
			t.Errorf("%s changes when it is written and read", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d files read, %d refused", files, refused)
	if refused*100 > files {
		t.Errorf("%d of %d files are refused", refused, files)
	}
}

func readPacked(fsys fs.FS, name string) ([]byte, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if path.Ext(name) != ".gz" {
		return io.ReadAll(f)
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}
