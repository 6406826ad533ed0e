package eval

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

// decode reads JSON as calls are read: exact numbers, unique keys.
func decode(text json.RawMessage) (any, bool) {
	if len(text) == 0 {
		return nil, false
	}
	v, problems := check.Decode(text, check.Limits{Bytes: 64 << 20})
	return v, len(problems) == 0
}

// plain writes a value as JSON: keys sorted, numbers as they were written, no
// escapes for HTML.
func plain(v any) json.RawMessage {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil
	}
	return bytes.TrimSpace(b.Bytes())
}

func keysOf(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

// compare lists where got differs from want. Unless it has to be the whole, an
// object may have more members than are wanted.
func compare(at string, want, got any, whole bool) []string {
	switch w := want.(type) {
	case map[string]any:
		if g, ok := got.(map[string]any); ok {
			return compareObjects(at, w, g, whole)
		}
	case []any:
		if g, ok := got.([]any); ok {
			return compareLists(at, w, g, whole)
		}
	}
	if string(runtime.AppendCanonical(nil, want)) == string(runtime.AppendCanonical(nil, got)) {
		return nil
	}
	return []string{where(at) + "want " + short(want) + ", got " + short(got)}
}

func compareObjects(at string, want, got map[string]any, whole bool) []string {
	var problems []string
	for _, key := range keysOf(want) {
		place := at + "/" + tool.PointerToken(key)
		have, ok := got[key]
		if !ok {
			problems = append(problems, where(place)+"want "+short(want[key])+", got nothing")
			continue
		}
		problems = append(problems, compare(place, want[key], have, whole)...)
	}
	if !whole {
		return problems
	}
	for _, key := range keysOf(got) {
		if _, ok := want[key]; !ok {
			problems = append(problems, where(at+"/"+tool.PointerToken(key))+"want nothing, got "+short(got[key]))
		}
	}
	return problems
}

func compareLists(at string, want, got []any, whole bool) []string {
	if len(want) != len(got) {
		return []string{where(at) + fmt.Sprintf("want %s, got %d: %s", plural(len(want), "item"), len(got), short(got))}
	}
	var problems []string
	for i := range want {
		problems = append(problems, compare(fmt.Sprintf("%s/%d", at, i), want[i], got[i], whole)...)
	}
	return problems
}

func where(at string) string {
	if at == "" {
		return ""
	}
	return at + ": "
}

func short(v any) string { return clip(string(plain(v)), 120) }
