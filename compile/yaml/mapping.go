package yaml

import (
	"gopkg.in/yaml.v3"

	"github.com/oatools/oatools/compile/node"
)

func (c *converter) mapping(y *yaml.Node, depth int) (result, bool) {
	if depth > c.opts.Limits.Depth {
		c.tooDeep(y)
		return result{}, false
	}
	start := c.content(y)
	got := result{size: 1, end: start, height: 1}
	members := make([]node.Member, 0, len(y.Content)/2)
	var merges []merge
	for i := 0; i+1 < len(y.Content); i += 2 {
		key, child := y.Content[i], y.Content[i+1]
		if key.Kind == yaml.ScalarNode && key.Tag == "!!merge" && key.Style&yaml.TaggedStyle == 0 {
			part, ok := c.value(child, depth+1, y.Column)
			if !ok {
				return result{}, false
			}
			got.add(part)
			merges = append(merges, merge{before: len(members), key: key, value: part.node})
			continue
		}
		part, ok := c.value(child, depth+1, y.Column)
		if !ok {
			return result{}, false
		}
		got.add(part)
		if text, ok := c.key(key); ok {
			members = append(members, c.doc.NewMember(text, c.src.inFile(c.start(key)), part.node))
		}
	}
	members = c.unique(members, merges)
	if len(merges) > 0 {
		members = c.merge(members, merges)
	}
	got.end = c.closing(y, start, got.end)
	got.node = c.doc.NewObject(members, c.src.inFile(start), c.src.inFile(got.end))
	return got, true
}

// key gives the text of a key.
func (c *converter) key(y *yaml.Node) (string, bool) {
	if y.Kind == yaml.AliasNode {
		if c.opts.Strict {
			c.reportf(y, "yaml-alias", "write the key out", "aliases are not allowed here (*%s)", y.Value)
		}
		y = y.Alias
	} else {
		c.judgeProperties(y)
	}
	if y.Kind != yaml.ScalarNode {
		c.reportf(y, "yaml-key", "quote the key if it is text: { and [ start a mapping or a sequence",
			"a mapping or sequence cannot be a key; it is left out with its value")
		return "", false
	}
	return y.Value, true
}

// unique drops members whose key comes again, reporting each, and moves the
// merges along.
func (c *converter) unique(members []node.Member, merges []merge) []node.Member {
	later := node.Duplicates(members)
	if later == nil {
		return members
	}
	out := make([]node.Member, 0, len(members))
	for i := range members {
		for j := range merges {
			if merges[j].before == i {
				merges[j].before = len(out)
			}
		}
		if j, dup := later[i]; dup {
			c.report(node.Duplicate(c.severity(), &members[i], &members[j]))
			continue
		}
		out = append(out, members[i])
	}
	for j := range merges {
		merges[j].before = min(merges[j].before, len(out))
	}
	return out
}

// merge is the value of a merge key << and the member before which it stands.
type merge struct {
	before int
	key    *yaml.Node
	value  *node.Node
}

// merge puts in what merge keys bring: explicit keys win, then earlier sources.
func (c *converter) merge(members []node.Member, merges []merge) []node.Member {
	have := make(map[string]bool, len(members))
	for i := range members {
		have[members[i].Key] = true
	}
	var out []node.Member
	done := 0
	for _, m := range merges {
		out = append(out, members[done:m.before]...)
		done = m.before
		for _, source := range c.sources(m) {
			for _, member := range source.Members() {
				if !have[member.Key] {
					have[member.Key] = true
					out = append(out, member)
				}
			}
		}
	}
	return append(out, members[done:]...)
}

// sources gives the objects of a merge key, which are one or a list.
func (c *converter) sources(m merge) []*node.Node {
	if c.opts.Strict {
		c.reportf(m.key, "yaml-merge", "write the members out", "merge keys are not allowed here (<<)")
	}
	all := []*node.Node{m.value}
	if m.value.Is(node.Array) {
		all = m.value.Items()
	}
	var out []*node.Node
	for _, source := range all {
		if source.Is(node.Object) {
			out = append(out, source)
			continue
		}
		c.reportf(m.key, "yaml-merge", "", "the merge key << takes mappings; one of its sources is of type %s and is left out", source.Kind())
	}
	return out
}
