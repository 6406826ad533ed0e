package judgement

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/curate/lint/subject"
)

// capDefault is the cap of a result where a tool states none.
const capDefault = 24 << 10

// autoUnreached finds calls that join pages and end before they have the items
// that they may have: by the pages, or by the cap of the result.
func autoUnreached(c *check, s *subject.Tool) {
	page := s.Tool.Result.Page
	if page == nil || page.Auto == nil {
		return
	}
	a := page.Auto
	size := page.Pinned
	if size == 0 {
		size = a.Size
	}
	if most := a.Pages * size; size > 0 && most < a.Items {
		c.report(s.Where("page.auto"), false, "%d pages of at most %d items are %d; %d items are never reached", a.Pages, size, most, a.Items).
			hint("lower items to %d, or raise pages", most)
		return
	}
	limit := s.Tool.Result.MaxBytes
	if limit == 0 {
		limit = capDefault
	}
	if one := leastBytes(s.Output, s.Output.Get("items"), 0) + 1; one > 2 && a.Items > limit/one {
		c.report(s.Where("page.auto"), false, "an item with all its fields has at least %d bytes, so %d bytes hold no more than %d; %d items are never reached", one, limit, limit/one, a.Items).
			hint("lower items, select fewer fields, or raise max_bytes")
	}
}

// leastBytes gives how short the JSON of a value can be that has all its declared
// fields, with nothing in them.
func leastBytes(root, n *node.Node, depth int) int {
	const deepest = 8
	n = subject.Follow(root, n)
	fields := n.Get("properties")
	if len(fields.Members()) == 0 || depth > deepest {
		return 1
	}
	size := len("{") // and a comma or the end after each field
	for name, p := range fields.All() {
		size += len(`"":,`) + len(name) + leastBytes(root, p, depth+1)
	}
	return size
}
