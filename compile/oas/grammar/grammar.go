package grammar

// Kind is what an object of a description is, by the place where it stands.
type Kind uint8

// The kinds of objects and values.
const (
	Anything Kind = iota // not looked into: examples, extensions, callbacks
	Text
	Truth
	PathItem
	Operation
	Parameter
	Header
	RequestBody
	Response
	MediaType
	Encoding
	Link
	Example
	Server
	Variable
	Scheme
	Schema
)

// String gives the word for messages.
func (k Kind) String() string {
	return [...]string{"value", "string", "boolean", "path item", "operation", "parameter", "header",
		"request body", "response", "media type", "encoding", "link", "example", "server",
		"server variable", "security scheme", "schema"}[k]
}

// Form says how values of a kind are held: one, a list of them, or a map whose
// keys are names and never keywords.
type Form uint8

// The forms.
const (
	One       Form = iota
	List           // an array
	Named          // an object whose keys are names
	OneOrList      // items: a schema, or (before 2020-12) a list of schemas
)

// Field is one known key of an object.
type Field struct {
	Kind Kind
	Form Form
}

// Fields gives the known keys of objects of kind k, in OpenAPI 3.0 to 3.2; of
// schemas only those that hold schemas. The map must not be changed. It drives
// the repairs, the walk along references, and the pruning.
func Fields(k Kind) map[string]Field { return grammars[k] }

// grammars is never written to.
var grammars = map[Kind]map[string]Field{
	PathItem: {
		"summary": {Kind: Text}, "description": {Kind: Text},
		"servers": {Server, List}, "parameters": {Parameter, List},
		"get": {Kind: Operation}, "put": {Kind: Operation}, "post": {Kind: Operation},
		"delete": {Kind: Operation}, "options": {Kind: Operation}, "head": {Kind: Operation},
		"patch": {Kind: Operation}, "trace": {Kind: Operation}, "query": {Kind: Operation},
		"additionalOperations": {Operation, Named},
	},
	Operation: {
		"tags": {Text, List}, "summary": {Kind: Text}, "description": {Kind: Text},
		"externalDocs": {}, "operationId": {Kind: Text}, "parameters": {Parameter, List},
		"requestBody": {Kind: RequestBody}, "responses": {Response, Named}, "callbacks": {},
		"deprecated": {Kind: Truth}, "security": {}, "servers": {Server, List},
	},
	Parameter: {
		"name": {Kind: Text}, "in": {Kind: Text}, "description": {Kind: Text},
		"required": {Kind: Truth}, "deprecated": {Kind: Truth}, "allowEmptyValue": {Kind: Truth},
		"style": {Kind: Text}, "explode": {Kind: Truth}, "allowReserved": {Kind: Truth},
		"schema": {Kind: Schema}, "content": {MediaType, Named},
		"example": {}, "examples": {Example, Named},
	},
	Header: {
		"description": {Kind: Text}, "required": {Kind: Truth}, "deprecated": {Kind: Truth},
		"style": {Kind: Text}, "explode": {Kind: Truth}, "allowReserved": {Kind: Truth},
		"allowEmptyValue": {Kind: Truth}, "schema": {Kind: Schema}, "content": {MediaType, Named},
		"example": {}, "examples": {Example, Named},
	},
	RequestBody: {
		"description": {Kind: Text}, "content": {MediaType, Named}, "required": {Kind: Truth},
	},
	Response: {
		"summary": {Kind: Text}, "description": {Kind: Text}, "headers": {Header, Named},
		"content": {MediaType, Named}, "links": {Link, Named},
	},
	MediaType: {
		"schema": {Kind: Schema}, "itemSchema": {Kind: Schema},
		"example": {}, "examples": {Example, Named}, "encoding": {Encoding, Named},
		"prefixEncoding": {Encoding, List}, "itemEncoding": {Kind: Encoding}, "description": {Kind: Text},
	},
	Encoding: {
		"contentType": {Kind: Text}, "headers": {Header, Named}, "style": {Kind: Text},
		"explode": {Kind: Truth}, "allowReserved": {Kind: Truth},
		"encoding": {Encoding, Named}, "prefixEncoding": {Encoding, List}, "itemEncoding": {Kind: Encoding},
	},
	Link: {
		"operationRef": {Kind: Text}, "operationId": {Kind: Text}, "parameters": {},
		"requestBody": {}, "description": {Kind: Text}, "server": {Kind: Server},
	},
	Example: {
		"summary": {Kind: Text}, "description": {Kind: Text}, "value": {},
		"externalValue": {Kind: Text}, "dataValue": {}, "serializedValue": {Kind: Text},
	},
	Server: {
		"url": {Kind: Text}, "description": {Kind: Text}, "name": {Kind: Text},
		"variables": {Variable, Named},
	},
	Variable: {
		"enum": {Text, List}, "default": {Kind: Text}, "description": {Kind: Text},
	},
	Scheme: {
		"type": {Kind: Text}, "description": {Kind: Text}, "name": {Kind: Text}, "in": {Kind: Text},
		"scheme": {Kind: Text}, "bearerFormat": {Kind: Text}, "flows": {}, "openIdConnectUrl": {Kind: Text},
		"oauth2MetadataUrl": {Kind: Text}, "deprecated": {Kind: Truth},
	},
	// Of schemas, only the keys that hold schemas matter here. What stands under
	// example, examples, default, enum and const is data, whatever it looks like.
	Schema: {
		"properties": {Schema, Named}, "patternProperties": {Schema, Named},
		"$defs": {Schema, Named}, "definitions": {Schema, Named},
		"dependentSchemas": {Schema, Named}, "dependencies": {Schema, Named},
		"items": {Schema, OneOrList}, "prefixItems": {Schema, List},
		"allOf": {Schema, List}, "anyOf": {Schema, List}, "oneOf": {Schema, List},
		"additionalProperties": {Kind: Schema}, "additionalItems": {Kind: Schema},
		"unevaluatedProperties": {Kind: Schema}, "unevaluatedItems": {Kind: Schema},
		"not": {Kind: Schema}, "if": {Kind: Schema}, "then": {Kind: Schema},
		"else": {Kind: Schema}, "contains": {Kind: Schema},
		"propertyNames": {Kind: Schema}, "contentSchema": {Kind: Schema},
	},
}

// IsMethod reports whether a key of a path item holds an operation.
func IsMethod(key string) bool {
	return grammars[PathItem][key] == Field{Kind: Operation}
}
