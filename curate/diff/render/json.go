package render

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"slices"
)

//go:embed diff.schema.json
var documentSchema []byte

// Schema gives the JSON Schema of a document in JSON.
func Schema() []byte { return slices.Clone(documentSchema) }

func writeJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
