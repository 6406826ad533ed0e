package provider_test

import (
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/provider"
	"github.com/oatools/oatools/compile/tool"
)

// What the root demands of arguments together is declared where it can be, and a
// loss where it cannot: the runtime checks it all the same.
func TestLowerRequiredTogether(t *testing.T) {
	made := &tool.Tool{
		Name: "note_add", Shape: tool.ShapeQuery, Description: "Adds a note.",
		Input: tool.Schema(`{"type":"object","properties":{"text":{"type":"string"},"urgent":{"type":"boolean"}},"dependentRequired":{"urgent":["text"]},"additionalProperties":false}`),
	}
	for _, p := range provider.Profiles() {
		decl, _, losses, err := provider.Lower(made, p)
		if err != nil {
			t.Errorf("%s: %v", p.ID, err)
			continue
		}
		lost := false
		for _, l := range losses {
			lost = lost || l.Keyword == "dependentRequired"
		}
		if declared := strings.Contains(string(decl), "dependentRequired"); declared == lost {
			t.Errorf("%s: declared %t, lost %t", p.ID, declared, lost)
		}
		if lost && p.RootOnly == nil && !strings.Contains(string(decl), "urgent needs text") {
			t.Errorf("%s: nothing says it: %s", p.ID, decl)
		}
	}
}
