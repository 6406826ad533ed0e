package diff

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/diff/change"
)

func TestSameSet(t *testing.T) {
	for _, set := range sets(t) {
		r := Diff(set, clone(t, set))
		if !r.Empty() || r.Version.Small || r.Worst() != "" {
			t.Errorf("%s: Diff of a set with itself = %+v", set.Name, r.Changes)
		}
		for _, tc := range r.Tools {
			if tc.State != change.Same || tc.Worst != "" || tc.Stale {
				t.Errorf("%s: %+v", set.Name, tc)
			}
		}
	}
}

func TestNewAndGoneSets(t *testing.T) {
	set := sets(t)[0]
	there, back := Diff(nil, set), Diff(set, nil)
	if there.Old != nil || back.New != nil || there.Version.Small || back.Version.Small {
		t.Errorf("sides or versions of a new set: %+v, %+v", there, back)
	}
	if n := there.Count(change.Additive); n != len(set.Tools) {
		t.Errorf("a new set has %d additive changes, want %d", n, len(set.Tools))
	}
	if n := back.Count(change.Breaking); n != len(set.Tools) {
		t.Errorf("a set that is gone has %d breaking changes, want %d", n, len(set.Tools))
	}
}

// TestFingerprints holds that a fingerprint names values, not places or words.
func TestFingerprints(t *testing.T) {
	set := sets(t)[0]
	edited := func(s *tool.Set, more bool) *change.Report {
		s = clone(t, s)
		s.Tools[0].Timeout = 99e9
		if more {
			s.Tools[1].Description += " More."
			s.Version = "9.0.0"
		}
		return Diff(set, s)
	}
	a, b := edited(set, false), edited(set, true)
	b.Locate(func(string, string) (overlay, spec diag.Pos, ok bool) {
		return diag.Pos{File: "x", Line: 3}, diag.Pos{}, true
	})
	prints := func(r *change.Report) []string {
		var out []string
		for _, c := range r.Changes {
			if c.Rule == "timeout-changed" {
				out = append(out, c.Fingerprint)
			}
		}
		return out
	}
	if len(prints(a)) != 1 || !slices.Equal(prints(a), prints(b)) {
		t.Errorf("fingerprints = %v and %v, want one and the same", prints(a), prints(b))
	}
}

// TestOrder holds that reports are sorted and the same every time.
func TestOrder(t *testing.T) {
	set := sets(t)[0]
	other := clone(t, set)
	for i := range other.Tools {
		other.Tools[i].Description += "."
		other.Tools[i].Timeout = 99e9
		other.Tools[i].Audience = nil
	}
	want := Diff(set, other)
	for range 5 {
		if diff := cmp.Diff(want, Diff(set, other)); diff != "" {
			t.Fatal(diff)
		}
	}
}

// TestSiblings holds that a new tool names those it could be taken for.
func TestSiblings(t *testing.T) {
	set := sets(t)[0]
	old := clone(t, set)
	old.Tools = slices.DeleteFunc(old.Tools, func(t tool.Tool) bool { return t.Name == "expense_create" })
	r := Diff(old, set)
	i := slices.IndexFunc(r.Changes, func(c change.Change) bool { return c.Rule == "tool-added" })
	if want := fmt.Sprintf("A new command, ~%d tokens: POST /expenses (effect: create). A model could take it for expense_search.", tokensOf(set, "expense_create")); i < 0 || r.Changes[i].What != want {
		t.Errorf("a new tool is told as %+v, want %q", r.Changes, want)
	}
}

func tokensOf(s *tool.Set, name string) int {
	return s.Tools[slices.IndexFunc(s.Tools, func(t tool.Tool) bool { return t.Name == name })].Tokens
}

// many gives a set of n tools, and the set after a change of every tool.
func many(t testing.TB, n int) (old, new *tool.Set) {
	base := clone(t, sets(t)[0])
	old = clone(t, base)
	old.Tools = nil
	for i := range n {
		tl := base.Tools[i%len(base.Tools)]
		tl.Name = fmt.Sprintf("%s_%03d", tl.Name, i)
		old.Tools = append(old.Tools, tl)
	}
	old, new = clone(t, old), clone(t, old)
	for i := range new.Tools {
		tl := &new.Tools[i]
		tl.Description = "Now " + tl.Description
		tl.Input = []byte(`{"type":"object","properties":{"brand_new":{"type":"string"},` + string(tl.Input[len(`{"type":"object","properties":{`):]))
		tl.Timeout = 99e9
		tl.Audience = nil
	}
	return old, new
}

func BenchmarkDiff(b *testing.B) {
	for _, n := range []int{50, 100, 200, 400} {
		b.Run(fmt.Sprintf("tools=%d", n), func(b *testing.B) {
			old, new := many(b, n)
			for b.Loop() {
				if Diff(old, new).Empty() {
					b.Fatal("nothing is told")
				}
			}
		})
	}
}

func BenchmarkDiffSame(b *testing.B) {
	old, _ := many(b, 200)
	again := clone(b, old)
	for b.Loop() {
		if !Diff(old, again).Empty() {
			b.Fatal("something is told")
		}
	}
}
