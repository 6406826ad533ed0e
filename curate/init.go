package curate

import (
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/curate/scaffold"
)

// InitOptions are the settings of Init; see package scaffold.
type InitOptions = scaffold.Options

// Init writes a small overlay over doc with one tool for each pick; see
// scaffold.Write.
func Init(doc *oas.Document, picks []string, opts InitOptions) ([]byte, *diag.List) {
	return scaffold.Write(doc, picks, opts)
}
