package place

import (
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/schema/raw"
)

// Dialect gives the dialect that op's schemas are written in.
func Dialect(op *oas.Operation) raw.Dialect {
	if op.Document == nil {
		return raw.Draft31
	}
	switch op.Document.Dialect {
	case oas.Swagger20, oas.OpenAPI30:
		return raw.Draft30
	}
	return raw.Draft31
}
