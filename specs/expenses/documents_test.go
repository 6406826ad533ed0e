package expenses_test

import (
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// The documents beside this one have no server, and so no test of their own.
func TestDocumentsOfThisFolder(t *testing.T) {
	for _, tt := range []struct {
		path       string
		operations int
	}{
		{"../expenses/expenses.openapi.yaml", 15},
		{"../tickets/tickets.openapi.json", 22},
		{"../fleet/openapi.yaml", 23},
	} {
		t.Run(tt.path, func(t *testing.T) {
			loader := openapi3.NewLoader()
			loader.IsExternalRefsAllowed = true
			doc, err := loader.LoadFromFile(tt.path)
			if err != nil {
				t.Fatal(err)
			}
			if err := doc.Validate(t.Context()); err != nil {
				t.Error(err)
			}
			n := 0
			for _, item := range doc.Paths.Map() {
				n += len(item.Operations())
			}
			if n != tt.operations {
				t.Errorf("%d operations, want %d", n, tt.operations)
			}
		})
	}
}
