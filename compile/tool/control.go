package tool

// The control arguments: added to a tool's input by its shape, reserved as
// names, and removed before conditions, hashing and binding.
const (
	ArgDryRun       = "dry_run"
	ArgConfirmToken = "confirm_token"
	ArgCursor       = "cursor"
	ArgLimit        = "limit"
)

// ControlArgs gives the control arguments that t's input has.
func (t *Tool) ControlArgs() []string {
	var names []string
	if t.Shape == ShapeCommand {
		names = append(names, ArgDryRun)
		if t.Command != nil && t.Command.Confirm.None == "" {
			names = append(names, ArgConfirmToken)
		}
	}
	if p := t.Result.Page; p != nil {
		names = append(names, ArgCursor)
		if p.Size != nil {
			names = append(names, ArgLimit)
		}
	}
	return names
}
