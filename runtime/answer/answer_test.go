package answer

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

func decode(t testing.TB, text string) any {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func pickOf(path, to string) tool.Pick { return tool.Pick{From: strings.Split(path, "."), To: to} }

func TestShape(t *testing.T) {
	const expense = `{"id":"e1","merchant":"Taxi","amount":{"cents":1250,"currency":"EUR"},"employee":{"name":"Ada","iban":"X"},"lines":[{"sku":"a","n":1},{"sku":"b"}]}`
	for _, tt := range []struct {
		name   string
		result tool.Result
		body   string
		want   string
	}{
		{"everything", tool.Result{}, `{"b":1.10,"a":[9007199254740993,null]}`, `{"a":[9007199254740993,null],"b":1.10}`},
		{"fields in the author's order", tool.Result{Select: []tool.Pick{pickOf("merchant", ""), pickOf("id", "")}}, expense, `{"merchant":"Taxi","id":"e1"}`},
		{"renamed", tool.Result{Select: []tool.Pick{pickOf("id", ""), pickOf("amount.cents", "cents"), pickOf("employee.name", "owner")}}, expense, `{"id":"e1","cents":1250,"owner":"Ada"}`},
		{"renamed object, reduced", tool.Result{Select: []tool.Pick{{From: []string{"employee"}, To: "owner", Fields: [][]string{{"name"}}}, {From: []string{"lines"}, To: "rows", Fields: [][]string{{"sku"}}}}}, expense, `{"owner":{"name":"Ada"},"rows":[{"sku":"a"},{"sku":"b"}]}`},
		{"kept in place", tool.Result{Select: []tool.Pick{pickOf("amount.cents", ""), pickOf("id", ""), pickOf("amount.currency", "")}}, expense, `{"amount":{"cents":1250,"currency":"EUR"},"id":"e1"}`},
		{"through arrays in place", tool.Result{Select: []tool.Pick{pickOf("lines.sku", ""), pickOf("lines.n", "")}}, expense, `{"lines":[{"sku":"a","n":1},{"sku":"b"}]}`},
		{"through arrays renamed", tool.Result{Select: []tool.Pick{pickOf("lines.n", "counts")}}, expense, `{"counts":[1,null]}`},
		{"renamed object keeps its declared fields", tool.Result{Select: []tool.Pick{{From: []string{"employee"}, To: "owner", Fields: [][]string{{"name"}}}}}, expense, `{"owner":{"name":"Ada"}}`},
		{"absent stays absent", tool.Result{Select: []tool.Pick{pickOf("nope", ""), pickOf("amount.nope", "x"), pickOf("id", "")}}, expense, `{"id":"e1"}`},
		{"null stays null", tool.Result{Select: []tool.Pick{pickOf("a", ""), pickOf("b.c", "")}}, `{"a":null,"b":null}`, `{"a":null,"b":null}`},
		{"an unexpected kind shows nothing", tool.Result{Select: []tool.Pick{pickOf("a.b", "")}}, `{"a":"secret"}`, `{"a":null}`},
		{"items", tool.Result{Items: "/data", Select: []tool.Pick{pickOf("id", "")}}, `{"data":[{"id":1,"x":2},{"id":3}],"next":"n"}`, `[{"id":1},{"id":3}]`},
		{"no items", tool.Result{Items: "/data"}, `{"next":null}`, `[]`},
		{"one item that is no list", tool.Result{Items: "/data"}, `{"data":{"id":1}}`, `[{"id":1}]`},
		{"items of a root array", tool.Result{Select: []tool.Pick{pickOf("id", "")}}, `[{"id":1,"x":2}]`, `[{"id":1}]`},
		{"redacted at any depth", tool.Result{Redact: []string{"**.iban", "amount.currency"}}, expense, `{"amount":{"cents":1250},"employee":{"name":"Ada"},"id":"e1","lines":[{"n":1,"sku":"a"},{"sku":"b"}],"merchant":"Taxi"}`},
		{"redacted before renaming", tool.Result{Redact: []string{"/employee/name"}, Select: []tool.Pick{pickOf("employee.name", "owner"), pickOf("id", "")}}, expense, `{"id":"e1"}`},
		{"redacted with a wild key", tool.Result{Redact: []string{"*.a", "x.**"}}, `{"p":{"a":1,"b":2},"x":{"y":1}}`, `{"p":{"b":2},"x":{}}`},
		{"keys that are the same when cleaned", tool.Result{}, `{"a\u200b":1,"a":2,"a\u202e":3,"b\u200b":4}`, `{"a":2,"a (2)":1,"a (3)":3,"b":4}`},
		{"numbers beyond a double", tool.Result{}, `[1e400,-1E+400,1e308,1E-999,12345678901234567890123,` + strings.Repeat("9", 400) + `]`,
			`["1e400","-1E+400",1e308,1E-999,12345678901234567890123,"` + strings.Repeat("9", 400) + `"]`},
		{"cleaned", tool.Result{}, `{"a\u200b":"x\u202ey\u001b[31m"}`, `{"a":"xy"}`},
		{"verbatim", tool.Result{Verbatim: true}, `"<!-- a --> \u0000![b](c)"`, `"<!-- a --> ![b](c)"`},
		{"text", tool.Result{}, `"plain <b>text</b>"`, `"plain <b>text</b>"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := Compile(tt.result)
			if err != nil {
				t.Fatal(err)
			}
			d, p := s.Shape(decode(t, tt.body), 0)
			if p != nil || d.Truncated != nil {
				t.Fatalf("Shape: %+v, %+v", p, d.Truncated)
			}
			if string(d.JSON) != tt.want {
				t.Errorf("Shape(%s) =\n%s, want\n%s", tt.body, d.JSON, tt.want)
			}
		})
	}
}

func TestShapeSaysWhenTheBodyIsNotWhatWasPromised(t *testing.T) {
	s, _ := Compile(tool.Result{Items: "/data"})
	if _, p := s.Shape("<html>", 0); p == nil || p.Code != runtime.CodeResponseContract {
		t.Errorf("problem = %+v, want response_contract", p)
	}
}

func TestShapeOfNothing(t *testing.T) {
	s, _ := Compile(tool.Result{})
	if d, p := s.Shape(nil, 0); p != nil || d.JSON != nil {
		t.Errorf("Shape(nil) = %s, %+v", d.JSON, p)
	}
}

func TestTotalAndSkip(t *testing.T) {
	s, _ := Compile(tool.Result{Items: "/d", Extras: map[string]string{"total": "meta.n"}})
	d, _ := s.Shape(decode(t, `{"d":[1,2,3],"meta":{"n":412}}`), 1)
	if d.Total == nil || *d.Total != 412 || string(d.JSON) != "[2,3]" || d.Items != 2 || d.Kept != 2 {
		t.Errorf("got %s, %+v", d.JSON, d)
	}
}

func TestCap(t *testing.T) {
	long := strings.Repeat("word ", 2000)
	items := make([]string, 50)
	for i := range items {
		items[i] = fmt.Sprintf(`{"id":%d,"t":"0123456789"}`, i)
	}
	list := "[" + strings.Join(items, ",") + "]"
	for _, tt := range []struct {
		name, body string
		result     tool.Result
		what       string
	}{
		{"whole items", `{"d":` + list + `}`, tool.Result{Items: "/d"}, WhatItems},
		{"root array", list, tool.Result{}, WhatItems},
		{"one item that is too large", `{"d":[{"id":1,"t":"` + long + `"}]}`, tool.Result{Items: "/d"}, WhatCharacters},
		{"two items that are too large", `{"d":[{"t":"` + long + `"},{"t":"` + long + `"}]}`, tool.Result{Items: "/d"}, WhatItems},
		{"an object with a long text", `{"id":1,"t":"` + long + `"}`, tool.Result{}, WhatCharacters},
		{"an object with a long list", `{"id":1,"d":` + list + `}`, tool.Result{}, WhatItems},
		{"an object with many fields", manyFields(200), tool.Result{}, WhatFields},
		{"a text", `"` + long + `"`, tool.Result{}, WhatCharacters},
		{"a text of escapes", `"` + strings.Repeat(`\n\"`, 3000) + `"`, tool.Result{}, WhatCharacters},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.result.MaxBytes = 600
			s, err := Compile(tt.result)
			if err != nil {
				t.Fatal(err)
			}
			d, p := s.Shape(decode(t, tt.body), 0)
			if p != nil {
				t.Fatal(p)
			}
			if len(d.JSON) > 600 || !json.Valid(d.JSON) {
				t.Errorf("%d bytes, valid %v: %s", len(d.JSON), json.Valid(d.JSON), d.JSON)
			}
			if d.Truncated == nil || d.Truncated.What != tt.what || d.Truncated.Dropped <= 0 && tt.what != WhatItems {
				t.Errorf("truncated = %+v, want %s", d.Truncated, tt.what)
			}
			if d.Items >= 0 && d.Truncated.What == WhatItems && d.Kept+d.Truncated.Dropped != d.Items {
				t.Errorf("kept %d and dropped %d of %d items", d.Kept, d.Truncated.Dropped, d.Items)
			}
		})
	}
}

func manyFields(n int) string {
	var b strings.Builder
	b.WriteByte('{')
	for i := range n {
		fmt.Fprintf(&b, `%q:%d,`, fmt.Sprintf("field_%03d", i), i)
	}
	return b.String() + `"z":0}`
}

func TestCompileNamesBadPaths(t *testing.T) {
	for _, r := range []tool.Result{{Items: "data"}, {Redact: []string{"a..b"}}, {Extras: map[string]string{"total": "a..b"}}} {
		if _, err := Compile(r); err == nil {
			t.Errorf("Compile(%+v) found nothing wrong", r)
		}
	}
}

// Whatever an upstream sends, the data is JSON within the cap.
func FuzzShape(f *testing.F) {
	f.Add(`{"d":[{"id":1,"t":"x"}]}`, 40)
	f.Add(`[[[["aaaaaaaaaaaaaaaaaaaaaaaaaa"]]],"\u202e"]`, 20)
	f.Add(manyFields(20), 64)
	results := []tool.Result{{}, {Items: "/d"}, {Select: []tool.Pick{pickOf("d.id", ""), pickOf("d.t", "t")}}, {Redact: []string{"**.t"}, Verbatim: true}}
	f.Fuzz(func(t *testing.T, body string, max int) {
		if !json.Valid([]byte(body)) || max < 16 || max > 1<<20 {
			return
		}
		for _, r := range results {
			r.MaxBytes = max
			s, err := Compile(r)
			if err != nil {
				t.Fatal(err)
			}
			d, p := s.Shape(decode(t, body), 0)
			if p != nil {
				continue
			}
			if !json.Valid(d.JSON) || len(d.JSON) > max {
				t.Fatalf("%s at %d: %s", body, max, d.JSON)
			}
			if d.Items >= 0 && (d.Kept > d.Items || d.Kept < d.Items && d.Truncated == nil) {
				t.Fatalf("%s at %d: kept %d of %d without saying so", body, max, d.Kept, d.Items)
			}
		}
	})
}

// A large answer of which little is kept, and one that is kept whole.
func BenchmarkShape(b *testing.B) {
	item := `{"id":"e1","merchant":"Taxi Berlin","note":"` + strings.Repeat("Ein gewöhnlicher Satz. ", 40) + `","amount":{"cents":1250,"currency":"EUR"}}`
	body := decode(b, `{"data":[`+strings.TrimSuffix(strings.Repeat(item+",", 1000), ",")+`]}`)
	for _, bb := range []struct {
		name   string
		result tool.Result
	}{
		{"1MB to 2KB", tool.Result{Items: "/data", MaxBytes: 2 << 10, Select: []tool.Pick{pickOf("id", ""), pickOf("amount.cents", "cents")}}},
		{"1MB whole", tool.Result{MaxBytes: 2 << 20}},
	} {
		s, err := Compile(bb.result)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, p := s.Shape(body, 0); p != nil {
					b.Fatal(p)
				}
			}
		})
	}
}

// A list that comes in parts is shaped as the list in one.
func FuzzList(f *testing.F) {
	f.Add(`[{"id":1,"t":"x"},{"id":2},{"id":3,"t":"zzzzzzzz"}]`, 1, 40)
	f.Add(`["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",2,3]`, 2, 20)
	f.Add(`[[1,2,3,[4,5]],{},null,"\u202e"]`, 0, 64)
	f.Fuzz(func(t *testing.T, text string, cut, max int) {
		if !json.Valid([]byte(text)) || max < 16 || max > 1<<20 {
			return
		}
		whole, ok := decode(t, text).([]any)
		if !ok || cut < 0 || cut > len(whole) {
			return
		}
		for _, r := range []tool.Result{{}, {Select: []tool.Pick{pickOf("id", "")}}, {Redact: []string{"**.t"}}} {
			r.MaxBytes = max
			s, err := Compile(r)
			if err != nil {
				t.Fatal(err)
			}
			want, _ := s.Shape(decode(t, text), 0)
			l, n := s.List(len(whole)+1), 0
			parts := decode(t, text).([]any)
			for _, part := range [][]any{parts[:cut], parts[cut:]} {
				more, p := l.Add(part, 0)
				if p != nil {
					t.Fatal(p)
				}
				n += more
			}
			got := l.Data()
			if string(got.JSON) != string(want.JSON) || got.Kept != want.Kept || got.Items != want.Items || n != len(whole) || (got.Truncated == nil) != (want.Truncated == nil) {
				t.Fatalf("%s cut at %d, cap %d:\n%s %+v\nwant\n%s %+v", text, cut, max, got.JSON, got, want.JSON, want)
			}
		}
	})
}

// A list ends at the number of items that is asked for, which cuts nothing.
func TestListOfAtMost(t *testing.T) {
	s, _ := Compile(tool.Result{Items: "/d"})
	l := s.List(3)
	for i, body := range []string{`{"d":[1,2]}`, `{"d":[3,4,5]}`} {
		if l.Full() {
			t.Errorf("full before part %d", i)
		}
		if _, p := l.Add(decode(t, body), 0); p != nil {
			t.Fatal(p)
		}
	}
	if d := l.Data(); string(d.JSON) != "[1,2,3]" || d.Kept != 3 || d.Items != 5 || d.Truncated != nil || !l.Full() {
		t.Errorf("list %s, %+v", d.JSON, d)
	}
	if _, p := s.List(3).Add("no list", 0); p == nil || p.Code != runtime.CodeResponseContract {
		t.Errorf("problem %+v", p)
	}
}
