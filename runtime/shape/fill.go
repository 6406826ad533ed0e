package shape

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
)

// Fill replaces {name} in text by the argument of that name: a text as it is,
// anything else as JSON. A name that no argument has stays.
func Fill(text string, args map[string]any) string {
	pairs := make([]string, 0, 2*len(args))
	for _, name := range slices.Sorted(maps.Keys(args)) {
		value, ok := args[name].(string)
		if !ok {
			b, _ := json.Marshal(args[name])
			value = string(b)
		}
		pairs = append(pairs, "{"+name+"}", value)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
