package oas

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/oatools/oatools/compile/diag"
)

// TestCorpus gathers every operation of every description in the folder that
// OATOOLS_CORPUS names. It proves that nothing panics, that every failure has a
// place, and that equal input gives equal output.
func TestCorpus(t *testing.T) {
	corpus := os.Getenv("OATOOLS_CORPUS")
	if corpus == "" {
		t.Skip("OATOOLS_CORPUS names no folder of API descriptions")
	}
	manifest, err := os.ReadFile(filepath.Join(corpus, "MANIFEST.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	total := tally{codes: map[string]int{}}
	real := tally{codes: map[string]int{}}
	for _, line := range strings.Split(string(manifest), "\n")[1:] {
		cols := strings.Split(line, "\t")
		if len(cols) < 8 {
			continue
		}
		path := plain(t, corpus, cols[0])
		start := time.Now()
		r := gatherAll(t, path)
		if d := time.Since(start); d > 3*time.Second {
			t.Logf("%s took %v", cols[0], d)
		}
		total.add(r)
		if strings.HasPrefix(cols[7], "kind=real") {
			real.add(r)
			if r.operations > 0 && r.gathered < r.operations || r.loaded == 0 {
				t.Logf("%s: %d of %d: %s", cols[0], r.gathered, r.operations, r.first)
			}
		}
	}
	t.Logf("all:  %s", total)
	t.Logf("real: %s", real)
}

type tally struct {
	documents, loaded, operations, gathered int
	codes                                   map[string]int
	first                                   string
}

func (a *tally) add(b tally) {
	a.documents += b.documents
	a.loaded += b.loaded
	a.operations += b.operations
	a.gathered += b.gathered
	for code, n := range b.codes {
		a.codes[code] += n
	}
}

func (a tally) String() string {
	s := fmt.Sprintf("%d documents, %d load; %d operations, %d gathered\n", a.documents, a.loaded, a.operations, a.gathered)
	codes := make([]string, 0, len(a.codes))
	for code := range a.codes {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	for _, code := range codes {
		s += fmt.Sprintf("\t%6d %s\n", a.codes[code], code)
	}
	return s
}

func gatherAll(t *testing.T, path string) tally {
	r := tally{documents: 1, codes: map[string]int{}}
	var diags diag.List
	d, err := Load(path, LoadOptions{}, &diags)
	if err != nil {
		t.Errorf("%s: %v", path, err)
		return r
	}
	if d != nil {
		r.loaded = 1
		refs := d.Index()
		r.operations = len(refs)
		for _, op := range d.Operations(refs, &diags) {
			if op != nil {
				r.gathered++
			}
		}
	}
	for _, x := range diags.Sorted() {
		r.codes[string(x.Severity)+" "+x.Code]++
		if x.Pos.IsZero() {
			t.Errorf("%s: a diagnostic without a place: %s", path, x)
		}
		if r.first == "" && x.Severity == diag.Error {
			r.first = x.String()
		}
	}
	if d == nil && !diags.HasErrors() || r.gathered < r.operations && !diags.HasErrors() {
		t.Errorf("%s: failed without an error", path)
	}
	return r
}

// plain gives the path of a document of the corpus, unpacked where it is packed.
func plain(t testing.TB, corpus, name string) string {
	t.Helper()
	path := filepath.Join(corpus, filepath.FromSlash(name))
	if !strings.HasSuffix(path, ".gz") {
		return path
	}
	return unpack(t, path)
}
