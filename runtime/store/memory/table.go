package memory

import (
	"container/heap"
	"errors"
	"fmt"
	"time"
)

// errFull says that nothing may be forgotten to make room.
var errFull = errors.New("the store in memory is full of unfinished writes")

// table holds records by id, soonest expiry first. The zero table is empty; it
// is not safe for concurrent use.
type table[V any] struct {
	max  int
	keep func(*V) bool // such a record is never forgotten; nil: any may be
	gone func(*V)      // called when a record leaves; may be nil
	rows map[string]*row[V]
	next queue[V]
}

type row[V any] struct {
	id      string
	value   V
	expires time.Time
	place   int // in the queue
}

// get gives a record to read or change, or nil. It may have expired.
func (t *table[V]) get(id string) *V {
	if r := t.rows[id]; r != nil {
		return &r.value
	}
	return nil
}

// insert adds a record, forgetting others if it must.
func (t *table[V]) insert(now time.Time, id string, v V, expires time.Time) error {
	if t.rows[id] != nil {
		return fmt.Errorf("record %q exists", id)
	}
	if len(t.rows) >= t.max {
		t.expire(now)
	}
	for len(t.rows) >= t.max {
		if !t.evict() {
			return errFull
		}
	}
	if t.rows == nil {
		t.rows = map[string]*row[V]{}
	}
	r := &row[V]{id: id, value: v, expires: expires}
	t.rows[id] = r
	heap.Push(&t.next, r)
	return nil
}

func (t *table[V]) remove(id string) {
	r := t.rows[id]
	if r == nil {
		return
	}
	heap.Remove(&t.next, r.place)
	delete(t.rows, id)
	if t.gone != nil {
		t.gone(&r.value)
	}
}

// expire forgets what has expired.
func (t *table[V]) expire(now time.Time) {
	for len(t.next) > 0 && !now.Before(t.next[0].expires) && (t.keep == nil || !t.keep(&t.next[0].value)) {
		t.remove(t.next[0].id)
	}
}

// evict forgets the record that would expire first and need not be kept.
func (t *table[V]) evict() bool {
	var first *row[V]
	for _, r := range t.next {
		if (t.keep == nil || !t.keep(&r.value)) && (first == nil || r.expires.Before(first.expires)) {
			first = r
			if r.place == 0 {
				break // the head of the heap
			}
		}
	}
	if first == nil {
		return false
	}
	t.remove(first.id)
	return true
}

// queue is a heap of rows by expiry (container/heap).
type queue[V any] []*row[V]

func (q queue[V]) Len() int           { return len(q) }
func (q queue[V]) Less(i, j int) bool { return q[i].expires.Before(q[j].expires) }
func (q queue[V]) Swap(i, j int) {
	q[i], q[j] = q[j], q[i]
	q[i].place, q[j].place = i, j
}

// Push implements heap.Interface.
func (q *queue[V]) Push(x any) {
	r := x.(*row[V])
	r.place = len(*q)
	*q = append(*q, r)
}

// Pop implements heap.Interface.
func (q *queue[V]) Pop() any {
	old := *q
	r := old[len(old)-1]
	old[len(old)-1] = nil
	*q = old[:len(old)-1]
	return r
}
