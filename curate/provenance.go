package curate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
)

// Provenance tells where everything that a tool is made of comes from. It is
// kept apart from the artifact, which holds no lines. The zero value is empty.
type Provenance struct {
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
func (p *Provenance) Add(tool string, o Origin) {
	if p.Tools == nil {
		p.Tools = map[string][]Origin{}
	}
	list := p.Tools[tool]
	at, _ := slices.BinarySearchFunc(list, o, func(a, b Origin) int {
		return cmp.Or(strings.Compare(a.Field, b.Field), a.Overlay.Compare(b.Overlay), a.Spec.Compare(b.Spec))
	})
	p.Tools[tool] = slices.Insert(list, at, o)
}

// Find gives the origin of a tool's field.
func (p *Provenance) Find(tool, field string) (o Origin, ok bool) {
	for _, o := range p.Tools[tool] {
		if o.Field == field {
			return o, true
		}
	}
	return Origin{}, false
}

// origins records where the parts of t come from.
func (p *planner) origins(t *tool.Tool) {
	d := p.decl
	add := func(field string, spec, at diag.Pos, note string) {
		p.prov.Add(t.Name, Origin{Field: field, Spec: spec, Overlay: at, Note: note})
	}
	add("name", diag.Pos{}, d.Name.Pos, "")
	add("operation", p.op.Pos, d.Operation.Pos, p.op.Method+" "+p.op.Path)
	add("shape", p.op.Pos, d.Shape.Pos, string(t.Shape))
	if t.Title != "" {
		add("title", p.op.Pos, d.Title.Pos, "")
	}
	switch {
	case d.Description.Text.Set:
		add("description", diag.Pos{}, d.Description.Text.Pos, "")
	case len(d.Description.Parts) > 0:
		for _, part := range d.Description.Parts {
			add("description:"+part.Name.V, diag.Pos{}, part.Value.Pos, "")
		}
	default:
		add("description", p.op.Pos, diag.Pos{}, "")
	}
	p.argOrigins(add)
	for _, block := range d.Blocks() {
		add("contract", diag.Pos{}, block.Pos, string(block.Shape))
	}
	for i, a := range slices.Concat(d.Audience, p.overlay.Defaults.Audience) {
		if i < len(d.Audience) || len(d.Audience) == 0 {
			add("audience:"+a.V, diag.Pos{}, a.Pos, "")
		}
	}
	for _, f := range p.plan.Fixed {
		add(kindOf(f.Value)+":"+f.At.String(), compile.Locate(p.op, p.plan.Media, f.At).Pos, f.From, "")
	}
	items := t.Result.Items
	for _, pick := range d.Result.Select {
		name := strings.Join(pick.From.V, ".")
		if pick.To.Set {
			name = pick.To.V
		}
		add("result:"+name, compile.LocateResult(p.op, items, pick.From.V).Pos, pick.From.Pos, strings.Join(pick.From.V, "."))
	}
	timeout := d.Timeout
	if !timeout.Set {
		timeout = p.overlay.Defaults.Timeout
	}
	add("timeout", diag.Pos{}, timeout.Pos, "")
	p.policyOrigins(add)
}

// argOrigins records where the arguments and their narrowings come from.
func (p *planner) argOrigins(add func(field string, spec, at diag.Pos, note string)) {
	for _, a := range p.plan.Args {
		add("arg:"+a.Name, a.Spec, a.From, a.At.String())
	}
	for i := range p.decl.Params.Args {
		a := &p.decl.Params.Args[i]
		for _, part := range []struct {
			name string
			pos  diag.Pos
		}{
			{"description", a.Describe.Pos}, {"minimum", a.Minimum.Pos}, {"maximum", a.Maximum.Pos}, {"minLength", a.MinLength.Pos},
			{"maxLength", a.MaxLength.Pos}, {"pattern", a.Pattern.Pos}, {"format", a.Format.Pos}, {"closed", a.Closed.Pos}, {"default", a.Default.Pos}, {"required", a.Required.Pos},
		} {
			if !part.pos.IsZero() {
				add("arg:"+a.Name.V+":"+part.name, diag.Pos{}, part.pos, "")
			}
		}
		if len(a.Enum) > 0 {
			add("arg:"+a.Name.V+":enum", diag.Pos{}, a.Enum[0].Pos, "")
		}
	}
}

// kindOf names the block of the overlay that a value comes from.
func kindOf(v tool.Value) string {
	switch {
	case v.Caller != "" || v.Run != "":
		return "inject"
	case v.Gen != "":
		return "generated"
	case v.Secret != "":
		return "secret"
	}
	return "pin"
}

// Lines gives the places of a tool's field; ok is false when it has none.
func (p *Provenance) Lines(tool, field string) (at, spec diag.Pos, ok bool) {
	o, ok := p.Find(tool, field)
	return o.Overlay, o.Spec, ok
}
