package node_test

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// large makes a description of more than 10 MB with the build of the largest
// real ones: a thousand operations, whose examples are most of the bytes.
func large() []byte {
	var b strings.Builder
	b.WriteString(`{"openapi":"3.0.3","info":{"title":"Large","version":"1"},"paths":{`)
	for i := range 1100 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "\n  \"/things/{thing_id}/parts/%d\": {\"get\": {\"operationId\": \"things/part-%d\", \"tags\": [\"things\"], "+
			"\"summary\": \"Get part %d\", \"description\": %q, \"parameters\": [{\"$ref\": \"#/components/parameters/thing_id\"}], "+
			"\"responses\": {\"200\": {\"description\": \"ok\", \"content\": {\"application/json\": {\"schema\": {\"$ref\": \"#/components/schemas/thing-%d\"}, "+
			"\"examples\": {\"default\": {\"value\": [", i, i, i, strings.Repeat("Some words about it. ", 12), i)
		for j := range 12 {
			if j > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, "\n    {\"id\": %d, \"node_id\": \"MDU6SXNzdWUx\", \"url\": \"https://api.example.com/things/1347\", \"open\": true, "+
				"\"user\": {\"login\": \"octo\", \"id\": 1, \"avatar\": \"https://example.com/images/error/octo_happy.gif\", \"admin\": false}, "+
				"\"labels\": [{\"name\": \"bug\", \"color\": \"f29513\"}], \"body\": \"I'm having a problem with this.\", \"closed\": null}", j)
		}
		b.WriteString("]}}}}}}}}")
	}
	b.WriteString(`},"components":{"schemas":{`)
	for i := range 1100 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "\n  \"thing-%d\": {\"type\": \"object\", \"required\": [\"id\"], \"properties\": {", i)
		for j := range 60 {
			if j > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, "\n    \"property_%d\": {\"type\": \"string\", \"description\": \"What it is.\", \"example\": \"x\"}", j)
		}
		b.WriteString("}}")
	}
	b.WriteString(`}}}`)
	return []byte(b.String())
}

// real gives the largest real JSON document of the corpus, where there is one.
func real(b *testing.B) []byte {
	dir := os.Getenv("OATOOLS_CORPUS")
	if dir == "" {
		b.Skip("OATOOLS_CORPUS does not name a corpus")
	}
	f, err := os.Open(filepath.Join(dir, "specs", "github", "api.github.com.json.gz"))
	if err != nil {
		b.Skip(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		b.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		b.Fatal(err)
	}
	return data
}

func BenchmarkReadJSON(b *testing.B) {
	for name, data := range map[string]func(*testing.B) []byte{
		"synthetic": func(*testing.B) []byte { return large() },
		"real":      real,
	} {
		b.Run(name, func(b *testing.B) { compare(b, data(b)) })
	}
}

// compare measures reading against json.Unmarshal of the same bytes into any.
func compare(b *testing.B, data []byte) {
	var unmarshal float64
	b.Run("json.Unmarshal", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		b.ReportAllocs()
		for b.Loop() {
			var v any
			if err := json.Unmarshal(data, &v); err != nil {
				b.Fatal(err)
			}
		}
		unmarshal = b.Elapsed().Seconds() / float64(b.N)
	})
	for _, bm := range []struct {
		name string
		use  func(*node.Node)
	}{
		{"read", func(*node.Node) {}},
		{"read and look at ten operations", tenOperations},
		{"read and look at everything", everything},
	} {
		b.Run(bm.name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				var diags diag.List
				n := node.ReadJSON("large.json", data, node.Limits{}, &diags)
				if n == nil || diags.Len() > 0 {
					b.Fatal(diags.String())
				}
				bm.use(n)
				runtime.KeepAlive(n)
			}
			if unmarshal > 0 {
				b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/unmarshal, "×unmarshal")
			}
		})
	}
}

// tenOperations finds all operations and looks at everything in ten of them.
func tenOperations(root *node.Node) {
	n := 0
	for _, item := range root.Get("paths").All() {
		for _, op := range item.All() {
			_, _ = op.At("operationId").Str()
			_ = op.Pos()
			if n++; n%100 == 0 && n <= 1000 {
				everything(op)
			}
		}
	}
}

func everything(n *node.Node) {
	n.Walk(func(node.Pointer, *node.Node) bool { return true })
}
