package check

import (
	"regexp"
	"strings"
	"time"

	"github.com/dlclark/regexp2"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

const (
	matchTime  = 50 * time.Millisecond  // of one match
	matchTotal = 250 * time.Millisecond // of all slow matches of one value
	matchBytes = 4 << 10                // longest text that a slow pattern reads
)

// everything stands for a pattern that no engine reads; it is not enforced.
type everything string

func (e everything) String() string        { return string(e) }
func (everything) MatchString(string) bool { return true }

// slowPattern is a pattern with look-around or back references. It fails closed:
// text that it cannot read within its limits does not match.
type slowPattern struct {
	re    *regexp2.Regexp
	meter *meter
}

func (p *slowPattern) String() string { return p.re.String() }

func (p *slowPattern) MatchString(s string) bool {
	if len(s) > matchBytes {
		return false
	}
	start := time.Now()
	ok, err := p.re.MatchString(s)
	p.meter.spend(time.Since(start))
	return err == nil && ok
}

// engine reads regular expressions: RE2 where possible, as it cannot be slow;
// else ECMAScript's dialect with backtracking and a time limit.
func (m *meter) engine(s string) (jsonschema.Regexp, error) {
	if re, err := regexp.Compile(PlainEscapes(s)); err == nil {
		return re, nil
	}
	re, err := regexp2.Compile(s, regexp2.ECMAScript)
	if err != nil {
		return everything(s), nil
	}
	re.MatchTimeout = matchTime
	m.slow = true
	return &slowPattern{re, m}, nil
}

// PlainEscapes writes ECMAScript's \uXXXX as RE2 does.
func PlainEscapes(s string) string {
	if !strings.Contains(s, `\u`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		if s[i+1] == 'u' && i+6 <= len(s) && strings.Trim(s[i+2:i+6], "0123456789abcdefABCDEF") == "" {
			b.WriteString(`\x{` + s[i+2:i+6] + "}")
			i += 5
			continue
		}
		b.WriteString(s[i : i+2])
		i++
	}
	return b.String()
}
