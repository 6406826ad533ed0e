package transport

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"testing"

	"github.com/oatools/oatools/compile/tool"
)

var env = map[string]string{
	"HOST": "api.example.com", "URL": "https://api.example.com/v1", "PLAIN": "http://api.example.com", "LOCAL": "http://127.0.0.1:8080",
	"EVIL": "https://evil.example/#", "EMPTY": "", "PRIVATE": "http://10.1.2.3", "USER": "https://me:pw@api.example.com",
}

func lookup(name string) (string, bool) { v, ok := env[name]; return v, ok }

func TestLoad(t *testing.T) {
	tests := []struct {
		url   string
		hosts []string
		want  string // origin and base, or a part of the error
	}{
		{"https://h.example/v1", nil, "https://h.example /v1"},
		{"https://h.example/v1/", nil, "https://h.example /v1"},
		{"https://h.example/", nil, "https://h.example "},
		{"https://h.example", nil, "https://h.example "},
		{"https://H.Example:443/v1", nil, "https://h.example /v1"},
		{"https://h.example:8443/a%20b", nil, "https://h.example:8443 /a%20b"},
		{"http://127.0.0.1:8080", nil, "http://127.0.0.1:8080 "},
		{"http://[::1]:8080/x", nil, "http://[::1]:8080 /x"},
		{"${URL}", []string{"api.example.com"}, "https://api.example.com /v1"},
		{"https://${HOST}/v2", nil, "https://api.example.com /v2"},
		{"${NONE:-https://d.example/x}", nil, "https://d.example /x"},
		{"${EMPTY:-https://d.example}", nil, "https://d.example "},
		{"${LOCAL}", nil, "http://127.0.0.1:8080 "},
		{"https://api.example.com:8443", []string{"api.example.com:8443"}, "https://api.example.com:8443 "},
		{"${NONE}", nil, "NONE is not set"},
		{"${EMPTY}", nil, "EMPTY is not set"},
		{"${A B}", nil, "not the name"},
		{"${URL", nil, "${ without }"},
		{"${URL}", []string{"other.example"}, "not among the allowed hosts"},
		{"https://api.example.com:8443", []string{"api.example.com"}, "not among the allowed hosts"},
		{"${PLAIN}", nil, "plain http"},
		{"${PRIVATE}", nil, "plain http"},
		{"${EVIL}", nil, "no query and no fragment"},
		{"${USER}", nil, "user name"},
		{"https://h.example/v1?x=1", nil, "no query"},
		{"https://h.example/v1?", nil, "no query"},
		{"https://h.example/#", nil, "no fragment"},
		{"https://{u}.example/", nil, "is not a URL"},
		{"https://h.example/{v}", nil, "variable"},
		{"/v2", nil, "relative"},
		{"//cdn.example/v1", nil, "neither https nor http"},
		{"ftp://h.example", nil, "neither https nor http"},
		{"https://127.1/", nil, "number"},
		{"https://2130706433/", nil, "number"},
		{"https://0x7f000001/", nil, "number"},
		{"https://a.0x7f/", nil, "number"},
		{"https://h_.example-/", nil, "host name"},
		{"https://h.example:99999999/", nil, "port"},
		{"https://h.example/a/../b", nil, "dot segment"},
		{"https://h.example/a/%2e%2e/b", nil, "dot segment"},
		{"https://h.example/a//b", nil, "empty"},
		{`https://h.example\@evil.example/`, nil, "URL"},
		{"https://[::ffff:127.0.0.1]/", nil, "plain address"},
	}
	for _, tt := range tests {
		s, err := Load(tool.Server{URL: tt.url, Hosts: tt.hosts}, lookup)
		if err != nil {
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%s: error %q, want %q", tt.url, err, tt.want)
			}
			continue
		}
		if got := s.Origin() + " " + s.Base; got != tt.want {
			t.Errorf("%s: %q, want %q", tt.url, got, tt.want)
		}
	}
}

// TestGuard asks the control about addresses; nothing is dialled.
func TestGuard(t *testing.T) {
	servers := map[string]tool.Server{
		"public":   {URL: "https://api.example.com"},
		"private":  {URL: "https://api.internal.example", Network: "private"},
		"literal":  {URL: "http://10.1.2.3:8080"},
		"loopback": {URL: "http://127.0.0.1:8080"},
		"named":    {URL: "http://localhost:8080"},
		"global":   {URL: "https://93.184.216.34"},
	}
	tests := []struct {
		server, network, address string
		ok                       bool
	}{
		{"public", "tcp4", "93.184.216.34:443", true},
		{"public", "tcp6", "[2606:2800:220:1::1]:443", true},
		{"public", "tcp4", "93.184.216.34:80", false},
		{"public", "udp4", "93.184.216.34:443", false},
		{"public", "tcp4", "127.0.0.1:443", false},
		{"public", "tcp4", "10.0.0.1:443", false},
		{"public", "tcp4", "100.64.0.1:443", false},
		{"public", "tcp4", "169.254.169.254:443", false},
		{"public", "tcp4", "172.16.0.1:443", false},
		{"public", "tcp4", "192.168.1.1:443", false},
		{"public", "tcp4", "0.0.0.0:443", false},
		{"public", "tcp4", "224.0.0.1:443", false},
		{"public", "tcp4", "198.18.0.1:443", false},
		{"public", "tcp6", "[::1]:443", false},
		{"public", "tcp6", "[::ffff:127.0.0.1]:443", false},
		{"public", "tcp6", "[fd00::1]:443", false},
		{"public", "tcp6", "[fe80::1]:443", false},
		{"public", "tcp6", "[2002:7f00:1::]:443", false},
		{"public", "tcp6", "[64:ff9b::7f00:1]:443", false},
		{"public", "tcp4", "nonsense", false},
		{"private", "tcp4", "10.0.0.1:443", true},
		{"private", "tcp4", "100.64.0.1:443", true},
		{"private", "tcp6", "[fd00::1]:443", true},
		{"private", "tcp4", "93.184.216.34:443", false},
		{"private", "tcp4", "127.0.0.1:443", false},
		{"private", "tcp4", "169.254.169.254:443", false},
		{"private", "tcp6", "[fe80::1]:443", false},
		{"literal", "tcp4", "10.1.2.3:8080", true},
		{"literal", "tcp4", "10.1.2.4:8080", false},
		{"literal", "tcp4", "10.1.2.3:22", false},
		{"loopback", "tcp4", "127.0.0.1:8080", true},
		{"loopback", "tcp4", "127.0.0.1:8081", false},
		{"loopback", "tcp4", "127.0.0.2:8080", false},
		{"loopback", "tcp4", "10.0.0.1:8080", false},
		{"named", "tcp4", "127.0.0.1:8080", true},
		{"named", "tcp6", "[::1]:8080", true},
		{"named", "tcp4", "93.184.216.34:8080", false},
		{"global", "tcp4", "93.184.216.34:443", true},
		{"global", "tcp4", "93.184.216.35:443", false},
	}
	for _, tt := range tests {
		s, err := Load(servers[tt.server], lookup)
		if err != nil {
			t.Fatal(err)
		}
		err = Guard(s)(tt.network, tt.address, nil)
		if (err == nil) != tt.ok || err != nil && !errors.Is(err, ErrBlocked) {
			t.Errorf("%s: %s %s: %v, want allowed %v", tt.server, tt.network, tt.address, err, tt.ok)
		}
	}
}

// TestDialerAsksTheGuard resolves a name to forbidden addresses and makes sure
// that the pool's own dialer refuses them. A hook refuses every connection that
// the guard lets through, so that no packet leaves.
func TestDialerAsksTheGuard(t *testing.T) {
	refuse := errors.New("the hook refuses everything")
	hook := func(string, string, syscall.RawConn) error { return refuse }
	for _, tt := range []struct {
		url, network string
		blocked      bool
	}{
		{"http://localhost:9", "public", true},
		{"http://localhost:9", "private", true},
		{"http://localhost:9", "", false},
		{"http://127.0.0.1:9", "", false},
		{"http://169.254.169.254", "", true},
	} {
		s, err := Load(tool.Server{URL: tt.url, Network: tt.network}, lookup)
		if err != nil {
			t.Fatal(err)
		}
		pool, err := New(s, Options{Control: hook})
		if err != nil {
			t.Fatal(err)
		}
		_, err = pool.DialContext(context.Background(), "tcp", net.JoinHostPort(s.Name, s.Port))
		if errors.Is(err, ErrBlocked) != tt.blocked || !tt.blocked && !errors.Is(err, refuse) {
			t.Errorf("%s as %q: %v", tt.url, tt.network, err)
		}
	}
}

func TestSame(t *testing.T) {
	s, err := Load(tool.Server{URL: "https://api.example.com/v1"}, lookup)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{
		"https://api.example.com/v2/x": true, "https://API.example.com:443/": true,
		"http://api.example.com/": false, "https://api.example.com:8443/": false, "https://api.example.com@evil.example/": false,
		"https://me@api.example.com/": false, "https://api.example.com.evil.example/": false, `\\evil.example`: false, "//evil.example/": false,
	} {
		u, err := url.Parse(text)
		if got := err == nil && s.Same(u); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

func TestPoolSettings(t *testing.T) {
	s, _ := Load(tool.Server{URL: "https://api.example.com"}, lookup)
	t.Setenv("HTTPS_PROXY", "http://proxy.example:1")
	pool, err := New(s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if pool.Proxy != nil || !pool.DisableCompression || pool.TLSClientConfig.InsecureSkipVerify || pool.MaxConnsPerHost != 16 || pool.MaxIdleConnsPerHost != 16 || !pool.ForceAttemptHTTP2 {
		t.Errorf("pool %+v", pool)
	}
	proxy, _ := url.Parse("http://10.0.0.9:3128")
	pool, err = New(s, Options{Proxy: proxy, Concurrency: 2})
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := pool.Proxy(&http.Request{URL: &url.URL{Scheme: "https", Host: "api.example.com"}}); got.String() != proxy.String() || pool.MaxConnsPerHost != 2 {
		t.Errorf("proxy %v", got)
	}
	for _, o := range []Options{{TLS: TLS{CAFile: "absent.pem"}}, {TLS: TLS{CertFile: "absent.pem"}}, {Proxy: &url.URL{Scheme: "gopher", Host: "p"}}} {
		if _, err := New(s, o); err == nil {
			t.Errorf("%+v is accepted", o)
		}
	}
}

// FuzzExpand states: what has no variables is unchanged, and nothing panics.
func FuzzExpand(f *testing.F) {
	f.Add("https://${HOST:-x}/${")
	f.Fuzz(func(t *testing.T, template string) {
		got, err := expand(template, lookup)
		if err == nil && !strings.Contains(template, "${") && got != template {
			t.Fatalf("%q became %q", template, got)
		}
	})
}
