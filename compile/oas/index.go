package oas

import (
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas/grammar"
	"github.com/oatools/oatools/compile/oas/object"
)

// Ref names one operation of a document, with what a person selects it by.
type Ref struct {
	Method     string // upper case
	Path       string // the path key as written; (Method, Path) is unique
	ID         string // operationId as written; may be empty
	Tags       []string
	Summary    string
	Deprecated bool
	Pos        diag.Pos // of the operation's key
}

type opKey struct{ method, path string }

// entry is an operation as the index knows it.
type entry struct {
	ref    Ref
	item   *node.Node // the path item, references followed
	member node.Member
}

// Index lists all operations in document order. It reads no schema and looks
// only for what a Ref holds; operations and path items that are kept in other
// files are found there, but these files do not count as needed yet.
func (d *Document) Index() []Ref {
	d.index()
	refs := make([]Ref, len(d.entries))
	for i := range d.entries {
		refs[i] = d.entries[i].ref
	}
	return refs
}

func (d *Document) index() {
	if d.byOp != nil {
		return
	}
	d.byOp, d.byID = map[opKey]int{}, map[string][]int{}
	for _, m := range object.Glance(d.src, d.src.Root().Get("paths")).Members() {
		if strings.HasPrefix(m.Key, "x-") {
			continue
		}
		item := object.Glance(d.src, m.Value)
		if item.Has("$ref") || !item.Is(node.Object) && !item.Is(node.Null) {
			d.lost = append(d.lost, m)
		}
		for _, op := range item.Members() {
			switch method := strings.ToLower(op.Key); {
			case grammar.IsMethod(method):
				d.enter(m.Key, strings.ToUpper(op.Key), item, op)
			case op.Key == "additionalOperations":
				for _, more := range op.Value.Members() {
					method := more.Key
					if grammar.IsMethod(strings.ToLower(method)) {
						method = strings.ToUpper(method) // it has a key of its own, so it is not another method
					}
					d.enter(m.Key, method, item, more)
				}
			}
		}
	}
}

// idOf gives an operation's id, though its key be spelt in another case.
func idOf(op *node.Node) string {
	if m := op.Member("operationId"); m != nil {
		return scalar(m.Value)
	}
	for _, m := range op.Members() {
		if object.Means(m.Key, "operationId") {
			return scalar(m.Value)
		}
	}
	return ""
}

func (d *Document) enter(path, method string, item *node.Node, m node.Member) {
	key := opKey{method, path}
	if _, twice := d.byOp[key]; twice && !m.Value.Is(node.Null) {
		d.hidden = append(d.hidden, entry{ref: Ref{Method: method, Path: path, Pos: m.Pos()}})
		return
	} else if twice || m.Value.Is(node.Null) {
		return
	}
	op := object.Glance(d.src, m.Value)
	r := Ref{
		Method:  method,
		Path:    path,
		ID:      idOf(op),
		Summary: scalar(op.Get("summary")),
		Pos:     m.Pos(),
	}
	r.Deprecated, _ = op.Get("deprecated").Truth()
	if tag, ok := op.Get("tags").Str(); ok {
		r.Tags = append(r.Tags, tag)
	}
	for _, tag := range op.Get("tags").Items() {
		r.Tags = append(r.Tags, scalar(tag))
	}
	d.byOp[key] = len(d.entries)
	d.byID[r.ID] = append(d.byID[r.ID], len(d.entries))
	d.entries = append(d.entries, entry{ref: r, item: item, member: m})
}
