package opinion

import (
	"strconv"

	"github.com/oatools/oatools/compile/node"
)

// repeated keeps the objects of one pruned document that its operations refer
// to, each once: most operations of an API have the same parameters and answers,
// and reading them is most of what kin-openapi does. A nil repeated keeps
// nothing, so that objects stand where they are used.
type repeated struct {
	names    map[string]string
	sections []node.Member // of components
}

// put gives a reference to n in a section of components.
func (r *repeated) put(section string, n *node.Node) *node.Node {
	if r == nil {
		return n
	}
	key := string(n.AppendJSON([]byte(section)))
	name, ok := r.names[key]
	if !ok {
		if r.names == nil {
			r.names = map[string]string{}
		}
		name = "n" + strconv.Itoa(len(r.names))
		r.names[key] = name
		r.add(section, node.M(name, n))
	}
	return node.NewObject(node.M("$ref", node.NewString("#/components/"+section+"/"+name)))
}

func (r *repeated) add(section string, m node.Member) {
	for i := range r.sections {
		if s := &r.sections[i]; s.Key == section {
			s.Value = node.NewObject(append(s.Value.Members(), m)...)
			return
		}
	}
	r.sections = append(r.sections, node.M(section, node.NewObject(m)))
}
