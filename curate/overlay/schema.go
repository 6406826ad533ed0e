package overlay

import (
	_ "embed"
	"slices"
)

//go:embed overlay.schema.json
var schemaText []byte // never written to

// Schema gives the JSON Schema (2020-12) of the format, for editors. It refuses
// nothing that Parse accepts. What only Parse refuses: duplicate keys, values
// in two places, locators and paths that are none, patterns that do not
// compile, dates that do not exist, and whatever needs the API description.
func Schema() []byte { return slices.Clone(schemaText) }
