package change

import (
	"fmt"
	"slices"
	"strings"
)

// Class says whom a change concerns.
type Class string

// The classes, most severe first.
const (
	// Breaking: a call that was fine fails now, or who relies on the result breaks.
	Breaking Class = "BREAKING"
	// Exposure: more power, more data, more people.
	Exposure Class = "EXPOSURE"
	// Prompt: every call is as good as before, but the model reads other words.
	Prompt Class = "PROMPT"
	// Behaviour: the same surface, executed otherwise.
	Behaviour Class = "BEHAVIOUR"
	// Additive: strictly more, and nobody is hurt.
	Additive Class = "ADDITIVE"
	// None: nobody notices. The artifact differs, and a report is complete.
	None Class = "NONE"
)

// Classes lists the classes, most severe first.
func Classes() []Class {
	return []Class{Breaking, Exposure, Prompt, Behaviour, Additive, None}
}

// valid reports whether c is one of Classes.
func (c Class) valid() bool { return slices.Contains(Classes(), c) }

// ParseClass reads a class in any case.
func ParseClass(s string) (Class, error) {
	if c := Class(strings.ToUpper(s)); c.valid() {
		return c, nil
	}
	return "", fmt.Errorf("unknown class %q; want one of %s", s, strings.ToLower(strings.Join(classNames(), ", ")))
}

func classNames() []string {
	var out []string
	for _, c := range Classes() {
		out = append(out, string(c))
	}
	return out
}
