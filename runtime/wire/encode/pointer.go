package encode

import (
	"fmt"
	"strconv"
	"strings"
)

// Tokens reads a JSON Pointer: RFC 6901 §3 and §4.
func Tokens(pointer string) ([]string, error) {
	if pointer == "" {
		return nil, nil
	}
	if pointer[0] != '/' {
		return nil, fmt.Errorf("pointer %q does not begin with /", pointer)
	}
	list := strings.Split(pointer[1:], "/")
	for i, t := range list {
		if strings.Contains(t, "~") {
			list[i] = strings.ReplaceAll(strings.ReplaceAll(t, "~1", "/"), "~0", "~")
		}
	}
	return list, nil
}

// Lookup walks down objects and lists. found is false when the place does not
// exist; a null that is there is found.
func Lookup(v any, at []string) (_ any, found bool) {
	for _, token := range at {
		switch c := v.(type) {
		case map[string]any:
			if v, found = c[token]; !found {
				return nil, false
			}
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(c) {
				return nil, false
			}
			v = c[i]
		default:
			return nil, false
		}
	}
	return v, true
}
