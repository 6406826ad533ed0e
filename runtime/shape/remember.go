package shape

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/store"
)

// How long remembered values live.
const (
	runTTL  = 24 * time.Hour
	longTTL = 30 * 24 * time.Hour
)

// maxRemembered bounds one remembered value.
const maxRemembered = 16 << 10

// The scopes of remembered values, narrowest first.
const (
	scopeRun    = "run"
	scopeUser   = "user"
	scopeTenant = "tenant"
)

// scopeKey names who shares a value; "" when the call has no such scope. A run
// is named by the client, so it is always held together with the caller.
func scopeKey(scope string, c *Call) string {
	switch scope {
	case scopeRun:
		if c.RunID == "" {
			return ""
		}
		return "run:" + jsonText([2]string{c.Principal.Key(), c.RunID})
	case scopeUser:
		return "user:" + c.Principal.Key()
	case scopeTenant:
		return "tenant:" + jsonText(c.Principal.Tenant)
	}
	return ""
}

func jsonText(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

// RunKeys lists the remembered values that the steps draw on.
func RunKeys(steps ...*tool.Step) []string {
	var keys []string
	for _, s := range steps {
		if s == nil {
			continue
		}
		for v := range ValuesOf(s) {
			if v.Run != "" && !slices.Contains(keys, v.Run) {
				keys = append(keys, v.Run)
			}
		}
	}
	return keys
}

// recall reads remembered values; missing names one that nobody remembers.
func (e *Env) recall(ctx context.Context, c *Call, keys []string) (values map[string]json.RawMessage, missing string, err error) {
	values = make(map[string]json.RawMessage, len(keys))
	for _, key := range keys {
		found := false
		for _, scope := range []string{scopeRun, scopeUser, scopeTenant} {
			where := scopeKey(scope, c)
			if where == "" {
				continue
			}
			v, ok, err := e.Store.Value(ctx, where, key)
			if err != nil {
				return nil, "", fmt.Errorf("recall %s: %w", key, err)
			}
			if ok {
				values[key], found = v, true
				break
			}
		}
		if !found {
			return nil, key, nil
		}
	}
	return values, "", nil
}

// Remember keeps what t wants kept of a successful answer. A value that is not
// there, or too large, is left out.
func (e *Env) Remember(ctx context.Context, c *Call, resp *runtime.Response) error {
	for _, key := range slices.Sorted(maps.Keys(c.Tool.Remember)) {
		r := c.Tool.Remember[key]
		v, ok := evaluate(r.Value, resp)
		where := scopeKey(r.Scope, c)
		if !ok || where == "" || len(v) > maxRemembered {
			continue
		}
		ttl := longTTL
		if r.Scope == scopeRun {
			ttl = runTTL
		}
		if err := e.Store.PutValue(ctx, store.Value{Scope: where, Key: key, JSON: v, Expires: e.Now().Add(ttl)}); err != nil {
			return fmt.Errorf("remember %s: %w", key, err)
		}
	}
	return nil
}
