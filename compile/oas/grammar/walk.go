package grammar

import "github.com/oatools/oatools/compile/node"

// Site is one reference in a description: the object that holds it, what kind
// of object stands there, and its text.
type Site struct {
	At   *node.Node
	Kind Kind
	Form Form
	Ref  *node.Node // the String node
	Soft bool       // a discriminator's mapping: a name will do as well
}

// Sites lists the references in n, which stands where objects of kind k in form
// f are expected, in document order. It follows none of them.
func Sites(n *node.Node, k Kind, f Form) []Site {
	var out []Site
	collectAll(n, k, f, &out)
	return out
}

func collectAll(n *node.Node, k Kind, f Form, out *[]Site) {
	if ref := n.Get("$ref"); f != One && k != Schema && ref.Is(node.String) {
		*out = append(*out, Site{At: n, Kind: k, Form: f, Ref: ref}) // a whole list or map
		return
	}
	each(n, f, func(v *node.Node) { collect(v, k, out) })
}

func collect(n *node.Node, k Kind, out *[]Site) {
	if !n.Is(node.Object) {
		return
	}
	fields := Fields(k)
	for _, m := range n.Members() {
		if m.Key == "$ref" && m.Value.Is(node.String) {
			*out = append(*out, Site{At: n, Kind: k, Ref: m.Value})
			continue
		}
		if k == Schema && m.Key == "discriminator" {
			for _, v := range m.Value.Get("mapping").All() {
				if v.Is(node.String) {
					*out = append(*out, Site{At: n, Kind: k, Ref: v, Soft: true})
				}
			}
			continue
		}
		f, known := fields[m.Key]
		if !known || f.Kind == Anything || f.Kind == Truth {
			continue
		}
		if f.Kind == Text {
			if ref := m.Value.Get("$ref"); f.Form == One && ref.Is(node.String) {
				*out = append(*out, Site{At: m.Value, Kind: Text, Ref: ref})
			}
			continue
		}
		collectAll(m.Value, f.Kind, f.Form, out)
	}
}

// each visits the values that v holds in form f.
func each(v *node.Node, f Form, visit func(*node.Node)) {
	if f == OneOrList {
		f = One
		if v.Is(node.Array) {
			f = List
		}
	}
	switch f {
	case One:
		visit(v)
	case List:
		for _, item := range v.Items() {
			visit(item)
		}
	case Named:
		for _, item := range v.All() {
			visit(item)
		}
	}
}
