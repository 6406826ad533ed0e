package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// stdlib writes s the slow way, which defines the layout.
func stdlib(t testing.TB, s *Set) []byte {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestEncodeIsEncodingJSONIndented(t *testing.T) {
	for _, n := range []int{-1, 0, 1, 12} {
		s := sample(max(n, 0))
		switch n {
		case -1:
			s.Tools, s.Servers, s.Auth, s.Sources = nil, nil, nil, nil
		case 0:
			s.Tools, s.Servers = []Tool{}, map[string]Server{}
		default:
			s.Tools[0].Description = "tab\t, bell\a, back\b, feed\f, return\r, line\n, ps\u2029, del\x7f, quote\", back\\, ls\u2028, emoji 🙂, bad \xff utf-8, <&>"
			s.Tools[0].Cost = &Cost{USD: 0.0000001, Latency: Duration(time.Second)}
			s.Tools[0].Evals = []Eval{{Call: json.RawMessage(` { "a" : [ ] , "b" : { } , "c" : [ 1.50 , "\" ]" , null ] } `)}}
		}
		got, err := Encode(s)
		if err != nil {
			t.Fatal(err)
		}
		if want := stdlib(t, s); !bytes.Equal(got, want) {
			t.Errorf("%d tools: Encode differs from encoding/json: %s", n, difference(got, want))
		}
	}
}

func TestDecodeGivesBackWhatWasEncoded(t *testing.T) {
	s := sample(11)
	data, err := Encode(s)
	if err != nil {
		t.Fatal(err)
	}
	got, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(s, got); diff != "" {
		t.Errorf("Decode(Encode(s)) (-want +got):\n%s", diff)
	}
	again, err := Encode(got)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(data, again) {
		t.Errorf("encoding twice differs: %s", difference(again, data))
	}
	if bytes.ContainsAny(got.Tools[0].Input, "\n ") && !json.Valid(got.Tools[0].Input) {
		t.Errorf("schema is not compact: %s", got.Tools[0].Input)
	}
}

func TestDecodeRefuses(t *testing.T) {
	good, err := Encode(sample(3))
	if err != nil {
		t.Fatal(err)
	}
	replace := func(old, new string) func([]byte) []byte {
		return func(b []byte) []byte {
			if !bytes.Contains(b, []byte(old)) {
				t.Fatalf("the sample has no %q", old)
			}
			return bytes.Replace(b, []byte(old), []byte(new), 1)
		}
	}
	tests := []struct {
		name string
		edit func([]byte) []byte
		want string
	}{
		{"nothing at all", func([]byte) []byte { return nil }, "unexpected EOF"},
		{"another kind of file", func([]byte) []byte { return []byte("{\"openapi\": \"3.1.0\"}\n") }, "no format"},
		{"a later format", replace("oatools.set/1", "oatools.set/2"), `this program reads "oatools.set/1"`},
		{"an unknown field", replace(`"name": "sample"`, `"nmae": "sample"`), `unknown field "nmae" at the root`},
		{"an unknown field in a tool", replace(`"shape": "query"`, `"shpe": "query"`), `unknown field "shpe" in /tools/0`},
		{"a field in the wrong case", replace(`"name": "sample"`, `"Name": "sample"`), `line 3, column 3: unknown field "Name" at the root`},
		{"a duplicate field", replace(`"name": "sample",`, "\"name\": \"sample\",\n  \"name\": \"sample\","), `line 4, column 3: jsontext: duplicate object member name "name"`},
		{"fields in another order", replace("\"name\": \"sample\",\n  \"version\": \"1.2.3\",", "\"version\": \"1.2.3\",\n  \"name\": \"sample\","), "not canonical: line 3"},
		{"other white space", replace("  \"name\"", "\t\"name\""), "not canonical: line 3, column 1"},
		{"white space in a schema", replace(`"default": "open"`, `"default":  "open"`), "not canonical"},
		{"an escape too many", replace("Search issues", `Se\u0061rch issues`), "not canonical"},
		{"a field that is always left out", replace(`"shape": "query"`, `"shape": "query",`+"\n"+`      "job": null`), "not canonical"},
		{"bytes after the end", func(b []byte) []byte { return append(b, '\n') }, "not canonical"},
		{"no newline at the end", func(b []byte) []byte { return b[:len(b)-1] }, "not canonical"},
		{"a byte that is not UTF-8", replace(`"Words to look for."`, "\"Words\xffto look for.\""), "invalid UTF-8"},
		{"a wrong type", replace(`"tokens": 120`, `"tokens": "120"`), "line "},
		{"a digest of another length", func(b []byte) []byte {
			return bytes.Replace(b, []byte("\n  \"digest\": \""), []byte("\n  \"digest\": \"0"), 1)
		}, "hexadecimal digits"},
		{"an edit by hand", replace("Newest first.", "Oldest first."), "digest is"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Decode(tt.edit(bytes.Clone(good)))
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Decode() = %v, want an error with %q", err, tt.want)
			}
		})
	}
}

func TestEncodeRefusesBrokenSets(t *testing.T) {
	tests := []struct {
		name string
		edit func(*Set)
		want string
	}{
		{"no name", func(s *Set) { s.Name = "" }, "name is empty"},
		{"a bad tool name", func(s *Set) { s.Tools[0].Name = "Tool" }, "does not match"},
		{"an unsorted tool", func(s *Set) { s.Tools[0].Name = "z" }, "sorted and unique"},
		{"an unknown shape", func(s *Set) { s.Tools[0].Shape = "query2" }, `shape "query2"`},
		{"no contract", func(s *Set) { s.Tools[0].Query = nil }, "no query contract"},
		{"two contracts", func(s *Set) { s.Tools[0].Job = &Job{} }, "has a job contract"},
		{"no operation", func(s *Set) { s.Tools[0].Main = nil }, "main is missing"},
		{"an unknown server", func(s *Set) { s.Tools[0].Main.Binding.Server = "x" }, `server "x"`},
		{"an unknown scheme", func(s *Set) { s.Tools[0].Main.Binding.Auth[0][0].Scheme = "x" }, `"x" is not in auth`},
		{"an unknown source", func(s *Set) { s.Tools[0].Main.Op.Source = "x" }, `source "x"`},
		{"a segment without parameter", func(s *Set) { s.Tools[0].Main.Binding.Path[1].Param = "x" }, "{x} has no parameter"},
		{"an empty segment", func(s *Set) { s.Tools[0].Main.Binding.Path[1].Param = "" }, "exactly one of lit and param"},
		{"a path parameter without segment", func(s *Set) { s.Tools[0].Main.Binding.Path = s.Tools[0].Main.Binding.Path[:1] }, "does not use it"},
		{"a value without origin", func(s *Set) { s.Tools[0].Main.Binding.Params[1].Value = Value{} }, "0 origins"},
		{"a value with two origins", func(s *Set) { s.Tools[0].Main.Binding.Params[1].Value.Gen = "now" }, "2 origins"},
		{"an argument that the input lacks", func(s *Set) { s.Tools[0].Main.Binding.Params[1].Value.Arg = "/x~1y/z" }, "/x~1y/z is not in the input"},
		{"a default without argument", func(s *Set) { s.Tools[0].Main.Binding.Params[0].Value.Default = json.RawMessage("1") }, "default but no argument"},
		{"an input that is no object", func(s *Set) { s.Tools[0].Input = Schema(`{"type":"string"}`) }, "not a schema of an object"},
		{"a command without dry_run", func(s *Set) { s.Tools[4].Input = s.Tools[0].Input }, "control argument dry_run"},
		{"an unknown audience", func(s *Set) { s.Tools[0].Audience = []string{"x"} }, `"x" is not in audiences`},
		{"an undo that is no tool", func(s *Set) { s.Tools[4].Command.Undo = "x" }, `"x" is no tool`},
		{"another format", func(s *Set) { s.Format = "oatools.set/9" }, `format is "oatools.set/9"`},
		{"an approver that nobody knows", func(s *Set) { s.Tools[4].Approval = []Approval{{By: "x"}} }, `approval: "x" is not in audiences`},
		{"a tool that replaces one beside it", func(s *Set) { s.Tools[4].Replaces = &Replaces{Name: s.Tools[0].Name} }, "is a tool of this set"},
		{"an effect of no kind", func(s *Set) { s.Tools[4].Command.Effect = "break" }, `effect "break" is none of`},
		{"pages of a command", func(s *Set) { s.Tools[4].Result.Page = &Page{Auto: &Auto{Pages: 2, Items: 1}} }, "a command has no auto"},
		{"one page", func(s *Set) { s.Tools[0].Result.Page = &Page{Auto: &Auto{Pages: 1, Items: 1}} }, "auto has 1 pages"},
		{"too many pages", func(s *Set) { s.Tools[0].Result.Page = &Page{Auto: &Auto{Pages: AutoPages + 1, Items: 1}} }, fmt.Sprintf("want 2 to %d", AutoPages)},
		{"no items", func(s *Set) { s.Tools[0].Result.Page = &Page{Auto: &Auto{Pages: 2}} }, "auto has 0 items"},
		{"too many items", func(s *Set) { s.Tools[0].Result.Page = &Page{Auto: &Auto{Pages: 2, Items: AutoItems + 1}} }, fmt.Sprintf("want 1 to %d", AutoItems)},
		{"a size below nothing", func(s *Set) { s.Tools[0].Result.Page = &Page{Auto: &Auto{Pages: 2, Items: 1, Size: -1}} }, "auto has the size -1"},
		{"a parameter that is not written in any way", func(s *Set) {
			s.Tools[0].Main.Binding.Params[1].Style, s.Tools[0].Main.Binding.Params[1].Media = "", ""
		}, "neither style nor media"},
		{"a field that is no pointer", func(s *Set) { s.Tools[0].Main.Binding.Body = &Body{Fields: []Field{{To: "a"}}} }, `"a" is not a JSON Pointer`},
		{"a field without origin", func(s *Set) { s.Tools[0].Main.Binding.Body = &Body{Fields: []Field{{To: "/a"}}} }, "body:/a: value has 0 origins"},
		{"a secret that nobody keeps", func(s *Set) { s.Tools[0].Main.Binding.Params[1].Value = Value{Secret: "x"} }, `secret "x" is not in auth`},
		{"a text that is too deep", func(s *Set) {
			s.Tools[0].Evals = []Eval{{Call: json.RawMessage(strings.Repeat("[", 300) + strings.Repeat("]", 300))}}
		}, "nested more than"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := sample(5)
			tt.edit(s)
			if _, err := Encode(s); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Encode() = %v, want an error with %q", err, tt.want)
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	for _, n := range []int{0, 1, 5} {
		data, err := Encode(sample(n))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		// Whatever loads has one spelling: its own.
		s, err := Decode(data)
		if err != nil {
			return
		}
		again, err := Encode(s)
		if err != nil {
			t.Fatalf("Decode took what Encode refuses: %v", err)
		}
		if !bytes.Equal(data, again) {
			t.Fatalf("not canonical: %s", difference(data, again))
		}
	})
}

// FuzzIndent holds the one-pass writer of JSON texts against encoding/json.
func FuzzIndent(f *testing.F) {
	for _, s := range []string{`{}`, `[ ]`, `{"a":[{}, 1e5 ,"\\\""]}`, ` "x" `, `[[],[{"b":null}]]`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if !json.Valid(text) {
			return
		}
		var want, tight bytes.Buffer
		if json.Indent(&want, text, "", "  ") != nil || json.Compact(&tight, text) != nil {
			return
		}
		w := writer{}
		if !w.indent(text, 0) {
			return
		}
		if got, want := string(w.dst), strings.TrimRight(want.String(), " \n\r\t"); got != want {
			t.Errorf("indent(%q) = %q, want %q", text, got, want)
		}
		if got := compact(bytes.Clone(text)); !bytes.Equal(got, tight.Bytes()) {
			t.Errorf("compact(%q) = %q, want %q", text, got, tight.Bytes())
		}
	})
}

// BenchmarkDecode reports how many times as long as a json.Unmarshal of the
// same bytes into any a strict load takes.
func BenchmarkDecode(b *testing.B) {
	data, err := Encode(sample(200))
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	var decode, plain time.Duration
	for b.Loop() {
		start := time.Now()
		if _, err := Decode(data); err != nil {
			b.Fatal(err)
		}
		decode += time.Since(start)
		start = time.Now()
		var v any
		if err := json.Unmarshal(data, &v); err != nil {
			b.Fatal(err)
		}
		plain += time.Since(start)
	}
	b.ReportMetric(float64(decode)/float64(plain), "x-unmarshal")
}
