package middleware

import (
	"container/list"
	"context"
	"encoding/json"
	"strings"
	"sync"
	"time"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/shape"
)

// Bounds of the cache.
const (
	cacheEntries = 2_000
	cacheBytes   = 64 << 20
)

// Cache keeps answers of queries, each for the caller who asked and as the
// caller was then: roles, scopes and claims are part of the key. It is bounded
// and safe for concurrent use.
type Cache struct {
	now func() time.Time

	mu      sync.Mutex // guards what follows
	entries map[string]*list.Element
	used    *list.List // of *cached, the last used first
	bytes   int
	changes map[string]uint64 // by tenant: writes so far
}

type cached struct {
	key     string
	result  *runtime.Result
	size    int
	expires time.Time
}

// NewCache makes an empty cache.
func NewCache(now func() time.Time) *Cache {
	return &Cache{now: now, entries: map[string]*list.Element{}, used: list.New(), changes: map[string]uint64{}}
}

// Query answers from the cache what it can. Only whole successes are kept. perRun
// says that answers depend on the run.
func (c *Cache) Query(ttl time.Duration, perRun bool, next shape.Runner) shape.Runner {
	return func(ctx context.Context, call *shape.Call) (*runtime.Result, error) {
		key, ok := c.key(call, perRun)
		if !ok {
			return next(ctx, call)
		}
		if r := c.get(key); r != nil {
			return r, nil
		}
		r, err := next(ctx, call)
		if err == nil && r != nil && r.Status == runtime.StatusOK && (r.Truncated == nil || r.Truncated.Code == "") {
			c.put(key, r, ttl)
		}
		return r, err
	}
}

// Changed forgets, for the tenant of p, what was read before a write. Others see
// a change when their copies expire.
func (c *Cache) Changed(p runtime.Principal) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.changes) >= cacheEntries {
		clear(c.changes)
		clear(c.entries)
		c.used.Init()
		c.bytes = 0
	}
	c.changes[p.Tenant]++
}

func (c *Cache) key(call *shape.Call, perRun bool) (string, bool) {
	who, err := json.Marshal(call.Principal)
	if err != nil {
		return "", false
	}
	c.mu.Lock()
	generation := c.changes[call.Principal.Tenant]
	c.mu.Unlock()
	runID := ""
	if perRun {
		runID = call.RunID
	}
	var b strings.Builder
	b.WriteString(call.Hash())
	for _, part := range []any{string(who), call.Control.Cursor, call.Control.Limit, runID, generation} {
		text, _ := json.Marshal(part)
		b.WriteByte(0)
		b.Write(text)
	}
	return b.String(), true
}

func (c *Cache) get(key string) *runtime.Result {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.entries[key]
	if e == nil {
		return nil
	}
	hit := e.Value.(*cached)
	if !c.now().Before(hit.expires) {
		c.drop(e)
		return nil
	}
	c.used.MoveToFront(e)
	copied := *hit.result // callers add their own next actions
	return &copied
}

func (c *Cache) put(key string, r *runtime.Result, ttl time.Duration) {
	kept := *r
	size := 512 + len(key)
	if data, ok := kept.Data.(json.RawMessage); ok {
		size += len(data)
	}
	for _, f := range kept.Files {
		size += len(f.Data)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.entries[key]; e != nil {
		c.drop(e)
	}
	c.entries[key] = c.used.PushFront(&cached{key: key, result: &kept, size: size, expires: c.now().Add(ttl)})
	c.bytes += size
	for c.used.Len() > cacheEntries || c.bytes > cacheBytes {
		c.drop(c.used.Back())
	}
}

// drop forgets an entry. The caller holds mu.
func (c *Cache) drop(e *list.Element) {
	old := c.used.Remove(e).(*cached)
	delete(c.entries, old.key)
	c.bytes -= old.size
}
