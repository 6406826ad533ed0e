package engine

import (
	"errors"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/runtime/shape"
)

// fileHint tells a model what else may stand in place of a file.
const fileHint = ` Or "file:" and the name of a file that was put into the folder for outgoing files, such as file:report.pdf.`

// takesFiles lets ent take files of the operator's, if there are any, and says so
// in the schema that models read. The tool itself stays what was reviewed.
func (e *Engine) takesFiles(ent *entry) error {
	if e.opts.Files == nil {
		return nil
	}
	ent.files = shape.FileArgs(ent.tool)
	if len(ent.files) == 0 {
		return nil
	}
	var diags diag.List
	schema := node.ReadJSON("input", ent.surface.Input, node.Limits{}, &diags)
	if schema == nil {
		return errors.New("an input schema that is no JSON")
	}
	for _, at := range ent.files {
		schema = hinted(schema, at)
	}
	ent.surface.Input = schema.AppendJSON(nil)
	return nil
}

// hinted gives a schema with the hint at the end of the description of a property.
func hinted(n *node.Node, at []string) *node.Node {
	if len(at) == 0 {
		if items := n.Get("items"); items != nil {
			return n.With("items", hinted(items, nil))
		}
		text, _ := n.Get("description").Str()
		return n.With("description", node.NewString(text+fileHint))
	}
	props := n.Get("properties")
	if !props.Has(at[0]) {
		return n
	}
	return n.With("properties", props.With(at[0], hinted(props.Get(at[0]), at[1:])))
}
