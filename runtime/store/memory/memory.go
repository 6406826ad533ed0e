// Package memory is the store that lives and dies with the process. It is
// bounded: what is old makes room for what is new, except for writes that have
// not ended, which are never forgotten.
//
// Start at New.
package memory

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/store"
)

// Options bound a store.
type Options struct {
	Now       func() time.Time // nil: time.Now
	Records   int              // records of each kind; 0: 10,000
	HandleMiB int              // bytes of all handles together, in MiB; 0: 256
}

// Store implements store.Store.
type Store struct {
	now       func() time.Time
	maxHandle int64

	mu         sync.Mutex // guards everything below
	tokens     table[store.Token]
	operations table[store.Operation]
	cursors    table[store.Cursor]
	handles    table[blob]
	values     table[json.RawMessage]
	handleSize int64
}

type blob struct {
	handle store.Handle
	data   []byte
}

var _ store.Store = (*Store)(nil)

// New makes an empty store.
func New(opts Options) *Store {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Records <= 0 {
		opts.Records = 10_000
	}
	if opts.HandleMiB <= 0 {
		opts.HandleMiB = 256
	}
	s := &Store{now: opts.Now, maxHandle: int64(opts.HandleMiB) << 20}
	s.tokens.max, s.cursors.max, s.values.max, s.handles.max = opts.Records, opts.Records, opts.Records, opts.Records
	s.operations.max = opts.Records
	s.operations.keep = func(op *store.Operation) bool { return op.State == store.OperationStarted }
	s.handles.gone = func(b *blob) { s.handleSize -= int64(len(b.data)) }
	return s
}

// PutToken implements store.Tokens.
func (s *Store) PutToken(_ context.Context, t store.Token) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.tokens.insert(s.now(), t.ID, t, t.Expires)
}

// UseToken implements store.Tokens.
func (s *Store) UseToken(_ context.Context, use store.TokenUse) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	t := s.tokens.get(use.ID)
	if t == nil || !t.Used.IsZero() || !now.Before(t.Expires) || t.Principal != use.Principal || t.Args != use.Args {
		return false, nil
	}
	t.Used, t.Operation = now, use.Operation
	return true, nil
}

// Token implements store.Tokens.
func (s *Store) Token(_ context.Context, id string) (store.Token, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t := s.tokens.get(id); t != nil {
		return *t, true, nil
	}
	return store.Token{}, false, nil
}

// StartOperation implements store.Ledger.
func (s *Store) StartOperation(_ context.Context, op store.Operation) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	if s.operations.get(op.ID) != nil {
		return false, nil
	}
	op.State, op.Created, op.Updated = store.OperationStarted, now, now
	return true, s.operations.insert(now, op.ID, op, op.Expires)
}

// FinishOperation implements store.Ledger.
func (s *Store) FinishOperation(_ context.Context, f store.Finish) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	op := s.operations.get(f.ID)
	if op == nil || op.State != f.From || f.From == store.OperationStarted && op.Owner != f.Owner {
		return false, nil
	}
	op.State, op.Effect, op.Code, op.Updated = f.To, f.Effect, f.Code, s.now()
	op.Result = slices.Clone(f.Result)
	return true, nil
}

// LapseOperations implements store.Ledger.
func (s *Store) LapseOperations(_ context.Context, limit int) ([]store.Operation, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	var lapsed []store.Operation
	for _, e := range s.operations.rows {
		op := &e.value
		if len(lapsed) == limit {
			break
		}
		if op.State != store.OperationStarted || now.Before(op.Lease) {
			continue
		}
		op.State, op.Effect, op.Code, op.Updated = store.OperationUnknown, runtime.EffectUnknown, runtime.CodeUnknownOutcome, now
		lapsed = append(lapsed, *op)
	}
	slices.SortFunc(lapsed, func(a, b store.Operation) int { return a.Created.Compare(b.Created) })
	return lapsed, nil
}

// Operation implements store.Ledger.
func (s *Store) Operation(_ context.Context, id string) (store.Operation, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if op := s.operations.get(id); op != nil {
		return *op, true, nil
	}
	return store.Operation{}, false, nil
}

// PutCursor implements store.Cursors.
func (s *Store) PutCursor(_ context.Context, c store.Cursor) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cursors.insert(s.now(), c.ID, c, c.Expires)
}

// Cursor implements store.Cursors.
func (s *Store) Cursor(_ context.Context, id string) (store.Cursor, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.cursors.get(id); c != nil && s.now().Before(c.Expires) {
		return *c, true, nil
	}
	return store.Cursor{}, false, nil
}

// PutHandle implements store.Handles.
func (s *Store) PutHandle(_ context.Context, h store.Handle, data []byte) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	size := int64(len(data))
	if size > s.maxHandle {
		return false, nil
	}
	now := s.now()
	s.handles.expire(now)
	for s.handleSize+size > s.maxHandle && s.handles.evict() {
	}
	if err := s.handles.insert(now, h.ID, blob{h, slices.Clone(data)}, h.Expires); err != nil {
		return false, err
	}
	s.handleSize += size
	return true, nil
}

// Handle implements store.Handles.
func (s *Store) Handle(_ context.Context, id string) (store.Handle, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b := s.handles.get(id); b != nil && s.now().Before(b.handle.Expires) {
		return b.handle, true, nil
	}
	return store.Handle{}, false, nil
}

// ReadHandle implements store.Handles.
func (s *Store) ReadHandle(_ context.Context, id string, off int64, n int) ([]byte, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.handles.get(id)
	if b == nil || !s.now().Before(b.handle.Expires) {
		return nil, false, nil
	}
	if off < 0 || n < 0 {
		return nil, false, fmt.Errorf("read handle: offset %d and length %d", off, n)
	}
	off = min(off, int64(len(b.data)))
	end := min(off+int64(n), int64(len(b.data)))
	return slices.Clone(b.data[off:end]), true, nil
}

// PutValue implements store.Values.
func (s *Store) PutValue(_ context.Context, v store.Value) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := valueKey(v.Scope, v.Key)
	s.values.remove(key)
	return s.values.insert(s.now(), key, slices.Clone(v.JSON), v.Expires)
}

// Value implements store.Values.
func (s *Store) Value(_ context.Context, scope, key string) (json.RawMessage, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	k := valueKey(scope, key)
	s.values.expire(s.now())
	if v := s.values.get(k); v != nil {
		return slices.Clone(*v), true, nil
	}
	return nil, false, nil
}

func valueKey(scope, key string) string {
	b, _ := json.Marshal([2]string{scope, key})
	return string(b)
}
