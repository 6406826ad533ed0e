package answer

import (
	"slices"

	"github.com/oatools/oatools/compile/tool"
)

// pick is one level of what is kept: fields in the author's order.
type pick struct {
	fields []field
}

type field struct {
	name string   // name in the result
	from []string // keys from this level; one key unless the value is renamed
	sub  *pick    // what of the value is kept; nil: all
}

// compilePicks builds the tree of what is kept; nil keeps everything. A pick
// without a new name keeps its place, so picks with a common start share an
// object.
func compilePicks(picks []tool.Pick) *pick {
	if len(picks) == 0 {
		return nil
	}
	root := &pick{}
	for _, p := range picks {
		switch {
		case len(p.From) == 0:
			return nil
		case p.To != "":
			f := field{name: p.To, from: p.From}
			for _, path := range p.Fields {
				if f.sub == nil {
					f.sub = &pick{}
				}
				f.sub.keep(path)
			}
			root.fields = append(root.fields, f)
		default:
			root.keep(p.From)
		}
	}
	return root
}

func (p *pick) keep(path []string) {
	if len(path) == 0 {
		return
	}
	i := slices.IndexFunc(p.fields, func(f field) bool { return len(f.from) == 1 && f.name == path[0] && f.from[0] == path[0] })
	if i < 0 {
		f := field{name: path[0], from: path[:1]}
		if len(path) > 1 {
			f.sub = &pick{}
			f.sub.keep(path[1:])
		}
		p.fields = append(p.fields, f)
		return
	}
	f := &p.fields[i]
	switch {
	case f.sub == nil: // all of it is kept already
	case len(path) == 1:
		f.sub = nil
	default:
		f.sub.keep(path[1:])
	}
}
