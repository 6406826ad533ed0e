package encode

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/tool"
)

// reader is an independent reading of OpenAPI's styles, on the raw text. It
// shares nothing with the writers but the standard.
type reader struct{ p *tool.Param }

func unescape(s string) string {
	out, err := url.PathUnescape(s)
	if err != nil {
		panic(err)
	}
	return out
}

func (r reader) texts(raw, sep string) (out []string) {
	for s := range strings.SplitSeq(raw, sep) {
		out = append(out, unescape(s))
	}
	return out
}

// value gives what raw stands for: a text, a list, or name and value by turns.
func (r reader) value(raw string, kind string) []string {
	switch r.p.In {
	case tool.InQuery:
		return r.query(raw, kind)
	case tool.InHeader:
		if kind == "text" {
			return []string{raw}
		}
		return r.split(strings.Split(raw, ","), kind)
	case tool.InCookie:
		return r.pairs(strings.Split(raw, "; "), kind)
	}
	switch r.p.Style {
	case "label":
		raw = strings.TrimPrefix(raw, ".")
		if r.p.Explode && kind != "text" {
			return r.split(r.raw(raw, "."), kind)
		}
	case "matrix":
		return r.pairs(strings.Split(strings.TrimPrefix(raw, ";"), ";"), kind)
	}
	if kind == "text" {
		return []string{unescape(raw)}
	}
	return r.split(r.raw(raw, ","), kind)
}

func (r reader) raw(raw, sep string) []string { return strings.Split(raw, sep) }

// split reads the items of one value; exploded records are name=value.
func (r reader) split(items []string, kind string) (out []string) {
	for _, item := range items {
		if kind == "record" && r.p.Explode {
			name, value, _ := strings.Cut(item, "=")
			out = append(out, r.plain(name), r.plain(value))
			continue
		}
		out = append(out, r.plain(item))
	}
	return out
}

func (r reader) plain(s string) string {
	if r.p.In == tool.InHeader {
		return s
	}
	return unescape(s)
}

// pairs reads name=value pairs.
func (r reader) pairs(pairs []string, kind string) (out []string) {
	for _, pair := range pairs {
		name, value, _ := strings.Cut(pair, "=")
		name = unescape(name)
		switch {
		case kind == "record" && r.p.Style == "deepObject":
			out = append(out, strings.TrimSuffix(strings.TrimPrefix(name, r.p.Name+"["), "]"), unescape(value))
		case kind == "record" && r.p.Explode:
			out = append(out, name, unescape(value))
		case kind == "text" || r.p.Explode:
			out = append(out, unescape(value))
		default:
			sep := map[string]string{"spaceDelimited": "%20", "pipeDelimited": "%7C", "tabDelimited": "%09"}[r.p.Style]
			if sep == "" {
				sep = ","
			}
			out = append(out, r.texts(value, sep)...)
		}
	}
	return out
}

func (r reader) query(raw, kind string) []string { return r.pairs(strings.Split(raw, "&"), kind) }

// hostile are pieces that values are made of.
var hostile = []string{"a", "Z", "0", "-", ".", "_", "~", " ", "+", "&", "=", ";", ",", "/", "?", "#", "%", "%41", "[", "]", "|", ":", "@", "!", "$", "'", "(", ")", "*", "é", "☃", "\U0001F600", "\"", "\\", "\t", "<", ">", "^", "`", "{", "}"}

func someText(rng *rand.Rand) string {
	var b strings.Builder
	for range 1 + rng.IntN(4) {
		b.WriteString(hostile[rng.IntN(len(hostile))])
	}
	return b.String()
}

// TestRoundTrip writes random values in every style and reads them back by the
// independent reading: what is not refused comes back as it was.
func TestRoundTrip(t *testing.T) {
	styles := map[tool.In][]string{
		tool.InPath: {"simple", "label", "matrix"}, tool.InQuery: {"form", "spaceDelimited", "pipeDelimited", "tabDelimited", "deepObject"},
		tool.InHeader: {"simple"}, tool.InCookie: {"form"},
	}
	for _, in := range []tool.In{tool.InPath, tool.InQuery, tool.InHeader, tool.InCookie} {
		for _, style := range styles[in] {
			for _, explode := range []bool{false, true} {
				for _, kind := range []string{"text", "list", "record"} {
					p := &tool.Param{Name: "p q", In: in, Style: style, Explode: explode, Slash: "encode"}
					t.Run(fmt.Sprintf("%s/%s/%v/%s", in, style, explode, kind), func(t *testing.T) { roundTrip(t, p, kind) })
				}
			}
		}
	}
}

func roundTrip(t *testing.T, p *tool.Param, kind string) {
	// RFC 6570 gives an exploded label no way to tell a dot of a value from its own.
	dots := p.Style == "label" && p.Explode
	rng := rand.New(rand.NewPCG(7, 7))
	written := 0
	for range 400 {
		v, want := someValue(rng, kind)
		if dots && kind != "text" && slices.ContainsFunc(want, func(s string) bool { return strings.Contains(s, ".") }) {
			continue
		}
		// A header passes values unchanged: a name with "=" cannot be told there.
		if p.In == tool.InHeader && kind == "record" && p.Explode && slices.ContainsFunc(want, func(s string) bool { return strings.Contains(s, "=") }) {
			continue
		}
		got, r := write(p, v)
		if r != nil {
			continue
		}
		written++
		if diff := cmp.Diff(want, (reader{p}).value(got, kind)); diff != "" {
			t.Fatalf("%q is written as %s (-want +got):\n%s", want, got, diff)
		}
	}
	if written == 0 && !(p.Style == "deepObject" && kind == "list") {
		t.Error("everything was refused: the test proves nothing")
	}
}

func someValue(rng *rand.Rand, kind string) (v any, want []string) {
	switch kind {
	case "list":
		var l []any
		for range 1 + rng.IntN(3) {
			s := someText(rng)
			l, want = append(l, s), append(want, s)
		}
		return l, want
	case "record":
		m := map[string]any{}
		for range 1 + rng.IntN(3) {
			m[someText(rng)] = someText(rng)
		}
		for _, name := range sortedKeys(m) {
			want = append(want, name, m[name].(string))
		}
		return m, want
	}
	s := someText(rng)
	return s, []string{s}
}

func sortedKeys(m map[string]any) (names []string) {
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
