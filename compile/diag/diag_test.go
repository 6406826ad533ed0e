package diag

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestListIsSortedAndHasEachProblemOnce(t *testing.T) {
	var l List
	at := func(file string, line, col int) Pos { return Pos{file, line, col} }
	l.Errorf(at("b.yaml", 2, 1), "dead", "no operation %q", "x")
	l.Hint("pick another")
	l.Relate(at("spec.yaml", 9, 3), "it was here")
	l.Warnf(at("a.yaml", 10, 1), "late", "ten")
	l.Warnf(at("a.yaml", 9, 4), "early", "nine")
	l.Warnf(at("a.yaml", 9, 4), "early", "nine")
	l.Infof(Pos{}, "guess", "no place")
	want := `info: no place [guess]
a.yaml:9:4: warning: nine [early]
a.yaml:10:1: warning: ten [late]
b.yaml:2:1: error: no operation "x" [dead]
	hint: pick another
	spec.yaml:9:3: it was here
`
	if diff := cmp.Diff(want, l.String()); diff != "" {
		t.Errorf("String (-want +got):\n%s", diff)
	}
	if l.Len() != 5 || l.Count(Warning) != 3 || !l.HasErrors() {
		t.Errorf("Len = %d, Count(Warning) = %d, HasErrors = %v", l.Len(), l.Count(Warning), l.HasErrors())
	}
}

func TestErrStandsForErrorsOnly(t *testing.T) {
	var l List
	l.Warnf(Pos{File: "a"}, "w", "only a warning")
	if err := l.Err(); err != nil {
		t.Errorf("Err of warnings = %v, want nil", err)
	}
	l.Errorf(Pos{File: "b"}, "e1", "first")
	l.Errorf(Pos{File: "c"}, "e2", "second")
	var le *ListError
	if err := fmt.Errorf("build: %w", l.Err()); !errors.As(err, &le) || len(le.Diagnostics) != 3 {
		t.Fatalf("Err = %v, want a ListError with all three", err)
	}
	if got, want := le.Error(), "b: error: first [e1] (and 1 more errors)"; got != want {
		t.Errorf("Error() = %q, want %q", got, want)
	}
}

func TestTextOfDocumentsCannotSteerATerminal(t *testing.T) {
	d := Diagnostic{
		Pos: Pos{File: "a\x1b.yaml", Line: 1, Col: 2}, Severity: Error, Code: "dead",
		Message: "no \"get\x1b[2J\nA\"", Hint: "there is x\u202e\u009b\r\n",
		Related: []Related{{Pos{File: "b\x07"}, "here\x00\tfile:1:1: error: none"}},
	}
	want := "a\ufffd.yaml:1:2: error: no \"get\ufffd[2J A\" [dead]\n" +
		"\thint: there is x\ufffd\ufffd  \n" +
		"\tb\ufffd: here\ufffd file:1:1: error: none"
	if diff := cmp.Diff(want, d.String()); diff != "" {
		t.Errorf("String (-want +got):\n%s", diff)
	}
}

func TestPosString(t *testing.T) {
	tests := []struct {
		pos  Pos
		want string
	}{
		{Pos{}, ""}, {Pos{File: "a"}, "a"}, {Pos{"a", 3, 0}, "a:3"}, {Pos{"a", 3, 7}, "a:3:7"},
	}
	for _, tt := range tests {
		if got := tt.pos.String(); got != tt.want {
			t.Errorf("%#v.String() = %q, want %q", tt.pos, got, tt.want)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"searchExpenses", "getExpense", "createExpense", "status", "q"}
	tests := []struct{ name, want string }{
		{"serchExpenses", "searchExpenses"},
		{"search_expenses", "searchExpenses"},
		{"SEARCHEXPENSES", "searchExpenses"},
		{"getExpenses", "getExpense"},
		{"sttaus", "status"},
		{"invoice", ""},
		{"", ""},
		{"x", ""},
		{strings.Repeat("a", 10_000), ""},
	}
	for _, tt := range tests {
		if got := Nearest(tt.name, names); got != tt.want {
			t.Errorf("Nearest(%.20q) = %q, want %q", tt.name, got, tt.want)
		}
	}
	if got, want := DidYouMean("sttaus", names), " (did you mean status?)"; got != want {
		t.Errorf("DidYouMean = %q, want %q", got, want)
	}
}

// FuzzNearest states that only a candidate or nothing comes back, and that a
// candidate is nearest to itself.
func FuzzNearest(f *testing.F) {
	f.Add("serach", "search", "reach")
	f.Fuzz(func(t *testing.T, name, a, b string) {
		switch got := Nearest(name, []string{a, b}); got {
		case "", a, b:
		default:
			t.Errorf("Nearest(%q) = %q, which is no candidate", name, got)
		}
		if a != "" && len(a) < 200 && fold(a) != "" {
			if got := Nearest(a, []string{a}); got != a {
				t.Errorf("Nearest(%q) of itself = %q", a, got)
			}
		}
	})
}
