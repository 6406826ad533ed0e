package compile

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/oatools/oatools/compile/tool"
)

// Seal fills in t's hashes and its token estimate from the rest of it. Equal
// tools have equal hashes; see tool.Hash for what each covers.
func Seal(t *tool.Tool) {
	t.Tokens = tokens(t)
	var ops []tool.Op
	for _, step := range t.Steps() {
		op := step.Op
		op.Source = "" // its name in the overlay does not change the operation
		ops = append(ops, op)
	}
	surface := struct {
		Name, Title, Description string
		Input, Output            tool.Schema
		Hints                    tool.Hints
	}{t.Name, t.Title, t.Description, t.Input, t.Output, t.Hints}
	rest := *t
	rest.Title, rest.Description, rest.Input, rest.Output, rest.Hints = "", "", nil, nil, tool.Hints{}
	rest.Evals, rest.Tokens, rest.Hash = nil, 0, tool.Hash{}
	t.Hash = tool.Hash{Op: digest(ops), Surface: digest(surface), Runtime: digest(rest)}
}

// digest hashes v's JSON form: fields in the order of the type, maps sorted.
func digest(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		// A tool holds nothing but strings, numbers and JSON texts; a broken text
		// is refused by tool.Encode.
		text = []byte(err.Error())
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// tokens estimates what listing a tool costs a model: a quarter of the bytes of
// its name, description and input schema in compact JSON, rounded up, and 8 for
// what the provider wraps around. Output schemas are not counted: few clients
// show them to the model.
func tokens(t *tool.Tool) int {
	return (len(t.Name)+len(t.Description)+len(t.Input)+3)/4 + 8
}
