package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/engine"
	"github.com/oatools/oatools/runtime/wire"
)

// checkCalls makes the calls of the case, each against an upstream and an
// engine of its own.
func (c *caseRun) checkCalls(t *testing.T) {
	if c.call == nil || c.call.HTTP != nil {
		return
	}
	calls, wants := c.call.Runs, c.expected.Runs
	if calls == nil {
		calls, wants = []caseCall{c.call.caseCall}, []expectRun{c.expected.expectRun}
	}
	if len(calls) != len(wants) {
		c.errorf("", "%d calls, and %d expectations", len(calls), len(wants))
		return
	}
	for i, call := range calls {
		place := "call"
		if c.call.Runs != nil {
			place = fmt.Sprintf("runs[%d]", i)
		}
		out := c.run(t, place, call, c.exchanges(i))
		if out == nil {
			continue
		}
		c.judge(place, wants[i], out)
	}
}

func (c *caseRun) exchanges(run int) []caseExchange {
	switch {
	case c.upstream == nil:
		return nil
	case c.upstream.Runs != nil:
		return c.upstream.Runs[run]
	}
	return c.upstream.Exchanges
}

// caseOutcome is what came of a call.
type caseOutcome struct {
	call     caseCall
	tool     *tool.Tool
	diags    string
	refused  bool              // the author was told; nothing was called
	results  []*runtime.Result // of all pages; the last one is the outcome
	texts    []string          // the same as a model reads them
	sent     []caseSent
	tokens   int // requests to the token endpoint
	took     time.Duration
	args     json.RawMessage // after the call
	argsWere json.RawMessage
	logs     string
	list     []engine.Surface
	files    map[string][]byte // stored results by media type
}

// run compiles the tool that call is about and calls it.
func (c *caseRun) run(t *testing.T, place string, call caseCall, exchanges []caseExchange) *caseOutcome {
	if call.Config.PublicHosts != nil {
		c.errorf(place+".config", "no setting for %s", asJSON(call.Config))
		return nil
	}
	built, err := c.build(overlayOf{call: call, only: func(r oas.Ref) bool { return r.ID == call.Operation }})
	if err != nil {
		c.errorf(place, "build: %v", err)
		return nil
	}
	out := &caseOutcome{call: call, diags: built.Diags.String(), refused: built.Set == nil}
	if built.Set == nil {
		return out
	}
	if len(built.Set.Tools) != 1 {
		c.errorf(place, "%d tools for operation %q", len(built.Set.Tools), call.Operation)
		return nil
	}
	stage := func(t *testing.T, f func(*testing.T)) { f(t) }
	if waits(call, exchanges) {
		stage = synctest.Test
	}
	stage(t, func(t *testing.T) {
		player := newCasePlayer(exchanges, c.upstream)
		defer player.close()
		if err := c.play(out, built.Set, player); err != nil {
			c.errorf(place, "%v", err)
		}
		out.sent, out.tokens = player.sent()
	})
	return out
}

// waits reports whether time has to be simulated: somebody waits in this run.
// The others go without, since libraries keep goroutines that outlive a call.
func waits(call caseCall, exchanges []caseExchange) bool {
	return call.Config.TimeoutMillis > 0 || slices.ContainsFunc(exchanges, func(e caseExchange) bool {
		return e.Fault != "" || e.DelayMillis > 0 || e.Status >= http.StatusTooManyRequests
	})
}

// play makes the call, as a model would: what is planned is confirmed, and pages
// are read on where all of them are wanted.
func (c *caseRun) play(out *caseOutcome, set *tool.Set, player *casePlayer) error {
	var logs bytes.Buffer
	log := slog.New(slog.NewTextHandler(&logs, &slog.HandlerOptions{Level: slog.LevelDebug}))
	defer func() { out.logs = logs.String() }()
	client, err := wire.NewClient(set, wire.Config{Env: out.call.env(set), Transport: player, Log: log})
	if err != nil {
		return err
	}
	eng, err := engine.New(set, engine.Options{Upstream: client, Log: log, Scrub: client.Scrubber().Scrub, Strict: out.call.Config.StrictOutput})
	if err != nil {
		return err
	}
	out.tool = &set.Tools[0]
	p := &casePlay{out: out, handler: eng.Handler(), who: runtime.Principal{ID: "ada"}}
	out.list = eng.Tools(p.who)
	if out.call.Via != "" {
		if p.handler, err = overHTTP(eng, out.call); err != nil {
			return err
		}
	}
	args := out.call.arguments(out.tool)
	start := time.Now()
	defer func() { out.took = time.Since(start) }()
	ctx := context.Background()
	if ms := out.call.Config.TimeoutMillis; ms > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Duration(ms)*time.Millisecond)
		defer cancel()
	}
	res, err := p.confirmed(ctx, out.tool.Name, args)
	if err != nil {
		return err
	}
	pages := 1
	if out.call.Config.FetchAll && c.need.Paginate != nil {
		pages = c.need.Paginate.MaxPages
	}
	for n := 1; n < pages && res.NextCursor != ""; n++ {
		if res, err = p.confirmed(ctx, out.tool.Name, map[string]any{tool.ArgCursor: res.NextCursor}); err != nil {
			return err
		}
	}
	return p.readFile(ctx, res)
}

// env looks up the credentials of a call.
func (call caseCall) env(set *tool.Set) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for scheme, secret := range call.Credentials {
			if name != credentialEnv(scheme) {
				continue
			}
			switch set.Auth["api."+scheme].Type {
			case "basic", "oauth2":
				_, secret, _ = strings.Cut(secret, ":")
			}
			return secret, true
		}
		return "", false
	}
}

// arguments gives the call's arguments in the tool's names.
func (call caseCall) arguments(t *tool.Tool) map[string]any {
	if call.Raw == nil {
		return toolArgs(t, call.Args)
	}
	var args map[string]any
	if err := decodeCase("rawArguments", call.Raw, &args); err != nil {
		panic(err)
	}
	return args
}
