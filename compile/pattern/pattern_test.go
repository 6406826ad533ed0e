package pattern

import (
	"strings"
	"testing"
)

func TestCompile(t *testing.T) {
	tests := []struct {
		expr, match, miss string
		slow              bool
	}{
		{`^[a-z]+$`, "abc", "ABC", false},
		{`^\u00e9$`, "é", "e", false},
		{`^\\u00e9$`, `\u00e9`, "é", false},
		{`^(?=.*\d).{4,}$`, "abc1", "abcd", true},
		{`^(a)\1$`, "aa", "ab", true},
	}
	for _, tt := range tests {
		fast, slow, err := Compile(tt.expr)
		if err != nil || (slow != nil) != tt.slow || (fast == nil) == (slow == nil) {
			t.Errorf("Compile(%q) = %v, %v, %v; want slow %v", tt.expr, fast, slow, err, tt.slow)
			continue
		}
		matches := func(s string) bool {
			if fast != nil {
				return fast.MatchString(s)
			}
			ok, err := slow.MatchString(s)
			return err == nil && ok
		}
		if !matches(tt.match) || matches(tt.miss) {
			t.Errorf("%q: match(%q) = %v, match(%q) = %v", tt.expr, tt.match, matches(tt.match), tt.miss, matches(tt.miss))
		}
	}
	if fast, slow, err := Compile(`a(`); err == nil {
		t.Errorf("Compile of a broken expression = %v, %v, want an error", fast, slow)
	}
}

// FuzzPlain states that an expression without \u stays as it is, and that Plain
// changes nothing more when it is applied again.
func FuzzPlain(f *testing.F) {
	f.Add(`\u0041\\u0041\`)
	f.Fuzz(func(t *testing.T, expr string) {
		once := Plain(expr)
		if again := Plain(once); again != once {
			t.Errorf("Plain(Plain(%q)) = %q, want %q", expr, again, once)
		}
	})
}

func TestEscape(t *testing.T) {
	tests := []struct{ in, want string }{
		{`^[a-z]+$`, `^[a-z]+$`},
		{`^\"a\:\_\@\-b\ $`, `^"a:_@-b $`},
		{`^[\w\-\:\.]+\-$`, `^[\w\-:\.]+-$`},
		{`[\]\-\"]\-`, `[\]\-"]-`},
		{`\\"\\-`, `\\"\\-`},
		{`\/\^\$\.\*\+\?\(\)\[\]\{\}\|`, `\/\^\$\.\*\+\?\(\)\[\]\{\}\|`},
		{`\d\p{L}\u00e9\x41\cA\b\1\k<n>`, `\d\p{L}\u00e9\x41\cA\b\1\k<n>`},
		{`(?<=\<)x(?!\>)`, `(?<=<)x(?!>)`},
		{`\é`, `\é`},
		{`a\`, `a\`},
		{`a{2\,3}\,`, `a{2\,3},`},
		{`[[\:a]`, `[[\:a]`},
		{`[]\-a]`, `[]\-a]`},
	}
	for _, tt := range tests {
		if got := Escape(tt.in); got != tt.want {
			t.Errorf("Escape(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

// FuzzEscape states that an expression matches what it matched before, and that
// there is nothing more to drop.
func FuzzEscape(f *testing.F) {
	f.Add(`^[\w\-\:]+\-\"$`, `ab-:-"`)
	f.Add(`[[:alpha:]\-]\_`, "a_")
	f.Add(`\Q\-\E`, "-")
	f.Fuzz(func(t *testing.T, expr, text string) {
		plain := Escape(expr)
		if again := Escape(plain); again != plain {
			t.Errorf("Escape(Escape(%q)) = %q, want %q", expr, again, plain)
		}
		before, _, err := Compile(expr)
		if err != nil || before == nil || strings.Contains(expr, `\Q`) { // Perl's, not ECMAScript's
			return
		}
		after, _, err := Compile(plain)
		if err != nil || after == nil {
			t.Fatalf("%q became %q, which cannot be read: %v", expr, plain, err)
		}
		if before.MatchString(text) != after.MatchString(text) {
			t.Errorf("%q and %q differ on %q", expr, plain, text)
		}
	})
}
