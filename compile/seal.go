package compile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"

	"github.com/oatools/oatools/compile/tool"
)

// Seal fills in t's hashes and its token estimate from the rest of it. Equal
// tools have equal hashes; see tool.Hash for what each covers. The schemas of t
// are compact JSON, as Assemble writes them.
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
	var shown, exact lifted
	shown.lift(&surface.Input)
	shown.lift(&surface.Output)

	rest := *t
	rest.Title, rest.Description, rest.Input, rest.Output, rest.Hints = "", "", nil, nil, tool.Hints{}
	rest.Evals, rest.Tokens, rest.Hash = nil, 0, tool.Hash{}
	if rest.Main != nil {
		main := *rest.Main
		main.Results = slices.Clone(main.Results)
		for i := range main.Results {
			exact.lift(&main.Results[i].Schema)
		}
		rest.Main = &main
	}
	t.Hash = tool.Hash{Op: digest(ops, nil), Surface: digest(surface, shown), Runtime: digest(rest, exact)}
}

// lifted are schemas that a marker stands for while the rest of a tool is
// marshalled: they are most of its bytes, and encoding/json would check and
// compact what is valid and compact.
type lifted []tool.Schema

// marker is a number that nobody writes; see digest for who does.
const marker = "-0.6174736170e-0"

func (l *lifted) lift(s *tool.Schema) {
	if len(*s) > 0 {
		*l = append(*l, *s)
		*s = tool.Schema(marker)
	}
}

// digest hashes v's JSON form with the schemas in the places of their markers:
// fields in the order of the type, maps sorted.
func digest(v any, schemas lifted) string {
	text, err := json.Marshal(v)
	if err != nil {
		// A tool holds nothing but strings, numbers and JSON texts; a broken text
		// is refused by tool.Encode.
		text = []byte(err.Error())
	}
	h := sha256.New()
	parts := bytes.Split(text, []byte(marker))
	if len(parts) != len(schemas)+1 {
		// A constant of the request reads like a marker. What is hashed then is
		// another text, but one that tells tools apart as well.
		parts = [][]byte{text}
		for _, s := range schemas {
			h.Write(escaped(s))
		}
	}
	for i, part := range parts {
		if i > 0 {
			h.Write(escaped(schemas[i-1]))
		}
		h.Write(part)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// escaped gives a JSON text as encoding/json embeds it.
func escaped(text []byte) []byte {
	for _, special := range []string{"<", ">", "&", "\u2028", "\u2029"} {
		if bytes.Contains(text, []byte(special)) {
			var out bytes.Buffer
			out.Grow(len(text) + len(text)/8)
			json.HTMLEscape(&out, text)
			return out.Bytes()
		}
	}
	return text
}

// tokens estimates what listing a tool costs a model: a quarter of the bytes of
// its name, description and input schema in compact JSON, rounded up, and 8 for
// what the provider wraps around. Output schemas are not counted: few clients
// show them to the model.
func tokens(t *tool.Tool) int {
	return (len(t.Name)+len(t.Description)+len(t.Input)+3)/4 + 8
}
