package curate

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/condition"
	"github.com/oatools/oatools/curate/overlay"
	"github.com/oatools/oatools/curate/roster"
	"github.com/oatools/oatools/curate/selection"
)

// common reads what belongs to the whole set, before any tool is made.
func (b *builder) common() {
	b.roster = roster.New(b.overlay, b.prefix, b.diags)
	for _, a := range b.overlay.Audiences {
		if b.audiences == nil {
			b.audiences = map[string]string{}
		}
		b.audiences[a.Name.V] = a.When.V
	}
	condition.Audiences(b.overlay.Audiences, b.diags)
	for _, c := range b.overlay.Defaults.Companions {
		if b.companions == nil {
			b.companions = map[string]tool.Companion{}
		}
		b.companions[c.Tool.V] = tool.Companion{Name: c.Name.V, Description: strings.TrimSpace(c.Description.V)}
	}
	for _, name := range b.overlay.Defaults.Audience {
		b.roster.Audience(name)
	}
}

// prefix gives what the source of a tool puts before its name, the underscore
// included; usually nothing.
func (b *builder) prefix(t *overlay.Tool) string {
	s := b.picks[&t.Operation].Source
	if s == nil || !s.Decl.Prefix.Set {
		return ""
	}
	return strings.TrimSuffix(s.Decl.Prefix.V, "_") + "_"
}

// policies sets what the overlay says about who may call, how often, and what
// happens around a call.
func (p *planner) policies(t *tool.Tool) {
	d, defaults := p.decl, &p.overlay.Defaults
	audience := d.Audience
	if audience == nil {
		audience = defaults.Audience
	}
	for _, a := range d.Audience {
		p.roster.Audience(a)
	}
	t.Audience, t.Scopes, t.With, t.Version = overlay.Values(audience), overlay.Values(d.Scopes), overlay.Values(d.With), d.Version.V
	if t.Retry = retry(&d.Retry); t.Retry == nil {
		t.Retry = retry(&defaults.Retry)
	}
	if t.Rate = rate(&d.Rate); t.Rate == nil {
		t.Rate = rate(&defaults.Rate)
	}
	for _, r := range d.Require {
		t.Require = append(t.Require, tool.Requirement{When: r.When.V, Code: r.Code.V, Say: r.Say.V})
	}
	for _, a := range d.Approval {
		p.roster.Audience(a.By)
		p.placeholders(a.Ask)
		t.Approval = append(t.Approval, tool.Approval{When: a.When.V, By: a.By.V, Ask: a.Ask.V, TTL: a.TTL.V})
	}
	if len(d.Approval) > 0 && (t.Hints.ReadOnly || t.Shape == tool.ShapeHuman) {
		p.diags.Warnf(d.Approval[0].Pos, "approval-pointless", "tool %s changes nothing: an approval only delays it", d.Name.V)
	}
	if c := &d.Cost; !c.Pos.IsZero() {
		usd, _ := strconv.ParseFloat(c.USD.V, 64)
		t.Cost = &tool.Cost{USD: usd, Latency: c.Latency.V}
	}
	if r := &d.Replaces; !r.Pos.IsZero() {
		p.roster.Retire(r)
		t.Replaces = &tool.Replaces{Name: r.Name.V, Sunset: r.Sunset.V, Listed: r.Listed.V}
	}
	p.next(t)
	p.errors(t)
	p.remember(t)
	if selection.Inbox(d) {
		t.Main, t.Output = nil, nil
	}
}

func retry(r *overlay.Retry) *tool.Retry {
	if r.Pos.IsZero() {
		return nil
	}
	return &tool.Retry{Attempts: r.Attempts.V, Within: r.Within.V, On: overlay.Values(r.On), Never: match(&r.Never)}
}

func match(m *overlay.Match) *tool.Match {
	if m.Pos.IsZero() {
		return nil
	}
	return &tool.Match{Path: strings.Join(m.Path.V, "."), In: overlay.Values(m.In)}
}

func rate(r *overlay.Rate) *tool.Rate {
	if r.Pos.IsZero() {
		return nil
	}
	return &tool.Rate{Per: r.Per.V, Limit: r.Limit.V}
}

// next resolves proposals: the name of a tool, or words for the model.
func (p *planner) next(t *tool.Tool) {
	for _, n := range p.decl.Next {
		if t.Next == nil {
			t.Next = map[string][]string{}
		}
		for _, use := range n.Use {
			text := use.V
			if tool.ValidName(text) { // one word that could be a tool must be one
				text = p.roster.Tool(use)
			} else if n.On.V == "ok" {
				p.diags.Errorf(use.Pos, "dead-tool", "next ok proposes tools, %q is none", use.V)
			}
			t.Next[n.On.V] = append(t.Next[n.On.V], text)
		}
	}
}

func (p *planner) errors(t *tool.Tool) {
	e := &p.decl.Errors
	if e.Pos.IsZero() {
		return
	}
	t.Errors = &tool.Errors{
		FailureWhen: match(&e.FailureWhen), CodePath: strings.Join(e.CodePath.V, "."), MessagePath: strings.Join(e.MessagePath.V, "."),
		NotApplied: overlay.Values(e.NotApplied),
	}
	for _, m := range e.Map {
		if t.Errors.Map == nil {
			t.Errors.Map = map[string]string{}
		}
		t.Errors.Map[m.Name.V] = m.Value.V
	}
}

// remember carries what is kept of an answer, and checks that what the tool
// injects is kept by some tool.
func (p *planner) remember(t *tool.Tool) {
	for _, r := range p.decl.Remember {
		if t.Remember == nil {
			t.Remember = map[string]tool.Remember{}
		}
		if r.Value.Set {
			p.answers.Expression(p.op, r.Value)
		}
		t.Remember[r.Key.V] = tool.Remember{Value: r.Value.V, Scope: r.Scope.Or("run")}
	}
	kept := map[string]bool{}
	for i := range p.overlay.Tools {
		for _, r := range p.overlay.Tools[i].Remember {
			kept[r.Key.V] = true
		}
	}
	for _, in := range slices.Concat(p.decl.Inject, p.overlay.Defaults.Inject) {
		if key, ok := strings.CutPrefix(in.From.V, "run."); ok && !kept[key] {
			p.diags.Errorf(in.From.Pos, "dead-value", "no tool remembers %q%s", key, diag.DidYouMean(key, sortedKeys(kept)))
		}
	}
}

var placeholderForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{([^{}]*)\}`) })

// placeholders reports {name} in a text that names no argument.
func (p *planner) placeholders(text overlay.Val[string]) {
	for _, m := range placeholderForm().FindAllStringSubmatch(text.V, -1) {
		if !slices.Contains(p.argNames(), m[1]) {
			p.diags.Errorf(text.Pos, "dead-argument", "tool %s has no argument %q%s", p.decl.Name.V, m[1], diag.DidYouMean(m[1], p.argNames()))
		}
	}
}
