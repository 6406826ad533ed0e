package companion

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/shape"
	"github.com/oatools/oatools/runtime/store"
)

const getOperationInput = `{"type":"object","properties":{"operation_id":{"type":"string","description":"Id of the operation: op_…"}},"required":["operation_id"],"additionalProperties":false}`

// operationView is a recorded write as a model reads it.
type operationView struct {
	Operation  string               `json:"operation_id"`
	Tool       string               `json:"tool"`
	State      store.OperationState `json:"state"`
	SideEffect runtime.SideEffect   `json:"side_effect,omitempty"`
	Began      string               `json:"began"`
	Ended      string               `json:"ended,omitempty"`
	Result     json.RawMessage      `json:"result,omitempty"` // the envelope that was answered
}

// runningAgain is when to look again at an operation that still runs, in seconds.
const runningAgain = 5

// NewGetOperation gives the runner of the tool that reads recorded operations.
func NewGetOperation(env *shape.Env) shape.Runner {
	return func(ctx context.Context, c *shape.Call) (*runtime.Result, error) { return getOperation(ctx, env, c) }
}

func getOperation(ctx context.Context, e *shape.Env, c *shape.Call) (*runtime.Result, error) {
	id, _ := c.Args[shape.ArgOperation].(string)
	if words := store.CheckID(store.PrefixOperation, shape.ArgOperation, id); words != "" {
		return runtime.Failure(shape.BadReference(shape.ArgOperation, words), runtime.EffectNone), nil
	}
	op, ok, err := e.Store.Operation(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("read operation: %w", err)
	}
	if !ok || op.Principal != c.Principal.Key() {
		return runtime.Failure(shape.BadReference(shape.ArgOperation, "The operation is unknown, or its record has expired. Read the current state to find out what was changed."), runtime.EffectNone), nil
	}
	now := e.Now()
	if op.State == store.OperationStarted && now.Before(op.Lease) {
		r := runtime.Failure(runtime.NewProblem(runtime.CodeInProgress, ""), runtime.EffectNone)
		r.Error.RetryAfterS = runningAgain
		return r, nil
	}
	view := operationView{Operation: op.ID, Tool: op.Tool, State: op.State, SideEffect: op.Effect, Began: shape.Stamp(op.Created), Result: op.Result}
	if op.State == store.OperationStarted { // whoever sent it is gone
		view.State, view.SideEffect = store.OperationUnknown, runtime.EffectUnknown
	} else {
		view.Ended = shape.Stamp(op.Updated)
	}
	r := &runtime.Result{Status: runtime.StatusOK}
	data, err := json.Marshal(view)
	if err != nil {
		return nil, fmt.Errorf("read operation: %w", err)
	}
	r.Data = json.RawMessage(data)
	var was runtime.Result
	if len(op.Result) > 0 && json.Unmarshal(op.Result, &was) == nil {
		r.Untrusted, r.DataSource = was.Untrusted, was.DataSource
	}
	if view.State == store.OperationUnknown {
		r.AllowedNextActions = append(r.AllowedNextActions, shape.FindOut())
	}
	return r, nil
}

// GetOperationTool describes the tool that reads recorded operations, as c names
// it.
func GetOperationTool(c tool.Companion) *tool.Tool {
	t := &tool.Tool{
		Name: "get_operation", Title: "Read a recorded operation",
		Description: "Tells what became of a change that a tool of this server sent: its state and the result that was answered. Use it with an operation_id when an answer was lost, instead of repeating the change. Not for reading anything else.",
		Shape:       tool.ShapeQuery, Hints: tool.Hints{ReadOnly: true, Idempotent: true}, Input: tool.Schema(getOperationInput), Query: &tool.Query{},
	}
	return described(t, c)
}
