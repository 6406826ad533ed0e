package encode

import "strings"

// Names are the names that belong to parameters and credentials. A free-form
// value that is written as pairs of its own may not use them: it would add to, or
// override, what somebody else decides. The zero value holds none.
type Names struct{ lower []string }

// Add takes a name in. Letters count alike in both cases: to many servers they
// are.
func (n *Names) Add(name string) { n.lower = append(n.lower, strings.ToLower(name)) }

// taken reports whether name is one of n, or a part or a whole of one in the way
// in which many servers read brackets: x[a] lies in x. own is the name of the
// parameter that is written; it stands in nobody's way.
func (n *Names) taken(name, own string) bool {
	if n == nil || len(n.lower) == 0 {
		return false
	}
	name, own = strings.ToLower(name), strings.ToLower(own)
	for _, other := range n.lower {
		if other != own && (name == other || strings.HasPrefix(name, other+"[") || strings.HasPrefix(other, name+"[")) {
			return true
		}
	}
	return false
}

const otherName = "cannot use the name of another parameter"
