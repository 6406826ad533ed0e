package explain

import (
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
)

// Explanation is where the parts of one tool come from.
type Explanation struct {
	Tool      string  `json:"tool"`
	Shape     string  `json:"shape"`
	Operation string  `json:"operation,omitempty"` // METHOD /path; empty for the built-in inbox
	Source    string  `json:"source,omitempty"`
	Lines     bool    `json:"lines"` // false: an artifact was explained, which holds no lines
	Parts     []Part  `json:"parts"` // by group, in the order in which a reader asks
	Groups    []Group `json:"-"`
}

// Group is a kind of parts.
type Group string

// The groups.
const (
	Reads  Group = "what the model reads"
	Args   Group = "arguments"
	Hidden Group = "hidden from the model"
	Kept   Group = "kept of the answer"
	Policy Group = "policy"
	Sends  Group = "requests"
)

func groups() []Group { return []Group{Reads, Args, Hidden, Kept, Policy, Sends} }

// Part is one thing with its origin.
type Part struct {
	Group   Group     `json:"group"`
	Name    string    `json:"name"`
	Value   string    `json:"value,omitempty"`
	Of      string    `json:"of,omitempty"` // the argument that a limit belongs to
	Origin  Origin    `json:"origin"`
	Overlay *diag.Pos `json:"overlay,omitempty"`
	Spec    *diag.Pos `json:"spec,omitempty"`
}

// Origin says who stated a part.
type Origin string

// The origins.
const (
	FromOverlay  Origin = "overlay"
	FromDefaults Origin = "overlay defaults"
	FromSpec     Origin = "spec"
	FromBoth     Origin = "spec, overlay" // the overlay chose what the spec describes
	FromUs       Origin = "default"
	Unknown      Origin = "artifact" // there are no lines to tell
)

// Find gives the lines of a part of a tool, as the provenance of a build names
// it; nil where there are none to ask for.
type Find func(field string) (overlay, spec diag.Pos, note string, ok bool)

// Tool explains t. A nil find explains what the artifact alone tells.
func Tool(set *tool.Set, t *tool.Tool, find Find) *Explanation {
	e := &explainer{set: set, t: t}
	if find != nil {
		e.find = specOf(find)
	}
	e.out = &Explanation{Tool: t.Name, Shape: string(t.Shape), Lines: find != nil, Groups: groups(), Parts: []Part{}}
	if t.Main != nil {
		e.out.Operation, e.out.Source = t.Main.Op.Method+" "+t.Main.Op.Path, t.Main.Op.Source
	}
	e.reads()
	e.arguments()
	e.hidden()
	e.kept()
	e.policy()
	e.requests()
	return e.out
}

type explainer struct {
	set  *tool.Set
	t    *tool.Tool
	find Find
	out  *Explanation
}

// add records a part whose lines are those of the first field that has any;
// without lines it is a default of ours, or from who otherwise says.
func (e *explainer) add(group Group, name, value string, otherwise Origin, fields ...string) *Part {
	p := Part{Group: group, Name: name, Value: oneLine(value), Origin: otherwise}
	if e.find == nil && otherwise != FromUs {
		p.Origin = Unknown
	}
	for _, field := range fields {
		if e.find == nil {
			break
		}
		overlay, spec, note, ok := e.find(field)
		if !ok || overlay.IsZero() && spec.IsZero() {
			continue
		}
		switch {
		case !overlay.IsZero() && !spec.IsZero():
			p.Origin, p.Overlay, p.Spec = FromBoth, &overlay, &spec
		case note == "defaults":
			p.Origin, p.Overlay = FromDefaults, &overlay
		case !overlay.IsZero():
			p.Origin, p.Overlay = FromOverlay, &overlay
		default:
			p.Origin, p.Spec = FromSpec, &spec
		}
		break
	}
	e.out.Parts = append(e.out.Parts, p)
	return &e.out.Parts[len(e.out.Parts)-1]
}

// stated adds a policy that the artifact states: without lines nobody can tell
// whether it is a default.
func (e *explainer) stated(name, value string, fields ...string) {
	if value == "" {
		return
	}
	p := e.add(Policy, name, value, FromUs, fields...)
	if e.find == nil {
		p.Origin = Unknown
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
