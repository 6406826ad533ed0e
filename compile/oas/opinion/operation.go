package opinion

import (
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
)

// Spec is what the operations of one description are held to.
type Spec struct {
	Name    string // for messages, such as swagger-2.0
	Version string // of OpenAPI, in whose form the objects are: 3.0.3, 3.1.0, 3.2.0
}

// Operation is one operation as it was understood, with the objects that it was
// read from.
type Operation struct {
	Method    string
	Path      string // template, without a query
	Pos       diag.Pos
	Params    []Param
	Body      *node.Node // a Request Body Object; nil: none
	BodyPos   diag.Pos   // of Body
	Responses []Response
	Schemes   []string // security schemes that it names and the document defines
}

// Param is one parameter with its serialisation stated.
type Param struct {
	Name     string
	In       tool.In
	Required bool
	Media    string // content-typed parameter; empty otherwise
	Style    string // where Media is empty
	Explode  bool
	Pos      diag.Pos
}

// Response is one declared response.
type Response struct {
	Status string
	Node   *node.Node // a Response Object
	Pos    diag.Pos
}
