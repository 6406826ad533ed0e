package curate

import (
	"path"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/secret"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/answer"
	"github.com/oatools/oatools/curate/condition"
	"github.com/oatools/oatools/curate/evals"
	"github.com/oatools/oatools/curate/overlay"
	"github.com/oatools/oatools/curate/provenance"
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
		builder: b, decl: decl, source: pick.source, taken: map[tool.Locator]claim{},
		answers: answer.Reader{Tool: decl.Name.V, Diags: b.diags},
	}
	name := b.toolName(decl, pick.source)
	before := b.diags.Count(diag.Error)
	added, authorised := []string(nil), true
	switch {
	case isInbox(decl):
		p.op = inboxOperation(decl)
	case pick.op == nil:
		return
	default:
		p.op, added, authorised = b.sources.Authorised(pick.source, pick.op, decl.Operation.Pos)
	}
	if pick.op != nil {
		b.operations[name] = pick.op
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
	if pick.source != nil {
		opts = b.options(pick.source, p.op)
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

// toolName gives the full name of a tool and reports one that is illegal,
// reserved or taken.
func (b *builder) toolName(decl *overlay.Tool, s *source.Source) string {
	name := fullName(decl, s)
	switch {
	case !tool.ValidName(name):
		b.diags.Errorf(decl.Name.Pos, "bad-tool-name", "tool name %q must start with a-z and hold only a-z, 0-9 and _, at most 64", name)
		if fixed := strings.ToLower(strings.NewReplacer("-", "_", ".", "_", " ", "_").Replace(name)); fixed != name && tool.ValidName(fixed) {
			b.diags.Hint("write %s", fixed)
		}
	case slices.Contains(overlay.CompanionNames(), name):
		b.diags.Errorf(decl.Name.Pos, "reserved-name", "%s is a tool that the runtime adds", name)
	}
	if first, ok := b.names[name]; ok {
		b.diags.Errorf(decl.Name.Pos, "duplicate-tool", "two tools have the name %s", name)
		b.diags.Relate(first, "the other one")
	} else {
		b.names[name] = decl.Name.Pos
	}
	return name
}

// fullName puts the source's prefix before the overlay's name.
func fullName(decl *overlay.Tool, s *source.Source) string {
	if s == nil || !s.Decl.Prefix.Set {
		return decl.Name.V
	}
	return strings.TrimSuffix(s.Decl.Prefix.V, "_") + "_" + decl.Name.V
}

// media settles the media type of the request body.
func (p *planner) media() {
	want := p.decl.Media
	switch {
	case !want.Set:
		return
	case p.op.Body == nil:
		p.diags.Errorf(want.Pos, "dead-media", "%s %s has no request body", p.op.Method, p.op.Path)
		return
	}
	var have []string
	for _, m := range p.op.Body.Content {
		if m.Type == want.V {
			if p.plan.Media != want.V {
				p.plan.Media = want.V
				p.base = compile.Default(only(p.op, m), &diag.List{})
			}
			return
		}
		have = append(have, m.Type)
	}
	for _, m := range p.op.Body.Content {
		if within(want.V, m.Type) {
			m.Type = want.V
			p.op = only(p.op, m)
			p.plan.Media = want.V
			p.base = compile.Default(p.op, &diag.List{})
			return
		}
	}
	p.diags.Errorf(want.Pos, "dead-media", "%s %s takes no %s, only %s", p.op.Method, p.op.Path, want.V, strings.Join(have, ", "))
	p.diags.Relate(p.op.Body.Pos, "the body")
}

// within reports whether a media type is one of a range, such as image/*.
func within(media, span string) bool {
	major, minor, ok := strings.Cut(media, "/")
	return ok && minor != "" && !strings.Contains(media, "*") && (span == "*/*" || span == major+"/*")
}

// only gives op as if its body had one media type.
func only(op *oas.Operation, m oas.Media) *oas.Operation {
	out, body := *op, *op.Body
	body.Content = []oas.Media{m}
	out.Body = &body
	return &out
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
func (p *planner) locate(at overlay.Val[tool.Locator]) (compile.Located, bool) {
	l := compile.Locate(p.op, p.plan.Media, at.V)
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
		case compile.Locate(p.op, p.plan.Media, u.V).OK:
			p.diags.Warnf(u.Pos, "unused", "the operation declares %s: it need not be listed", u.V)
		default:
			p.plan.Undeclared = append(p.plan.Undeclared, u.V)
		}
	}
}

func (p *planner) pins() {
	for _, pin := range p.decl.Pin {
		p.fix("pin", pin)
	}
	for _, u := range p.decl.Undeclared {
		if slices.Contains(p.plan.Undeclared, u.V) {
			p.undeclaredSecrets(u)
		}
	}
}

// fix gives a place a constant on behalf of a block.
func (p *planner) fix(block string, pin overlay.Pin) {
	if !p.constant(pin) {
		return
	}
	l, ok := p.locate(pin.At)
	if !p.claim(l.At, block, pin.At.Pos) || !ok {
		return
	}
	p.plan.Fixed = append(p.plan.Fixed, compile.Fixed{
		At: l.At, Value: tool.Value{Const: pin.Value.V.AppendJSON(nil)}, From: pin.At.Pos,
	})
}

// constant judges a constant for a place of the request.
func (p *planner) constant(pin overlay.Pin) bool {
	if why := compile.Credential(p.op, pin.At.V); why != "" {
		p.diags.Errorf(pin.Value.Pos, "secret-literal", "%s %s; its value must not be written here", pin.At.V, why)
		p.diags.Hint("write an auth entry with type apiKey, in, name and a secret reference under the source")
		return false
	}
	if text, ok := pin.Value.V.Str(); ok && secret.Text(text) {
		p.diags.Errorf(pin.Value.Pos, "secret-literal", "the value pinned to %s looks like a secret", pin.At.V)
		p.diags.Hint("write an auth entry with a secret reference, and replace the secret if it was real")
		return false
	}
	before := p.diags.Count(diag.Error)
	if compile.Locate(p.op, p.plan.Media, pin.At.V).OK {
		compile.CheckValue(p.op, pin.At.V, pin.Value.V.AppendJSON(nil), pin.Value.Pos, p.diags)
	}
	return p.diags.Count(diag.Error) == before
}

// undeclaredSecrets refuses a credential-like undeclared place that the model
// could come to choose.
func (p *planner) undeclaredSecrets(u overlay.Val[tool.Locator]) {
	if why := compile.Reserved(p.op, u.V); why != "" {
		p.diags.Errorf(u.Pos, "reserved-locator", "%s cannot be set by an overlay: it is %s", u.V, why)
	}
}

// injects fills places from the caller: the tool's own, and the defaults where
// the operation declares the place.
func (p *planner) injects() {
	own := map[tool.Locator]bool{}
	for _, in := range p.decl.Inject {
		if !compile.Locate(p.op, p.plan.Media, in.At.V).OK && p.stepDeclares(in.At.V) {
			continue // only steps take it
		}
		l, ok := p.locate(in.At)
		own[l.At] = true
		if p.claim(l.At, "inject", in.At.Pos) && ok {
			p.inject(l.At, in)
		}
	}
	for _, in := range p.overlay.Defaults.Inject {
		l := compile.Locate(p.op, p.plan.Media, in.At.V)
		if !l.OK && !slices.Contains(p.plan.Undeclared, in.At.V) {
			p.used[in.At.V] = p.used[in.At.V] || p.stepDeclares(in.At.V)
			continue
		}
		p.used[in.At.V] = true
		if !own[l.At] && p.claim(l.At, "defaults.inject", in.At.Pos) {
			p.inject(l.At, in)
		}
	}
}

func (p *planner) inject(at tool.Locator, in overlay.Inject) {
	if why := compile.Credential(p.op, in.At.V); why != "" {
		p.diags.Errorf(in.At.Pos, "credential-bound", "%s %s; it comes from auth, not from inject", in.At.V, why)
		return
	}
	p.plan.Fixed = append(p.plan.Fixed, compile.Fixed{At: at, Value: injected(in), From: in.At.Pos})
}

// injected gives the value of an injection.
func injected(in overlay.Inject) tool.Value {
	if key, ok := strings.CutPrefix(in.From.V, "run."); ok {
		return tool.Value{Run: key}
	}
	return tool.Value{Caller: strings.TrimPrefix(in.From.V, "caller.")}
}

// finish sets what Assemble does not know, and the hashes over all of it.
func (p *planner) finish(t *tool.Tool) {
	t.Timeout = p.decl.Timeout.Or(p.overlay.Defaults.Timeout.V)
	p.policies(t)
	condition.Tool(p.decl, t, p.phantoms, p.diags)
	checks := evals.Reader{
		Tool: p.decl.Name.V, Args: append(p.argNames(), t.ControlArgs()...), Dir: path.Dir(p.file),
		Named: p.toolNamed, Diags: p.diags,
	}
	t.Evals = checks.Read(p.decl.Evals, t.Input)
	compile.Seal(t)
}
