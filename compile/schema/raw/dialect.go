package raw

// Dialect is the flavour of JSON Schema that a document's schemas are written
// in.
type Dialect string

// The dialects. Schemas of Swagger 2.0 are read as Draft30, of OpenAPI 3.2 as
// Draft31.
const (
	Draft30 Dialect = "openapi-3.0"
	Draft31 Dialect = "openapi-3.1"
)

// Direction says which way a value travels.
type Direction string

// The directions. A readOnly property is never part of a Request, a writeOnly
// one never part of a Response.
const (
	Request  Direction = "request"
	Response Direction = "response"
)
