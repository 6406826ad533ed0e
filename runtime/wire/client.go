package wire

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/credential"
	"github.com/oatools/oatools/runtime/sanitise"
	"github.com/oatools/oatools/runtime/wire/pace"
	"github.com/oatools/oatools/runtime/wire/plan"
	"github.com/oatools/oatools/runtime/wire/transport"
)

// Config is what an operator decides about upstreams. The zero Config reads the
// process's environment and dials servers directly.
type Config struct {
	// Env looks up environment variables, for server URLs and env: secrets; nil
	// means os.LookupEnv.
	Env func(string) (string, bool)
	// Transport replaces the network: a demo, a mock or a test answers in its
	// place. The origin stays what the set says. Nil: guarded pools.
	Transport http.RoundTripper
	// Secrets resolves secret references; nil makes a resolver over Env and
	// SecretDir.
	Secrets *credential.Resolver
	// SecretDir is the folder that relative file: references start from.
	SecretDir string
	// Upstreams say how single servers are reached, by their key in the set.
	Upstreams map[string]UpstreamConfig
	// Tokens say how single token endpoints are reached, by host or host:port as
	// the endpoint's URL has it; a host alone stands for the scheme's own port.
	Tokens map[string]EndpointConfig
	// Isolated switches the retry budget and the circuit breaker off, so that no
	// call feels the failures of an earlier one: for mocks and evals.
	Isolated bool
	// Log takes what an operator should know; nil drops it. It never gets values
	// of arguments, bodies or secrets.
	Log *slog.Logger
	// Now, Sleep and Jitter are the clock and the dice; nil means the real ones.
	// Jitter gives a number in [0, 1).
	Now    func() time.Time
	Sleep  func(ctx context.Context, d time.Duration) error
	Jitter func() float64
	// Limit ends an attempt after a time; nil means context.WithTimeout. Where time
	// is simulated, real time must not end anything.
	Limit func(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc)
}

// EndpointConfig says how a host is reached.
type EndpointConfig struct {
	transport.Options
	// Network is the class of addresses that may be dialled, in place of what the
	// set says or the host implies; empty changes nothing.
	Network transport.Network
}

// UpstreamConfig says how one server is reached, and how much it may cost.
type UpstreamConfig struct {
	transport.Options
	// Network is the class of addresses that may be dialled, in place of what the
	// set says or the host implies; empty changes nothing.
	Network transport.Network
	// MaxBytes, Attempt and Total cap what any call of this server may take: the
	// bytes of a decoded answer, the time of one attempt and of all together. The
	// lower of a cap and what the tool asks for counts; 0 sets none.
	MaxBytes int
	Attempt  time.Duration
	Total    time.Duration
	// Redirects lists hosts, host or host:port, to which a read may be redirected;
	// it goes there over https and without any credential. Empty: the server's own
	// origin only.
	Redirects []string
}

// Client sends steps. It is safe for concurrent use.
type Client struct {
	cfg       Config
	upstreams map[string]*upstream
	authority *credential.Authority
	secrets   *credential.Resolver
	plans     sync.Map // *tool.Step → *plan or error
	tokens    sync.Map // token endpoint → *http.Client
	foreign   sync.Map // host → http.RoundTripper of permitted redirects
	buffers   sync.Pool
	// limit ends an attempt after a time: context.WithTimeout outside of tests.
	limit func(context.Context, time.Duration) (context.Context, context.CancelFunc)
}

// upstream is a server and what is known about how it fares.
type upstream struct {
	server    *transport.Server
	trip      http.RoundTripper
	mtls      bool
	redirects []string
	maxBytes  int
	within    time.Duration // cap of one attempt; 0: none
	total     time.Duration // cap of all attempts; 0: none
	budget    pace.Budget
	breaker   pace.Breaker
}

// NewClient makes a client for the servers of set. Server templates are expanded
// and checked now; credentials are read when they are needed. An error says which
// server cannot be used and why, and is the operator's to mend.
func NewClient(set *tool.Set, cfg Config) (*Client, error) {
	cfg.defaults()
	c := &Client{cfg: cfg, upstreams: map[string]*upstream{}, secrets: cfg.Secrets, limit: cfg.Limit}
	c.buffers.New = func() any { return new(buffer) }
	for _, id := range slices.Sorted(maps.Keys(set.Servers)) {
		u, err := c.newUpstream(set.Servers[id], cfg.Upstreams[id])
		if err != nil {
			return nil, fmt.Errorf("server %s: %w", id, err)
		}
		c.upstreams[id] = u
	}
	c.authority = credential.NewAuthority(set.Auth, credential.AuthorityOptions{Resolver: cfg.Secrets, Client: c.tokenClient, Now: cfg.Now, Log: cfg.Log})
	return c, nil
}

func (cfg *Config) defaults() {
	if cfg.Env == nil {
		cfg.Env = os.LookupEnv
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Sleep == nil {
		cfg.Sleep = sleep
	}
	if cfg.Jitter == nil {
		cfg.Jitter = rand.Float64
	}
	if cfg.Limit == nil {
		cfg.Limit = context.WithTimeout
	}
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	if cfg.Secrets == nil {
		cfg.Secrets = credential.NewResolver(credential.Options{Env: cfg.Env, Dir: cfg.SecretDir, Now: cfg.Now})
	}
}

func (c *Client) newUpstream(def tool.Server, uc UpstreamConfig) (*upstream, error) {
	if uc.Network != "" {
		def.Network = string(uc.Network)
	}
	server, err := transport.Load(def, c.cfg.Env)
	if err != nil {
		return nil, err
	}
	u := &upstream{server: server, trip: c.cfg.Transport, mtls: uc.TLS.Client(), redirects: uc.Redirects, maxBytes: uc.MaxBytes, within: uc.Attempt, total: uc.Total}
	if u.trip == nil {
		if u.trip, err = transport.New(server, uc.Options); err != nil {
			return nil, err
		}
	}
	return u, nil
}

// tokenClient gives the client for a token endpoint: its own guarded pool, and
// no redirects.
func (c *Client) tokenClient(tokenURL string) (*http.Client, error) {
	if known, ok := c.tokens.Load(tokenURL); ok {
		return known.(*http.Client), nil
	}
	u, err := url.Parse(tokenURL)
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("token endpoint is not a URL")
	}
	trip := c.cfg.Transport
	if trip == nil {
		def := tool.Server{URL: u.Scheme + "://" + u.Host}
		none := func(string) (string, bool) { return "", false }
		server, err := transport.Load(def, none)
		if err != nil {
			return nil, err
		}
		ec := c.cfg.Tokens[server.Host]
		def.Network = string(ec.Network)
		server, err = transport.Load(def, none)
		if err != nil {
			return nil, err
		}
		if server.Scheme == "http" && server.Network != transport.Loopback {
			return nil, fmt.Errorf("token endpoint must use https")
		}
		if trip, err = transport.New(server, ec.Options); err != nil {
			return nil, err
		}
	}
	client := &http.Client{Transport: trip, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	known, _ := c.tokens.LoadOrStore(tokenURL, client)
	return known.(*http.Client), nil
}

// Scrubber gives the scrubber that knows every secret this client has used.
func (c *Client) Scrubber() *credential.Scrubber { return c.secrets.Scrubber() }

// clean makes a foreign text fit to be quoted: nothing hidden in it, and no known
// secret. Secrets come last, because the sanitiser may join the parts of one.
func (c *Client) clean(s string) string { return c.counting(new(sanitise.Counts))(s) }

// counting is clean, with a count of what it takes out.
func (c *Client) counting(removed *sanitise.Counts) func(string) string {
	return func(s string) string {
		return c.secrets.Scrubber().Scrub(sanitise.String(s, sanitise.Text, removed))
	}
}

// compiled is a step and what its client knows about it.
type compiled struct {
	*plan.Plan
	upstream *upstream
	uses     []tool.AuthUse
	personal bool       // sent with the caller's own credential
	quota    pace.Quota // of this operation: upstreams count by kind of request
}

// compile finds the upstream and the credentials of a step.
func (c *Client) compile(s *tool.Step) (*compiled, error) {
	u, ok := c.upstreams[s.Binding.Server]
	if !ok {
		return nil, fmt.Errorf("server %q is not in the set", s.Binding.Server)
	}
	uses, ok := c.authority.Choose(s.Binding.Auth, u.mtls)
	p, err := plan.New(s, u.server, c.authority.Places(uses))
	if err != nil {
		return nil, err
	}
	out := &compiled{Plan: p, upstream: u, uses: uses, personal: c.authority.Personal(uses)}
	if !ok {
		out.Refused = runtime.NewProblem(runtime.CodeToolUnavailable, "No credential for this tool is set up. Use another tool, or tell the operator.")
	}
	return out, nil
}

// plan gives the compiled form of a step. Steps are immutable, so it is made
// once for each.
func (c *Client) plan(s *tool.Step) (*compiled, error) {
	if known, ok := c.plans.Load(s); ok {
		if p, ok := known.(*compiled); ok {
			return p, nil
		}
		return nil, known.(error)
	}
	p, err := c.compile(s)
	if err != nil {
		err = fmt.Errorf("wire: %s %s: %w", s.Op.Method, s.Op.Path, err)
		c.plans.Store(s, err)
		return nil, err
	}
	c.plans.Store(s, p)
	return p, nil
}

// Plan gives the request that Do would send, without sending it and without
// credentials: for reviewers, plans and approvals.
func (c *Client) Plan(s *tool.Step, in runtime.Inputs) (*runtime.Request, *runtime.Problem, error) {
	p, err := c.plan(s)
	if err != nil {
		return nil, nil, err
	}
	r, problem, err := p.Build(&in, c.cfg.Now(), nil)
	if err != nil {
		return nil, nil, fmt.Errorf("wire: %s %s: %w", s.Op.Method, s.Op.Path, err)
	}
	if problem != nil {
		return nil, problem, nil
	}
	return p.Show(r), nil, nil
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
