package check

import (
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// maxSteps bounds the schemas that are tried on one value: a recursive union
// whose branches overlap doubles the work with every level.
const maxSteps = 300_000

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

// tick counts one schema that was tried, and the schemas that it tried itself:
// those that fail at once are not seen. Every schema of a metered validator has
// one as its extension.
type tick struct {
	meter *meter
	cost  int
}

// Validate implements jsonschema.SchemaExt.
func (t tick) Validate(*jsonschema.ValidatorContext, any) {
	if t.meter.steps += t.cost; t.meter.steps > maxSteps {
		panic(exhausted{})
	}
}

// tickOf gives the tick of a schema.
func (m *meter) tickOf(schema map[string]any) tick {
	return tick{m, 1 + len(list(schema["allOf"])) + len(list(schema["anyOf"])) + len(list(schema["oneOf"]))}
}
