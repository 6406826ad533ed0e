package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
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
	stage := synctest.Test
	if call.Via != "" {
		stage = func(t *testing.T, f func(*testing.T)) { f(t) } // the protocol's own goroutines outlive a call
	}
	stage(t, func(t *testing.T) {
		player := newCasePlayer(exchanges)
		defer player.close()
		if err := c.play(out, built.Set, player); err != nil {
			c.errorf(place, "%v", err)
		}
		out.sent = player.sent()
	})
	return out
}

// play makes the call, as a model would: what is planned is confirmed, and pages
// are read on where all of them are wanted.
func (c *caseRun) play(out *caseOutcome, set *tool.Set, player *casePlayer) error {
	var logs bytes.Buffer
	log := slog.New(slog.NewTextHandler(&logs, &slog.HandlerOptions{Level: slog.LevelDebug}))
	defer func() { out.logs = logs.String() }()
	client, err := wire.NewClient(set, wire.Config{Env: out.call.env(set), Transport: player.transport, Log: log})
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
			if set.Auth["api."+scheme].Type == "basic" {
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

// casePlay makes calls and keeps what came of them.
type casePlay struct {
	out     *caseOutcome
	handler runtime.Handler
	who     runtime.Principal
	calls   int
}

// confirmed calls a tool; a command is called again with the token of its plan.
func (p *casePlay) confirmed(ctx context.Context, name string, args map[string]any) (*runtime.Result, error) {
	if slices.Contains(p.out.tool.ControlArgs(), tool.ArgDryRun) && p.out.call.Raw == nil {
		args[tool.ArgDryRun] = false
	}
	res, err := p.call(ctx, name, args)
	if err == nil && res.Status == runtime.StatusPlanned && res.ConfirmToken != "" {
		args[tool.ArgConfirmToken] = res.ConfirmToken
		res, err = p.call(ctx, name, args)
	}
	if err != nil {
		return nil, err
	}
	p.out.results = append(p.out.results, res)
	p.out.texts = append(p.out.texts, asModelReads(res))
	return res, nil
}

func (p *casePlay) call(ctx context.Context, name string, args map[string]any) (*runtime.Result, error) {
	p.calls++
	raw := json.RawMessage(asJSON(args))
	p.out.argsWere, p.out.args = bytes.Clone(raw), raw
	return p.handler(ctx, &runtime.Call{ID: fmt.Sprintf("call_%d", p.calls), Tool: name, Args: raw, Principal: p.who})
}

// readFile reads what a result stored behind a handle.
func (p *casePlay) readFile(ctx context.Context, res *runtime.Result) error {
	var handle struct {
		ID, Media string
		ReadWith  string `json:"read_with"`
	}
	if res.Handle == nil || json.Unmarshal(res.Handle, &handle) != nil || handle.ReadWith == "" {
		return nil
	}
	read, err := p.call(ctx, handle.ReadWith, map[string]any{"handle": handle.ID})
	if err != nil {
		return err
	}
	var data []byte
	if err := json.Unmarshal(asJSON(read.Data), &data); err != nil {
		return nil // items or text, which the result shows
	}
	p.out.files = map[string][]byte{handle.Media: data}
	p.out.texts = append(p.out.texts, asModelReads(read))
	return nil
}

// asModelReads gives the envelope as it is sent to a client.
func asModelReads(r *runtime.Result) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(r); err != nil {
		panic(err)
	}
	return strings.TrimSpace(b.String())
}
