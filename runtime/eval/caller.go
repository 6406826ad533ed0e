package eval

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

// member finds what conditions ask of a caller's lists: "x" in caller.roles.
var member = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`["']([^"']+)["']\s+in\s+caller\.(roles|scopes)\b`)
})

// everybody gives the caller of evals that name none: whoever the conditions of
// the set ask for, as far as they do it by roles and scopes, with every scope and
// every claim that t needs.
func everybody(set *tool.Set, t *tool.Tool) runtime.Principal {
	p := runtime.Principal{ID: "eval", Tenant: "eval", Scopes: slices.Clone(t.Scopes), Claims: map[string]any{}}
	for _, source := range conditions(set, t) {
		for _, m := range member().FindAllStringSubmatch(source, -1) {
			list := &p.Roles
			if m[2] == "scopes" {
				list = &p.Scopes
			}
			if !slices.Contains(*list, m[1]) {
				*list = append(*list, m[1])
			}
		}
	}
	slices.Sort(p.Roles)
	for v := range values(t) {
		if claim, ok := strings.CutPrefix(v.Caller, "claims."); ok {
			p.Claims[claim] = "eval-" + claim
		}
	}
	return p
}

// conditions lists the conditions over the caller that calls of t meet.
func conditions(set *tool.Set, t *tool.Tool) []string {
	var list []string
	for _, name := range t.Audience {
		list = append(list, set.Audiences[name])
	}
	for _, r := range t.Require {
		list = append(list, r.When)
	}
	if t.Command != nil {
		list = append(list, t.Command.Confirm.Unless)
	}
	return list
}

// values yields every value that t's steps bind.
func values(t *tool.Tool) func(func(*tool.Value) bool) {
	return func(yield func(*tool.Value) bool) {
		for _, s := range t.Steps() {
			for i := range s.Binding.Params {
				if !yield(&s.Binding.Params[i].Value) {
					return
				}
			}
			if s.Binding.Body == nil {
				continue
			}
			for i := range s.Binding.Body.Fields {
				if !yield(&s.Binding.Body.Fields[i].Value) {
					return
				}
			}
		}
	}
}

// callerOf gives the caller of an eval. What it says of roles and scopes is all
// there is of them; id, tenant and claims that it does not state are those of
// everybody.
func callerOf(as json.RawMessage, otherwise runtime.Principal) (runtime.Principal, error) {
	if len(as) == 0 {
		return otherwise, nil
	}
	var stated map[string]json.RawMessage
	if err := json.Unmarshal(as, &stated); err != nil {
		return runtime.Principal{}, fmt.Errorf("as: want an object with id, tenant, roles, scopes and claims")
	}
	if _, ok := stated["id"]; !ok {
		stated["id"] = json.RawMessage(`"` + otherwise.ID + `"`)
	}
	text, err := json.Marshal(stated)
	if err != nil {
		return runtime.Principal{}, fmt.Errorf("as: %w", err)
	}
	p, err := runtime.ParsePrincipal(text)
	if err != nil {
		return runtime.Principal{}, fmt.Errorf("as: %w", err)
	}
	if _, ok := stated["tenant"]; !ok {
		p.Tenant = otherwise.Tenant
	}
	if _, ok := stated["claims"]; !ok {
		p.Claims = otherwise.Claims
	}
	return p, nil
}
