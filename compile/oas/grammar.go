package oas

// kind is what an object of a description is, by the place where it stands.
type kind uint8

const (
	anything kind = iota // not looked into: examples, extensions, callbacks
	text
	truth
	pathItem
	operation
	parameter
	header
	requestBody
	response
	mediaType
	encoding
	link
	example
	server
	variable
	scheme
	schemaObject
)

// String gives the word for messages.
func (k kind) String() string {
	return [...]string{"value", "string", "boolean", "path item", "operation", "parameter", "header",
		"request body", "response", "media type", "encoding", "link", "example", "server",
		"server variable", "security scheme", "schema"}[k]
}

// form says how values of a kind are held: one, a list of them, or a map whose
// keys are names and never keywords.
type form uint8

const (
	one form = iota
	list
	named
	oneOrList // items: a schema, or (before 2020-12) a list of schemas
)

// field is one known key of an object.
type field struct {
	kind kind
	form form
}

// grammar lists the known keys of every object of OpenAPI 3.0 to 3.2. It drives
// the repairs, the walk along references, and the pruning.
func grammar(k kind) map[string]field { return grammars[k] }

// grammars is never written to.
var grammars = map[kind]map[string]field{
	pathItem: {
		"summary": {kind: text}, "description": {kind: text},
		"servers": {server, list}, "parameters": {parameter, list},
		"get": {kind: operation}, "put": {kind: operation}, "post": {kind: operation},
		"delete": {kind: operation}, "options": {kind: operation}, "head": {kind: operation},
		"patch": {kind: operation}, "trace": {kind: operation}, "query": {kind: operation},
		"additionalOperations": {operation, named},
	},
	operation: {
		"tags": {text, list}, "summary": {kind: text}, "description": {kind: text},
		"externalDocs": {}, "operationId": {kind: text}, "parameters": {parameter, list},
		"requestBody": {kind: requestBody}, "responses": {response, named}, "callbacks": {},
		"deprecated": {kind: truth}, "security": {}, "servers": {server, list},
	},
	parameter: {
		"name": {kind: text}, "in": {kind: text}, "description": {kind: text},
		"required": {kind: truth}, "deprecated": {kind: truth}, "allowEmptyValue": {kind: truth},
		"style": {kind: text}, "explode": {kind: truth}, "allowReserved": {kind: truth},
		"schema": {kind: schemaObject}, "content": {mediaType, named},
		"example": {}, "examples": {example, named},
	},
	header: {
		"description": {kind: text}, "required": {kind: truth}, "deprecated": {kind: truth},
		"style": {kind: text}, "explode": {kind: truth}, "allowReserved": {kind: truth},
		"allowEmptyValue": {kind: truth}, "schema": {kind: schemaObject}, "content": {mediaType, named},
		"example": {}, "examples": {example, named},
	},
	requestBody: {
		"description": {kind: text}, "content": {mediaType, named}, "required": {kind: truth},
	},
	response: {
		"summary": {kind: text}, "description": {kind: text}, "headers": {header, named},
		"content": {mediaType, named}, "links": {link, named},
	},
	mediaType: {
		"schema": {kind: schemaObject}, "itemSchema": {kind: schemaObject},
		"example": {}, "examples": {example, named}, "encoding": {encoding, named},
		"prefixEncoding": {encoding, list}, "itemEncoding": {kind: encoding}, "description": {kind: text},
	},
	encoding: {
		"contentType": {kind: text}, "headers": {header, named}, "style": {kind: text},
		"explode": {kind: truth}, "allowReserved": {kind: truth},
		"encoding": {encoding, named}, "prefixEncoding": {encoding, list}, "itemEncoding": {kind: encoding},
	},
	link: {
		"operationRef": {kind: text}, "operationId": {kind: text}, "parameters": {},
		"requestBody": {}, "description": {kind: text}, "server": {kind: server},
	},
	example: {
		"summary": {kind: text}, "description": {kind: text}, "value": {},
		"externalValue": {kind: text}, "dataValue": {}, "serializedValue": {kind: text},
	},
	server: {
		"url": {kind: text}, "description": {kind: text}, "name": {kind: text},
		"variables": {variable, named},
	},
	variable: {
		"enum": {text, list}, "default": {kind: text}, "description": {kind: text},
	},
	scheme: {
		"type": {kind: text}, "description": {kind: text}, "name": {kind: text}, "in": {kind: text},
		"scheme": {kind: text}, "bearerFormat": {kind: text}, "flows": {}, "openIdConnectUrl": {kind: text},
		"oauth2MetadataUrl": {kind: text}, "deprecated": {kind: truth},
	},
	// Of schemas, only the keys that hold schemas matter here. What stands under
	// example, examples, default, enum and const is data, whatever it looks like.
	schemaObject: {
		"properties": {schemaObject, named}, "patternProperties": {schemaObject, named},
		"$defs": {schemaObject, named}, "definitions": {schemaObject, named},
		"dependentSchemas": {schemaObject, named}, "dependencies": {schemaObject, named},
		"items": {schemaObject, oneOrList}, "prefixItems": {schemaObject, list},
		"allOf": {schemaObject, list}, "anyOf": {schemaObject, list}, "oneOf": {schemaObject, list},
		"additionalProperties": {kind: schemaObject}, "additionalItems": {kind: schemaObject},
		"unevaluatedProperties": {kind: schemaObject}, "unevaluatedItems": {kind: schemaObject},
		"not": {kind: schemaObject}, "if": {kind: schemaObject}, "then": {kind: schemaObject},
		"else": {kind: schemaObject}, "contains": {kind: schemaObject},
		"propertyNames": {kind: schemaObject}, "contentSchema": {kind: schemaObject},
	},
}

// methods are the keys of a path item that hold operations.
func isMethod(key string) bool {
	return grammars[pathItem][key].kind == operation && grammars[pathItem][key].form == one
}
