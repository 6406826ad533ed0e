package oas

import (
	"slices"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas/swagger"
	"github.com/oatools/oatools/compile/tool"
)

// inForm is the place of a form's field in Swagger 2.0, in lower case.
const inForm tool.In = "formdata"

// matchBody takes the parameters out of ps that are the request body, in a
// description of OpenAPI 3 that was written as if it were Swagger 2.0.
func (g *gatherer) matchBody(w *gathered, ps []paramObject) []paramObject {
	declared := w.node.Has("requestBody")
	var strays []*node.Node
	ps = slices.DeleteFunc(ps, func(p paramObject) bool {
		if p.param.In != tool.InBody && p.param.In != inForm {
			return false
		}
		code := "param-in-body"
		if declared {
			code = "param-in-beside"
		}
		g.Tell(code, p.Pos, p.param.Name, scalar(p.Node.Get("in")))
		strays = append(strays, p.Node)
		return true
	})
	if len(strays) > 0 && !declared {
		c := swagger.Converter{Root: g.doc.src.Root(), Follow: g.target, Tell: g.Add, Schemas: swagger.NewSchemas()}
		w.node = w.node.With("requestBody", c.Body(w.node, strays))
	}
	return ps
}
