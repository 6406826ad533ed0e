package comparison

import (
	"fmt"
	"strings"

	"github.com/oatools/oatools/curate/diff/journal"
	"github.com/oatools/oatools/curate/diff/subset"
)

// pointer writes a way through a schema as a JSON Pointer.
func pointer(way []string) string {
	var b strings.Builder
	for _, w := range way {
		b.WriteString("/" + journal.Token(w))
	}
	return b.String()
}

// label names an argument in a sentence.
func label(path []string) string {
	if len(path) == 0 {
		return "The arguments"
	}
	return "Argument " + journal.Clip(strings.Join(path, "."), journal.MaxShown)
}

// lower writes a label inside a sentence.
func lower(s string) string {
	if s == "" || s[0] < 'A' || s[0] > 'Z' {
		return s
	}
	return string(s[0]-'A'+'a') + s[1:]
}

// fromTo says what a keyword was and is.
func fromTo(d *subset.Delta) string {
	switch {
	case d.Old == nil:
		return fmt.Sprintf("now %s", journal.Shown(d.New))
	case d.New == nil:
		return fmt.Sprintf("%s before, none now", journal.Shown(d.Old))
	}
	return fmt.Sprintf("from %s to %s", journal.Shown(d.Old), journal.Shown(d.New))
}

// listed names the values that only one side has.
func listed(d *subset.Delta) string {
	switch {
	case d.Old == nil && d.New != nil && d.Move == subset.Narrowed:
		return "only " + journal.Shown(d.New)
	case d.Old == nil:
		return journal.Shown(d.New)
	case d.New == nil:
		return "not " + journal.Shown(d.Old)
	}
	return fromTo(d)
}

// fieldPath writes a way to a value of the result, items left out as in select.
func fieldPath(path []string) string {
	out := ""
	for _, p := range path {
		if p == "*" {
			continue
		}
		if out != "" {
			out += "."
		}
		out += p
	}
	return out
}
