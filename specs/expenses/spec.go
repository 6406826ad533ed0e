package expenses

import (
	_ "embed"
	"slices"
)

//go:embed expenses.openapi.yaml
var spec []byte

// Spec returns the OpenAPI document that the server implements. Each call
// returns a copy of its own.
func Spec() []byte { return slices.Clone(spec) }

// BaseURL is the server URL of the document. Every path of the API, and of
// [Server], begins with its path.
const BaseURL = "https://expenses.internal.acme.example/v2"

const basePath = "/v2"
