package curate

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/naming"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
	"github.com/oatools/oatools/curate/selection"
)

// args gives the plan its arguments.
func (p *planner) args() {
	switch p.decl.Params.Mode {
	case overlay.ParamsListed:
		for i := range p.decl.Params.Args {
			p.arg(&p.decl.Params.Args[i])
		}
	default:
		for _, a := range p.base.Args {
			if a.Required || p.decl.Params.Mode == overlay.ParamsAll {
				p.defaultArg(a)
			}
		}
	}
	p.omit()
}

// defaultArg takes an argument of the default layout over.
func (p *planner) defaultArg(a compile.Arg) {
	if _, ok := p.taken[a.At]; ok || p.hidden(a.At) != "" || p.paged(a.At) {
		return
	}
	a.From = p.decl.Params.Pos
	pos := a.From
	if pos.IsZero() {
		pos = p.decl.Name.Pos
	}
	p.taken[a.At] = claim{"params", pos}
	p.plan.Args = append(p.plan.Args, a)
}

// paged reports whether result.page uses a place: the model sees cursor and
// limit instead.
func (p *planner) paged(at tool.Locator) bool {
	page := &p.decl.Result.Page
	for _, use := range []overlay.Val[tool.Locator]{page.Param, page.Size} {
		if use.Set && place.Locate(p.op, p.plan.Media, use.V).At == at {
			return true
		}
	}
	return false
}

// hidden says why a model may not choose a place, or "".
func (p *planner) hidden(at tool.Locator) string {
	if why := place.Credential(p.op, at); why != "" {
		return "it " + why
	}
	if why := place.Reserved(p.op, at); why != "" {
		return "it is " + why
	}
	return ""
}

// arg adds one argument that the overlay names.
func (p *planner) arg(decl *overlay.Param) {
	name := decl.Name.V
	if !naming.Portable(name) {
		p.diags.Errorf(decl.Name.Pos, "bad-argument-name", "argument name %q must hold only letters, digits, _, . and -, at most 64", name)
	}
	if p.plan.Shape == tool.ShapeCommand && (name == tool.ArgDryRun || name == tool.ArgConfirmToken) {
		p.diags.Errorf(decl.Name.Pos, "reserved-name", "tool %s is a command: the argument %s is the runtime's", p.decl.Name.V, name)
		p.diags.Hint("give it another name, with from")
	}
	if inbox := selection.Inbox(p.decl); inbox != decl.Schema.Set {
		if inbox {
			p.diags.Errorf(decl.Name.Pos, "missing-key", "argument %s needs the key \"schema\": the tool has no operation that says what it is", name)
		} else {
			p.diags.Errorf(decl.Schema.Pos, "conflict", "argument %s: its schema is that of the operation; schema is for tools without one", name)
		}
	}
	at, ok := p.place(decl)
	if !ok {
		p.phantom(decl)
		return
	}
	if why := p.hidden(at.V); why != "" {
		p.phantom(decl)
		p.diags.Errorf(at.Pos, "credential-exposed", "tool %s: %s is never shown to a model: %s", p.decl.Name.V, at.V, why)
		if place.Credential(p.op, at.V) != "" || place.SchemeOf(p.op, at.V) != "" {
			p.diags.Hint("leave it out; auth under the source binds it to a secret")
		}
		return
	}
	located, ok := p.locate(at)
	if !p.claim(located.At, "params", decl.Name.Pos) || !ok {
		p.narrow(decl, at.V) // says what is wrong with it where the place exists
		p.phantom(decl)
		return
	}
	a := compile.Arg{
		Name: name, At: located.At, Schema: located.Schema, Describe: strings.TrimSpace(decl.Describe.V),
		Required: located.Required, Slash: decl.Slash.V, Spec: located.Pos, From: decl.Name.Pos,
	}
	if decl.Slash.Set && at.V.In != tool.InPath {
		p.diags.Errorf(decl.Slash.Pos, "conflict", "argument %s: slash is for path values, this is %s", name, at.V)
	}
	p.necessity(decl, &a)
	a.Narrow = p.narrow(decl, at.V)
	p.plan.Args = append(p.plan.Args, a)
}

// phantom keeps the name of an argument whose place is wrong, which is reported,
// so that conditions and evals that use it are not reported as well.
func (p *planner) phantom(decl *overlay.Param) {
	p.phantoms = append(p.phantoms, decl.Name.V)
	p.plan.Args = append(p.plan.Args, compile.Arg{
		Name: decl.Name.V, At: tool.Locator{In: tool.InHeader, Name: "x-phantom-" + decl.Name.V}, From: decl.Name.Pos,
	})
}

// necessity settles whether an argument is required.
func (p *planner) necessity(decl *overlay.Param, a *compile.Arg) {
	switch {
	case decl.Default.Set:
		a.Required = false
		a.Default = decl.Default.V.AppendJSON(nil)
	case decl.Required.Set && decl.Required.V:
		a.Required = true
	case decl.Required.Set && a.Required:
		p.diags.Errorf(decl.Required.Pos, "widening", "argument %s: the API requires %s", decl.Name.V, a.At)
		p.diags.Hint("give it a default, or pin it")
		p.diags.Relate(a.Spec, "required here")
	}
}

// place says where an argument's value goes: as stated, else the one place of
// the request that has its name.
func (p *planner) place(decl *overlay.Param) (overlay.Val[tool.Locator], bool) {
	if decl.From.Set {
		return decl.From, true
	}
	name := decl.Name.V
	at := overlay.Val[tool.Locator]{Pos: decl.Name.Pos, Set: true}
	var found []tool.Locator
	for _, prm := range p.op.Params {
		if prm.Name == name {
			found = append(found, tool.Locator{In: prm.In, Name: name})
		}
	}
	if body := (tool.Locator{In: tool.InBody, Name: node.Pointer{name}.String()}); place.Locate(p.op, p.plan.Media, body).OK {
		found = append(found, body)
	}
	for _, u := range p.plan.Undeclared {
		if u.Name == name || u.In == tool.InBody && u.Name == "/"+name {
			found = append(found, u)
		}
	}
	if len(found) == 0 {
		for _, a := range p.base.Args {
			if a.Name == name {
				found = append(found, a.At)
			}
		}
	}
	switch len(found) {
	case 1:
		at.V = found[0]
		return at, true
	case 0:
		p.noPlace(decl)
	default:
		p.diags.Errorf(decl.Name.Pos, "ambiguous-parameter", "tool %s: %s fits %d places of the request", p.decl.Name.V, name, len(found))
		p.diags.Hint("say which: from: %q", found[0].String())
	}
	return at, false
}

func (p *planner) noPlace(decl *overlay.Param) {
	var names []string
	for _, a := range p.base.Args {
		names = append(names, a.Name)
	}
	slices.Sort(names)
	p.diags.Errorf(decl.Name.Pos, "dead-parameter", "tool %s: %s %s has no parameter or body field %q%s",
		p.decl.Name.V, p.op.Method, p.op.Path, decl.Name.V, diag.DidYouMean(decl.Name.V, names))
	if diag.Nearest(decl.Name.V, names) == "" && len(names) > 0 && len(names) <= 12 {
		p.diags.Hint("there are %s; another name needs from", strings.Join(names, ", "))
	}
	p.diags.Relate(p.op.Pos, "the operation")
}

// omit tells each argument of the body which places below it are bound
// elsewhere, and drops arguments of the default layout of which nothing is left.
func (p *planner) omit() {
	for i := range p.plan.Args {
		a := &p.plan.Args[i]
		if a.At.In != tool.InBody {
			continue
		}
		for other := range p.taken {
			if other.In == tool.InBody && other != a.At && strings.HasPrefix(other.Name, a.At.Name+"/") {
				a.Omit = append(a.Omit, strings.TrimPrefix(other.Name, a.At.Name))
			}
		}
		slices.Sort(a.Omit)
	}
	p.plan.Args = slices.DeleteFunc(p.plan.Args, p.empty)
}

// empty reports whether the places bound elsewhere are all that an argument of
// the default layout had.
func (p *planner) empty(a compile.Arg) bool {
	if len(a.Omit) == 0 || p.decl.Params.Mode == overlay.ParamsListed {
		return false
	}
	props, plain := raw.Properties(p.op.Document, a.Schema)
	return plain && !slices.ContainsFunc(props, func(prop raw.Property) bool {
		return !slices.Contains(a.Omit, node.Pointer{prop.Name}.String())
	})
}
