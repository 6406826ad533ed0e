// Package node holds documents as an ordered, positioned, lossless tree: keys
// keep their order, numbers their digits, and every node its file:line:col.
//
// It reads JSON; YAML comes in through package yaml, into the same tree. It
// knows nothing about OpenAPI, JSON Schema or overlays, and never opens a file.
// Start at ReadJSON and Node. Pointer finds nodes, AppendJSON writes them, and
// Range with ApplyEdits changes a file without touching the rest of it.
//
// Reading a large document costs little, because only its upper levels become
// nodes at once. The whole of it is checked then, but what lies deeper is read
// from its bytes when it is first looked at.
package node

import (
	"iter"
	"math/big"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/diag"
)

// Kind is the JSON type of a node.
type Kind uint8

// The kinds. Invalid is the kind of a nil node.
const (
	Invalid Kind = iota
	Null
	Bool
	Number
	String
	Array
	Object
)

// String gives the JSON Schema word for the kind.
func (k Kind) String() string {
	return [...]string{"nothing", "null", "boolean", "number", "string", "array", "object"}[k]
}

// Member is one key of an object with its value.
type Member struct {
	Key   string
	Value *Node
	doc   *Doc
	at    int32 // offset of the key's first byte in doc
}

// Pos is the place of the key; of the value where the key was not read from a
// file.
func (m *Member) Pos() diag.Pos {
	if m == nil {
		return diag.Pos{}
	}
	if m.doc == nil {
		return m.Value.Pos()
	}
	return m.doc.pos(m.at)
}

// Range gives the byte range from the key to the end of its value in the file;
// 0, 0 when the key was not read from a file. The range is empty where the value
// was not read from the same place: an alias of YAML, a value put there later.
func (m *Member) Range() (start, end int) {
	if m == nil || m.doc == nil {
		return 0, 0
	}
	start, end = int(m.at), int(m.at)
	if v := m.Value; v != nil && v.doc == m.doc && v.start >= m.at {
		end = int(v.end)
	}
	return start, end
}

// Node is one value of a document. A nil *Node is allowed wherever a method is
// called: it is Invalid, has no members and no place. Nodes never change; edits
// make copies (see With and Without). Containers are read when they are first
// looked into, so a tree must not be read by two goroutines at once.
type Node struct {
	doc        *Doc
	text       string
	kids       *kids // of a container; nil for an empty one
	start, end int32 // byte range in doc
	kind       Kind
	lazy       bool  // a container whose bytes are valid but not yet read
	size       int32 // see Size; 0 until it is known
}

// kids is what a container holds. It lives apart because most nodes are scalars.
type kids struct {
	members []Member
	items   []*Node
	index   map[string]int32 // of members, made when a large object is first searched
}

// Kind is the node's JSON type; Invalid for nil.
func (n *Node) Kind() Kind {
	if n == nil {
		return Invalid
	}
	return n.kind
}

// Is reports whether n is of kind k.
func (n *Node) Is(k Kind) bool { return n.Kind() == k }

// Text gives the characters of a String (decoded), the literal of a Number in
// JSON grammar, "true" or "false" of a Bool, and "" of everything else.
func (n *Node) Text() string {
	if n == nil {
		return ""
	}
	return n.text
}

// Members gives the members of an object in document order; nil for other
// kinds. The slice must not be changed.
func (n *Node) Members() []Member {
	if n == nil || n.kind != Object {
		return nil
	}
	if n.lazy {
		n.expand()
	}
	if n.kids == nil {
		return nil
	}
	return n.kids.members
}

// Items gives the items of an array; nil for other kinds. The slice must not be
// changed.
func (n *Node) Items() []*Node {
	if n == nil || n.kind != Array {
		return nil
	}
	if n.lazy {
		n.expand()
	}
	if n.kids == nil {
		return nil
	}
	return n.kids.items
}

// Pos is the place of the value's first character; the zero Pos for nil and for
// nodes that were not read from a file.
func (n *Node) Pos() diag.Pos {
	if n == nil || n.doc == nil {
		return diag.Pos{}
	}
	return n.doc.pos(n.start)
}

// Range gives the byte range of the value in its file; 0, 0 for nodes that were
// not read from a file.
func (n *Node) Range() (start, end int) {
	if n == nil {
		return 0, 0
	}
	return int(n.start), int(n.end)
}

// Get gives the value of key, or nil. The last of duplicate keys wins.
func (n *Node) Get(key string) *Node {
	if m := n.Member(key); m != nil {
		return m.Value
	}
	return nil
}

// Member gives the member named key, or nil. The last of duplicate keys wins.
func (n *Node) Member(key string) *Member {
	members := n.Members()
	if len(members) > indexed {
		return n.kids.find(key)
	}
	for i := len(members) - 1; i >= 0; i-- {
		if members[i].Key == key {
			return &members[i]
		}
	}
	return nil
}

// indexed is the number of members from which on an index is worth its memory:
// components of large documents have thousands and are searched for every $ref.
const indexed = 32

func (k *kids) find(key string) *Member {
	if k.index == nil {
		k.index = make(map[string]int32, len(k.members))
		for i := range k.members {
			k.index[k.members[i].Key] = int32(i)
		}
	}
	if i, ok := k.index[key]; ok {
		return &k.members[i]
	}
	return nil
}

// Has reports whether the object n has the key.
func (n *Node) Has(key string) bool { return n.Member(key) != nil }

// At walks down keys and gives the node there, or nil.
func (n *Node) At(keys ...string) *Node {
	for _, k := range keys {
		n = n.Get(k)
	}
	return n
}

// Index gives item i of an array, or nil.
func (n *Node) Index(i int) *Node {
	items := n.Items()
	if i < 0 || i >= len(items) {
		return nil
	}
	return items[i]
}

// All yields the members of an object in order; nothing for other kinds.
func (n *Node) All() iter.Seq2[string, *Node] {
	return func(yield func(string, *Node) bool) {
		for _, m := range n.Members() {
			if !yield(m.Key, m.Value) {
				return
			}
		}
	}
}

// Keys gives the keys of an object in order.
func (n *Node) Keys() []string {
	keys := make([]string, len(n.Members()))
	for i, m := range n.Members() {
		keys[i] = m.Key
	}
	return keys
}

// Str gives the text of a String node; ok is false for other kinds.
func (n *Node) Str() (s string, ok bool) {
	if n == nil || n.kind != String {
		return "", false
	}
	return n.text, true
}

// Truth gives the value of a Bool node; ok is false for other kinds.
func (n *Node) Truth() (v, ok bool) {
	if n == nil || n.kind != Bool {
		return false, false
	}
	return n.text == "true", true
}

// Rat gives the exact value of a Number node; ok is false for other kinds and
// for exponents beyond ±400 and literals of a thousand characters, which no
// honest document needs.
func (n *Node) Rat() (r *big.Rat, ok bool) {
	if n == nil || n.kind != Number || !sane(n.text) {
		return nil, false
	}
	return new(big.Rat).SetString(n.text)
}

// sane bounds the length and the exponent, because big.Rat would otherwise spend
// time and memory in proportion to the latter: 1e1000000000 is twelve bytes.
func sane(literal string) bool {
	if len(literal) >= 1000 {
		return false
	}
	i := strings.IndexAny(literal, "eE")
	if i < 0 {
		return true
	}
	exp, err := strconv.Atoi(literal[i+1:])
	return err == nil && -400 <= exp && exp <= 400
}
