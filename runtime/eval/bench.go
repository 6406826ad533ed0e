package eval

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/oatools/oatools/compile/cond"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/credential"
	"github.com/oatools/oatools/runtime/engine"
	"github.com/oatools/oatools/runtime/mock"
	"github.com/oatools/oatools/runtime/shape"
	"github.com/oatools/oatools/runtime/store"
	"github.com/oatools/oatools/runtime/store/memory"
	"github.com/oatools/oatools/runtime/wire"
	"github.com/oatools/oatools/runtime/wire/transport"
)

// dummy is every secret of an eval.
const dummy = "eval-credential"

// start is when every eval begins.
const start = "2026-01-01T00:00:00Z"

// bench is a set made ready for evals.
type bench struct {
	set     *tool.Set // with servers that can be filled in and dummy credentials
	seed    uint64
	lacking map[string]string // tools that this runtime cannot run → why
}

func newBench(set *tool.Set, seed uint64) (*bench, error) {
	ready := *set
	ready.Servers, ready.Auth = map[string]tool.Server{}, map[string]tool.AuthScheme{}
	for name, s := range set.Servers {
		ready.Servers[name] = reachable(name, s)
	}
	for name, s := range set.Auth {
		ready.Auth[name] = harmless(s)
	}
	b := &bench{set: &ready, seed: seed, lacking: map[string]string{}}
	client, err := wire.NewClient(&ready, wire.Config{Env: unset, Transport: refusing{}})
	if err != nil {
		return nil, fmt.Errorf("evals of %s: %w", set.Name, err)
	}
	for i := range set.Tools {
		t := &set.Tools[i]
		if _, err := engine.New(b.alone(unapproved(t)), engine.Options{Upstream: client, Attach: through(t)}); err != nil {
			b.lacking[t.Name] = strings.TrimPrefix(oneLine(err), "tool "+t.Name+": ")
		}
	}
	return b, nil
}

func unset(string) (string, bool) { return "", false }

// reachable gives a server whose URL needs no environment: its own where the
// template has defaults, else one of the hosts that are allowed.
func reachable(name string, s tool.Server) tool.Server {
	if _, err := transport.Load(s, unset); err == nil {
		return s
	}
	host := strings.ToLower(name) + ".invalid" // RFC 6761: it resolves nowhere
	if len(s.Hosts) > 0 {
		host = s.Hosts[0]
	}
	return tool.Server{URL: "https://" + host, Hosts: s.Hosts}
}

// unapproved gives t without approvals, as evals run it: see reachesApproval.
func unapproved(t *tool.Tool) *tool.Tool {
	bare := *t
	bare.Approval = nil
	return &bare
}

// reachesApproval reports whether a person would have been asked: the tool has
// approvals, and its own request was sent, which comes after them. Evals of what
// is refused or planned before, or needs no approval, say as much without.
func (r *rig) reachesApproval(t *tool.Tool, e *tool.Eval) bool {
	if len(t.Approval) == 0 || !slices.ContainsFunc(r.upstream.Requests(), func(q mock.Request) bool { return q.Step == t.Main }) {
		return false
	}
	args, _ := decode(e.Call)
	obj, _ := args.(map[string]any)
	return slices.ContainsFunc(t.Approval, func(a tool.Approval) bool {
		if a.When == "" {
			return true
		}
		when := shape.NewCondition(shape.Scope(cond.Scope{Args: t.Input, Caller: true}), a.When)
		needed, err := when.Holds(cond.Values{Args: obj, Caller: shape.CallerOf(r.caller)})
		return needed || err != nil
	})
}

// harmless gives a scheme that needs no secret store and no token endpoint, and
// writes its credential where the original does.
func harmless(s tool.AuthScheme) tool.AuthScheme {
	switch {
	case s.TokenURL != "" || s.Exchange != "" || s.Account != "":
		return tool.AuthScheme{Type: "bearer", Secret: "env:EVAL"}
	case s.Type == "mutualTLS":
		return tool.AuthScheme{Type: "none", None: "an eval has no certificate"}
	case s.Secret != "":
		s.Secret = "env:EVAL"
	}
	return s
}

// through attaches middleware that does nothing for every name of t's.
func through(t *tool.Tool) map[string]runtime.Middleware {
	out := map[string]runtime.Middleware{}
	for _, name := range t.With {
		out[name] = func(next runtime.Handler) runtime.Handler { return next }
	}
	return out
}

// alone gives a set of t only.
func (b *bench) alone(t *tool.Tool) *tool.Set {
	set := *b.set
	set.Tools = []tool.Tool{*t}
	return &set
}

// among gives a set of t and of the tools that its results may propose, in which
// everybody may see everything when open is set.
func (b *bench) among(t *tool.Tool, open bool) *tool.Set {
	named := map[string]bool{t.Name: true}
	for _, words := range t.Next {
		for _, w := range words {
			named[w] = true
		}
	}
	if t.Command != nil {
		named[t.Command.Undo] = true
	}
	set := *b.set
	set.Tools = nil
	for i := range b.set.Tools {
		other := *unapproved(&b.set.Tools[i])
		if !named[other.Name] || b.lacking[other.Name] != "" {
			continue
		}
		if open {
			other.Audience = nil
		}
		set.Tools = append(set.Tools, other)
	}
	return &set
}

// rig is one eval, set up.
type rig struct {
	upstream *mock.Upstream
	handler  runtime.Handler
	caller   runtime.Principal
	target   *tool.Step // the request that the eval is about; nil: the call sends nothing
	log      *bytes.Buffer
	calls    int
}

// rig sets an eval up. The error is a mistake of the eval.
func (b *bench) rig(t *tool.Tool, e *tool.Eval) (*rig, error) {
	r := &rig{log: &bytes.Buffer{}}
	var err error
	if r.caller, err = callerOf(e.As, everybody(b.set, t)); err != nil {
		return nil, err
	}
	began, err := time.Parse(time.RFC3339, start)
	if err != nil {
		return nil, err
	}
	clock := mock.NewClock(began)
	if r.upstream, err = mock.New(b.alone(t), mock.Options{Seed: b.seed, Clock: clock, Example: exampleOf(t), Fit: fitOf(t, e, r.caller)}); err != nil {
		return nil, err
	}
	log := slog.New(slog.NewTextHandler(r.log, &slog.HandlerOptions{Level: slog.LevelError, ReplaceAttr: timeless}))
	set := b.among(t, len(e.As) == 0)
	client, err := wire.NewClient(set, wire.Config{
		Env: unset, Transport: r.upstream, Secrets: credential.NewResolver(credential.Options{Fixed: dummy, Env: unset}), Isolated: true, Log: log,
		Now: clock.Now, Sleep: clock.Sleep, Limit: clock.Limit, Jitter: func() float64 { return 0.5 },
	})
	if err != nil {
		return nil, err
	}
	ids := uint64(0)
	eng, err := engine.New(set, engine.Options{
		Upstream: client, Store: remembering{memory.New(memory.Options{Now: clock.Now})}, Now: clock.Now, Sleep: clock.Sleep, Log: log, Attach: attached(set),
		NewID: func(prefix string) string { ids++; return store.SequentialID(prefix, ids) },
	})
	if err != nil {
		return nil, err
	}
	r.handler = eng.Handler()
	r.target = targetOf(t, e)
	return r, r.script(t, e)
}

func attached(set *tool.Set) map[string]runtime.Middleware {
	out := map[string]runtime.Middleware{}
	for i := range set.Tools {
		for name, m := range through(&set.Tools[i]) {
			out[name] = m
		}
	}
	return out
}

func timeless(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey || a.Key == "stack" {
		return slog.Attr{}
	}
	return a
}

// targetOf gives the request that an eval is about: of a dry run, the preview.
func targetOf(t *tool.Tool, e *tool.Eval) *tool.Step {
	if t.Command == nil || !truth(e.Call, tool.ArgDryRun) {
		return t.Main
	}
	return t.Command.DryRun.Preview
}

// truth reports whether the member key of an object is true.
func truth(text json.RawMessage, key string) bool {
	v, _ := decode(text)
	obj, _ := v.(map[string]any)
	return obj[key] == true
}

// script tells the upstream what the eval says of it. It is the answer to the
// request that the eval is about; what a command changed is read back as it was
// answered, and where the upstream fails it fails to be read, too.
func (r *rig) script(t *tool.Tool, e *tool.Eval) error {
	if len(e.Upstream) == 0 || r.target == nil {
		return nil
	}
	a, err := mock.ParseAnswer(e.Upstream)
	if err != nil {
		return err
	}
	r.upstream.Script(r.target, a)
	if t.Command != nil && t.Command.Verify != nil {
		if a.Status/100 == 2 {
			a.Status = 200
		}
		r.upstream.Script(&t.Command.Verify.Step, a)
	}
	return nil
}

// exampleOf gives the example answers of t: what its own evals say that the
// upstream answers when all is well.
func exampleOf(t *tool.Tool) func(*tool.Step, *tool.Response) []byte {
	return func(s *tool.Step, r *tool.Response) []byte {
		if s != t.Main {
			return nil
		}
		for i := range t.Evals {
			a, err := mock.ParseAnswer(t.Evals[i].Upstream)
			if len(t.Evals[i].Upstream) > 0 && err == nil && len(a.Body) > 0 && fmt.Sprint(a.Status) == r.Status && t.Evals[i].Error == "" {
				return a.Body
			}
		}
		return nil
	}
}

// fitOf prefers sampled answers of the verification that meet its expectation.
func fitOf(t *tool.Tool, e *tool.Eval, caller runtime.Principal) func(*tool.Step, any) bool {
	if t.Command == nil || t.Command.Verify == nil {
		return nil
	}
	v := t.Command.Verify
	schema := tool.Schema("true")
	if r := v.Step.Answer(); r != nil {
		schema = r.Schema
	}
	expect := shape.NewCondition(shape.Scope(cond.Scope{Args: t.Input, Result: schema, Caller: true}), v.Expect)
	args, _ := decode(e.Call)
	obj, _ := args.(map[string]any)
	return func(s *tool.Step, body any) bool {
		if s != &v.Step {
			return true
		}
		ok, err := expect.Holds(cond.Values{Args: obj, Caller: shape.CallerOf(caller), Result: body})
		return ok && err == nil
	}
}

// call makes one call.
func (r *rig) call(ctx context.Context, t *tool.Tool, args json.RawMessage) *runtime.Result {
	r.calls++
	res, err := r.handler(ctx, &runtime.Call{ID: fmt.Sprintf("call_%d", r.calls), RunID: "eval", Tool: t.Name, Args: args, Principal: r.caller})
	if err != nil || res == nil {
		return runtime.Failure(runtime.NewProblem(runtime.CodeInternal, ""), runtime.EffectUnknown)
	}
	return res
}

// remembering is a store in which every value is there that a tool draws on.
type remembering struct{ store.Store }

func (s remembering) Value(ctx context.Context, scope, key string) (json.RawMessage, bool, error) {
	v, ok, err := s.Store.Value(ctx, scope, key)
	if err != nil || ok {
		return v, ok, err
	}
	v, err = json.Marshal("eval-" + key)
	return v, err == nil, err
}

// refusing is the transport of a client that must send nothing.
type refusing struct{}

func (refusing) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errors.New("nothing is sent here")
}
