// Package storetest is what every store must pass. A store's own test calls Run.
package storetest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/store"
)

// Opened is a store under test and its clock.
type Opened struct {
	Store   store.Store
	Now     func() time.Time
	Advance func(time.Duration) // moves the store's clock
}

// Run checks the store that open gives, an empty one for each test.
func Run(t *testing.T, open func(t *testing.T) Opened) {
	for _, tt := range []struct {
		name string
		test func(*testing.T, Opened)
	}{
		{"token is used once", tokenOnce},
		{"token is bound", tokenBound},
		{"token race has one winner", tokenRace},
		{"operation runs its course", operationCourse},
		{"operation race has one winner", operationRace},
		{"operations lapse once", operationLapse},
		{"cursor expires", cursorExpires},
		{"handle is read in parts", handleParts},
		{"value is replaced", valueReplaced},
	} {
		t.Run(tt.name, func(t *testing.T) { tt.test(t, open(t)) })
	}
}

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func token(o Opened, id string) store.Token {
	return store.Token{ID: id, Tool: "pay", Principal: "p", Args: "a", Created: o.Now(), Expires: o.Now().Add(time.Minute)}
}

func tokenOnce(t *testing.T, o Opened) {
	ctx := context.Background()
	if err := o.Store.PutToken(ctx, token(o, "t")); err != nil {
		t.Fatal(err)
	}
	if err := o.Store.PutToken(ctx, token(o, "t")); err == nil {
		t.Error("a second token of the same id was accepted")
	}
	use := store.TokenUse{ID: "t", Principal: "p", Args: "a", Operation: "op"}
	if !must[bool](t)(o.Store.UseToken(ctx, use)) {
		t.Fatal("a fresh token cannot be used")
	}
	if must[bool](t)(o.Store.UseToken(ctx, use)) {
		t.Error("a token was used twice")
	}
	got, ok, err := o.Store.Token(ctx, "t")
	if err != nil || !ok || got.Operation != "op" || got.Used.IsZero() || got.Tool != "pay" {
		t.Errorf("Token = %+v, %v, %v", got, ok, err)
	}
	if _, ok, _ := o.Store.Token(ctx, "nope"); ok {
		t.Error("an unknown token is known")
	}
}

func tokenBound(t *testing.T, o Opened) {
	ctx := context.Background()
	if err := o.Store.PutToken(ctx, token(o, "t")); err != nil {
		t.Fatal(err)
	}
	for _, use := range []store.TokenUse{
		{ID: "u", Principal: "p", Args: "a"}, {ID: "t", Principal: "q", Args: "a"}, {ID: "t", Principal: "p", Args: "b"},
	} {
		if must[bool](t)(o.Store.UseToken(ctx, use)) {
			t.Errorf("UseToken(%+v) succeeded", use)
		}
	}
	o.Advance(time.Minute)
	if must[bool](t)(o.Store.UseToken(ctx, store.TokenUse{ID: "t", Principal: "p", Args: "a"})) {
		t.Error("an expired token was used")
	}
}

// race runs f in many goroutines and counts how often it said yes.
func race(t *testing.T, f func(i int) (bool, error)) int {
	t.Helper()
	var wins atomic.Int64
	var group sync.WaitGroup
	for i := range 16 {
		group.Go(func() {
			won, err := f(i)
			if err != nil {
				t.Error(err)
			}
			if won {
				wins.Add(1)
			}
		})
	}
	group.Wait()
	return int(wins.Load())
}

func tokenRace(t *testing.T, o Opened) {
	ctx := context.Background()
	if err := o.Store.PutToken(ctx, token(o, "t")); err != nil {
		t.Fatal(err)
	}
	if n := race(t, func(i int) (bool, error) {
		return o.Store.UseToken(ctx, store.TokenUse{ID: "t", Principal: "p", Args: "a", Operation: fmt.Sprint(i)})
	}); n != 1 {
		t.Errorf("%d goroutines used one token", n)
	}
}

func operation(o Opened, id string) store.Operation {
	now := o.Now()
	return store.Operation{ID: id, Tool: "pay", Principal: "p", Args: "a", Owner: "me", Lease: now.Add(time.Minute), Expires: now.Add(time.Hour)}
}

func operationCourse(t *testing.T, o Opened) {
	ctx := context.Background()
	if !must[bool](t)(o.Store.StartOperation(ctx, operation(o, "op"))) {
		t.Fatal("a new operation did not start")
	}
	finish := store.Finish{ID: "op", From: store.OperationStarted, Owner: "other", To: store.OperationUnknown, Effect: runtime.EffectUnknown, Code: runtime.CodeUnknownOutcome}
	if must[bool](t)(o.Store.FinishOperation(ctx, finish)) {
		t.Error("somebody else finished the operation")
	}
	finish.Owner = "me"
	if !must[bool](t)(o.Store.FinishOperation(ctx, finish)) {
		t.Fatal("the owner cannot finish")
	}
	if must[bool](t)(o.Store.FinishOperation(ctx, finish)) {
		t.Error("an operation finished twice")
	}
	late := store.Finish{ID: "op", From: store.OperationUnknown, To: store.OperationSucceeded, Effect: runtime.EffectApplied, Result: json.RawMessage(`{"status":"ok"}`)}
	if !must[bool](t)(o.Store.FinishOperation(ctx, late)) {
		t.Error("an unknown operation cannot be resolved")
	}
	got, ok, err := o.Store.Operation(ctx, "op")
	if err != nil || !ok || got.State != store.OperationSucceeded || got.Effect != runtime.EffectApplied || string(got.Result) != `{"status":"ok"}` {
		t.Errorf("Operation = %+v, %v, %v", got, ok, err)
	}
}

func operationRace(t *testing.T, o Opened) {
	ctx := context.Background()
	if n := race(t, func(int) (bool, error) { return o.Store.StartOperation(ctx, operation(o, "op")) }); n != 1 {
		t.Errorf("%d goroutines started one operation", n)
	}
}

func operationLapse(t *testing.T, o Opened) {
	ctx := context.Background()
	for i := range 20 {
		must[bool](t)(o.Store.StartOperation(ctx, operation(o, fmt.Sprint("op", i))))
	}
	if got := must[[]store.Operation](t)(o.Store.LapseOperations(ctx, 100)); len(got) != 0 {
		t.Errorf("%d operations lapsed within their lease", len(got))
	}
	must[bool](t)(o.Store.FinishOperation(ctx, store.Finish{ID: "op0", From: store.OperationStarted, Owner: "me", To: store.OperationSucceeded}))
	o.Advance(2 * time.Minute)
	var mu sync.Mutex
	seen := map[string]int{}
	race(t, func(int) (bool, error) {
		ops, err := o.Store.LapseOperations(ctx, 3)
		mu.Lock()
		defer mu.Unlock()
		for _, op := range ops {
			seen[op.ID]++
			if op.State != store.OperationUnknown || op.Effect != runtime.EffectUnknown {
				t.Errorf("lapsed operation is %+v", op)
			}
		}
		return true, err
	})
	if len(seen) != 19 {
		t.Errorf("%d operations lapsed, want 19", len(seen))
	}
	for id, n := range seen {
		if n != 1 {
			t.Errorf("operation %s lapsed %d times", id, n)
		}
	}
	if must[bool](t)(o.Store.FinishOperation(ctx, store.Finish{ID: "op1", From: store.OperationStarted, Owner: "me", To: store.OperationSucceeded})) {
		t.Error("a lapsed operation was finished by its late owner")
	}
}

func cursorExpires(t *testing.T, o Opened) {
	ctx := context.Background()
	c := store.Cursor{ID: "c", Tool: "find", Principal: "p", Args: "a", Call: json.RawMessage(`{"q":1}`), State: json.RawMessage(`"n"`), Size: 5, Skip: 2, Expires: o.Now().Add(time.Minute)}
	if err := o.Store.PutCursor(ctx, c); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		got, ok, err := o.Store.Cursor(ctx, "c")
		if err != nil || !ok || string(got.Call) != `{"q":1}` || string(got.State) != `"n"` || got.Size != 5 || got.Skip != 2 || got.Principal != "p" {
			t.Errorf("Cursor = %+v, %v, %v", got, ok, err)
		}
	}
	o.Advance(time.Minute)
	if _, ok, _ := o.Store.Cursor(ctx, "c"); ok {
		t.Error("an expired cursor is known")
	}
}

func handleParts(t *testing.T, o Opened) {
	ctx := context.Background()
	data := bytes.Repeat([]byte("0123456789"), 100)
	h := store.Handle{ID: "h", Principal: "p", Source: "api.test", Media: "text/plain", Size: 1000, Items: 3, Index: []int64{0}, Expires: o.Now().Add(time.Minute)}
	if !must[bool](t)(o.Store.PutHandle(ctx, h, data)) {
		t.Fatal("no room for a small handle")
	}
	data[0] = 'x' // the store keeps its own copy
	got, ok, err := o.Store.Handle(ctx, "h")
	if err != nil || !ok || got.Size != 1000 || got.Source != "api.test" || got.Items != 3 || len(got.Index) != 1 {
		t.Errorf("Handle = %+v, %v, %v", got, ok, err)
	}
	for _, tt := range []struct {
		off  int64
		n    int
		want string
	}{{0, 4, "0123"}, {998, 10, "89"}, {1000, 10, ""}, {5000, 10, ""}} {
		b, ok, err := o.Store.ReadHandle(ctx, "h", tt.off, tt.n)
		if err != nil || !ok || string(b) != tt.want {
			t.Errorf("ReadHandle(%d, %d) = %q, %v, %v, want %q", tt.off, tt.n, b, ok, err, tt.want)
		}
	}
	o.Advance(time.Minute)
	if _, ok, _ := o.Store.ReadHandle(ctx, "h", 0, 1); ok {
		t.Error("an expired handle can be read")
	}
	if _, ok, _ := o.Store.Handle(ctx, "h"); ok {
		t.Error("an expired handle is known")
	}
}

func valueReplaced(t *testing.T, o Opened) {
	ctx := context.Background()
	for _, text := range []string{`"a"`, `"b"`} {
		if err := o.Store.PutValue(ctx, store.Value{Scope: "run 1", Key: "k", JSON: json.RawMessage(text), Expires: o.Now().Add(time.Minute)}); err != nil {
			t.Fatal(err)
		}
	}
	if v, ok, err := o.Store.Value(ctx, "run 1", "k"); err != nil || !ok || string(v) != `"b"` {
		t.Errorf("Value = %s, %v, %v", v, ok, err)
	}
	if _, ok, _ := o.Store.Value(ctx, "run", "1k"); ok {
		t.Error("a value is known in another scope")
	}
	o.Advance(time.Minute)
	if _, ok, _ := o.Store.Value(ctx, "run 1", "k"); ok {
		t.Error("an expired value is known")
	}
}
