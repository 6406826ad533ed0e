package curate

import (
	"path"
	"strings"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/answer"
	"github.com/oatools/oatools/curate/condition"
	"github.com/oatools/oatools/curate/evals"
	"github.com/oatools/oatools/curate/overlay"
	"github.com/oatools/oatools/curate/provenance"
	"github.com/oatools/oatools/curate/selection"
	"github.com/oatools/oatools/curate/source"
)

// planner edits the plan of one tool.
type planner struct {
	*builder
	decl    *overlay.Tool
	source  *source.Source
	op      *oas.Operation
	base    *compile.Plan // the default layout, to name and find things in
	plan    *compile.Plan
	answers answer.Reader
	taken   map[tool.Locator]claim
	idem    *tool.Idempotency // nil: the shape has none, or it is not stated

	phantoms []string // arguments whose place is wrong
}

// claim says which block of the overlay fills a place.
type claim struct {
	block string
	pos   diag.Pos
}

// tool compiles one tool and appends it, unless something is wrong with it.
func (b *builder) tool(decl *overlay.Tool) {
	pick := b.picks[&decl.Operation]
	p := &planner{
		builder: b, decl: decl, source: pick.Source, taken: map[tool.Locator]claim{},
		answers: answer.Reader{Tool: decl.Name.V, Diags: b.diags},
	}
	name := b.roster.Claim(decl)
	before := b.diags.Count(diag.Error)
	added, authorised := []string(nil), true
	switch {
	case selection.Inbox(decl):
		p.op = inboxOperation(decl)
	case pick.Op == nil:
		return
	default:
		p.op, added, authorised = b.sources.Authorised(pick.Source, pick.Op, decl.Operation.Pos)
	}
	if pick.Op != nil {
		b.operations[name] = pick.Op
	}
	p.begin(name)
	added = p.credentials(added)
	p.pins()
	p.injects()
	p.idempotency()
	p.args()
	p.result()
	p.contract()
	p.unbound()
	opts := compile.Options{Companions: b.companions}
	if pick.Source != nil {
		opts = b.options(pick.Source, p.op)
		opts.Added = added
	}
	p.preview(opts)
	var diags diag.List
	t := compile.Assemble(p.op, p.plan, opts, &diags)
	if b.diags.Count(diag.Error) == before { // else: conditions and evals are checked all the same, on what is left
		b.place(&diags, decl.Name.Pos)
	}
	if t == nil {
		return
	}
	p.finish(t)
	if authorised && b.diags.Count(diag.Error) == before {
		b.prov.Record(provenance.Made{Tool: t, Decl: decl, Defaults: &b.overlay.Defaults, Op: p.op, Plan: p.plan})
		b.tools = append(b.tools, *t)
	}
}

// place takes diagnostics over; those without a place are about the tool.
func (b *builder) place(list *diag.List, pos diag.Pos) {
	for _, d := range list.Sorted() {
		if d.Pos.IsZero() {
			d.Pos = pos
		}
		b.diags.Add(d)
	}
}

// begin starts the plan: words, shape, and what the overlay adds to the request.
func (p *planner) begin(name string) {
	var quiet diag.List
	p.base = compile.Default(p.op, &quiet)
	p.plan = &compile.Plan{Name: name, Title: p.base.Title, Description: p.base.Description, Media: p.base.Media}
	if p.decl.Description.Text.Set || len(p.decl.Description.Parts) > 0 {
		quiet = diag.List{} // what the document says badly is not used
	}
	for _, d := range quiet.Sorted() {
		if d.Pos == p.op.Pos {
			p.diags.Add(d)
		}
	}
	p.media()
	p.words()
	p.shape()
	p.undeclared()
}

// words sets what the model reads.
func (p *planner) words() {
	if p.decl.Title.Set {
		p.plan.Title = strings.TrimSpace(p.decl.Title.V)
	}
	d := &p.decl.Description
	switch {
	case d.Text.Set:
		p.plan.Description = strings.TrimSpace(d.Text.V)
	case len(d.Parts) > 0:
		var parts []string
		for _, part := range d.Parts {
			parts = append(parts, strings.TrimSpace(part.Value.V))
		}
		p.plan.Description = strings.Join(parts, "\n")
	}
	if strings.TrimSpace(p.plan.Description) == "" {
		p.diags.Errorf(p.decl.Name.Pos, "missing-description", "tool %s has no description, and neither has its operation", p.decl.Name.V)
	}
}

// finish sets what Assemble does not know, and the hashes over all of it.
func (p *planner) finish(t *tool.Tool) {
	t.Timeout = p.decl.Timeout.Or(p.overlay.Defaults.Timeout.V)
	p.policies(t)
	condition.Tool(p.decl, t, p.phantoms, p.diags)
	checks := evals.Reader{
		Tool: p.decl.Name.V, Args: append(p.argNames(), t.ControlArgs()...), Dir: path.Dir(p.file),
		Named: p.roster.Tool, Diags: p.diags,
	}
	t.Evals = checks.Read(p.decl.Evals, t.Input)
	compile.Seal(t)
}
