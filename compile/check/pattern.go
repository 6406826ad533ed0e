package check

import (
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/oatools/oatools/compile/pattern"
)

const (
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
	re    *pattern.Slow
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
	fast, slow, err := pattern.Compile(s)
	switch {
	case err != nil:
		return everything(s), nil
	case fast != nil:
		return fast, nil
	}
	m.slow = true
	return &slowPattern{slow, m}, nil
}
