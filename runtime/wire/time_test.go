package wire

import (
	"context"
	"net/http"
	"net/http/httptrace"
	"testing"
	"testing/synctest"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

// silentUpstream takes requests and never answers.
func silentUpstream(cfg *Config) {
	cfg.Sleep, cfg.Now = nil, nil
	cfg.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
		trace := httptrace.ContextClientTrace(r.Context())
		trace.GotConn(httptrace.GotConnInfo{})
		trace.WroteHeaders()
		<-r.Context().Done()
		return nil, r.Context().Err()
	})
}

// TestTimes calls an upstream that never answers, in simulated time.
func TestTimes(t *testing.T) {
	tests := []struct {
		name   string
		opts   runtime.SendOptions
		leaves time.Duration // when the caller goes; 0: never; negative: its deadline
		code   runtime.Code
		effect runtime.SideEffect
		tries  int
		took   time.Duration // at least, and less than a second more
	}{
		{"a read is tried three times for ten seconds", read, 0, late, none, 3, 30 * time.Second},
		{"a write is waited for for thirty", runtime.SendOptions{}, 0, unsure, unknown, 1, 30 * time.Second},
		{"an idempotent write is tried again while there is time", runtime.SendOptions{Idempotent: true}, 0, unsure, unknown, 2, 45 * time.Second},
		{"a stated time", runtime.SendOptions{ReadOnly: true, Timeout: tool.Duration(2 * time.Second)}, 0, late, none, 3, 6 * time.Second},
		{"all attempts together", runtime.SendOptions{ReadOnly: true, Timeout: tool.Duration(2 * time.Second), Retry: &tool.Retry{Within: tool.Duration(3 * time.Second)}}, 0, late, none, 2, 3 * time.Second},
		{"a read ends with its caller", read, 3 * time.Second, cancelled, none, 1, 3 * time.Second},
		{"a write is waited for after its caller left", runtime.SendOptions{}, 3 * time.Second, unsure, unknown, 1, 13 * time.Second},
		{"… or after the caller's deadline", runtime.SendOptions{}, -3 * time.Second, unsure, unknown, 1, 13 * time.Second},
		{"… but not beyond its own time", runtime.SendOptions{Timeout: tool.Duration(5 * time.Second)}, 3 * time.Second, unsure, unknown, 1, 5 * time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := clientFor(t, setOf("https://api.example.com", nil), silentUpstream)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				switch {
				case tt.leaves > 0:
					time.AfterFunc(tt.leaves, cancel)
				case tt.leaves < 0:
					ctx, cancel = context.WithTimeout(ctx, -tt.leaves)
					defer cancel()
				}
				start := time.Now()
				res, err := c.Do(ctx, step("POST", "/x"), runtime.Inputs{}, tt.opts)
				took := time.Since(start)
				if err != nil || codeOf(res) != tt.code || res.Effect != tt.effect || res.Attempts != tt.tries {
					t.Errorf("%s, effect %s after %d attempts (%v)", codeOf(res), res.Effect, res.Attempts, err)
				}
				if took < tt.took || took > tt.took+time.Second {
					t.Errorf("took %s, want %s", took, tt.took)
				}
			})
		})
	}
}

// TestCallerLeavesDuringAWait: what the last attempt said stays said.
func TestCallerLeavesDuringAWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := clientFor(t, setOf("https://api.example.com", nil), func(cfg *Config) {
			cfg.Sleep, cfg.Now = nil, nil
			cfg.Transport = roundTripper(func(*http.Request) (*http.Response, error) {
				return respond(429, http.Header{"Retry-After": {"15"}}, ""), nil
			})
		})
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		time.AfterFunc(5*time.Second, cancel)
		res, err := c.Do(ctx, step("POST", "/x"), runtime.Inputs{}, runtime.SendOptions{})
		if err != nil || codeOf(res) != limited || res.Effect != none || res.Problem.RetryAfterS != 15 || res.Attempts != 1 {
			t.Errorf("%+v, %v", res, err)
		}
	})
}
