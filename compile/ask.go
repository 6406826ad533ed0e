package compile

import (
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
