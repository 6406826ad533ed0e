package mcpserver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/oatools/oatools/runtime/engine"
)

// Declaration gives the JSON by which a client of MCP lists a tool. The error
// says why it cannot be listed.
func Declaration(s engine.Surface) (json.RawMessage, error) {
	t, err := declaration(s)
	if err != nil {
		return nil, fmt.Errorf("tool %s: %w", s.Name, err)
	}
	return json.Marshal(t)
}

// declaration writes a tool as MCP lists it. Schemas go out as they are.
func declaration(s engine.Surface) (*mcp.Tool, error) {
	if !plainName(s.Name) {
		return nil, errors.New("the name needs 1 to 128 characters, of letters and digits of ASCII and _ - . alone")
	}
	if err := objectRoot(json.RawMessage(s.Input)); err != nil {
		return nil, fmt.Errorf("input schema: %w", err)
	}
	destructive, open := s.Hints.Destructive, s.Hints.OpenWorld
	t := &mcp.Tool{
		Name:        s.Name,
		Title:       s.Title,
		Description: s.Description,
		InputSchema: json.RawMessage(s.Input),
		Annotations: &mcp.ToolAnnotations{
			Title:           s.Title,
			ReadOnlyHint:    s.Hints.ReadOnly,
			DestructiveHint: &destructive,
			IdempotentHint:  s.Hints.Idempotent,
			OpenWorldHint:   &open,
		},
	}
	// A nil RawMessage in an interface would go out as null.
	if len(s.Output) > 0 {
		if err := objectRoot(json.RawMessage(s.Output)); err != nil {
			return nil, fmt.Errorf("output schema: %w", err)
		}
		t.OutputSchema = json.RawMessage(s.Output)
	}
	return t, nil
}

// plainName reports whether a name is what MCP asks for. The SDK lists others, but
// compares the header that repeats a name as it is, though clients encode it.
func plainName(name string) bool {
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c == '-', c == '.':
		default:
			return false
		}
	}
	return name != "" && len(name) <= 128
}

// objectRoot demands type object at the root: the SDK panics without it in an
// input schema, and one other root in an output schema makes some clients drop
// the whole list.
func objectRoot(schema json.RawMessage) error {
	dec := jsontext.NewDecoder(bytes.NewReader(schema))
	if tok, err := dec.ReadToken(); err != nil {
		return err
	} else if tok.Kind() != jsontext.KindBeginObject {
		return errors.New("not an object")
	}
	for dec.PeekKind() == jsontext.KindString {
		tok, err := dec.ReadToken()
		if err != nil {
			return err
		}
		if tok.String() != "type" {
			if err := dec.SkipValue(); err != nil {
				return err
			}
			continue
		}
		kind, err := dec.ReadValue()
		if err == nil && string(kind) != `"object"` {
			err = fmt.Errorf("the root has type %s, want object", kind)
		}
		return err
	}
	return errors.New("the root has no type, want object")
}
