package engine

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptrace"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/store"
	"github.com/oatools/oatools/runtime/wire"
)

// delayed is a transport whose server takes a request at once and answers it
// after a while.
type delayed struct {
	after    time.Duration
	executed int
}

func (d *delayed) RoundTrip(r *http.Request) (*http.Response, error) {
	trace := httptrace.ContextClientTrace(r.Context())
	trace.GotConn(httptrace.GotConnInfo{})
	trace.WroteHeaders()
	d.executed++
	select {
	case <-time.After(d.after):
		return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(`{"id":"p1"}`))}, nil
	case <-r.Context().Done():
		return nil, r.Context().Err()
	}
}

// TestOutcomeAfterTheCallerLeft: a caller who leaves while a write is under way
// does not keep its outcome from the ledger. It is waited for ten seconds; then it
// is unknown, and recorded as that.
func TestOutcomeAfterTheCallerLeft(t *testing.T) {
	for _, tt := range []struct {
		name   string
		answer time.Duration
		leaves time.Duration
		state  store.OperationState
		effect runtime.SideEffect
		code   runtime.Code
		took   time.Duration
	}{
		{"it answers", 5 * time.Second, time.Second, store.OperationSucceeded, runtime.EffectApplied, "", 5 * time.Second},
		{"it does not answer", time.Hour, time.Second, store.OperationUnknown, runtime.EffectUnknown, runtime.CodeUnknownOutcome, 11 * time.Second},
		{"before anything was sent", 5 * time.Second, 0, store.OperationFailed, runtime.EffectNone, runtime.CodeCancelled, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				set := realSet("https://api.test")
				set.Tools[1].Command.Confirm.None = "a test"
				trip := &delayed{after: tt.answer}
				client, err := wire.NewClient(set, wire.Config{Transport: trip})
				if err != nil {
					t.Fatal(err)
				}
				ids := 0
				e, err := New(set, Options{Upstream: client, NewID: func(prefix string) string { ids++; return store.SequentialID(prefix, uint64(ids)) }})
				if err != nil {
					t.Fatal(err)
				}
				ctx, leave := context.WithCancel(t.Context())
				defer leave()
				if tt.leaves == 0 {
					leave()
				}
				time.AfterFunc(tt.leaves, leave)
				began := time.Now()
				r, err := e.Handler()(ctx, &runtime.Call{ID: "c", Tool: "pay", Args: json.RawMessage(`{"cents":5,"dry_run":false}`), Principal: ada})
				if err != nil {
					t.Fatal(err)
				}
				code := runtime.Code("")
				if r.Error != nil {
					code = r.Error.Code
				}
				if code != tt.code || r.SideEffect != tt.effect || time.Since(began) != tt.took {
					t.Errorf("code %q, effect %s after %s", code, r.SideEffect, time.Since(began))
				}
				op, ok, err := e.opts.Store.Operation(context.Background(), store.SequentialID(store.PrefixOperation, 1))
				if err != nil || !ok || op.State != tt.state || op.Effect != tt.effect || op.Code != tt.code {
					t.Errorf("the ledger has %+v, %v, %v", op, ok, err)
				}
				if want := min(1, int(tt.took)); trip.executed != want {
					t.Errorf("executed %d times", trip.executed)
				}
			})
		})
	}
}
