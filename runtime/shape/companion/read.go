package companion

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/answer"
	"github.com/oatools/oatools/runtime/shape"
	"github.com/oatools/oatools/runtime/store"
)

// The arguments of the tool that reads stored results.
const (
	argHandle = "handle"
	argFrom   = "from"
	argCount  = "count"
)

// ReadResultInput is the input schema of the tool that reads stored results.
const ReadResultInput = `{"type":"object","properties":{"handle":{"type":"string","description":"The handle's id."},"from":{"type":"integer","minimum":0,"description":"First item to read; of a text, first byte. Default 0."},"count":{"type":"integer","minimum":1,"maximum":1000,"description":"Items to read at most. Default 50."}},"required":["handle"],"additionalProperties":false}`

const (
	readCount = 50
	readMax   = answer.DefaultMaxBytes
)

// NewReadResult gives the runner of the tool that reads stored results.
func NewReadResult(env *shape.Env) shape.Runner {
	return func(ctx context.Context, c *shape.Call) (*runtime.Result, error) { return readResult(ctx, env, c) }
}

func readResult(ctx context.Context, e *shape.Env, c *shape.Call) (*runtime.Result, error) {
	id, _ := c.Args[argHandle].(string)
	from, _ := answer.Integer(c.Args[argFrom])
	count, ok := answer.Integer(c.Args[argCount])
	if !ok {
		count = readCount
	}
	if words := store.CheckID(store.PrefixHandle, "handle", id); words != "" {
		return runtime.Failure(shape.BadReference(argHandle, words), runtime.EffectNone), nil
	}
	h, ok, err := e.Store.Handle(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("read handle: %w", err)
	}
	if !ok || h.Principal != c.Principal.Key() {
		return goneHandle(), nil
	}
	r := &runtime.Result{Status: runtime.StatusOK, Untrusted: true, DataSource: h.Source, ExpiresAt: shape.Stamp(h.Expires)}
	next := int64(-1)
	if h.Media == answer.MediaLines {
		next, err = readItems(ctx, e, r, h, from, int(count))
	} else {
		next, err = readBytes(ctx, e, r, h, from)
	}
	if err != nil {
		return nil, err
	}
	if next >= 0 {
		r.AllowedNextActions = append(r.AllowedNextActions, runtime.NextAction{
			Tool: c.Tool.Name, Args: map[string]any{argHandle: id, argFrom: json.Number(fmt.Sprint(next))}, Why: "read on",
		})
	}
	return r, nil
}

func goneHandle() *runtime.Result {
	return runtime.Failure(shape.BadReference(argHandle, "The handle is unknown or has expired. Call the tool that made it again."), runtime.EffectNone)
}

// readItems puts items into r and gives where to read on; -1: nowhere.
func readItems(ctx context.Context, e *shape.Env, r *runtime.Result, h store.Handle, from int64, count int) (int64, error) {
	total := int64(h.Items)
	r.Total = &total
	r.Data = json.RawMessage("[]")
	if from >= total {
		return -1, nil
	}
	at := h.Index[from/store.IndexStep]
	skip := int(from % store.IndexStep)
	var window []byte
	for len(window) < 4*readMax || bytes.Count(window, []byte{'\n'}) <= skip {
		part, ok, err := e.Store.ReadHandle(ctx, h.ID, at+int64(len(window)), 8*readMax)
		if err != nil {
			return -1, fmt.Errorf("read handle: %w", err)
		}
		if !ok || len(part) == 0 {
			break
		}
		window = append(window, part...)
	}
	for range skip {
		_, window, _ = bytes.Cut(window, []byte{'\n'})
	}
	items, n := shape.TakeItems(window, count, readMax)
	r.Data = items
	next := from + int64(n)
	if next >= total {
		return -1, nil
	}
	r.Truncated = &runtime.Truncated{Kept: n, Dropped: int(total - next), What: answer.WhatItems, How: fmt.Sprintf("Read on with from %d.", next)}
	return next, nil
}

// readBytes puts a part of a text, or of a file in base64, into r.
func readBytes(ctx context.Context, e *shape.Env, r *runtime.Result, h store.Handle, from int64) (int64, error) {
	const window = readMax / 2
	part, ok, err := e.Store.ReadHandle(ctx, h.ID, from, window)
	if err != nil {
		return -1, fmt.Errorf("read handle: %w", err)
	}
	if !ok {
		*r = *goneHandle()
		return -1, nil
	}
	end := from + int64(len(part))
	if h.Media == answer.MediaText || h.Media == answer.MediaJSON {
		textPart := shape.CutText(part, window)
		if end < h.Size {
			end = from + int64(len(textPart))
		}
		r.Data = json.RawMessage(runtime.AppendString(nil, strings.ToValidUTF8(textPart, "\ufffd")))
	} else {
		r.Data = json.RawMessage(runtime.AppendString(nil, base64.StdEncoding.EncodeToString(part)))
	}
	if end >= h.Size || len(part) == 0 {
		return -1, nil
	}
	r.Truncated = &runtime.Truncated{Kept: int(end - from), Dropped: int(h.Size - end), What: answer.WhatCharacters, How: fmt.Sprintf("Read on with from %d.", end)}
	return end, nil
}

// ReadResultTool describes the tool that reads stored results, as c names it.
func ReadResultTool(c tool.Companion) *tool.Tool {
	t := &tool.Tool{
		Name: "read_result", Title: "Read a stored result",
		Description: "Reads more of a result that another tool stored behind a handle. Pass the handle's id, and from to read on. Not for anything else.",
		Shape:       tool.ShapeQuery, Hints: tool.Hints{ReadOnly: true, Idempotent: true}, Input: tool.Schema(ReadResultInput), Query: &tool.Query{},
	}
	return described(t, c)
}
