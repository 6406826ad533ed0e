package journal

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// Equal compares by encoding, so that nil and empty are one.
func Equal(a, b any) bool { return bytes.Equal(JSON(Stated(a)), JSON(Stated(b))) }

// Stated gives nil for zero values and empty lists.
func Stated(v any) any {
	if v == nil {
		return nil
	}
	r := reflect.ValueOf(v)
	switch {
	case r.IsZero():
		return nil
	case (r.Kind() == reflect.Slice || r.Kind() == reflect.Map) && r.Len() == 0:
		return nil
	}
	return v
}

// JSON gives canonical JSON, nil for nil.
func JSON(v any) json.RawMessage {
	switch v := v.(type) {
	case nil:
		return nil
	case *node.Node:
		if v == nil {
			return nil
		}
		return v.AppendCanonical(nil)
	case json.RawMessage:
		if n := Parse(v); n != nil {
			return n.AppendCanonical(nil)
		}
		return nil
	}
	if r := reflect.ValueOf(v); r.Kind() == reflect.Pointer && r.IsNil() {
		return nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return json.RawMessage(`"` + "unreadable" + `"`) // a broken JSON text; Decode refuses such sets
	}
	if n := Parse(bytes.TrimSpace(b.Bytes())); n != nil {
		return n.AppendCanonical(nil)
	}
	return bytes.TrimSpace(b.Bytes())
}

// Parse reads a JSON text of the artifact; nil when there is none.
func Parse(text []byte) *node.Node {
	if len(text) == 0 {
		return nil
	}
	var diags diag.List
	return node.ReadJSON("", text, node.Limits{}, &diags)
}

// Without gives the members of a that b lacks, each once, in a's order.
func Without(a, b []string) []string {
	have := make(map[string]bool, len(b))
	for _, s := range b {
		have[s] = true
	}
	var out []string
	for _, s := range a {
		if !have[s] {
			have[s] = true
			out = append(out, s)
		}
	}
	return out
}

// Names gives the keys that either side has, in order.
func Names[V any](a, b map[string]V) []string {
	out := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(out)
	return slices.Compact(out)
}
