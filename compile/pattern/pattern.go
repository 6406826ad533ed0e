// Package pattern reads the regular expressions of JSON Schema, which are
// ECMAScript's: as RE2 where possible, since that cannot be slow, else with an
// engine that backtracks.
//
// It is the only home of regexp2, and must not know schemas. Start at Compile.
package pattern

import (
	"regexp"
	"strings"
	"time"

	"github.com/dlclark/regexp2"
)

// Time is how long one match of a Slow expression may take.
const Time = 50 * time.Millisecond

// Slow is an expression that needs backtracking. It is safe for concurrent use.
type Slow struct{ re *regexp2.Regexp }

// String gives the expression.
func (s *Slow) String() string { return s.re.String() }

// MatchString reports whether text has a match. The error says that this could
// not be found out within Time.
func (s *Slow) MatchString(text string) (bool, error) { return s.re.MatchString(text) }

// Compile reads an expression. Exactly one of the results is set: fast for what
// RE2 reads, slow for what needs look-around or back references, or the error
// of an expression that neither reads.
func Compile(expr string) (fast *regexp.Regexp, slow *Slow, err error) {
	if fast, err := regexp.Compile(Plain(expr)); err == nil {
		return fast, nil, nil
	}
	re, err := regexp2.Compile(expr, regexp2.ECMAScript)
	if err != nil {
		return nil, nil, err
	}
	re.MatchTimeout = Time
	return nil, &Slow{re}, nil
}

// Plain writes ECMAScript's \uXXXX as RE2 does.
func Plain(expr string) string {
	if !strings.Contains(expr, `\u`) {
		return expr
	}
	var b strings.Builder
	for i := 0; i < len(expr); i++ {
		if expr[i] != '\\' || i+1 == len(expr) {
			b.WriteByte(expr[i])
			continue
		}
		if expr[i+1] == 'u' && i+6 <= len(expr) && strings.Trim(expr[i+2:i+6], "0123456789abcdefABCDEF") == "" {
			b.WriteString(`\x{` + expr[i+2:i+6] + "}")
			i += 5
			continue
		}
		b.WriteString(expr[i : i+2])
		i++
	}
	return b.String()
}
