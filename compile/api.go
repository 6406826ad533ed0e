package compile

import (
	"encoding/json"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
)

// Default lays an operation out as a plan without any overlay.
func Default(op *oas.Operation, diags *diag.List) *Plan { return &Plan{} }

// Assemble writes the tool that p describes.
func Assemble(op *oas.Operation, p *Plan, opts Options, diags *diag.List) *tool.Tool {
	return &tool.Tool{}
}

// Seal fills in the hashes and the token estimate of t. Whoever changes a tool
// after Assemble seals it again.
func Seal(t *tool.Tool) {}

// Bind binds op with fixed values only: a step of a contract.
func Bind(op *oas.Operation, fixed []Fixed, opts Options, diags *diag.List) *tool.Step {
	return &tool.Step{}
}

// Preview binds op as Assemble would, with further fixed values in place of
// what they overlay and without an idempotency key: a native dry run.
func Preview(op *oas.Operation, p *Plan, fixed []Fixed, opts Options, diags *diag.List) *tool.Step {
	return &tool.Step{}
}

// Located is what Locate found.
type Located struct {
	Schema   *node.Node
	Required bool
	Pos      diag.Pos
	OK       bool
	Nearest  []string
}

// Locate finds a place of op's request.
func Locate(op *oas.Operation, at tool.Locator) Located { return Located{} }

// LocateResult finds a value of op's success response: items is the pointer of
// tool.Result.Items, path walks on from there (or from its items).
func LocateResult(op *oas.Operation, items string, path []string) Located { return Located{} }

// Expand gives the picks that stand for a picked object: one for each field it
// declares, so that a field of a later version never slips through.
func Expand(op *oas.Operation, items string, pick tool.Pick) []tool.Pick { return nil }

// Unbound gives the required places of op's request that p leaves without a value.
func Unbound(op *oas.Operation, p *Plan) []Located { return nil }

// Credential says why a place carries a credential, or "".
func Credential(op *oas.Operation, at tool.Locator) string { return "" }

// Reserved says why a model may never set a place, or "".
func Reserved(op *oas.Operation, at tool.Locator) string { return "" }

// CheckNarrow reports where n does not narrow the schema at at.
func CheckNarrow(op *oas.Operation, at tool.Locator, n Narrowing, dflt json.RawMessage, pos diag.Pos, diags *diag.List) {
}

// CheckValue reports when a constant for at does not meet its schema.
func CheckValue(op *oas.Operation, at tool.Locator, value json.RawMessage, pos diag.Pos, diags *diag.List) {
}

// Output gives the schema of data that result makes of op's success response.
func Output(op *oas.Operation, result tool.Result, opts Options, diags *diag.List) tool.Schema {
	return nil
}

// HintsOf gives the hints that follow from a shape, an effect and a method.
func HintsOf(shape tool.Shape, effect tool.Effect, method string) tool.Hints { return tool.Hints{} }

// ToolName gives the tool name of an operation.
func ToolName(id, method, path string) (name string, shortened bool) { return "", false }
