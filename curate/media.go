package curate

import (
	"strings"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
)

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
