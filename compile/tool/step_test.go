package tool

import (
	"regexp"
	"strings"
	"testing"
)

func TestPointerToken(t *testing.T) {
	for name, want := range map[string]string{"": "", "a": "a", "a/b": "a~1b", "~": "~0", "~1": "~01", "/~/": "~1~0~1"} {
		if got := PointerToken(name); got != want {
			t.Errorf("PointerToken(%q) = %q, want %q", name, got, want)
		}
	}
}

// TestValidName holds the rule that is written out to the one that is told.
func TestValidName(t *testing.T) {
	form := regexp.MustCompile(toolName)
	for _, name := range []string{"", "a", "A", "_a", "a_", "1a", "a1", "a-b", "a b", "é", "a\n", strings.Repeat("a", 64), strings.Repeat("a", 65)} {
		if got, want := ValidName(name), form.MatchString(name); got != want {
			t.Errorf("ValidName(%q) = %t, want %t", name, got, want)
		}
	}
}
