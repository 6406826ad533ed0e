package provenance

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

// Made is a tool and all that it was made of. Nothing of it is nil.
type Made struct {
	Tool     *tool.Tool
	Decl     *overlay.Tool
	Defaults *overlay.Defaults
	Op       *oas.Operation
	Plan     *compile.Plan
}

// Record adds the origins of the parts of a tool.
func (o *Origins) Record(m Made) {
	d, t := m.Decl, m.Tool
	add := func(field string, spec, at diag.Pos, note string) {
		o.Add(t.Name, Origin{Field: field, Spec: spec, Overlay: at, Note: note})
	}
	add("name", diag.Pos{}, d.Name.Pos, "")
	add("operation", m.Op.Pos, d.Operation.Pos, m.Op.Method+" "+m.Op.Path)
	add("shape", m.Op.Pos, d.Shape.Pos, string(t.Shape))
	if t.Title != "" {
		add("title", m.Op.Pos, d.Title.Pos, "")
	}
	switch {
	case d.Description.Text.Set:
		add("description", diag.Pos{}, d.Description.Text.Pos, "")
	case len(d.Description.Parts) > 0:
		for _, part := range d.Description.Parts {
			add("description:"+part.Name.V, diag.Pos{}, part.Value.Pos, "")
		}
	default:
		add("description", m.Op.Pos, diag.Pos{}, "")
	}
	m.args(add)
	for _, block := range d.Blocks() {
		add("contract", diag.Pos{}, block.Pos, string(block.Shape))
	}
	for i, a := range slices.Concat(d.Audience, m.Defaults.Audience) {
		if i < len(d.Audience) || len(d.Audience) == 0 {
			add("audience:"+a.V, diag.Pos{}, a.Pos, "")
		}
	}
	for _, f := range m.Plan.Fixed {
		add(kindOf(f.Value)+":"+f.At.String(), place.Locate(m.Op, m.Plan.Media, f.At).Pos, f.From, "")
	}
	items := t.Result.Items
	for _, pick := range d.Result.Select {
		name := strings.Join(pick.From.V, ".")
		if pick.To.Set {
			name = pick.To.V
		}
		add("result:"+name, place.LocateResult(m.Op, items, pick.From.V).Pos, pick.From.Pos, strings.Join(pick.From.V, "."))
	}
	timeout := d.Timeout
	if !timeout.Set {
		timeout = m.Defaults.Timeout
	}
	add("timeout", diag.Pos{}, timeout.Pos, "")
	m.policies(add)
}

// args records where the arguments and their narrowings come from.
func (m *Made) args(add func(field string, spec, at diag.Pos, note string)) {
	for _, a := range m.Plan.Args {
		add("arg:"+a.Name, a.Spec, a.From, a.At.String())
	}
	for i := range m.Decl.Params.Args {
		a := &m.Decl.Params.Args[i]
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
