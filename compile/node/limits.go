package node

import "math"

// Limits bound what a reader accepts. Zero fields mean the defaults: 256 MiB,
// 500 levels, 20 million nodes.
type Limits struct {
	Bytes int // size of the file; at most 2 GiB
	Depth int // nested objects and arrays; at most 10,000
	Nodes int // values, counted when they are read

	// Strict makes duplicate keys and text that is not Unicode errors, and reads
	// everything at once so that they are all known when the reader returns.
	Strict bool
}

// WithDefaults gives l with its zero fields filled in and the others capped.
func (l Limits) WithDefaults() Limits {
	l.Bytes = bound(l.Bytes, 256<<20, math.MaxInt32)
	l.Depth = bound(l.Depth, 500, 10_000)
	l.Nodes = bound(l.Nodes, 20_000_000, math.MaxInt32)
	return l
}

func bound(v, standard, most int) int {
	if v <= 0 {
		return standard
	}
	return min(v, most)
}
