package curate

import (
	"strings"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

// result says what of the answer the model gets.
func (p *planner) result() {
	r := &p.decl.Result
	out := tool.Result{MaxBytes: r.MaxBytes.Or(p.overlay.Defaults.Result.MaxBytes.V)}
	if r.Items.Set {
		out.Items = r.Items.V.String()
		p.items(r.Items)
	}
	out.Select = p.picks(out.Items, r.Select)
	p.plan.Result = out
}

// items checks that the pointer leads to an array.
func (p *planner) items(at overlay.Val[node.Pointer]) {
	l := compile.LocateResult(p.op, "", at.V)
	if !l.OK {
		p.deadResult(at.Pos, at.V.String(), l)
		return
	}
	if kind := l.Schema.Get("type"); kind.Is(node.String) && kind.Text() != "array" {
		p.diags.Errorf(at.Pos, "result-items", "tool %s: %s is %s in the response, not an array", p.decl.Name.V, at.V, kind.Text())
		p.diags.Relate(l.Pos, "declared here")
	}
}

// picks checks a select and expands picked objects to their declared fields.
func (p *planner) picks(items string, list []overlay.Pick) []tool.Pick {
	var out []tool.Pick
	seen := map[string]diag.Pos{}
	for _, pick := range list {
		l := compile.LocateResult(p.op, items, pick.From.V)
		if !l.OK {
			p.deadResult(pick.From.Pos, strings.Join(pick.From.V, "."), l)
			continue
		}
		key, pos := strings.Join(pick.From.V, "."), pick.From.Pos
		if pick.To.Set {
			key, pos = pick.To.V, pick.To.Pos
			if !argForm.MatchString(key) {
				p.diags.Errorf(pos, "bad-result-name", "result name %q must hold only letters, digits, _, . and -, at most 64", key)
			}
		}
		if first, ok := seen[key]; ok {
			p.diags.Errorf(pos, "duplicate-value", "select: the result has two values named %s", key)
			p.diags.Relate(first, "the other one")
			continue
		}
		seen[key] = pos
		out = append(out, compile.Expand(p.op, items, tool.Pick{From: pick.From.V, To: pick.To.V})...)
	}
	return out
}

// deadResult reports a path that the response does not have.
func (p *planner) deadResult(pos diag.Pos, path string, l compile.Located) {
	p.diags.Errorf(pos, "dead-result", "tool %s: the response has no %s%s", p.decl.Name.V, path, diag.DidYouMean(path, l.Names))
	if len(l.Names) > 0 && len(l.Names) <= 12 {
		p.diags.Hint("there are %s", strings.Join(l.Names, ", "))
	}
	if !l.Pos.IsZero() {
		p.diags.Relate(l.Pos, "the response")
	}
}
