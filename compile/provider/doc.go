// Package provider turns a tool into the declaration that a model's API takes,
// and a model's call back into the arguments that the tool takes.
//
// Every API takes its own subset of JSON Schema; one keyword too many refuses
// the whole request. A Profile says as data what an API takes. Lower writes a
// tool in that subset: what must go is said in words, in the description, and
// listed as a Loss. Nothing is lost for good, since the runtime validates the
// restored arguments against the tool's own schema.
//
// The package knows tools, not documents; it calls no API. Start at Lower.
package provider
