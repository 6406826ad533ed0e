package runtime

import (
	"fmt"
	"maps"
	"slices"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/diag"
)

// principalKeys are the keys of a caller file.
var principalKeys = []string{"id", "tenant", "roles", "scopes", "claims"}

// ParsePrincipal reads a caller file: one JSON object with id, tenant, roles,
// scopes and claims. It is strict, because a misspelt key would silently take
// rights away or leave a tenant out: unknown and repeated keys are errors.
func ParsePrincipal(data []byte) (Principal, error) {
	v, problems := check.Decode(data, check.Limits{})
	if len(problems) > 0 {
		at := problems[0].At
		if at != "" {
			at += ": "
		}
		return Principal{}, fmt.Errorf("caller: %s%s", at, problems[0].Message)
	}
	obj, ok := v.(map[string]any)
	if !ok {
		return Principal{}, fmt.Errorf("caller: want a JSON object with id, tenant, roles, scopes and claims")
	}
	var p Principal
	for _, key := range slices.Sorted(maps.Keys(obj)) {
		var ok bool
		var want string
		switch value := obj[key]; key {
		case "id":
			p.ID, ok = value.(string)
			want = "a text"
		case "tenant":
			p.Tenant, ok = value.(string)
			want = "a text"
		case "roles":
			p.Roles, ok = texts(value)
			want = "a list of texts"
		case "scopes":
			p.Scopes, ok = texts(value)
			want = "a list of texts"
		case "claims":
			p.Claims, ok = value.(map[string]any)
			want = "an object"
		default:
			return Principal{}, fmt.Errorf("caller: unknown key %q%s", key, diag.DidYouMean(key, principalKeys))
		}
		if !ok {
			return Principal{}, fmt.Errorf("caller: %s is %s, want %s", key, kind(obj[key]), want)
		}
	}
	if p.ID == "" {
		return Principal{}, fmt.Errorf("caller: id is missing")
	}
	return p, nil
}

func texts(v any) ([]string, bool) {
	list, ok := v.([]any)
	if !ok {
		return nil, false
	}
	out := make([]string, len(list))
	for i, item := range list {
		if out[i], ok = item.(string); !ok {
			return nil, false
		}
	}
	return out, true
}

func kind(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case string:
		return "a text"
	case bool:
		return "a truth value"
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	return "a number"
}
