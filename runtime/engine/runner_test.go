package engine

import (
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime/shape"
)

func TestRunnersOfAllShapes(t *testing.T) {
	for _, s := range tool.Shapes() {
		tl := &tool.Tool{Name: "x", Shape: s, Main: &tool.Step{}, Command: &tool.Command{}, Input: tool.Schema(`{"type":"object"}`)}
		_, err := newRunner(tl, &shape.Env{Set: &tool.Set{}})
		later := s == tool.ShapeJob || s == tool.ShapeAgent || s == tool.ShapeHuman
		if later && (err == nil || !strings.Contains(err.Error(), string(s))) || !later && err != nil {
			t.Errorf("newRunner of a %s: %v", s, err)
		}
	}
}
