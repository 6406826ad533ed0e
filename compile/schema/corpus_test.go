package schema

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/sample"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/schema/schematest"
	"github.com/oatools/oatools/compile/yaml"
)

// TestCorpus rewrites named schemas of every description below the folder
// that OATOOLS_CORPUS names, and checks what comes out: it compiles, it is
// rewritten to itself, and values can be made of it.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("OATOOLS_CORPUS")
	if dir == "" {
		t.Skip("OATOOLS_CORPUS names no folder")
	}
	c := corpus{t: t, codes: map[string]int{}, why: map[string]int{}}
	err := filepath.WalkDir(filepath.Join(dir, "specs"), func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			c.file(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d schemas of %d files, %d compile; %d not idempotent; %d of %d sampled, %d refused a change",
		c.schemas, c.files, c.compiled, c.restless, c.sampled, c.compiled, c.refused)
	if c.restless > 0 {
		t.Errorf("%d schemas are not rewritten to themselves", c.restless)
	}
	for _, m := range []map[string]int{c.codes, c.why} {
		keys := make([]string, 0, len(m))
		for k := range m {
			keys = append(keys, k)
		}
		slices.SortFunc(keys, func(a, b string) int { return cmp.Or(m[b]-m[a], strings.Compare(a, b)) })
		for _, k := range keys[:min(len(keys), 40)] {
			t.Logf("%7d %s", m[k], k)
		}
	}
}

type corpus struct {
	t                                                    *testing.T
	files, schemas, compiled, restless, sampled, refused int
	codes, why                                           map[string]int
}

func (c *corpus) file(path string) {
	data, err := os.ReadFile(path)
	if err != nil {
		c.t.Fatal(err)
	}
	if strings.HasSuffix(path, ".gz") {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return
		}
		if data, err = io.ReadAll(z); err != nil {
			return
		}
	}
	var diags diag.List
	root := yaml.ReadAny(filepath.Base(path), data, yaml.Options{}, &diags)
	if root == nil {
		return
	}
	opts := Options{Dialect: raw.Draft30}
	if v := root.Get("openapi").Text(); strings.HasPrefix(v, "3.1") || strings.HasPrefix(v, "3.2") {
		opts.Dialect = raw.Draft31
	}
	named := root.At("components", "schemas")
	if named == nil {
		named = root.Get("definitions")
	}
	c.files++
	const most = 40 // of one file, spread over it
	step := max(1, len(named.Members())/most)
	for i, m := range named.Members() {
		if i%step != 0 {
			continue
		}
		name, n := m.Key, m.Value
		for _, opts.Direction = range []raw.Direction{raw.Request, raw.Response} {
			c.one(path+" "+name, schematest.Document{Root: root}, n, opts)
		}
	}
}

func (c *corpus) one(where string, doc schematest.Document, n *node.Node, opts Options) {
	c.schemas++
	var diags diag.List
	w := New(doc, opts, &diags)
	out := bundle(w.Rewrite(n), w.Defs())
	for _, d := range diags.Sorted() {
		c.codes[string(d.Severity)+" "+d.Code]++
	}
	if _, err := check.Compile([]byte(schematest.Text(out))); err != nil {
		c.t.Errorf("%s: %v", where, err)
		return
	}
	c.compiled++
	again := New(schematest.Document{Root: out}, Options{Direction: opts.Direction}, new(diag.List))
	if got := schematest.Text(bundle(again.Rewrite(out), again.Defs())); got != schematest.Text(out) {
		if c.restless++; c.restless <= 10 {
			c.t.Logf("%s is not rewritten to itself: %s", where, firstDifference(schematest.Text(out), got))
		}
	}
	s, err := sample.New([]byte(schematest.Text(out)), 1)
	if err != nil {
		c.t.Fatal(err)
	}
	if _, err = s.Valid(); err != nil {
		why := err.Error()
		c.why[why[:min(len(why), 150)]]++
		if len(c.why) < 40 {
			c.t.Logf("%s: %v", where, err)
		}
		return
	}
	c.sampled++
	if _, _, err := s.Invalid(); err == nil {
		c.refused++
	}
}

// firstDifference gives what stands around the first byte that differs.
func firstDifference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	from := max(0, i-150)
	return "\n" + a[from:min(len(a), i+150)] + "\n" + b[from:min(len(b), i+150)]
}
