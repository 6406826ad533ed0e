package config

import (
	"fmt"
	"maps"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/value"
	"github.com/oatools/oatools/compile/yaml"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/auditlog"
	"github.com/oatools/oatools/runtime/folder"
	"github.com/oatools/oatools/runtime/middleware"
	"github.com/oatools/oatools/runtime/wire/transport"
)

// The two lines that every configuration starts with.
const (
	APIVersion = "oatools/v1"
	Kind       = "Config"
)

// Everything is the key of upstreams whose settings hold for every server that
// does not state its own.
const Everything = "*"

// Config is what the file says. A nil *Config says nothing.
type Config struct {
	callers   map[string]runtime.Principal
	upstreams map[string]endpoint
	tokens    map[string]endpoint
	secretDir string
	files     *folder.Folder
	auditFile string
	costs     middleware.CostLimits
	strict    bool
}

// endpoint is how one server or token endpoint is reached. Parts that are nil
// are not stated.
type endpoint struct {
	pos       diag.Pos
	tls       *transport.TLS
	proxy     *proxy
	pool      *pool
	network   *network
	redirects []string
	limits    *limits
}

type proxy struct {
	url      *url.URL // nil: none
	username string
	password string // reference
}

type pool struct {
	connections int
	idle        time.Duration
}

type network struct {
	class       transport.Network
	allow, deny []netip.Prefix
}

type limits struct {
	response       int
	attempt, total time.Duration
}

// Load reads a file. Mistakes in it are reported in diags; the Config is usable
// when diags has no error. The error is one of reading the file itself.
func Load(path string, diags *diag.List) (*Config, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return parse(filepath.ToSlash(path), data, diags), nil
}

func parse(file string, data []byte, diags *diag.List) *Config {
	p := &parser{Reader: value.Reader{Diags: diags, Private: true}, file: filepath.FromSlash(file), dir: filepath.Dir(filepath.FromSlash(file))}
	c := &Config{callers: map[string]runtime.Principal{}, upstreams: map[string]endpoint{}, tokens: map[string]endpoint{}}
	root := yaml.Read(file, data, yaml.Options{Strict: true}, diags)
	if root == nil {
		return c
	}
	if !root.Is(node.Object) {
		p.Wrong("the configuration", "a map with apiVersion, kind and settings", root)
		return c
	}
	if root.Get("kind").Text() == "Overlay" {
		diags.Errorf(root.Member("kind").Pos(), "wrong-file", "this file is an overlay, no configuration")
		diags.Hint("give it to serve or call as their first argument, and a file of kind %s to --config", Kind)
		return c
	}
	p.config(c, root)
	return c
}

// Caller gives the caller of a name.
func (c *Config) Caller(name string) (runtime.Principal, bool) {
	if c == nil {
		return runtime.Principal{}, false
	}
	who, ok := c.callers[name]
	return who, ok
}

// Callers gives the names of all callers, sorted.
func (c *Config) Callers() []string {
	if c == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(c.callers))
}

// Costs gives the caps of what calls cost.
func (c *Config) Costs() middleware.CostLimits {
	if c == nil {
		return middleware.CostLimits{}
	}
	return c.costs
}

// File finds a file that tools may send; nil where the configuration permits none.
func (c *Config) File() func(name string) (runtime.File, string) {
	if c == nil || c.files == nil {
		return nil
	}
	return c.files.File
}

// Audit opens the file that keeps a record of every call; nil where the
// configuration names none.
func (c *Config) Audit() (middleware.Auditor, error) {
	if c == nil || c.auditFile == "" {
		return nil, nil
	}
	log, err := auditlog.Open(c.auditFile)
	if err != nil {
		return nil, fmt.Errorf("audit.file: %w", err)
	}
	return log, nil
}

// Strict reports whether answers that do not fit their description are refused.
func (c *Config) Strict() bool { return c != nil && c.strict }

// over gives e with what it does not state taken from the settings for all.
func (e endpoint) over(all endpoint) endpoint {
	if e.tls == nil {
		e.tls = all.tls
	}
	if e.proxy == nil && e.network == nil {
		// They exclude each other, so one that is stated replaces either.
		e.proxy, e.network = all.proxy, all.network
	}
	if e.pool == nil {
		e.pool = all.pool
	}
	if e.redirects == nil {
		e.redirects = all.redirects
	}
	if e.limits == nil {
		e.limits = all.limits
	}
	return e
}

// forbidden judges an address by the ranges of n.
func (n *network) forbidden(addr netip.Addr) error {
	in := func(ranges []netip.Prefix) bool {
		return slices.ContainsFunc(ranges, func(r netip.Prefix) bool { return r.Contains(addr) })
	}
	switch {
	case in(n.deny):
		return fmt.Errorf("%w: %s is in a range that the configuration denies", transport.ErrBlocked, addr)
	case len(n.allow) > 0 && !in(n.allow):
		return fmt.Errorf("%w: %s is in no range that the configuration allows", transport.ErrBlocked, addr)
	}
	return nil
}
