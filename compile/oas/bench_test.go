package oas

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/oatools/oatools/compile/diag"
)

// BenchmarkLarge compares reading GitHub's description, 13 MB of JSON, with
// json.Unmarshal of the same bytes.
func BenchmarkLarge(b *testing.B) {
	corpus := os.Getenv("OATOOLS_CORPUS")
	if corpus == "" {
		b.Skip("OATOOLS_CORPUS names no folder of API descriptions")
	}
	path := unpack(b, filepath.Join(corpus, "specs", "github", "api.github.com.json.gz"))
	data, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("unmarshal", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			var v any
			if err := json.Unmarshal(data, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("index", func(b *testing.B) { large(b, path, 0) })
	b.Run("operations=1", func(b *testing.B) { large(b, path, 1) })
	b.Run("operations=10", func(b *testing.B) { large(b, path, 10) })
	b.Run("operations=100", func(b *testing.B) { large(b, path, 100) })
	b.Run("operations=all", func(b *testing.B) { large(b, path, 1<<20) })
}

func large(b *testing.B, path string, count int) {
	b.ReportAllocs()
	for b.Loop() {
		var diags diag.List
		d, err := Load(path, LoadOptions{}, &diags)
		if err != nil {
			b.Fatal(err)
		}
		refs := d.Index()
		var some []Ref
		for i := range min(count, len(refs)) {
			some = append(some, refs[i*len(refs)/min(count, len(refs))])
		}
		d.Operations(some, &diags)
		if diags.HasErrors() {
			b.Fatal(diags.String())
		}
	}
}
