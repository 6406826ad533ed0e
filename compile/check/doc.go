// Package check reads values that nobody vouches for and checks them against
// JSON Schema 2020-12, in words that a model can act on.
//
// It guards the validation library that it wraps: numbers that would cost
// seconds or crash it, nesting, size, ambiguous recursive unions, and regular
// expressions that need backtracking are all bounded. It knows schemas as text
// and nothing about where they came from.
//
// Start at Decode, then Compile and Validator.Validate.
package check

// Problem is one thing that is wrong with a value, in words that a model can
// act on. The words name what was expected; they hold at most 60 characters of
// the value, and nothing of a value whose format is password.
type Problem struct {
	At      string // JSON Pointer into the value; "" is the value itself
	Message string
}

// Limits bound what Decode takes. Zero fields have the defaults.
type Limits struct {
	Bytes int // size of the text; 0: 1 MiB
	Depth int // nesting of objects and arrays; 0: 64
	Nodes int // values, counting each object, array and scalar; 0: 100,000
}

const (
	defaultBytes = 1 << 20
	defaultDepth = 64
	defaultNodes = 100_000
	maxDigits    = 40  // of a number
	maxExponent  = 308 // that of the largest double
)

func (l Limits) withDefaults() Limits {
	if l.Bytes <= 0 {
		l.Bytes = defaultBytes
	}
	if l.Depth <= 0 {
		l.Depth = defaultDepth
	}
	if l.Nodes <= 0 {
		l.Nodes = defaultNodes
	}
	return l
}
