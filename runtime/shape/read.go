package shape

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/answer"
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
func NewReadResult(env *Env) Runner {
	return func(ctx context.Context, c *Call) (*runtime.Result, error) { return env.readResult(ctx, c) }
}

func (e *Env) readResult(ctx context.Context, c *Call) (*runtime.Result, error) {
	id, _ := c.Args[argHandle].(string)
	from, _ := answer.Integer(c.Args[argFrom])
	count, ok := answer.Integer(c.Args[argCount])
	if !ok {
		count = readCount
	}
	if words := store.CheckID(store.PrefixHandle, "handle", id); words != "" {
		return runtime.Failure(badReference(argHandle, words), runtime.EffectNone), nil
	}
	h, ok, err := e.Store.Handle(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("read handle: %w", err)
	}
	if !ok || h.Principal != c.Principal.Key() {
		return goneHandle(), nil
	}
	r := &runtime.Result{Status: runtime.StatusOK, Untrusted: true, DataSource: h.Source, ExpiresAt: stamp(h.Expires)}
	next := int64(-1)
	if h.Media == answer.MediaLines {
		next, err = e.readItems(ctx, r, h, from, int(count))
	} else {
		next, err = e.readBytes(ctx, r, h, from)
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
	return runtime.Failure(badReference(argHandle, "The handle is unknown or has expired. Call the tool that made it again."), runtime.EffectNone)
}

// readItems puts items into r and gives where to read on; -1: nowhere.
func (e *Env) readItems(ctx context.Context, r *runtime.Result, h store.Handle, from int64, count int) (int64, error) {
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
	items, n := takeItems(window, count, readMax)
	r.Data = items
	next := from + int64(n)
	if next >= total {
		return -1, nil
	}
	r.Truncated = &runtime.Truncated{Kept: n, Dropped: int(total - next), What: answer.WhatItems, How: fmt.Sprintf("Read on with from %d.", next)}
	return next, nil
}

// takeItems makes an array of at most n whole lines of data within max bytes,
// but at least one.
func takeItems(data []byte, n, max int) (json.RawMessage, int) {
	out := []byte{'['}
	taken := 0
	for taken < n && len(data) > 0 {
		line, rest, whole := bytes.Cut(data, []byte{'\n'})
		if !whole || taken > 0 && len(out)+len(line)+2 > max {
			break
		}
		if taken > 0 {
			out = append(out, ',')
		}
		out = append(out, line...)
		taken, data = taken+1, rest
	}
	return append(out, ']'), taken
}

// readBytes puts a part of a text, or of a file in base64, into r.
func (e *Env) readBytes(ctx context.Context, r *runtime.Result, h store.Handle, from int64) (int64, error) {
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
		textPart := cutText(part, window)
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

// cutText cuts a text after at most max bytes, never inside a character.
func cutText(b []byte, max int) string {
	b = b[:min(len(b), max)]
	for i := 1; i <= utf8.UTFMax && i <= len(b); i++ {
		if tail := b[len(b)-i:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				b = b[:len(b)-i]
			}
			break
		}
	}
	return string(b)
}

// ReadResultTool describes the tool that reads stored results.
func ReadResultTool(c tool.Companion) *tool.Tool {
	t := &tool.Tool{
		Name: "read_result", Title: "Read a stored result",
		Description: "Reads more of a result that another tool stored behind a handle. Pass the handle's id, and from to read on. Not for anything else.",
		Shape:       tool.ShapeQuery, Hints: tool.Hints{ReadOnly: true, Idempotent: true}, Input: tool.Schema(ReadResultInput), Query: &tool.Query{},
	}
	if c.Name != "" {
		t.Name = c.Name
	}
	if c.Description != "" {
		t.Description = c.Description
	}
	return t
}
