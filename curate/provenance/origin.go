package provenance

import (
	"cmp"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
)

// Origins tells where everything that tools are made of comes from. It is kept
// apart from the artifact, which holds no lines. The zero value is empty.
type Origins struct {
	Tools map[string][]Origin // by the tool's full name; each sorted by field
}

// Origin is the source of one part of a tool. A part with neither place is a
// default of ours.
type Origin struct {
	// Field names the part: "name", "description", "shape", "arg:status",
	// "pin:query:page_size", "inject:header:X-Tenant", "result:cents", "auth".
	Field   string
	Spec    diag.Pos // the line of the API description, or zero
	Overlay diag.Pos // the line of the overlay, or zero
	Note    string   // what it is, in a few words; may be empty
}

// Add records an origin of tool.
func (o *Origins) Add(tool string, part Origin) {
	if o.Tools == nil {
		o.Tools = map[string][]Origin{}
	}
	list := o.Tools[tool]
	at, _ := slices.BinarySearchFunc(list, part, func(a, b Origin) int {
		return cmp.Or(strings.Compare(a.Field, b.Field), a.Overlay.Compare(b.Overlay), a.Spec.Compare(b.Spec))
	})
	o.Tools[tool] = slices.Insert(list, at, part)
}

// Find gives the origin of a tool's field.
func (o *Origins) Find(tool, field string) (part Origin, ok bool) {
	for _, part := range o.Tools[tool] {
		if part.Field == field {
			return part, true
		}
	}
	return Origin{}, false
}

// Lines gives the places of a tool's field; ok is false when it has none.
func (o *Origins) Lines(tool, field string) (at, spec diag.Pos, ok bool) {
	part, ok := o.Find(tool, field)
	return part.Overlay, part.Spec, ok
}
