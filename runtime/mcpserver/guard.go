package mcpserver

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
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
			if sentence := s.backend.UnknownTool(call.Params.Name, s.opts.Caller); sentence != "" {
				return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: sentence}
			}
		}
		res, err := next(ctx, method, req)
		list, ok := res.(*mcp.ListToolsResult)
		if err != nil || !ok {
			return res, err
		}
		visible, out := map[string]bool{}, *list
		for _, t := range s.backend.Tools(s.opts.Caller) {
			visible[t.Name] = true
		}
		out.Tools = make([]*mcp.Tool, 0, len(list.Tools))
		for _, t := range list.Tools {
			if visible[t.Name] {
				out.Tools = append(out.Tools, s.declared[t.Name])
			}
		}
		return &out, nil
	}
}
