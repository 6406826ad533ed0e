package shape

import (
	"fmt"
	"sync"

	"github.com/oatools/oatools/compile/cond"
	"github.com/oatools/oatools/runtime"
)

// Condition is a condition of the set, compiled when it is first asked: most
// processes never ask most conditions. It is safe for concurrent use.
type Condition struct {
	compile func() (*cond.Condition, error)
}

// NewCondition prepares source. env is asked once, at the first use.
func NewCondition(env func() (*cond.Env, error), source string) *Condition {
	return &Condition{compile: sync.OnceValues(func() (*cond.Condition, error) {
		e, err := env()
		if err != nil {
			return nil, err
		}
		c, problems := e.Compile(source)
		if len(problems) > 0 {
			return nil, fmt.Errorf("condition %q: %s", source, problems[0].Message)
		}
		return c, nil
	})}
}

// Scope gives the conditions' environment of one scope, made at the first use.
func Scope(s cond.Scope) func() (*cond.Env, error) {
	return sync.OnceValues(func() (*cond.Env, error) { return cond.New(s) })
}

// Holds evaluates the condition. On an error the caller takes the careful
// branch.
func (c *Condition) Holds(v cond.Values) (bool, error) {
	compiled, err := c.compile()
	if err != nil {
		return false, err
	}
	return compiled.Holds(v)
}

// CallerOf gives p as conditions see it.
func CallerOf(p runtime.Principal) cond.Caller {
	return cond.Caller{ID: p.ID, Tenant: p.Tenant, Roles: p.Roles, Scopes: p.Scopes, Claims: p.Claims}
}

// Values gives what conditions over a call see.
func (c *Call) Values() cond.Values {
	return cond.Values{Args: c.Args, Caller: CallerOf(c.Principal)}
}
