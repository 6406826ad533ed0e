package credential

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

// TestSecretsThatCannotBeSent: a secret that its place cannot carry is a mistake
// of the set-up. It is neither sent in part nor under a second name.
func TestSecretsThatCannotBeSent(t *testing.T) {
	for _, tt := range []struct {
		scheme tool.AuthScheme
		secret string
		ok     bool
	}{
		{tool.AuthScheme{Type: "apiKey", In: "header", Name: "X-Key"}, "plain-secret", true},
		{tool.AuthScheme{Type: "apiKey", In: "header", Name: "X-Key"}, "a b;c,d=\"e\"", true},
		{tool.AuthScheme{Type: "apiKey", In: "header", Name: "X-Key"}, "bell\x07rings", false},
		{tool.AuthScheme{Type: "apiKey", In: "header", Name: "X-Key"}, "tab\tinside", false},
		{tool.AuthScheme{Type: "apiKey", In: "header", Name: "X-Key"}, " blank-first", false},
		{tool.AuthScheme{Type: "apiKey", In: "header", Name: "X-Key"}, "blank-last ", false},
		{tool.AuthScheme{Type: "apiKey", In: "header", Name: "X-Key"}, "naïve-secret", false},
		{tool.AuthScheme{Type: "bearer"}, "del\x7fete", false},
		{tool.AuthScheme{Type: "bearer"}, "naïve-secret", false},
		{tool.AuthScheme{Type: "apiKey", In: "cookie", Name: "sid"}, "plain-secret", true},
		{tool.AuthScheme{Type: "apiKey", In: "cookie", Name: "sid"}, "a=b/c+d==", true},
		{tool.AuthScheme{Type: "apiKey", In: "cookie", Name: "sid"}, "one; admin=1", false},
		{tool.AuthScheme{Type: "apiKey", In: "cookie", Name: "sid"}, "one,two", true},
		{tool.AuthScheme{Type: "apiKey", In: "cookie", Name: "sid"}, `quo"ted`, true},
		{tool.AuthScheme{Type: "apiKey", In: "cookie", Name: "sid"}, `back\slash`, true},
		{tool.AuthScheme{Type: "apiKey", In: "cookie", Name: "sid"}, "naïve-secret", false},
		{tool.AuthScheme{Type: "apiKey", In: "query", Name: "key"}, "a&b=c#d é", true},
		{tool.AuthScheme{Type: "basic", Username: "me"}, "naïve : secret ", true},
	} {
		tt.scheme.Secret = "env:S"
		r := NewResolver(Options{Env: func(string) (string, bool) { return tt.secret, true }})
		a := NewAuthority(map[string]tool.AuthScheme{"s": tt.scheme}, AuthorityOptions{Resolver: r})
		req := httptest.NewRequest("GET", "https://api.example.com/x", nil)
		problem := a.Apply(t.Context(), req, []tool.AuthUse{{Scheme: "s"}}, runtime.Principal{})
		if (problem == nil) != tt.ok {
			t.Errorf("%s %s %q: %+v, header %v", tt.scheme.Type, tt.scheme.In, tt.secret, problem, req.Header)
		}
		if problem != nil && (problem.Code != runtime.CodeConfigurationError || strings.Contains(problem.Message, tt.secret) || len(req.Header) > 0) {
			t.Errorf("%q: %+v, header %v", tt.secret, problem, req.Header)
		}
	}
}

// TestOneRefreshForMany: a credential with which many calls were refused at once
// is replaced once. Who comes late with the old one forgets nothing.
func TestOneRefreshForMany(t *testing.T) {
	var issued atomic.Int32
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"access_token":"token-%d","token_type":"Bearer","expires_in":3600}`, issued.Add(1))
	}))
	defer srv.Close()
	program, runs := counting(t)
	r := NewResolver(Options{Env: func(string) (string, bool) { return "client-secret", true }})
	a := NewAuthority(map[string]tool.AuthScheme{
		"o": {Type: "oauth2", TokenURL: srv.URL, ClientID: "me", ClientSecret: "env:S"},
		"k": {Type: "apiKey", In: "header", Name: "X-Key", Secret: "exec:" + program},
	}, AuthorityOptions{Resolver: r, Client: func(string) (*http.Client, error) { return srv.Client(), nil }})
	uses := []tool.AuthUse{{Scheme: "o"}, {Scheme: "k"}}
	apply := func() (http.Header, uint64) {
		req := httptest.NewRequest("GET", "https://api.example.com/x", nil)
		if problem := a.Apply(context.Background(), req, uses, runtime.Principal{}); problem != nil {
			t.Error(problem)
		}
		return req.Header, a.Mark()
	}
	marks := make([]uint64, 50)
	for i := range marks {
		_, marks[i] = apply()
	}
	var group sync.WaitGroup
	for _, mark := range marks {
		group.Go(func() {
			if !a.Refresh(uses, runtime.Principal{}, mark) {
				t.Error("there is no other credential")
			}
			if h, _ := apply(); h.Get("Authorization") != "Bearer token-2" || h.Get("X-Key") != "value-of-program" {
				t.Errorf("%v", h)
			}
		})
	}
	group.Wait()
	if issued.Load() != 2 || runs() != 2 {
		t.Errorf("%d tokens and %d runs, want 2 of each", issued.Load(), runs())
	}
	_, mark := apply()
	a.Refresh(uses, runtime.Principal{}, mark)
	if h, _ := apply(); h.Get("Authorization") != "Bearer token-3" || runs() != 3 {
		t.Errorf("a new refusal: %v after %d runs", h, runs())
	}
}

// counting gives a program that prints a secret, and a function that tells how
// often it ran.
func counting(t *testing.T) (program string, runs func() int) {
	dir := t.TempDir()
	program, log := filepath.Join(dir, "secret.sh"), filepath.Join(dir, "runs")
	if err := os.WriteFile(program, []byte("#!/bin/sh\necho run >> "+log+"\necho value-of-program\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return program, func() int {
		data, _ := os.ReadFile(log)
		return strings.Count(string(data), "run")
	}
}

// TestOneRunForMany: a program is run once for calls that need it at once.
func TestOneRunForMany(t *testing.T) {
	program, runs := counting(t)
	r := NewResolver(Options{})
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			if s, err := r.Resolve(t.Context(), "exec:"+program); err != nil || s.Reveal() != "value-of-program" {
				t.Errorf("%v", err)
			}
		})
	}
	group.Wait()
	if runs() != 1 {
		t.Errorf("%d runs", runs())
	}
}
