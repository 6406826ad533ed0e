package encode

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/tool"
)

// vector is one line of testdata/vectors.tsv.
type vector struct {
	param tool.Param
	value any
	wire  string
}

func readVectors(t testing.TB) []vector {
	t.Helper()
	data, err := os.ReadFile("testdata/vectors.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var out []vector
	for line := range strings.SplitSeq(strings.TrimSpace(string(data)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		c := strings.Split(line, "\t")
		if len(c) != 6 {
			t.Fatalf("bad line %q", line)
		}
		p := tool.Param{Name: c[3], In: tool.In(c[0]), Style: c[1]}
		if p.Style == "json" {
			p.Style, p.Media = "", "application/json"
		}
		for flag := range strings.SplitSeq(c[2], ",") {
			switch flag {
			case "explode":
				p.Explode = true
			case "reserved":
				p.AllowReserved = true
			case "indices", "brackets", "repeat":
				p.Nested = flag
			}
		}
		v, l := ordered(t, c[4])
		p.Layout = l
		out = append(out, vector{p, v, c[5]})
	}
	return out
}

// ordered decodes JSON and gives the layout that keeps its order of members.
func ordered(t testing.TB, text string) (any, *tool.Layout) {
	t.Helper()
	v, err := DecodeValue([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	if _, ok := v.(map[string]any); !ok {
		return v, nil
	}
	l := &tool.Layout{}
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	dec.Token()
	for dec.More() {
		key, _ := dec.Token()
		l.Order = append(l.Order, key.(string))
		var skip json.RawMessage
		if err := dec.Decode(&skip); err != nil {
			t.Fatal(err)
		}
	}
	return v, l
}

func write(p *tool.Param, v any) (string, *Refusal) {
	switch p.In {
	case tool.InPath:
		b, r := AppendPath(nil, p, v)
		return string(b), r
	case tool.InHeader:
		s, _, r := Header(p, v)
		return s, r
	case tool.InCookie:
		b, r := AppendCookie(nil, p, v, nil)
		return string(b), r
	}
	var q Query
	r := q.Add(p, v)
	if r == nil && !q.Fits(q.String()) {
		return q.String() + " does not fit its own pairs", nil
	}
	return q.String(), r
}

func TestVectors(t *testing.T) {
	vectors := readVectors(t)
	if len(vectors) != 88 {
		t.Errorf("read %d vectors, want 88", len(vectors))
	}
	for i, v := range vectors {
		got, r := write(&v.param, v.value)
		if r != nil {
			t.Errorf("vector %d: %s is refused: %+v", i+1, v.wire, r)
			continue
		}
		if diff := cmp.Diff(v.wire, got); diff != "" {
			t.Errorf("vector %d (%s %s %s) (-want +got):\n%s", i+1, v.param.In, v.param.Style, v.param.Name, diff)
		}
	}
}
