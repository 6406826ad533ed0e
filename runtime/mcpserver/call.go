package mcpserver

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/oatools/oatools/runtime"
)

// RunKey is the key of a request's _meta that names the run: the conversation
// or job that calls belong to. Without it the trace id of traceparent is the run.
const RunKey = "dev.oatools/run"

// call runs one tools/call. It never returns a nil result without an error, and
// an error only for what is a protocol error.
func (s *Server) call(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ctx, end := begin(ctx)
	defer end()
	call := &runtime.Call{
		ID:        "call_" + rand.Text(),
		RunID:     runID(req.Params.Meta),
		Tool:      called(ctx),
		Args:      req.Params.Arguments,
		Principal: s.opts.Caller,
	}
	res, err := s.run(ctx, call)
	if err != nil {
		s.log.ErrorContext(ctx, "call failed", "call", call.ID, "tool", call.Tool, "error", err)
		res = internal(call)
	}
	out, err := content(res)
	if err != nil {
		s.log.ErrorContext(ctx, "result not encodable", "call", call.ID, "tool", call.Tool, "error", err)
		return content(internal(call))
	}
	return out, nil
}

// run calls the backend and turns a panic or a missing result into an error.
func (s *Server) run(ctx context.Context, call *runtime.Call) (res *runtime.Result, err error) {
	defer recovered(&err)
	res, err = s.backend.Handler()(ctx, call)
	if err == nil && res == nil {
		err = errNoResult
	}
	return res, err
}

func internal(call *runtime.Call) *runtime.Result {
	return &runtime.Result{
		Status: runtime.StatusError,
		Error: &runtime.Problem{
			Code:    runtime.CodeInternal,
			Message: "The tool server failed; this is not about your arguments. Do not repeat the call; report it with the id " + call.ID + ".",
		},
		// What the call did before it failed is not known here.
		SideEffect: runtime.EffectUnknown,
	}
}

// content gives the envelope twice, as structured content and as the same JSON
// in the first text block, because clients forward one or the other: on success
// some pass on the structured content alone, on failure the first text alone.
func content(res *runtime.Result) (*mcp.CallToolResult, error) {
	text, err := encode(res)
	if err != nil {
		return nil, err
	}
	out := &mcp.CallToolResult{
		Content:           []mcp.Content{&mcp.TextContent{Text: string(text)}},
		StructuredContent: json.RawMessage(text),
		IsError:           res.IsError(),
	}
	for _, f := range res.Files {
		out.Content = append(out.Content, block(f))
	}
	return out, nil
}

// block gives a body that is no text as the content that a client can show.
func block(f runtime.File) mcp.Content {
	switch kind, _, _ := strings.Cut(f.Media, "/"); kind {
	case "image":
		return &mcp.ImageContent{Data: f.Data, MIMEType: f.Media}
	case "audio":
		return &mcp.AudioContent{Data: f.Data, MIMEType: f.Media}
	}
	return &mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "oatools://result/" + url.PathEscape(f.Name), MIMEType: f.Media, Blob: f.Data}}
}

// encode writes compact JSON without HTML escaping, which would cost a model
// five tokens for every angle bracket.
func encode(res *runtime.Result) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(res); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// runID reads the run of a call: our own key, else the trace id of the W3C trace
// context. Both come from the client and prove nothing.
func runID(meta mcp.Meta) string {
	const longest = 128
	if id, ok := meta[RunKey].(string); ok && id != "" && len(id) <= longest {
		return id
	}
	if tp, ok := meta["traceparent"].(string); ok {
		if parts := strings.Split(tp, "-"); len(parts) >= 4 && len(parts[1]) == 32 {
			return parts[1]
		}
	}
	return ""
}
