package scaffold_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/curate"
	"github.com/oatools/oatools/curate/scaffold"
)

var update = flag.Bool("update", false, "rewrite golden files")

// golden compares got with a file under testdata, or writes the file.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
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

// What Init writes compiles: nothing but warnings about what is left to say.
func TestInit(t *testing.T) {
	picks := []string{"listTeas", "GET /teas/{id}", "dropTea", "searchTeas", "placeOrder", "status", "listTeas"}
	text := initOverlay(t, "../testdata/shop/shop.yaml", picks, "../../testdata/shop/shop.yaml")
	golden(t, "init.yaml", text)
	built, err := curate.Build("testdata/init.yaml", curate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "init.txt", []byte(built.Diags.String()))
	if built.Set == nil {
		t.Fatalf("does not compile:\n%s", built.Diags)
	}
	if got := len(built.Set.Tools); got != 6 {
		t.Errorf("%d tools, want 6", got)
	}
	allowed := []string{"todo", "auth-undeclared", "hosts-missing"}
	for _, d := range built.Diags.Sorted() {
		if !slices.Contains(allowed, d.Code) {
			t.Errorf("unexpected: %s", d)
		}
	}
}

func TestInitDeadPick(t *testing.T) {
	doc := load(t, "../testdata/shop/shop.yaml")
	text, diags := scaffold.Write(doc, []string{"listTea", "PUT /teas", "status"}, scaffold.Options{})
	if text != nil || diags.Count(diag.Error) != 2 {
		t.Errorf("Init = %q, %s; want nil and two errors", text, diags)
	}
}

func load(t *testing.T, file string) *oas.Document {
	t.Helper()
	var diags diag.List
	doc, err := oas.Load(file, oas.LoadOptions{}, &diags)
	if err != nil || doc == nil {
		t.Fatal(err, diags.String())
	}
	return doc
}

func initOverlay(t *testing.T, file string, picks []string, spec string) []byte {
	t.Helper()
	text, diags := scaffold.Write(load(t, file), picks, scaffold.Options{Spec: spec})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return text
}

// Over real descriptions, what Init writes about their first operations compiles
// too. It runs where OATOOLS_CORPUS names a folder of descriptions.
func TestInitCorpus(t *testing.T) {
	corpus := os.Getenv("OATOOLS_CORPUS")
	if corpus == "" {
		t.Skip("OATOOLS_CORPUS is not set")
	}
	files, err := filepath.Glob(filepath.Join(corpus, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		var diags diag.List
		doc, err := oas.Load(file, oas.LoadOptions{}, &diags)
		if err != nil || doc == nil {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) { initCorpus(t, file, doc) })
	}
}

func initCorpus(t *testing.T, file string, doc *oas.Document) {
	dir := t.TempDir()
	if err := os.Symlink(file, filepath.Join(dir, filepath.Base(file))); err != nil {
		t.Fatal(err)
	}
	var picks []string
	for _, ref := range doc.Index() {
		if picks = append(picks, ref.Method+" "+ref.Path); len(picks) == 8 {
			break
		}
	}
	text, diags := scaffold.Write(doc, picks, scaffold.Options{Spec: filepath.Base(file)})
	if text == nil || len(picks) == 0 {
		t.Skipf("broken operations: %s", diags)
	}
	path := filepath.Join(dir, "overlay.yaml")
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	built, err := curate.Build(path, curate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if built.Set == nil {
		for _, d := range built.Diags.Sorted() {
			if d.Severity == diag.Error {
				t.Log(d)
			}
		}
		t.Fatalf("does not compile:\n%s", text)
	}
}
