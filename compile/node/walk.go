package node

import "strconv"

// Walk calls visit for n and everything below it, parents first, in document
// order. The path is that from n; visit must copy it to keep it. Where visit
// gives false, what lies below is left out.
func (n *Node) Walk(visit func(path Pointer, n *Node) bool) {
	if n != nil {
		n.walk(make(Pointer, 0, 16), visit)
	}
}

func (n *Node) walk(path Pointer, visit func(Pointer, *Node) bool) {
	if !visit(path, n) {
		return
	}
	for i, item := range n.Items() {
		item.walk(append(path, strconv.Itoa(i)), visit)
	}
	for k, v := range n.All() {
		v.walk(append(path, k), visit)
	}
}
