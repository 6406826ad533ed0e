package overlay_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/curate/overlay"
)

// stranger is a key that no object of the format has and that is near to none:
// the parser then lists the keys that there are.
const stranger = "zzqqxxzzqq"

// The schema and the parser's own tables have the same keys, everywhere: for
// every object of the schema the parser is asked what may stand there.
func TestSchemaKeys(t *testing.T) {
	var root map[string]any
	if err := json.Unmarshal(overlay.Schema(), &root); err != nil {
		t.Fatal(err)
	}
	n := 0
	objects(root, root, nil, map[string]bool{}, func(at []string, props map[string]any) {
		n++
		want := slices.Sorted(maps.Keys(props))
		if diff := cmp.Diff(keysOf(at), want); diff != "" {
			t.Errorf("/%s: keys differ (-parser +schema):\n%s", strings.Join(at, "/"), diff)
		}
		for name, p := range props {
			if text, _ := p.(map[string]any)["description"].(string); len(text) < 4 {
				t.Errorf("/%s/%s has no description", strings.Join(at, "/"), name)
			}
		}
	})
	if n < 60 {
		t.Errorf("%d objects, want at least 60: is the walk complete?", n)
	}
}

// objects visits every object of a schema whose keys the format defines, with a
// way there: "*" is an item of a list or a name that the author chooses.
func objects(root, s map[string]any, at []string, seen map[string]bool, visit func([]string, map[string]any)) {
	if ref, ok := s["$ref"].(string); ok {
		if at = slices.Clone(at); seen[ref+" "+last(at)] {
			return
		}
		seen[ref+" "+last(at)] = true
		s = root["$defs"].(map[string]any)[strings.TrimPrefix(ref, "#/$defs/")].(map[string]any)
	}
	if props, ok := s["properties"].(map[string]any); ok && s["additionalProperties"] == false {
		visit(at, props)
		for _, name := range slices.Sorted(maps.Keys(props)) {
			objects(root, props[name].(map[string]any), append(slices.Clone(at), name), seen, visit)
		}
	}
	for key, step := range map[string]string{"items": "0", "additionalProperties": "query:x1"} {
		if sub, ok := s[key].(map[string]any); ok {
			objects(root, sub, append(slices.Clone(at), step), seen, visit)
		}
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		subs, _ := s[key].([]any)
		for _, sub := range subs {
			objects(root, sub.(map[string]any), at, seen, visit)
		}
	}
}

func last(at []string) string {
	if len(at) == 0 {
		return ""
	}
	return at[len(at)-1]
}

// keysOf asks the parser which keys the object at a place has.
func keysOf(at []string) []string {
	if last(at) == "next" { // its keys are outcomes
		return slices.Sorted(slices.Values(append(overlay.Codes(), "ok")))
	}
	doc := node.NewObject(node.M(stranger, node.NewBool(true)))
	for _, step := range slices.Backward(at) {
		if step == "0" {
			doc = node.NewArray(doc)
		} else {
			doc = node.NewObject(node.M(step, doc))
		}
	}
	var diags diag.List
	overlay.Parse(doc, &diags)
	for _, d := range diags.Sorted() {
		if d.Code == "unknown-key" && strings.Contains(d.Message, stranger) {
			keys := strings.Split(strings.TrimPrefix(d.Hint, "its keys are "), ", ")
			slices.Sort(keys)
			return keys
		}
	}
	return nil
}
