package overlay

import (
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
)

func (p *parser) result(r *Result) setter {
	return func(what string, n *node.Node) {
		r.Pos = n.Pos()
		p.object(keys{
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
func (p *parser) picks(dst *[]Pick) setter {
	return p.list(func(what string, n *node.Node) {
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

func (p *parser) page(g *Page) setter {
	return func(what string, n *node.Node) {
		g.Pos = n.Pos()
		p.object(keys{
			"style": p.word(&g.Style, "cursor", "token", "page", "offset", "keyset", "link", "next_url", "odata"),
			"param": p.locator(&g.Param),
			"next":  p.pointer(&g.Next),
			"size":  p.locator(&g.Size),
			"start": p.integer(&g.Start, 0),
			"auto":  p.auto(&g.Auto),
		})(what, n)
		p.need(n, what, "style")
		need := map[string][]string{
			"cursor": {"param", "next"}, "token": {"param", "next"}, "keyset": {"param"},
			"page": {"param"}, "offset": {"param"}, "next_url": {"next"},
		}
		p.need(n, "page of style "+g.Style.V, need[g.Style.V]...)
	}
}

// auto reads how many pages one call may read. Both limits are stated, so that
// the line says what a call can cost the API.
func (p *parser) auto(a *Auto) setter {
	return func(what string, n *node.Node) {
		a.Pos = n.Pos()
		p.object(keys{
			"pages": p.between(&a.Pages, 2, tool.AutoPages),
			"items": p.between(&a.Items, 1, tool.AutoItems),
		})(what, n)
		p.need(n, what, "pages", "items")
	}
}

func (p *parser) extras(dst *[]Extra) setter {
	return p.each(func(key Val[string], n *node.Node) {
		e := Extra{Name: key}
		if key.V != "total" {
			p.diags.Errorf(key.Pos, "unknown-key", "extras has no key %q", key.V)
			p.diags.Hint("its keys are total")
			return
		}
		if p.path(&e.Path)(key.V, n); e.Path.Set {
			*dst = append(*dst, e)
		}
	})
}
