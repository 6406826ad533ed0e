package diff

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate"
	"github.com/oatools/oatools/curate/diff/change"
	"github.com/oatools/oatools/curate/diff/journal"
)

// sets compiles overlays that together use every shape.
func sets(t testing.TB) []*tool.Set {
	t.Helper()
	paths, err := filepath.Glob("testdata/overlays/*.overlay.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no overlays: %v", err)
	}
	var out []*tool.Set
	for _, path := range paths {
		built, err := curate.Build(path, curate.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if built.Set == nil {
			t.Fatalf("%s: %v", path, built.Diags)
		}
		out = append(out, built.Set)
	}
	return out
}

func clone(t testing.TB, s *tool.Set) *tool.Set {
	t.Helper()
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	out := new(tool.Set)
	if err := json.Unmarshal(data, out); err != nil {
		t.Fatal(err)
	}
	return out
}

// singles gives each tool in a set of its own, which is faster to compare.
func singles(t testing.TB) []*tool.Set {
	var out []*tool.Set
	for _, set := range sets(t) {
		bare := clone(t, set)
		bare.Tools = nil
		out = append(out, bare)
		for _, tl := range set.Tools {
			one := &tool.Set{Format: set.Format, Name: set.Name, Audiences: set.Audiences, Servers: set.Servers, Auth: set.Auth, Tools: []tool.Tool{tl}}
			out = append(out, one)
		}
	}
	return out
}

// silent lists the changes that no report tells, each with the reason.
var silent = []struct{ path, why string }{
	{`^Digest `, "follows from everything else"},
	{`^Format `, "a reader takes one format only"},
	{`Hash\.`, "follows from the tool"},
	{`^Tools to (a copy|one turned)`, "no such set can be read: tools are sorted and each is there once"},
	{`Hosts to a copy`, "a host twice is a host"},
	{`(Files|Patches) to a copy`, "a file twice is a file"},
	{`^Sources to a copy`, "a source twice is a source"},
	{`^Budget to an empty one`, "a budget without caps is none"},
}

// broken lists the changes that give a set which nobody can read, because its
// parts contradict each other. All that is wanted is that they are told.
var broken = []string{
	`Value\.(Const|Caller|Secret|Gen|Start|Page|Size|Run|Default|Arg) `,
	`(Query|Command|Job|Handle|Agent|Human) to nil`,
	`to an empty one$`,
	`(Params|Fields|Results) to a copy of the last`,
	`Idempotency\.None to another`,
	`Input to \["properties"\] to one without (dry_run|confirm_token)`,
	`Input to nil`,
}

func isBroken(path string) bool {
	return slices.ContainsFunc(broken, func(s string) bool { return regexp.MustCompile(s).MatchString(path) })
}

func isSilent(path string) bool {
	return slices.ContainsFunc(silent, func(s struct{ path, why string }) bool { return regexp.MustCompile(s.path).MatchString(path) })
}

// mutant is one change of one field.
type mutant struct {
	path string
	do   func()
	undo func()
}

// mutants lists single changes of everything that v holds.
func mutants(v reflect.Value, path string, out *[]mutant) {
	set := func(what string, to reflect.Value) {
		old := reflect.New(v.Type()).Elem()
		old.Set(v)
		*out = append(*out, mutant{path + " to " + what, func() { v.Set(to) }, func() { v.Set(old) }})
	}
	if raw, ok := v.Interface().(json.RawMessage); ok {
		for _, m := range jsonMutants(raw) {
			set(m.what, reflect.ValueOf(json.RawMessage(m.text)))
		}
		return
	}
	switch v.Kind() {
	case reflect.String:
		set("another", reflect.ValueOf(v.String()+"x").Convert(v.Type()))
		if v.String() != "" {
			set("nothing", reflect.Zero(v.Type()))
		}
	case reflect.Bool:
		set("its opposite", reflect.ValueOf(!v.Bool()))
	case reflect.Int, reflect.Int64:
		set("more", reflect.ValueOf(v.Int()*3+7).Convert(v.Type()))
		if v.Int() != 0 {
			set("zero, which may be the default", reflect.Zero(v.Type()))
		}
	case reflect.Float64:
		set("more", reflect.ValueOf(v.Float()*3+7))
	case reflect.Pointer:
		if v.IsNil() {
			set("an empty one", reflect.New(v.Type().Elem()))
			return
		}
		set("nil", reflect.Zero(v.Type()))
		mutants(v.Elem(), path, out)
	case reflect.Struct:
		for i := range v.NumField() {
			mutants(v.Field(i), path+"."+v.Type().Field(i).Name, out)
		}
	case reflect.Slice:
		mutateSlice(v, path, set, out)
	case reflect.Map:
		for _, key := range v.MapKeys() {
			less := reflect.MakeMap(v.Type())
			for _, k := range v.MapKeys() {
				if k.String() != key.String() {
					less.SetMapIndex(k, v.MapIndex(k))
				}
			}
			set("one without "+key.String(), less)
			mutateEntry(v, key, path, out)
		}
	}
}

// mutateEntry changes the value of a map's key, by way of a copy.
func mutateEntry(m, key reflect.Value, path string, out *[]mutant) {
	entry := reflect.New(m.Type().Elem()).Elem()
	entry.Set(m.MapIndex(key))
	var inner []mutant
	mutants(entry, path+"["+key.String()+"]", &inner)
	for _, in := range inner {
		old := reflect.New(m.Type().Elem()).Elem()
		old.Set(m.MapIndex(key))
		*out = append(*out, mutant{in.path, func() { in.do(); m.SetMapIndex(key, entry) }, func() { in.undo(); m.SetMapIndex(key, old) }})
	}
}

func mutateSlice(v reflect.Value, path string, set func(string, reflect.Value), out *[]mutant) {
	if n := v.Len(); n > 0 {
		less := reflect.MakeSlice(v.Type(), n-1, n-1)
		reflect.Copy(less, v.Slice(1, n))
		set("one without its first", less)
		more := reflect.AppendSlice(reflect.MakeSlice(v.Type(), 0, n+1), v)
		set("a copy of the last", reflect.Append(more, v.Index(n-1)))
		if n > 1 {
			turned := reflect.MakeSlice(v.Type(), n, n)
			reflect.Copy(turned, v)
			turned.Index(0).Set(v.Index(n - 1))
			turned.Index(n - 1).Set(v.Index(0))
			set("one turned round", turned)
		}
	}
	for i := range v.Len() {
		name := fmt.Sprint(i)
		if t, ok := v.Index(i).Addr().Interface().(*tool.Tool); ok {
			name = t.Name
		}
		mutants(v.Index(i), path+"["+name+"]", out)
	}
	if v.Len() == 0 && v.Type().Elem().Kind() == reflect.String {
		set("one more", reflect.Append(v, reflect.ValueOf("x").Convert(v.Type().Elem())))
	}
}

type jsonMutant struct{ what, text string }

// jsonMutants changes, drops and turns round whatever a JSON text holds.
func jsonMutants(raw json.RawMessage) []jsonMutant {
	if raw == nil {
		return []jsonMutant{{"a value", `{"type":"object"}`}}
	}
	root := journal.Parse(raw)
	out := []jsonMutant{{"nil", ""}}
	texts := map[string]bool{string(raw): true}
	add := func(what, text string) {
		if !texts[text] {
			texts[text] = true
			out = append(out, jsonMutant{what, text})
		}
	}
	for _, m := range nodeMutants(root) {
		add(m.what, m.text)
	}
	return out
}

// TestNothingIsSilent changes every field of every tool, one at a time, and
// wants to read of it; and wants the inverse rule when it is changed back.
func TestNothingIsSilent(t *testing.T) {
	rules := map[string]change.Rule{}
	for _, r := range change.Rules() {
		rules[r.ID] = r
	}
	used := map[string]bool{}
	n := 0
	for _, set := range singles(t) {
		base := clone(t, set)
		work := clone(t, set)
		var all []mutant
		if len(work.Tools) > 0 {
			mutants(reflect.ValueOf(&work.Tools[0]).Elem(), ".Tools["+work.Tools[0].Name+"]", &all)
		} else {
			mutants(reflect.ValueOf(work).Elem(), "", &all)
		}
		for i, m := range all {
			if testing.Short() && i%7 != 0 {
				continue
			}
			m.do()
			there, back := Diff(base, work), Diff(work, base)
			m.undo()
			n++
			if there.Empty() != back.Empty() {
				t.Errorf("%s: told one way only", m.path)
			}
			if there.Empty() && !isSilent(strings.TrimPrefix(m.path, ".")) {
				t.Errorf("%s: nothing is told", m.path)
			}
			inverses(t, rules, m.path, there, back)
			for _, c := range append(there.Changes, back.Changes...) {
				used[c.Rule] = true
				if c.Rule == "unknown-changed" && !isBroken(m.path) {
					t.Errorf("%s: no rule for it: %+v", m.path, c)
				}
			}
		}
		if r := Diff(base, work); !r.Empty() {
			t.Fatalf("a mutant was left behind: %+v\n%s", r.Changes[0], cmp.Diff(base, work))
		}
	}
	t.Logf("%d mutants", n)
	for _, e := range edits() {
		for _, rule := range e.want {
			used[rule] = true
		}
	}
	for _, r := range change.Rules() {
		if !used[r.ID] && !testing.Short() && r.ID != "unknown-changed" {
			t.Errorf("no mutant and no edit shows %s", r.ID)
		}
	}
}

// inverses holds that what is additive one way is breaking the other way, and
// every other pair that the table promises.
func inverses(t *testing.T, rules map[string]change.Rule, path string, there, back *change.Report) {
	t.Helper()
	for _, c := range there.Changes {
		want := rules[c.Rule].Inverse
		if want == nil {
			if c.Class == change.Additive {
				t.Errorf("%s: %s is additive and has no inverse", path, c.Rule)
			}
			continue
		}
		if !slices.ContainsFunc(back.Changes, func(b change.Change) bool { return slices.Contains(want, b.Rule) }) {
			t.Errorf("%s: %s has none of %v backwards: %v", path, c.Rule, want, ruleIDs(back))
		}
	}
}

func ruleIDs(r *change.Report) []string {
	var out []string
	for _, c := range r.Changes {
		out = append(out, c.Rule)
	}
	return out
}

func itoa(i int) string { return strconv.Itoa(i) }
