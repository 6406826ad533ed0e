package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
)

// readArgs builds a call's arguments from --json and --arg. A value of --arg is
// taken as text where the tool's schema takes only text, and as JSON elsewhere
// when it is JSON.
func readArgs(schema json.RawMessage, file string, pairs []string, stdin io.Reader) (json.RawMessage, error) {
	switch {
	case file != "" && len(pairs) > 0:
		return nil, usagef("--json and --arg exclude each other")
	case file == "-":
		return io.ReadAll(stdin)
	case strings.HasPrefix(strings.TrimSpace(file), "{"):
		return nil, usagef("--json takes the name of a file; give the JSON itself on standard input: --json -")
	case file != "":
		return os.ReadFile(file)
	}
	textual := textProperties(schema)
	args := map[string]json.RawMessage{}
	for _, pair := range pairs {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || name == "" {
			return nil, usagef("--arg %q: want name=value", pair)
		}
		if _, twice := args[name]; twice {
			return nil, usagef("--arg %s is given twice", name)
		}
		if textual[name] || !json.Valid([]byte(value)) {
			b, err := json.Marshal(value)
			if err != nil {
				return nil, fmt.Errorf("argument %s: %w", name, err)
			}
			args[name] = b
			continue
		}
		args[name] = json.RawMessage(value)
	}
	return json.Marshal(args)
}

// textProperties names the properties of an object schema that take text alone.
func textProperties(schema json.RawMessage) map[string]bool {
	var root struct {
		Properties map[string]struct {
			Type any `json:"type"`
		} `json:"properties"`
	}
	out := map[string]bool{}
	if json.Unmarshal(schema, &root) != nil {
		return out
	}
	for name, p := range root.Properties {
		if p.Type == "string" {
			out[name] = true
		}
	}
	return out
}

// sortedKeys gives the keys of m in order.
func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}
