package overlay

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/compile/value"
)

func (p *parser) result(r *Result) value.Setter {
	return func(what string, n *node.Node) {
		r.Pos = n.Pos()
		p.Object(value.Keys{
			"items":     p.pointer(&r.Items),
			"select":    p.picks(&r.Select),
			"max_bytes": p.bytes(&r.MaxBytes),
			"page":      p.page(&r.Page),
			"verbatim":  p.boolean(&r.Verbatim),
			"extras":    p.extras(&r.Extras),
		})(what, n)
	}
}

// picks reads a select: a list whose entries are paths or {name: path}.
func (p *parser) picks(dst *[]Pick) value.Setter {
	return p.List(func(what string, n *node.Node) {
		if !n.Is(node.Object) {
			var pick Pick
			if p.path(&pick.From)(what, n); pick.From.Set {
				*dst = append(*dst, pick)
			}
			return
		}
		p.each(func(key Val[string], n *node.Node) {
			pick := Pick{To: key}
			if p.path(&pick.From)(what+" "+key.V, n); pick.From.Set {
				*dst = append(*dst, pick)
			}
		})(what, n)
	})
}

func (p *parser) page(g *Page) value.Setter {
	return func(what string, n *node.Node) {
		g.Pos = n.Pos()
		p.Object(value.Keys{
			"style": p.word(&g.Style, "cursor", "token", "page", "offset", "keyset", "link", "next_url", "odata"),
			"param": p.locator(&g.Param),
			"next":  p.pointer(&g.Next),
			"size":  p.locator(&g.Size),
			"start": p.integer(&g.Start, 0),
			"auto":  p.auto(&g.Auto),
		})(what, n)
		p.Need(n, what, "style")
		need := map[string][]string{
			"cursor": {"param", "next"}, "token": {"param", "next"}, "keyset": {"param"},
			"page": {"param"}, "offset": {"param"}, "next_url": {"next"},
		}
		p.Need(n, "page of style "+g.Style.V, need[g.Style.V]...)
	}
}

// auto reads how many pages one call may read. Both limits are stated, so that
// the line says what a call can cost the API.
func (p *parser) auto(a *Auto) value.Setter {
	return func(what string, n *node.Node) {
		a.Pos = n.Pos()
		p.Object(value.Keys{
			"pages": p.between(&a.Pages, 2, tool.AutoPages),
			"items": p.between(&a.Items, 1, tool.AutoItems),
		})(what, n)
		p.Need(n, what, "pages", "items")
	}
}

func (p *parser) extras(dst *[]Extra) value.Setter {
	return p.each(func(key Val[string], n *node.Node) {
		e := Extra{Name: key}
		if key.V != "total" {
			p.Diags.Errorf(key.Pos, "unknown-key", "extras has no key %q", key.V)
			p.Diags.Hint("its keys are total")
			return
		}
		if p.path(&e.Path)(key.V, n); e.Path.Set {
			*dst = append(*dst, e)
		}
	})
}
