package curate

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

// claim takes a place for a block; a place that another block has is an error.
func (p *planner) claim(at tool.Locator, block string, pos diag.Pos) bool {
	if first, ok := p.taken[at]; ok {
		p.diags.Errorf(pos, "locator-twice", "tool %s: %s is bound under %s already", p.decl.Name.V, at, first.block)
		p.diags.Relate(first.pos, "bound here under %s", first.block)
		return false
	}
	p.taken[at] = claim{block, pos}
	return true
}

// locate finds a place of the request; one that neither the operation nor the
// overlay declares is reported with what is there.
func (p *planner) locate(at overlay.Val[tool.Locator]) (place.Located, bool) {
	l := place.Locate(p.op, p.plan.Media, at.V)
	if l.OK || slices.Contains(p.plan.Undeclared, at.V) {
		return l, true
	}
	p.deadParameter(p.op, at, l.Names)
	return l, false
}

// deadParameter reports a place that op does not declare.
func (p *planner) deadParameter(op *oas.Operation, at overlay.Val[tool.Locator], names []string) {
	near := nearestPlace(at.V, names)
	mean := ""
	if near != "" {
		mean = " (did you mean " + near + "?)"
	}
	p.diags.Errorf(at.Pos, "dead-parameter", "tool %s: %s %s declares no %s%s", p.decl.Name.V, op.Method, op.Path, at.V, mean)
	if near == "" && len(names) > 0 && len(names) <= 12 {
		p.diags.Hint("there are %s", strings.Join(names, ", "))
	} else {
		p.diags.Hint("if the API takes it all the same, list it under undeclared")
	}
	p.diags.Relate(op.Pos, "the operation")
}

// nearestPlace gives the place whose name is nearest, those of the same kind
// first. What all have in common must not count as likeness.
func nearestPlace(at tool.Locator, names []string) string {
	last := func(l tool.Locator) string { return l.Name[strings.LastIndexByte(l.Name, '/')+1:] }
	for _, same := range []bool{true, false} {
		byName := map[string]string{}
		for _, n := range names {
			if l, ok := tool.ParseLocator(n); ok && (l.In == at.In) == same {
				byName[last(l)] = n
			}
		}
		if near := diag.Nearest(last(at), sortedKeys(byName)); near != "" {
			return byName[near]
		}
	}
	return ""
}

func (p *planner) undeclared() {
	for _, u := range p.decl.Undeclared {
		switch {
		case u.V.In == tool.InPath:
			p.diags.Errorf(u.Pos, "bad-locator", "a path parameter stands in the path; it cannot be undeclared")
		case place.Locate(p.op, p.plan.Media, u.V).OK:
			p.diags.Warnf(u.Pos, "unused", "the operation declares %s: it need not be listed", u.V)
		default:
			p.plan.Undeclared = append(p.plan.Undeclared, u.V)
		}
	}
}
