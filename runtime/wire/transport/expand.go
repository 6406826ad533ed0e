package transport

import (
	"fmt"
	"strings"
)

// expand fills ${NAME} and ${NAME:-default} in. A default stands for a variable
// that is not set or is empty.
func expand(template string, env func(string) (string, bool)) (string, error) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(template, "${")
		b.WriteString(before)
		if !found {
			return b.String(), nil
		}
		inner, after, closed := strings.Cut(rest, "}")
		if !closed {
			return "", fmt.Errorf("${ without }")
		}
		name, fallback, hasDefault := strings.Cut(inner, ":-")
		if !variable(name) {
			return "", fmt.Errorf("${%s}: is not the name of a variable", name)
		}
		v, ok := env(name)
		switch {
		case ok && v != "":
			b.WriteString(v)
		case hasDefault:
			b.WriteString(fallback)
		default:
			return "", fmt.Errorf("environment variable %s is not set", name)
		}
		template = after
	}
}

func variable(name string) bool {
	for i := 0; i < len(name); i++ {
		c := name[i]
		if c != '_' && (c < 'A' || c > 'Z') && (c < 'a' || c > 'z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return name != ""
}
