package oas

import (
	"strconv"

	"github.com/oatools/oatools/compile/node"
)

func itoa(i int) string { return strconv.Itoa(i) }

// site is one reference in a description: the object that holds it, what kind
// of object stands there, and its text.
type site struct {
	at   *node.Node
	kind kind
	form form
	ref  *node.Node // the String node
	soft bool       // a discriminator's mapping: a name will do as well
}

// sites lists the references in n, which stands where objects of kind k in form
// f are expected, in document order. It follows none of them.
func sites(n *node.Node, k kind, f form) []site {
	var out []site
	collectAll(n, k, f, &out)
	return out
}

func collectAll(n *node.Node, k kind, f form, out *[]site) {
	if ref := n.Get("$ref"); f != one && k != schemaObject && ref.Is(node.String) {
		*out = append(*out, site{at: n, kind: k, form: f, ref: ref}) // a whole list or map
		return
	}
	each(n, f, func(v *node.Node) { collect(v, k, out) })
}

func collect(n *node.Node, k kind, out *[]site) {
	if !n.Is(node.Object) {
		return
	}
	fields := grammar(k)
	for _, m := range n.Members() {
		if m.Key == "$ref" && m.Value.Is(node.String) {
			*out = append(*out, site{at: n, kind: k, ref: m.Value})
			continue
		}
		if k == schemaObject && m.Key == "discriminator" {
			for _, v := range m.Value.Get("mapping").All() {
				if v.Is(node.String) {
					*out = append(*out, site{at: n, kind: k, ref: v, soft: true})
				}
			}
			continue
		}
		f, known := fields[m.Key]
		if !known || f.kind == anything || f.kind == truth {
			continue
		}
		if f.kind == text {
			if ref := m.Value.Get("$ref"); f.form == one && ref.Is(node.String) {
				*out = append(*out, site{at: m.Value, kind: text, ref: ref})
			}
			continue
		}
		collectAll(m.Value, f.kind, f.form, out)
	}
}

// each visits the values that v holds in form f.
func each(v *node.Node, f form, visit func(*node.Node)) {
	if f == oneOrList {
		f = one
		if v.Is(node.Array) {
			f = list
		}
	}
	switch f {
	case one:
		visit(v)
	case list:
		for _, item := range v.Items() {
			visit(item)
		}
	case named:
		for _, item := range v.All() {
			visit(item)
		}
	}
}
