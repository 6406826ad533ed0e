package check

import (
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// maxSteps bounds the schemas that are tried on one value: a recursive union
// whose branches overlap doubles the work with every level.
const maxSteps = 500_000

// meter measures one validation that may be expensive. The library has no way
// to stop a validation, so that the meter panics; Validate recovers.
type meter struct {
	count    bool // steps are counted
	dispatch bool // there are unions to dispatch
	slow     bool // there is a pattern that backtracks
	steps    int
	spent    time.Duration
}

// exhausted is what a meter panics with.
type exhausted struct{}

func (m *meter) reset() { m.steps, m.spent = 0, 0 }

func (m *meter) spend(d time.Duration) {
	if m.spent += d; m.spent > matchTotal && m.count {
		panic(exhausted{})
	}
}

// Validate counts one schema that was tried. It makes a meter an extension of
// every schema of a metered validator.
func (m *meter) Validate(*jsonschema.ValidatorContext, any) {
	if m.steps++; m.steps > maxSteps {
		panic(exhausted{})
	}
}
