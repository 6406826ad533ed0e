package compile

import (
	"encoding/json"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/narrow"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/tool"
)

// Located is a place of an operation's request or answer; see package place,
// which answers these questions for editors of plans.
type Located = place.Located

// Locate finds a place of op's request; see place.Locate.
func Locate(op *oas.Operation, media string, at tool.Locator) Located {
	return place.Locate(op, media, at)
}

// LocateResult finds a value of op's success response; see place.LocateResult.
func LocateResult(op *oas.Operation, items string, path []string) Located {
	return place.LocateResult(op, items, path)
}

// Expand gives the picks that stand for a picked object; see place.Expand.
func Expand(op *oas.Operation, items string, pick tool.Pick) []tool.Pick {
	return place.Expand(op, items, pick)
}

// Reserved says why a model may never set a place; see place.Reserved.
func Reserved(op *oas.Operation, at tool.Locator) string { return place.Reserved(op, at) }

// Credential says why a place must be taken for a credential; see
// place.Credential.
func Credential(op *oas.Operation, at tool.Locator) string { return place.Credential(op, at) }

// Narrowing tightens an argument's schema; see package narrow.
type Narrowing = narrow.Narrowing

// CheckNarrow reports where n does not narrow the schema of a place; see
// narrow.Check.
func CheckNarrow(op *oas.Operation, at tool.Locator, n Narrowing, dflt json.RawMessage, pos diag.Pos, diags *diag.List) {
	narrow.Check(op, at, n, dflt, pos, diags)
}

// CheckValue reports when a constant for a place does not meet its schema; see
// narrow.CheckValue.
func CheckValue(op *oas.Operation, at tool.Locator, value json.RawMessage, pos diag.Pos, diags *diag.List) {
	narrow.CheckValue(op, at, value, pos, diags)
}
