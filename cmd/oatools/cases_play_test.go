package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

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
