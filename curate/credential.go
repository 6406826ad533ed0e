package curate

import (
	"slices"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/tool"
)

// credentials binds parameters that carry a credential to the secret of the
// auth entry that names them, and gives the entries that are left to be sent
// in the usual way.
func (p *planner) credentials(added []string) []string {
	if p.source == nil {
		return nil
	}
	left := slices.Clone(added)
	for _, a := range p.source.Decl.Auth {
		key := p.source.Decl.Name.V + "." + a.Name.V
		scheme := p.sources.Auth[key]
		l := place.Locate(p.op, p.plan.Media, tool.Locator{In: tool.In(scheme.In), Name: scheme.Name})
		if scheme.Type != "apiKey" || !l.OK || p.sends(a.Name.V) {
			continue
		}
		if p.claim(l.At, "auth", a.Name.Pos) {
			p.plan.Fixed = append(p.plan.Fixed, compile.Fixed{At: l.At, Value: tool.Value{Secret: key}, From: a.Name.Pos})
		}
		left = slices.DeleteFunc(left, func(k string) bool { return k == key })
	}
	return left
}

// sends reports whether the operation's security sends a scheme by itself.
func (p *planner) sends(scheme string) bool {
	return slices.ContainsFunc(p.op.Security, func(alt oas.Alternative) bool {
		return slices.ContainsFunc(alt, func(u oas.Use) bool { return u.Name == scheme })
	})
}
