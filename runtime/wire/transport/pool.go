package transport

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"syscall"
	"time"
)

// Options say how a server is reached. The zero Options reach it directly, with
// the system's certificate authorities.
type Options struct {
	// Concurrency caps the connections to the server; 0 means 16.
	Concurrency int
	// Idle is how long an unused connection is kept; 0 means a minute.
	Idle time.Duration
	// Proxy is the egress proxy. Behind it, the dialer sees the proxy's address
	// only: which destinations are allowed is then the proxy's to say.
	Proxy *url.URL
	// TLS says whom to trust and which certificate to show.
	TLS TLS
	// Control is called after the guard has admitted an address; nil does
	// nothing. An error stops the connection.
	Control Control
}

const (
	connectTimeout = 5 * time.Second
	maxHeaderBytes = 64 << 10
)

// New makes the pool for one server and one credential class. It never takes a
// proxy from the environment, and never decompresses: both sizes of a body have
// to be capped.
func New(s *Server, opts Options) (*http.Transport, error) {
	conns := opts.Concurrency
	if conns <= 0 {
		conns = 16
	}
	idle := opts.Idle
	if idle <= 0 {
		idle = time.Minute
	}
	config, err := opts.TLS.config()
	if err != nil {
		return nil, err
	}
	guard := Guard(s)
	if opts.Proxy != nil {
		if guard, err = proxyGuard(opts.Proxy); err != nil {
			return nil, err
		}
	}
	dialer := &net.Dialer{Timeout: connectTimeout, KeepAlive: 30 * time.Second, Control: chain(guard, opts.Control)}
	t := &http.Transport{
		DialContext:            dialer.DialContext,
		ForceAttemptHTTP2:      true, // an own dialer switches it off otherwise
		TLSClientConfig:        config,
		TLSHandshakeTimeout:    connectTimeout,
		ExpectContinueTimeout:  time.Second,
		IdleConnTimeout:        idle,
		MaxIdleConns:           256,
		MaxIdleConnsPerHost:    conns,
		MaxConnsPerHost:        conns,
		MaxResponseHeaderBytes: maxHeaderBytes,
		DisableCompression:     true,
		HTTP2: &http.HTTP2Config{
			StrictMaxConcurrentRequests: true,
			SendPingTimeout:             15 * time.Second,
			PingTimeout:                 5 * time.Second,
			MaxReadFrameSize:            1 << 20,
		},
	}
	if opts.Proxy != nil {
		t.Proxy = http.ProxyURL(opts.Proxy)
	}
	return t, nil
}

func chain(first, second Control) Control {
	if second == nil {
		return first
	}
	return func(network, address string, conn syscall.RawConn) error {
		if err := first(network, address, conn); err != nil {
			return err
		}
		return second(network, address, conn)
	}
}

// proxyGuard admits the proxy's port alone. The operator chose the proxy, so its
// class of address is not judged.
func proxyGuard(proxy *url.URL) (Control, error) {
	port := proxy.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443", "socks5": "1080", "socks5h": "1080"}[proxy.Scheme]
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return nil, fmt.Errorf("proxy %s: scheme or port is not known", proxy.Redacted())
	}
	return func(_, address string, _ syscall.RawConn) error {
		if _, p, err := net.SplitHostPort(address); err != nil || p != port {
			return fmt.Errorf("%w: %s is not the proxy", ErrBlocked, address)
		}
		return nil
	}, nil
}
