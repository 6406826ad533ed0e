package wording

import (
	"slices"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	for _, tt := range []struct{ old, new, want string }{
		{"a b c", "a  b\nc", " a b c"},
		{"a b c", "a x c", " a|-b|+x| c"},
		{"", "a", "+a"},
		{"a b", "b a", "-a| b|+a"},
		{"one two", "three", "-one two|+three"},
		{"", "", ""},
	} {
		var out []string
		for _, r := range Words(tt.old, tt.new) {
			out = append(out, string(r.Op)+r.Text(" "))
		}
		if got := strings.Join(out, "|"); got != tt.want {
			t.Errorf("Words(%q, %q) = %s, want %s", tt.old, tt.new, got, tt.want)
		}
	}
}

// FuzzLines holds that a comparison loses and invents nothing.
func FuzzLines(f *testing.F) {
	f.Add("a\nb\nc", "b\nc\nd")
	f.Fuzz(func(t *testing.T, a, b string) {
		var before, after []string
		for _, r := range Lines(a, b) {
			if r.Op != Come {
				before = append(before, r.Items...)
			}
			if r.Op != Gone {
				after = append(after, r.Items...)
			}
		}
		split := func(s string) []string {
			if s == "" {
				return nil
			}
			return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
		}
		if !slices.Equal(before, split(a)) || !slices.Equal(after, split(b)) {
			t.Errorf("Lines(%q, %q) does not make them again", a, b)
		}
	})
}
