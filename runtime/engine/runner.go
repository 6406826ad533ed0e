package engine

import (
	"fmt"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime/shape"
	"github.com/oatools/oatools/runtime/shape/command"
)

// newRunner gives the runner of t. The error says what of t this runtime lacks.
func newRunner(t *tool.Tool, env *shape.Env) (shape.Runner, error) {
	switch t.Shape {
	case tool.ShapeJob, tool.ShapeAgent, tool.ShapeHuman:
		return nil, fmt.Errorf("shape %s", t.Shape)
	}
	if t.Main == nil {
		return nil, fmt.Errorf("a %s without an operation", t.Shape)
	}
	switch t.Shape {
	case tool.ShapeQuery:
		return shape.NewQuery(t, env)
	case tool.ShapeCommand:
		return command.New(t, env)
	case tool.ShapeHandle:
		return shape.NewHandle(t, env)
	}
	return nil, fmt.Errorf("unknown shape %q", t.Shape)
}
