package review

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/provider"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/diff/change"
	"github.com/oatools/oatools/curate/explain"
	"github.com/oatools/oatools/curate/wording"
)

// toolView is one tool as the template reads it.
type toolView struct {
	*tool.Tool
	State     change.State
	Was       string
	OldTokens int
	Operation string
	Who       string // names of audiences with blanks around, for the filter
	ClassList string // classes of its changes, likewise
	Classes   []change.Class
	Changes   []changeView
	Words     []wording.Run // the description, before and after
	Wire      []wording.Run // lines of the declaration, before and after
	Contract  []string
	Groups    []group
	Dropped   []string
	EvalLines []string
	Findings  []Finding
}

// changeView is a change with its words.
type changeView struct {
	change.Change
	At string
}

// group is a table of the explanation.
type group struct {
	Name  explain.Group
	Parts []explain.Part
}

func viewTool(in *Input, t *tool.Tool, changes []change.Change, findings []Finding) toolView {
	v := toolView{Tool: t, State: change.Same, Findings: findings, Contract: sentences(t), Dropped: in.Dropped[t.Name]}
	old := t
	if in.Report != nil {
		old = nil
		for _, c := range in.Report.Tools {
			if c.Name == t.Name {
				v.State, v.Was, v.OldTokens = c.State, c.Was, c.OldTokens
			}
		}
		switch v.State {
		case change.Added:
		case change.Renamed:
			old = find(in.Base, v.Was)
		default:
			old = find(in.Base, t.Name)
		}
	}
	v.compare(in, old, t)
	v.take(t, changes)
	if in.Explain != nil {
		e := in.Explain(t)
		for _, g := range e.Groups {
			parts := group{Name: g}
			for _, p := range e.Parts {
				if p.Group == g {
					parts.Parts = append(parts.Parts, p)
				}
			}
			if len(parts.Parts) > 0 {
				v.Groups = append(v.Groups, parts)
			}
		}
	}
	for _, e := range t.Evals {
		if line, err := json.Marshal(e); err == nil {
			v.EvalLines = append(v.EvalLines, string(line))
		}
	}
	return v
}

// viewRemoved shows a tool that is gone by what a model used to read.
func viewRemoved(in *Input, t *tool.Tool, changes []change.Change) toolView {
	v := toolView{Tool: t, State: change.Removed, OldTokens: t.Tokens}
	v.compare(in, t, nil)
	v.take(t, changes)
	return v
}

// compare fills in the words before and after; either may be nil.
func (v *toolView) compare(in *Input, old, new *tool.Tool) {
	text := func(t *tool.Tool) (words, wire string) {
		if t == nil {
			return "", ""
		}
		return t.Description, in.declaration(t)
	}
	oldWords, oldWire := text(old)
	newWords, newWire := text(new)
	v.Words = wording.Compare(tokens(oldWords), tokens(newWords))
	v.Wire = wording.Lines(oldWire, newWire)
}

func (v *toolView) take(t *tool.Tool, changes []change.Change) {
	if t.Main != nil {
		v.Operation = t.Main.Op.Method + " " + t.Main.Op.Path
	}
	v.Who = " " + strings.Join(t.Audience, " ") + " "
	for _, c := range changes {
		at := ""
		switch {
		case c.Overlay != nil:
			at = c.Overlay.String()
		case c.Spec != nil:
			at = c.Spec.String()
		}
		v.Changes = append(v.Changes, changeView{c, at})
		if !slices.Contains(v.Classes, c.Class) {
			v.Classes = append(v.Classes, c.Class)
			v.ClassList += " " + string(c.Class)
		}
	}
	v.ClassList += " "
}

// declaration gives what a client of MCP lists, one thing a line.
func (in *Input) declaration(t *tool.Tool) string {
	declare := in.Declare
	if declare == nil {
		declare = lowered
	}
	decl, err := declare(t)
	if err != nil {
		return err.Error()
	}
	var b bytes.Buffer
	if err := json.Indent(&b, decl, "", "  "); err != nil {
		return string(decl)
	}
	return b.String()
}

func lowered(t *tool.Tool) (json.RawMessage, error) {
	p, _ := provider.Find("mcp")
	decl, _, _, err := provider.Lower(t, p)
	return decl, err
}

// tokens splits a text into words, keeping its lines.
func tokens(s string) []string {
	var out []string
	for i, line := range strings.Split(s, "\n") {
		if i > 0 {
			out = append(out, "\n")
		}
		for _, w := range strings.Fields(line) {
			out = append(out, w+" ")
		}
	}
	return out
}
