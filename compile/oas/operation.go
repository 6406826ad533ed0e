package oas

import (
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
)

// Dialect is the kind of API description.
type Dialect string

// The dialects.
const (
	Swagger20 Dialect = "swagger-2.0"
	OpenAPI30 Dialect = "openapi-3.0"
	OpenAPI31 Dialect = "openapi-3.1"
	OpenAPI32 Dialect = "openapi-3.2"
)

// Operation is one operation of a document with everything that applies to it
// gathered: path-level parameters merged, styles stated, servers and security
// in effect. Schemas are raw nodes of the document in its own dialect; their
// references go through Document, which is a schema.Resolver.
type Operation struct {
	Document    *Document
	ID          string   // operationId as written; may be empty
	Method      string   // upper case
	Path        string   // template as written, a constant query split off
	Query       []Const  // constant query of the path key
	Pos         diag.Pos // of the operation's key
	Summary     string
	Description string
	Tags        []string
	Deprecated  bool
	Params      []Param // path-level and own, merged by (in, name), in document order
	Body        *Body
	Responses   []Response // in document order
	Servers     []Server   // in effect
	Security    []Alternative
	// SecurityDeclared says that the operation or its document states security,
	// be it "none needed". False: the document says nothing.
	SecurityDeclared bool
	Links            []string              // names of declared links
	Extensions       map[string]*node.Node // x-…
	Digest           string                // hex sha256 of the operation and the components it reaches, each once
}

// Const is a constant name=value of a path key's query.
type Const struct{ Name, Value string }

// Param is one parameter with its serialisation stated.
type Param struct {
	Name          string
	In            tool.In
	Description   string
	Required      bool
	Deprecated    bool
	Style         string // never empty unless Media is set
	Explode       bool
	AllowReserved bool
	AllowEmpty    bool
	Media         string     // content-typed parameter; empty otherwise
	Schema        *node.Node // nil: anything
	Examples      []*node.Node
	Synthetic     bool // not declared: made for an undeclared path parameter
	Pos           diag.Pos
}

// Body is a request body.
type Body struct {
	Description string
	Required    bool
	Content     []Media // in document order
	Pos         diag.Pos
}

// Media is one media type of a body or response.
type Media struct {
	Type     string     // as written, without parameters, lower case
	Params   string     // "; version=2": parameters but for charset and boundary; usually empty
	Schema   *node.Node // nil: anything
	Encoding map[string]Encoding
	Examples []*node.Node
	Pos      diag.Pos
}

// Encoding is the encoding of one property of a form or multipart body. Zero
// fields were not stated.
type Encoding struct {
	ContentType   string
	Style         string
	Explode       *bool
	AllowReserved bool
	Headers       []Header
}

// Header is one header of a part.
type Header struct {
	Name     string
	Required bool
	Schema   *node.Node // nil: anything
	Pos      diag.Pos
}

// Response is one declared response.
type Response struct {
	Status      string // "200", "2XX", "default"
	Description string
	Headers     []string // names of declared headers
	Content     []Media
	Links       []string
	Pos         diag.Pos
}

// Server is one server with its variables.
type Server struct {
	URL         string
	Description string
	Variables   map[string]Variable
	Pos         diag.Pos
}

// Variable is a server variable.
type Variable struct {
	Default string
	Enum    []string
}

// Alternative is one way to satisfy security: all of its uses. An empty
// alternative means that anonymous access is allowed. No alternatives at all
// means that the document says nothing, or nothing is needed.
type Alternative []Use

// Use is one scheme of an alternative.
type Use struct {
	Name   string // key of Document.Schemes
	Scopes []string
	Pos    diag.Pos
}

// Scheme is a security scheme of the document.
type Scheme struct {
	Name  string
	Type  string   // apiKey, http, oauth2, openIdConnect, mutualTLS
	HTTP  string   // http: scheme, lower case
	In    tool.In  // apiKey
	Param string   // apiKey
	Flows []string // oauth2: names of flows
	Token string   // oauth2: token URL of the client credentials flow
	Pos   diag.Pos
}
