package shape

import (
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/answer"
)

// Control is what the control arguments of a call say.
type Control struct {
	DryRun       bool
	ConfirmToken string
	Cursor       string
	Limit        int
}

// TakeControl removes t's control arguments from args and gives them. What is
// not of the right type is taken as absent: arguments are validated before.
func TakeControl(t *tool.Tool, args map[string]any) Control {
	var c Control
	if t.Shape == tool.ShapeCommand {
		c.DryRun, _ = args[tool.ArgDryRun].(bool)
		delete(args, tool.ArgDryRun)
		if t.Command != nil && t.Command.Confirm.None == "" {
			c.ConfirmToken, _ = args[tool.ArgConfirmToken].(string)
			delete(args, tool.ArgConfirmToken)
		}
	}
	if p := t.Result.Page; p != nil {
		c.Cursor, _ = args[tool.ArgCursor].(string)
		delete(args, tool.ArgCursor)
		if p.Size != nil {
			n, _ := answer.Integer(args[tool.ArgLimit])
			c.Limit = int(max(0, min(n, 1<<30)))
			delete(args, tool.ArgLimit)
		}
	}
	return c
}

// ArgOperation is the argument of the companion tool that reads recorded
// operations.
const ArgOperation = "operation_id"

// FindOut is what to do about a write whose outcome is unknown.
func FindOut() runtime.NextAction {
	return runtime.NextAction{Why: "Read the current state to find out whether it took effect. Do not plan it again before you know."}
}
