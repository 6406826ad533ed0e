package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/engine"
)

// Backend is what a Server serves. *engine.Engine is one.
type Backend interface {
	// All gives every tool that is served to anybody, once for each name that may
	// be called, listed or not.
	All() []engine.Surface
	// Tools gives the tools that p is shown.
	Tools(p runtime.Principal) []engine.Surface
	// UnknownTool gives the sentence for a name that p cannot call, and "" for
	// one that p can, listed or not.
	UnknownTool(name string, p runtime.Principal) string
	// Instructions is what a model reads about the whole set.
	Instructions() string
	// Handler runs calls.
	Handler() runtime.Handler
}

// Options configure a Server.
type Options struct {
	// Name and Version identify the server to clients. Empty: "oatools", "dev".
	Name, Version string
	// Caller is who every call is made for.
	Caller runtime.Principal
	// Hosts are further names that the HTTP endpoint is reached by, without a port:
	// those of a reverse proxy before it. A request over loopback for any other
	// name is refused, since a web page can give a name of its own this machine's
	// address; where Hosts are given, so is every request for another name.
	Hosts []string
	// Log gets what operators must know. Nil discards it. It never goes to the
	// client, and on stdio never to standard output.
	Log *slog.Logger
}

// Server is an MCP server over one Backend. It is safe for concurrent use and
// never changes after New.
type Server struct {
	backend Backend
	opts    Options
	log     *slog.Logger
	sdk     *mcp.Server
	// declared holds, by name, the tools as they are listed, and those that are
	// called by a name which is listed no more.
	declared map[string]*mcp.Tool
}

// listTTL is how long a client may keep a list, in milliseconds.
const listTTL = 30_000

// every is the one tool that the SDK knows: it stands for all of them. The SDK
// checks each tool at length, which is a good part of the time that starting
// takes, and then needs its schemas for nothing.
const every = "every"

// New makes a server. It fails when a tool cannot be offered over MCP at all.
func New(b Backend, opts Options) (*Server, error) {
	if opts.Name == "" {
		opts.Name = "oatools"
	}
	if opts.Version == "" {
		opts.Version = "dev"
	}
	log := opts.Log
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	all := b.All()
	s := &Server{backend: b, opts: opts, log: log, declared: make(map[string]*mcp.Tool, len(all))}
	s.sdk = mcp.NewServer(s.identity(), &mcp.ServerOptions{
		Instructions: b.Instructions(),
		Logger:       slog.New(quiet{log.Handler()}),
		Capabilities: capabilities(),
		// What a caller sees depends on who they are, and the SDK's default is
		// "public".
		SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) {
			c.TTLMs, c.CacheScope = listTTL, "private"
		},
	})
	for _, surface := range all {
		t, err := declaration(surface)
		if err != nil {
			return nil, fmt.Errorf("tool %s: %w", surface.Name, err)
		}
		s.declared[surface.Name] = t
	}
	s.sdk.AddTool(&mcp.Tool{Name: every, InputSchema: json.RawMessage(`{"type":"object"}`)}, s.call)
	// The last added runs first: guard is outermost.
	s.sdk.AddReceivingMiddleware(s.filter, s.offered, s.again)
	s.sdk.AddReceivingMiddleware(s.guard)
	return s, nil
}

// identity is how the server names itself.
func (s *Server) identity() *mcp.Implementation {
	return &mcp.Implementation{Name: s.opts.Name, Version: s.opts.Version}
}

// capabilities are what the server offers. They are never nil, which would
// advertise logging.
func capabilities() *mcp.ServerCapabilities {
	return &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}
}

// quiet keeps the SDK's own chatter about sessions out of an operator's log.
type quiet struct{ slog.Handler }

func (q quiet) Enabled(ctx context.Context, l slog.Level) bool {
	return l >= slog.LevelError && q.Handler.Enabled(ctx, l)
}
