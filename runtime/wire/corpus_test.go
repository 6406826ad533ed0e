package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/sample"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/encode"
)

// TestCorpusRoundTrip builds requests for operations of real documents from
// arguments that their schemas admit, and reads the arguments back from the
// request by an independent reading of OpenAPI's rules:
//
//	OATOOLS_CORPUS=DIR go test ./runtime/wire -run TestCorpusRoundTrip -v
func TestCorpusRoundTrip(t *testing.T) {
	dir := os.Getenv("OATOOLS_CORPUS")
	if dir == "" {
		t.Skip("OATOOLS_CORPUS names no folder")
	}
	tally := map[string]int{}
	var files []string
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if info, ierr := d.Info(); err == nil && ierr == nil && slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(path)) && info.Size() < 1<<20 {
			files = append(files, path)
		}
		return nil
	})
	for _, file := range files {
		readBackFile(t, file, tally)
	}
	t.Logf("%v", tally)
	if tally["requests"] < 1000 {
		t.Error("too few requests to mean anything")
	}
}

// perFile caps the operations that are tried of one document.
const perFile = 40

func readBackFile(t *testing.T, file string, tally map[string]int) {
	var diags diag.List
	doc, err := oas.Load(file, oas.LoadOptions{}, &diags)
	if err != nil || doc == nil {
		return
	}
	refs := doc.Index()
	if len(refs) > perFile {
		refs = refs[:perFile]
	}
	c := clientFor(t, setOf("https://api.example.com/base", nil), nil)
	for _, op := range doc.Operations(refs, &diags) {
		if op == nil {
			continue
		}
		plan := compile.Default(op, &diags)
		if plan == nil {
			continue
		}
		made := compile.Assemble(op, plan, compile.Options{Source: "api"}, &diags)
		if made == nil || made.Main == nil {
			continue
		}
		made.Main.Binding.Auth = nil
		tally["operations"]++
		readBackTool(t, c, made, filepath.Base(file), tally)
	}
}

func readBackTool(t *testing.T, c *Client, made *tool.Tool, file string, tally map[string]int) {
	s, err := sample.New(made.Input, 1)
	if err != nil {
		tally["no sample"]++
		return
	}
	for range 2 {
		v, err := s.Valid()
		in, ok := v.(map[string]any)
		if err != nil || !ok {
			tally["no sample"]++
			return
		}
		for _, name := range made.ControlArgs() {
			delete(in, name)
		}
		where := fmt.Sprintf("%s %s %s", file, made.Main.Op.Method, made.Main.Op.Path)
		p, err := c.plan(made.Main)
		if err != nil {
			t.Errorf("%s: %v", where, err)
			return
		}
		r, problem, err := p.build(&runtime.Inputs{Args: in}, time.Time{}, nil)
		if err != nil {
			t.Errorf("%s: our own fault: %v", where, err)
			return
		}
		if problem != nil {
			tally[string(problem.Code)]++
			if os.Getenv("OATOOLS_VERBOSE") != "" {
				t.Logf("%s: %s", where, problem.Message)
			}
			continue
		}
		tally["requests"]++
		if err := readBack(made.Main, in, r); err != nil {
			args, _ := json.Marshal(in)
			t.Errorf("%s: %v\n%s\nfrom %s", where, err, r.url, args)
		}
	}
}

// readBack holds a request against the arguments it was made from.
func readBack(s *tool.Step, in map[string]any, r *request) error {
	b := &s.Binding
	if r.url.Host != "api.example.com" || r.url.Scheme != "https" {
		return fmt.Errorf("leaves the origin")
	}
	pattern := "^/base"
	var inPath []*tool.Param
	for i, seg := range b.Path {
		if i > 0 && seg.Param != "" && b.Path[i-1].Param != "" {
			return nil // nobody can tell where the one ends and the other begins
		}
		if seg.Param == "" {
			pattern += regexp.QuoteMeta(literalPath(seg.Lit))
			continue
		}
		pattern += "([^/]*)"
		at := slices.IndexFunc(b.Params, func(p tool.Param) bool { return p.In == tool.InPath && p.Name == seg.Param })
		inPath = append(inPath, &b.Params[at])
	}
	found := regexp.MustCompile(pattern + "$").FindStringSubmatch(r.url.EscapedPath())
	if found == nil {
		return fmt.Errorf("leaves the template %s", pattern)
	}
	for i, p := range inPath {
		want, _ := wantOf(p, in)
		raw := found[i+1]
		var got []string
		for item := range strings.SplitSeq(raw, ",") {
			text, err := url.PathUnescape(item)
			if err != nil {
				return err
			}
			got = append(got, text)
		}
		if p.Style == "simple" && !p.Explode && p.Media == "" && !stands(got, want) {
			return fmt.Errorf("path %s reads %q, want %v", p.Name, got, want)
		}
	}
	if err := readQuery(b, in, r.url.RawQuery); err != nil {
		return err
	}
	return readBody(b.Body, in, r.body)
}

// readQuery consumes the pairs of a query in the order of the parameters; none
// may be left.
func readQuery(b *tool.Binding, in map[string]any, raw string) error {
	var pairs [][2]string
	for pair := range strings.SplitSeq(raw, "&") {
		if pair != "" {
			name, value, _ := strings.Cut(pair, "=")
			name, _ = url.PathUnescape(name)
			pairs = append(pairs, [2]string{name, value})
		}
	}
	for i := range b.Params {
		p := &b.Params[i]
		if p.In != tool.InQuery {
			continue
		}
		want, kind := wantOf(p, in)
		n := 0
		switch {
		case len(want) == 0:
			continue
		case p.Style == "deepObject":
			for n < len(pairs) && (pairs[n][0] == p.Name || strings.HasPrefix(pairs[n][0], p.Name+"[")) {
				n++
			}
		case p.Media == "" && p.Explode && kind == "record":
			n = len(want) / 2
			for j := range min(n, len(pairs)) {
				if v, _ := url.PathUnescape(pairs[j][1]); !stands([]string{pairs[j][0], v}, want[2*j:2*j+2]) {
					return fmt.Errorf("query %s reads %q, want %v", p.Name, pairs[j], want[2*j:2*j+2])
				}
			}
		case p.Media == "" && p.Explode && kind == "list":
			n = len(want)
			for j := range min(n, len(pairs)) {
				if v, _ := url.PathUnescape(pairs[j][1]); pairs[j][0] != p.Name || !stands([]string{v}, want[j:j+1]) {
					return fmt.Errorf("query %s reads %q, want %v", p.Name, pairs[j], want[j])
				}
			}
		default:
			n = 1
			if len(pairs) == 0 || pairs[0][0] != p.Name {
				return fmt.Errorf("query %s is not where it belongs", p.Name)
			}
			sep := map[string]string{"spaceDelimited": "%20", "pipeDelimited": "%7C", "tabDelimited": "%09"}[p.Style]
			if sep == "" {
				sep = ","
			}
			var got []string
			for item := range strings.SplitSeq(pairs[0][1], sep) {
				v, _ := url.PathUnescape(item)
				got = append(got, v)
			}
			if p.Media != "" {
				got = []string{strings.Join(got, ",")}
			}
			if !stands(got, want) {
				return fmt.Errorf("query %s reads %q, want %v", p.Name, got, want)
			}
		}
		if n > len(pairs) {
			return fmt.Errorf("query %s: %d pairs are missing", p.Name, n-len(pairs))
		}
		pairs = pairs[n:]
	}
	if len(pairs) > 0 {
		return fmt.Errorf("query has pairs that nobody asked for: %q", pairs)
	}
	return nil
}

// stands reports whether the texts of a request stand for the values.
func stands(got []string, want []any) bool {
	return slices.EqualFunc(got, want, func(text string, v any) bool {
		switch v := v.(type) {
		case string:
			return text == v
		case map[string]any, []any:
			got, err := encode.DecodeValue([]byte(text))
			return err == nil && reflect.DeepEqual(got, v)
		}
		return text == fmt.Sprint(v)
	})
}

// wantOf gives the values that a parameter is made of.
func wantOf(p *tool.Param, in map[string]any) (want []any, kind string) {
	name, ok := strings.CutPrefix(p.Value.Arg, "/")
	v := in[strings.NewReplacer("~1", "/", "~0", "~").Replace(name)]
	if !ok || v == nil {
		if p.Value.Const == nil || json.Unmarshal(p.Value.Const, &v) != nil {
			return nil, ""
		}
	}
	if p.Media != "" {
		return []any{v}, "content"
	}
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			if item != nil {
				want = append(want, item)
			}
		}
		return want, "list"
	case map[string]any:
		var order []string
		if p.Layout != nil {
			order = p.Layout.Order
		}
		keys := make([]string, 0, len(v))
		for k := range v {
			keys = append(keys, k)
		}
		rank := func(k string) int {
			if i := slices.Index(order, k); i >= 0 {
				return i
			}
			return len(order)
		}
		slices.SortFunc(keys, func(a, b string) int {
			if d := rank(a) - rank(b); d != 0 {
				return d
			}
			return strings.Compare(a, b)
		})
		for _, k := range keys {
			if v[k] != nil {
				wire := k
				if p.Layout != nil && p.Layout.Names[k] != "" {
					wire = p.Layout.Names[k]
				}
				want = append(want, wire, v[k])
			}
		}
		return want, "record"
	}
	return []any{v}, "text"
}

// readBody looks every field of a JSON body up at its place.
func readBody(b *tool.Body, in map[string]any, raw []byte) error {
	if b == nil || b.Mode != tool.BodyJSON || len(raw) == 0 {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var body any
	if err := dec.Decode(&body); err != nil {
		return err
	}
	for _, f := range b.Fields {
		if f.Layout != nil || f.Value.Arg == "" {
			continue
		}
		want, ok := in[strings.NewReplacer("~1", "/", "~0", "~").Replace(strings.TrimPrefix(f.Value.Arg, "/"))]
		if !ok {
			continue
		}
		got := body
		for token := range strings.SplitSeq(strings.TrimPrefix(f.To, "/"), "/") {
			if m, isMap := got.(map[string]any); isMap && f.To != "" {
				got = m[strings.NewReplacer("~1", "/", "~0", "~").Replace(token)]
			}
		}
		if !reflect.DeepEqual(got, want) && len(b.Fields) == len(distinct(b.Fields)) {
			return fmt.Errorf("body %s reads %v, want %v", f.To, got, want)
		}
	}
	return nil
}

// distinct gives the fields below which no other field writes.
func distinct(fields []tool.Field) (out []tool.Field) {
	for _, f := range fields {
		if !slices.ContainsFunc(fields, func(g tool.Field) bool { return g.To != f.To && strings.HasPrefix(g.To, f.To+"/") }) {
			out = append(out, f)
		}
	}
	return out
}
