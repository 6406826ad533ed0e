package shown

import (
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/schema/raw"
)

// IsLegal reports whether models' APIs take name as a property name: one bad
// name makes some of them refuse the whole request.
func IsLegal(name string) bool {
	if name == "" || len(name) > 64 {
		return false
	}
	for i := 0; i < len(name); i++ {
		b := name[i]
		if !(b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_' || b == '-' || b == '.') {
			return false
		}
	}
	return true
}

// legal gives name in characters that every model's API takes: name itself when
// it is fine. Filter[name] becomes filter_name, include[] include, $top top,
// StartTime< StartTime_lt.
func legal(name string) string {
	if IsLegal(name) {
		return name
	}
	s := raw.SafeChars(strings.NewReplacer("<", "_lt", ">", "_gt").Replace(name))
	s = strings.Trim(s, "_")
	if s == "" {
		return "field"
	}
	return s
}

// Name gives the name under which a model sees the property wire of props:
// legal, and different from that of every other property there. It depends on
// nothing else.
func Name(wire string, props *node.Node) string {
	want := legal(wire)
	n := 1
	for _, m := range props.Members() {
		if m.Key == wire {
			break
		}
		if !IsLegal(m.Key) && legal(m.Key) == want {
			n++
		}
	}
	name := want
	for ; n > 1 || props.Has(name); n++ {
		suffix := "_" + strconv.Itoa(max(n, 2))
		name = want[:min(len(want), 64-len(suffix))] + suffix
		if !props.Has(name) {
			break
		}
	}
	return name
}
