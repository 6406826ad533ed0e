package journal

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/node"
)

// MaxShown bounds a value inside a sentence, in bytes.
const MaxShown = 60

// Moved says in words how a value changed.
func Moved(subject string, old, new any) string {
	switch o, n := Stated(old), Stated(new); {
	case o == nil:
		return fmt.Sprintf("%s is %s now; it was not stated.", subject, Shown(n))
	case n == nil:
		return fmt.Sprintf("%s was %s and is not stated any more.", subject, Shown(o))
	default:
		return fmt.Sprintf("%s goes from %s to %s.", subject, Shown(o), Shown(n))
	}
}

// Shown writes a value for a sentence: words as they are, the rest as JSON.
func Shown(v any) string {
	text := string(JSON(v))
	var s string
	if json.Unmarshal([]byte(text), &s) == nil && text != "null" {
		text = s
		if strings.ContainsAny(s, " \n\t") || s == "" {
			text = strings.Join(strings.Fields(s), " ")
			if strings.Contains(text, `"`) {
				text = "'" + text + "'"
			} else {
				text = `"` + text + `"`
			}
		}
	}
	return Clip(text, MaxShown)
}

// Clip cuts at a rune.
func Clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// Token writes a name as a token of a JSON Pointer.
func Token(name string) string { return node.Pointer{name}.String()[1:] }

// Or gives word, or what stands for none.
func Or(word, otherwise string) string {
	if word == "" {
		return otherwise
	}
	return word
}

// Upper writes a word at the start of a sentence.
func Upper(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}
