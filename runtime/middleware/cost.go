package middleware

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/oatools/oatools/runtime"
)

// CostLimits cap what calls may cost together, in US dollars. Zero means no cap.
type CostLimits struct {
	RunUSD    float64 // of one run
	CallerUSD float64 // of one caller, in a day
}

// callerWindow is the time over which a caller's costs are added up. A run is
// named by the client, so a limit per run alone would not hold.
const callerWindow = 24 * time.Hour

// Costs counts what calls cost. It is bounded and safe for concurrent use.
type Costs struct {
	limits CostLimits
	now    func() time.Time

	mu      sync.Mutex // guards what follows
	runs    map[runKey]*account
	callers map[runKey]*account
}

// account counts in millionths of a dollar, so that sums are exact.
type account struct {
	spent int64
	until time.Time
}

// maxAccounts bounds the accounts of each kind.
const maxAccounts = 10_000

// NewCosts makes empty accounts.
func NewCosts(limits CostLimits, now func() time.Time) *Costs {
	return &Costs{limits: limits, now: now, runs: map[runKey]*account{}, callers: map[runKey]*account{}}
}

// Cost refuses a call of usd dollars that would go beyond a limit. A call that
// failed without an effect is not charged.
func Cost(costs *Costs, usd float64) runtime.Middleware {
	price := micros(usd)
	return func(next runtime.Handler) runtime.Handler {
		return func(ctx context.Context, call *runtime.Call) (*runtime.Result, error) {
			if over := costs.spend(call, price); over != "" {
				return runtime.Failure(runtime.NewProblem(runtime.CodeBudgetExhausted, fmt.Sprintf(
					"This call costs %.2f USD, which is more than is left for this %s. Nothing was sent. Use a cheaper tool or ask the user.", usd, over)), runtime.EffectNone), nil
			}
			r, err := next(ctx, call)
			if err != nil || r != nil && r.Status == runtime.StatusError && r.SideEffect == runtime.EffectNone {
				costs.refund(call, price)
			}
			return r, err
		}
	}
}

func micros(usd float64) int64 { return int64(math.Round(usd * 1e6)) }

// spend charges both accounts, or neither and names the one that is too empty.
func (c *Costs) spend(call *runtime.Call, price int64) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	run, caller := c.accounts(call)
	switch {
	case c.limits.RunUSD > 0 && run.spent+price > micros(c.limits.RunUSD):
		return "run"
	case c.limits.CallerUSD > 0 && caller.spent+price > micros(c.limits.CallerUSD):
		return "caller today"
	}
	run.spent += price
	caller.spent += price
	return ""
}

func (c *Costs) refund(call *runtime.Call, price int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	run, caller := c.accounts(call)
	run.spent = max(0, run.spent-price)
	caller.spent = max(0, caller.spent-price)
}

// accounts gives the accounts of a call. The caller holds mu.
func (c *Costs) accounts(call *runtime.Call) (run, caller *account) {
	key := keyOf(call)
	run = c.account(c.runs, key)
	key.run = ""
	return run, c.account(c.callers, key)
}

func (c *Costs) account(all map[runKey]*account, key runKey) *account {
	now := c.now()
	if a := all[key]; a != nil && now.Before(a.until) {
		return a
	}
	if len(all) >= maxAccounts {
		makeRoom(all, now)
	}
	a := &account{until: now.Add(callerWindow)}
	all[key] = a
	return a
}

// makeRoom drops the accounts whose time is over. Where more than half are left,
// as when a client names a new run for every call, those go that have spent
// least: that gives the least money back.
func makeRoom(all map[runKey]*account, now time.Time) {
	maps.DeleteFunc(all, func(_ runKey, a *account) bool { return !now.Before(a.until) })
	more := len(all) - maxAccounts/2
	if more <= 0 {
		return
	}
	keys := slices.SortedFunc(maps.Keys(all), func(x, y runKey) int { return cmp.Compare(all[x].spent, all[y].spent) })
	for _, key := range keys[:more] {
		delete(all, key)
	}
}
