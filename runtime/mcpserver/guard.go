package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var errNoResult = errors.New("handler returned neither a result nor an error")

// recovered turns a panic into an error that keeps the stack, for the log.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
	}
}

// guard is the outermost middleware: no panic and no empty result passes it, and
// an error that is not made for the protocol loses its text.
func (s *Server) guard(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := s.guarded(ctx, next, method, req)
		var wire *jsonrpc.Error
		if err == nil || errors.As(err, &wire) || errors.Is(err, context.Canceled) {
			return res, err
		}
		s.log.ErrorContext(ctx, "request failed", "method", method, "error", err)
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "internal error"}
	}
}

func (s *Server) guarded(ctx context.Context, next mcp.MethodHandler, method string, req mcp.Request) (res mcp.Result, err error) {
	defer recovered(&err)
	return next(ctx, method, req)
}

// again answers a client that initializes after it has asked for something in the
// newer revision, which needs no session. For the SDK that has begun one, and a
// second initialize is an error.
func (s *Server) again(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		res, err := next(ctx, method, req)
		params, ok := req.GetParams().(*mcp.InitializeParams)
		var wire *jsonrpc.Error
		if !ok || err == nil || errors.As(err, &wire) {
			return res, err
		}
		return &mcp.InitializeResult{
			ProtocolVersion: withSessions(params.ProtocolVersion),
			Capabilities:    capabilities(),
			Instructions:    s.backend.Instructions(),
			ServerInfo:      s.identity(),
		}, nil
	}
}

// withSessions gives the revision to speak with a client that initializes and
// asks for wanted: that one, or the newest with sessions.
func withSessions(wanted string) string {
	older := slices.DeleteFunc(mcp.SupportedProtocolVersions(), func(v string) bool { return v >= modernRevision })
	if slices.Contains(older, wanted) {
		return wanted
	}
	return slices.Max(older)
}

// offered refuses the families of methods that this server does not have. The
// SDK would answer them with empty lists.
func (s *Server) offered(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		for _, family := range []string{"prompts/", "resources/", "completion/", "logging/"} {
			if strings.HasPrefix(method, family) {
				return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: fmt.Sprintf("method %q is not offered: this server has tools only", method)}
			}
		}
		return next(ctx, method, req)
	}
}

// filter shows and runs only what the caller may see; anything else does not
// exist for them.
func (s *Server) filter(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if call, ok := req.(*mcp.CallToolRequest); ok {
			name := call.Params.Name
			if sentence := s.backend.UnknownTool(name, s.opts.Caller); sentence != "" {
				return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: sentence}
			}
			ctx, req = toEvery(ctx, call)
		}
		res, err := next(ctx, method, req)
		list, ok := res.(*mcp.ListToolsResult)
		if err != nil || !ok {
			return res, err
		}
		out := *list
		// All on one page: many clients read the first one only.
		out.Tools = []*mcp.Tool{}
		for _, t := range s.backend.Tools(s.opts.Caller) {
			out.Tools = append(out.Tools, s.declared[t.Name])
		}
		return &out, nil
	}
}

// calledKey is the key of a context that names the tool which is called.
type calledKey struct{}

// toEvery gives a call to the tool that the SDK knows; called tells it which one
// was meant.
func toEvery(ctx context.Context, call *mcp.CallToolRequest) (context.Context, *mcp.CallToolRequest) {
	to, params := *call, *call.Params
	params.Name, to.Params = every, &params
	return context.WithValue(ctx, calledKey{}, call.Params.Name), &to
}

func called(ctx context.Context) string {
	name, _ := ctx.Value(calledKey{}).(string)
	return name
}
