package wire

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/outcome"
	"github.com/oatools/oatools/runtime/wire/plan"
	"github.com/oatools/oatools/runtime/wire/reply"
	"github.com/oatools/oatools/runtime/wire/transport"
)

// Limits that hold when nothing else is said.
const (
	readTimeout  = 10 * time.Second
	writeTimeout = 30 * time.Second
	overall      = 45 * time.Second // all attempts; under the usual minute of an agent's client
	attempts     = 3
)

// exchange is one Do: a request, its attempts and what is permitted.
type exchange struct {
	client  *Client
	plan    *compiled
	request *plan.Request
	in      *runtime.Inputs
	opts    *runtime.SendOptions
	ctx     context.Context
	buf     *buffer
	limit   int
	timeout time.Duration
	end     time.Time // no attempt begins after it
	latest  time.Time // every attempt ends by it
	sent    int       // attempts
	renewed bool      // a refused credential was renewed once
	mark    uint64    // when the last attempt's credentials were got
	single  bool      // a move that is permitted once was used
	over    bool      // no attempt is made any more

	earlier runtime.SideEffect // what attempts before this one may have done; empty: nothing
}

// Do sends one step and reports what is known of the outcome: every failure of
// values, credentials, network and upstream is in the response. The error is a
// bug of ours, and nothing was sent.
func (c *Client) Do(ctx context.Context, s *tool.Step, in runtime.Inputs, opts runtime.SendOptions) (*runtime.Response, error) {
	p, err := c.plan(s)
	if err != nil {
		return nil, err
	}
	if p.Refused != nil {
		return p.unsent(p.Refused), nil
	}
	r, problem, err := p.Build(&in, c.cfg.Now(), func(scheme string) (string, *runtime.Problem) { return c.authority.Secret(ctx, scheme) })
	if err != nil {
		return nil, fmt.Errorf("wire: %s %s: %w", s.Op.Method, s.Op.Path, err)
	}
	if problem != nil {
		return p.unsent(problem), nil
	}
	x := &exchange{client: c, plan: p, request: r, in: &in, opts: &opts, ctx: ctx, limit: opts.MaxBytes, timeout: opts.Timeout.Std()}
	x.defaults()
	x.buf = c.buffers.Get().(*buffer)
	res := x.settled(x.run())
	if cap(x.buf.bytes) <= maxKept {
		c.buffers.Put(x.buf)
	}
	res.Attempts = x.sent
	return res, nil
}

func (x *exchange) defaults() {
	if x.limit <= 0 {
		x.limit = defaultMaxBytes
	}
	u := x.plan.upstream
	x.limit = capped(x.limit, u.maxBytes)
	if x.timeout <= 0 {
		x.timeout = writeTimeout
		if x.opts.ReadOnly {
			x.timeout = readTimeout
		}
	}
	x.timeout = capped(x.timeout, u.within)
	x.latest = x.client.cfg.Now().Add(together(x.opts.Retry, u.total))
	x.end = x.latest
	if deadline, ok := x.ctx.Deadline(); ok && deadline.Before(x.end) {
		x.end = deadline
	}
}

// capped gives the lower of a value and its cap; a cap of 0 is none.
func capped[T int | time.Duration](v, most T) T {
	if most > 0 {
		return min(v, most)
	}
	return v
}

// unsent is the response when nothing was sent.
func (p *compiled) unsent(problem *runtime.Problem) *runtime.Response {
	return &runtime.Response{Host: p.upstream.server.Host, Effect: runtime.EffectNone, Problem: problem}
}

// run makes attempts until one settles the matter.
func (x *exchange) run() *runtime.Response {
	for {
		if res := x.held(); res != nil {
			return res
		}
		a, problem := x.attempt()
		if problem != nil {
			// A credential that cannot be had, now or after it was refused.
			return x.plan.unsent(problem)
		}
		x.learn(a)
		x.log(a)
		d := reply.Declared(x.plan.Step.Results, a.Status, a.Media())
		if a.phase == outcome.Complete && reply.Succeeded(a.Status, d) {
			return x.success(a, d)
		}
		res, wait := x.judge(a, d)
		if res != nil {
			return res
		}
		if x.client.cfg.Sleep(x.ctx, wait) != nil {
			x.over = true // the caller left while we waited: what is known stays known
			res, _ := x.judge(a, d)
			return res
		}
	}
}

// attempt sends once, with fresh credentials, and follows redirects that are
// permitted.
func (x *exchange) attempt() (*attempt, *runtime.Problem) {
	if err := x.ctx.Err(); err != nil { // nothing is begun for a caller who has left
		return &attempt{at: x.request.URL, err: err, gone: err}, nil
	}
	u, header, problem := x.apply(x.ctx)
	if problem != nil {
		x.plan.upstream.breaker.Drop()
		return nil, problem
	}
	x.sent++
	a := x.send(x.ctx, x.plan.upstream.trip, u, header, x.request.Body)
	for hops := 0; hops < maxHops && x.forwards(a); hops++ {
		next := x.follow(a)
		if next == nil {
			break
		}
		a = next
	}
	return a, nil
}

// held says no before anything is sent: an open breaker, or a quota that the
// upstream said is used up.
func (x *exchange) held() *runtime.Response {
	now := x.client.cfg.Now()
	u := x.plan.upstream
	if !x.client.cfg.Isolated {
		if wait, ok := u.breaker.Admit(now); !ok {
			return x.plan.unsent(later(runtime.CodeDependencyUnavailable, wait))
		}
	}
	wait := x.plan.quota.Held(now)
	if wait <= 0 {
		return nil
	}
	// A read may wait a moment. A write fails at once: nothing was sent, and the
	// caller should know.
	if x.opts.ReadOnly && wait <= time.Second && now.Add(wait).Before(x.end) && x.client.cfg.Sleep(x.ctx, wait) == nil {
		return nil
	}
	u.breaker.Drop()
	return x.plan.unsent(later(runtime.CodeRateLimited, wait))
}

// later is a problem that time heals.
func later(code runtime.Code, wait time.Duration) *runtime.Problem {
	p := runtime.NewProblem(code, "")
	p.RetryAfterS = seconds(wait)
	return p
}

// seconds rounds up: a caller who comes back a moment too early is refused.
func seconds(d time.Duration) int { return int((d + time.Second - 1) / time.Second) }

// log tells the operator about an attempt that did not go well: where, how far
// it came, and the network's own words.
func (x *exchange) log(a *attempt) {
	if a.err == nil && a.Status < 500 {
		return
	}
	level := slog.LevelDebug
	if errors.Is(a.err, transport.ErrBlocked) {
		level = slog.LevelWarn
	}
	log := x.client.cfg.Log
	if !log.Enabled(x.ctx, level) {
		return
	}
	words := ""
	if a.err != nil {
		words = x.client.secrets.Scrubber().Scrub(a.err.Error())
	}
	s := x.plan.Step
	log.Log(x.ctx, level, "attempt failed", "host", a.at.Host, "method", s.Binding.Method, "template", s.Op.Path,
		"attempt", x.sent, "sent", a.phase != outcome.NotSent, "status", a.Status, "error", words)
}

// learn tells the breaker, the budget and the quota how an attempt went.
func (x *exchange) learn(a *attempt) {
	now := x.client.cfg.Now()
	u := x.plan.upstream
	if a.gone != nil || errors.Is(a.err, transport.ErrBlocked) {
		u.breaker.Drop() // says nothing about how the upstream fares
		return
	}
	if !u.server.Same(a.at) { // the upstream answered, and another host after it
		u.breaker.Report(false, now)
		return
	}
	failed := a.Status == 0 || a.Status == 502 || a.Status == 503 || a.Status == 504
	u.breaker.Report(failed, now)
	if a.Status/100 == 2 {
		u.budget.Succeed()
	}
	if a.Status != 0 && !x.plan.personal {
		x.plan.quota.Learn(a.Header, now)
	}
}
