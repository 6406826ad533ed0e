package compile

import (
	"github.com/oatools/oatools/compile/tool"
)

// Options are what a set knows and an operation does not. The zero value suits
// a look at a document without an overlay.
type Options struct {
	Source string // tool.Source.ID
	Server string // key of tool.Set.Servers; empty: Source
	// Auth maps the security schemes of the document to keys of Set.Auth. Nil
	// keeps the document's names. A scheme that a map lacks is not bound: an
	// alternative that needs it is left out, and it is an error when none remains.
	Auth map[string]string
	// Added lists keys of Set.Auth that a request uses together when its operation
	// declares no security.
	Added []string
	// Companions are the set's texts for the runtime's own tools; descriptions
	// name these tools as the model knows them.
	Companions map[string]tool.Companion
	// Closed says that the API is a closed world: OpenWorld hints become false.
	Closed bool
	// InputBytes and OutputBytes are the budgets of a tool's schemas in compact
	// JSON; 0: 32 KiB and 16 KiB. What does not fit is cut with a diagnostic.
	InputBytes, OutputBytes int
	// Shared keeps what tools of one document have in common; nil shares nothing.
	Shared *Shared
	// Sketch leaves the answers out: enough to see what a model would read of a
	// tool before it calls it. A sketch is nothing to run.
	Sketch bool
}
