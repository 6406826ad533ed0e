package main

import (
	"compress/gzip"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// corpus gives the folder of real API descriptions, or skips.
func corpus(tb testing.TB) string {
	tb.Helper()
	dir := os.Getenv("OATOOLS_CORPUS")
	if dir == "" {
		tb.Skip("OATOOLS_CORPUS does not name a folder of API descriptions")
	}
	return dir
}

// unpack copies a document of the corpus, gzipped or not, to path.
func unpack(tb testing.TB, doc, path string) {
	tb.Helper()
	in, err := os.Open(doc)
	if errors.Is(err, os.ErrNotExist) {
		in, err = os.Open(doc + ".gz")
	}
	if err != nil {
		tb.Fatal(err)
	}
	defer in.Close()
	var r io.Reader = in
	if strings.HasSuffix(in.Name(), ".gz") {
		if r, err = gzip.NewReader(in); err != nil {
			tb.Fatal(err)
		}
	}
	out, err := os.Create(path)
	if err != nil {
		tb.Fatal(err)
	}
	if _, err := io.Copy(out, r); err != nil {
		tb.Fatal(err)
	}
	if err := out.Close(); err != nil {
		tb.Fatal(err)
	}
}

// buildBinary builds a main package and gives the path of the program.
func buildBinary(tb testing.TB, pkg string) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), filepath.Base(pkg))
	if pkg == "." {
		path = filepath.Join(tb.TempDir(), "oatools")
	}
	if out, err := exec.Command("go", "build", "-o", path, pkg).CombinedOutput(); err != nil {
		tb.Fatalf("go build %s: %v\n%s", pkg, err, out)
	}
	return path
}

// gitHub lays GitHub's description and the overlay of ten tools into a folder
// and gives the overlay's path. edit may change the overlay's text.
func gitHub(tb testing.TB, edit func(string) string) string {
	tb.Helper()
	dir := tb.TempDir()
	unpack(tb, filepath.Join(corpus(tb), "specs", "github", "api.github.com.json"), filepath.Join(dir, "api.github.com.json"))
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "github", "github.yaml"))
	if err != nil {
		tb.Fatal(err)
	}
	overlay := filepath.Join(dir, "github.yaml")
	if err := os.WriteFile(overlay, []byte(edit(string(text))), 0o644); err != nil {
		tb.Fatal(err)
	}
	return overlay
}
