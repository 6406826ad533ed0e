package mcpserver

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestHosts(t *testing.T) {
	loopback, network := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}, &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 8080}
	tests := []struct {
		local net.Addr
		hosts []string
		host  string
		want  bool
	}{
		{loopback, nil, "127.0.0.1:8080", true},
		{loopback, nil, "localhost:8080", true},
		{loopback, nil, "LocalHost", true},
		{loopback, nil, "[::1]:8080", true},
		{loopback, nil, "[::1]", true},
		{loopback, nil, "[::ffff:127.0.0.1]:8080", true},
		{loopback, nil, "evil.example", false},
		{loopback, nil, "localhost.evil.example", false},
		{loopback, nil, "127.0.0.1.evil.example:8080", false},
		{loopback, nil, "", false},
		{loopback, []string{"tools.example"}, "tools.example", true},
		{loopback, []string{"tools.example"}, "Tools.Example:443", true},
		{loopback, []string{"tools.example"}, "a.tools.example", false},
		{loopback, []string{"tools.example"}, "localhost:8080", true},
		{network, nil, "192.0.2.1:8080", true},
		{network, nil, "any.example", true},
		{network, []string{"tools.example"}, "any.example", false},
		{network, []string{"tools.example"}, "tools.example", true},
		{nil, nil, "any.example", true},
	}
	for _, tt := range tests {
		s := &Server{opts: Options{Hosts: tt.hosts}}
		r := httptest.NewRequest(http.MethodPost, "http://x"+Path, nil)
		if r.Host = tt.host; tt.local != nil {
			r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, tt.local))
		}
		if got := s.addressed(r); got != tt.want {
			t.Errorf("at %v, hosts %v: a request for %q is admitted: %t", tt.local, tt.hosts, tt.host, got)
		}
	}
}
