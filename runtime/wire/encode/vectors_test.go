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

// vector is one line of a table in testdata.
type vector struct {
	param tool.Param
	value any
	wire  string
}

func readVectors(t testing.TB, name string) []vector {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var out []vector
	for line := range strings.SplitSeq(strings.TrimSuffix(string(data), "\n"), "\n") {
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
			case "slash":
				p.Slash = "encode"
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
	for name, count := range map[string]int{"vectors.tsv": 88, "rfc6570.tsv": 174} {
		vectors := readVectors(t, name)
		if len(vectors) != count {
			t.Errorf("read %d vectors of %s, want %d", len(vectors), name, count)
		}
		for i, v := range vectors {
			got, r := write(&v.param, v.value)
			if r != nil {
				got = refusedText
			}
			if diff := cmp.Diff(v.wire, got); diff != "" {
				t.Errorf("%s: vector %d (%s %s %s) (%+v) (-want +got):\n%s", name, i+1, v.param.In, v.param.Style, v.param.Name, r, diff)
			}
		}
	}
}
