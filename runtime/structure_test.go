package runtime

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestStructure(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{`1`, ``},
		{`"{,}"`, ``},
		{`[]`, `[1 ]1`},
		{`{"a":[1,{}],"b":2}`, `{1 [2 ,2 {3 }3 ]2 ,1 }1`},
		{`["\"[","\\",[]]`, `[1 ,1 ,1 [2 ]2 ]1`},
		{`["unended [\`, `[1`},
		{`]]`, `]0 ]-1`},
	} {
		var got []string
		for i, depth := range Structure([]byte(tt.text)) {
			got = append(got, fmt.Sprintf("%c%d", tt.text[i], depth))
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("Structure(%s) = %s, want %s", tt.text, strings.Join(got, " "), tt.want)
		}
	}
	for range Structure([]byte(`[[[`)) {
		break // a caller may stop anywhere
	}
}

// What opens also closes, at the same depth, in every valid text.
func FuzzStructure(f *testing.F) {
	f.Add(`{"a":[1,"\"]",{}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		var open []byte
		valid := json.Valid([]byte(text))
		for i, depth := range Structure([]byte(text)) {
			if !valid {
				continue
			}
			switch c := text[i]; c {
			case '{', '[':
				open = append(open, c+2) // the bracket that closes it, in ASCII
				if depth != len(open) {
					t.Fatalf("%q: depth %d at %d, want %d", text, depth, i, len(open))
				}
			case '}', ']':
				if depth != len(open) || open[depth-1] != c {
					t.Fatalf("%q: %c at %d closes %q", text, c, i, open)
				}
				open = open[:depth-1]
			}
		}
		if valid && len(open) > 0 {
			t.Fatalf("%q: %q is left open", text, open)
		}
	})
}
