package yaml_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	yamlv3 "gopkg.in/yaml.v3"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/yaml"
)

// large makes a description of about 4.5 MB.
func large() []byte {
	var b strings.Builder
	b.WriteString("openapi: 3.0.3\ninfo: {title: Large, version: '1'}\npaths:\n")
	for i := range 500 {
		fmt.Fprintf(&b, "  /things/{id}/parts/%d:\n    get:\n      operationId: part-%d\n      description: |\n        Some words about it — and more.\n\n        Other words.\n"+
			"      responses:\n        200:\n          description: ok\n          content:\n            application/json:\n              schema:\n                $ref: '#/components/schemas/thing-%d'\n", i, i, i)
	}
	b.WriteString("components:\n  schemas:\n")
	for i := range 500 {
		fmt.Fprintf(&b, "    thing-%d:\n      type: object\n      required: [id]\n      properties:\n", i)
		for j := range 60 {
			fmt.Fprintf(&b, "        property_%d:\n          type: string\n          description: What it is, in a few plain words that go\n            on in a second line.\n          maxLength: %d\n", j, j)
		}
	}
	return []byte(b.String())
}

func BenchmarkRead(b *testing.B) {
	b.Run("synthetic", func(b *testing.B) { compare(b, large()) })
	b.Run("real", func(b *testing.B) {
		dir := os.Getenv("OATOOLS_CORPUS")
		if dir == "" {
			b.Skip("OATOOLS_CORPUS does not name a corpus")
		}
		packed, err := os.ReadFile(filepath.Join(dir, "specs", "stripe", "stripe-old.yaml.gz"))
		if err != nil {
			b.Skip(err)
		}
		z, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			b.Fatal(err)
		}
		data, err := io.ReadAll(z)
		if err != nil {
			b.Fatal(err)
		}
		compare(b, data)
	})
}

// compare measures reading against what the parser alone takes for its nodes.
func compare(b *testing.B, data []byte) {
	var alone float64
	b.Run("yaml.Node", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			var n yamlv3.Node
			if err := yamlv3.Unmarshal(data, &n); err != nil {
				b.Fatal(err)
			}
		}
		alone = b.Elapsed().Seconds() / float64(b.N)
	})
	b.Run("read", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			var diags diag.List
			if n := yaml.Read("large.yaml", data, yaml.Options{}, &diags); n == nil {
				b.Fatal(diags.String())
			}
		}
		if alone > 0 {
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/alone, "×yaml.Node")
		}
	})
}
