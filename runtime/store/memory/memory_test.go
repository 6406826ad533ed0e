package memory

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/oatools/oatools/runtime/store"
	"github.com/oatools/oatools/runtime/store/storetest"
)

// clock is a time that tests move.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func newClock() *clock { return &clock{now: time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)} }

func TestConformance(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Opened {
		c := newClock()
		return storetest.Opened{Store: New(Options{Now: c.Now}), Now: c.Now, Advance: c.Advance}
	})
}

func TestBounds(t *testing.T) {
	ctx, c := context.Background(), newClock()
	s := New(Options{Now: c.Now, Records: 3, HandleMiB: 1})
	for i := range 10 {
		if err := s.PutToken(ctx, store.Token{ID: fmt.Sprint(i), Expires: c.Now().Add(time.Duration(i+1) * time.Minute)}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 10 {
		if _, ok, _ := s.Token(ctx, fmt.Sprint(i)); ok != (i >= 7) {
			t.Errorf("token %d known: %v", i, ok)
		}
	}
	half := make([]byte, 600<<10)
	for i := range 3 {
		if ok, err := s.PutHandle(ctx, store.Handle{ID: fmt.Sprint(i), Expires: c.Now().Add(time.Hour)}, half); !ok || err != nil {
			t.Fatal(ok, err)
		}
	}
	if s.handleSize != int64(len(half)) {
		t.Errorf("handles hold %d bytes, want %d", s.handleSize, len(half))
	}
	if ok, _ := s.PutHandle(ctx, store.Handle{ID: "big"}, make([]byte, 2<<20)); ok {
		t.Error("a handle above the bound was stored")
	}
}

func TestUnfinishedWritesAreNeverForgotten(t *testing.T) {
	ctx, c := context.Background(), newClock()
	s := New(Options{Now: c.Now, Records: 2})
	start := func(id string) error {
		_, err := s.StartOperation(ctx, store.Operation{ID: id, Owner: "me", Expires: c.Now().Add(time.Hour)})
		return err
	}
	for _, id := range []string{"a", "b"} {
		if err := start(id); err != nil {
			t.Fatal(err)
		}
	}
	c.Advance(2 * time.Hour)
	if err := start("c"); err == nil {
		t.Error("an unfinished write was forgotten")
	}
	if _, err := s.FinishOperation(ctx, store.Finish{ID: "b", From: store.OperationStarted, Owner: "me", To: store.OperationSucceeded}); err != nil {
		t.Fatal(err)
	}
	if err := start("c"); err != nil {
		t.Errorf("a finished write made no room: %v", err)
	}
}
