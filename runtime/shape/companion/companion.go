// Package companion runs the tools that the runtime adds to a set: one reads
// stored results, one reads what became of writes.
//
// It reads the store and sends nothing. Start at NewReadResult and
// NewGetOperation.
package companion

import "github.com/oatools/oatools/compile/tool"

// described puts the words of a set in the place of ours.
func described(t *tool.Tool, c tool.Companion) *tool.Tool {
	if c.Name != "" {
		t.Name = c.Name
	}
	if c.Description != "" {
		t.Description = c.Description
	}
	return t
}
