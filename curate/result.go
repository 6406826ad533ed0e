package curate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

// result says what of the answer the model gets.
func (p *planner) result() {
	r := &p.decl.Result
	p.plan.Result = p.resultOf(p.op, r)
	p.page(&r.Page)
}

// resultOf checks a result against the answer of op; a nil op is not known.
func (p *planner) resultOf(op *oas.Operation, r *overlay.Result) tool.Result {
	out := tool.Result{
		MaxBytes: r.MaxBytes.Or(p.overlay.Defaults.Result.MaxBytes.V), Verbatim: r.Verbatim.V,
		Items: r.Items.V.String(), Redact: p.redact(op),
	}
	if op == nil {
		for _, pick := range r.Select {
			out.Select = append(out.Select, tool.Pick{From: pick.From.V, To: pick.To.V})
		}
		return out
	}
	if p.answers.Items(op, r.Items) {
		out.Select = p.answers.Picks(op, out.Items, r.Select)
	}
	for _, e := range r.Extras {
		if out.Extras == nil {
			out.Extras = map[string]string{}
		}
		p.answers.Path(op, "", e.Path.V, e.Path.Pos, strings.Join(e.Path.V, "."))
		out.Extras[e.Name.V] = node.Pointer(e.Path.V).String()
	}
	return out
}

// redact gives the paths to remove: the tool's own, and the defaults. A path
// without ** must exist.
func (p *planner) redact(op *oas.Operation) []string {
	list := overlay.Values(p.overlay.Defaults.Redact)
	for _, r := range p.decl.Redact {
		path, _ := overlay.ParsePath(r.V)
		if op == p.op && op != nil && !slices.ContainsFunc(path, func(s string) bool { return strings.Contains(s, "*") }) {
			p.answers.Path(op, "", path, r.Pos, r.V)
		}
		if !slices.Contains(list, r.V) {
			list = append(list, r.V)
		}
	}
	return list
}

// page hides the upstream's paging parameters behind a cursor.
func (p *planner) page(g *overlay.Page) {
	if g.Pos.IsZero() {
		return
	}
	if p.plan.Shape != tool.ShapeQuery && p.plan.Shape != tool.ShapeHandle {
		p.diags.Errorf(g.Pos, "conflict", "tool %s has the shape %s: only a query and a handle have pages", p.decl.Name.V, p.plan.Shape)
	}
	out := &tool.Page{Style: g.Style.V, Next: g.Next.V.String(), Start: g.Start.V}
	if !g.Auto.Pos.IsZero() {
		out.Auto = p.auto(&g.Auto)
	}
	if !g.Start.Set && out.Style == "page" {
		out.Start = 1 // what nearly every API with pages counts from
	}
	switch {
	case g.Next.Set && g.Style.V == "keyset": // the state stands in the last item
		p.answers.Path(p.op, p.plan.Result.Items, g.Next.V, g.Next.Pos, out.Next)
	case g.Next.Set:
		p.answers.Pointer(p.op, g.Next)
	}
	if g.Param.Set {
		l, ok := p.locate(g.Param)
		if p.claim(l.At, "result.page", g.Param.Pos) && ok {
			out.Param = &l.At
		}
	}
	if g.Size.Set {
		l, ok := p.locate(g.Size)
		if c, pinned := p.taken[l.At]; pinned && c.block == "pin" {
			out.Pinned = p.pinned(l.At) // settled: the model need not choose it
		} else if ok = p.claim(l.At, "result.page", g.Size.Pos) && ok; ok {
			out.Size = &l.At
		}
	}
	for _, a := range p.plan.Args {
		if a.Name == tool.ArgCursor || a.Name == tool.ArgLimit && out.Size != nil {
			p.diags.Errorf(a.From, "reserved-name", "tool %s has pages: the argument %s is the runtime's", p.decl.Name.V, a.Name)
		}
	}
	p.plan.Result.Page = out
}

// pinned gives the number that is pinned to a place, 0 where it is none.
func (p *planner) pinned(at tool.Locator) int {
	for _, f := range p.plan.Fixed {
		if n, err := strconv.Atoi(string(f.Value.Const)); err == nil && f.At == at && n > 0 {
			return n
		}
	}
	return 0
}

// auto lets one call read several pages, which takes a query whose answers are
// lists: a handle reads every page anyway, and of other shapes page itself is
// refused.
func (p *planner) auto(a *overlay.Auto) *tool.Auto {
	switch p.plan.Shape {
	case tool.ShapeQuery:
	case tool.ShapeHandle:
		p.diags.Errorf(a.Pos, "conflict", "tool %s is a handle, which reads every page: auto is for a query", p.decl.Name.V)
		return nil
	default:
		return nil
	}
	if p.plan.Result.Items == "" {
		if l := place.LocateResult(p.op, "", nil); l.OK && l.Schema.Get("type").Text() == "object" {
			p.diags.Errorf(a.Pos, "result-items", "tool %s: auto joins the items of pages, and the response is an object", p.decl.Name.V)
			p.diags.Hint("say where its items are: result: {items: …}")
			p.diags.Relate(l.Pos, "the response")
			return nil
		}
	}
	return &tool.Auto{Pages: a.Pages.V, Items: a.Items.V}
}
