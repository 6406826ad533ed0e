package node

import "math"

// Size gives the number of bytes that AppendJSON would write. Above limit it
// may stop counting and give some number above limit, so that asking whether a
// large tree fits costs no more than what fits. A node is counted once: trees
// that share nodes share the work.
func (n *Node) Size(limit int) int {
	if n == nil {
		return len("null")
	}
	if n.size == 0 {
		size := n.measure(limit)
		if size > limit || size > math.MaxInt32 {
			return size // perhaps of a part only
		}
		n.size = int32(size)
	}
	return int(n.size)
}

func (n *Node) measure(limit int) int {
	switch n.Kind() {
	case Bool, Number:
		return len(n.text)
	case String:
		return quotedSize(n.text)
	case Array:
		size := 2 + max(len(n.Items())-1, 0)
		for _, item := range n.Items() {
			if size > limit {
				return size
			}
			size += item.Size(limit - size)
		}
		return size
	case Object:
		members := n.Members()
		size := 2 + max(len(members)-1, 0)
		for i := range members {
			if size > limit {
				return size
			}
			size += quotedSize(members[i].Key) + 1
			size += members[i].Value.Size(limit - size)
		}
		return size
	}
	return len("null")
}

// quotedSize is the length of s as appendQuoted writes it.
func quotedSize(s string) int {
	size := len(s) + 2
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 0x80:
			return len(appendQuoted(nil, s)) // invalid UTF-8 changes its length
		case c == '"', c == '\\', c == '\n', c == '\r', c == '\t', c == '\b', c == '\f':
			size++
		case c < 0x20:
			size += len(`\u0000`) - 1
		}
	}
	return size
}
