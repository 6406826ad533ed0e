package explain

import (
	"fmt"

	"github.com/oatools/oatools/compile/tool"
)

// page explains how a listing is read, and how much of it in one call.
func (e *explainer) page(p *tool.Page) {
	if p == nil {
		return
	}
	one := *p
	one.Auto = nil
	e.stated("page", compact(&one), "page")
	if p.Auto != nil {
		e.stated("pages of one call", auto(p.Auto), "page.auto", "page")
	}
}

func auto(a *tool.Auto) string {
	out := fmt.Sprintf("up to %d, joined, with at most %d items", a.Pages, a.Items)
	if a.Size > 0 {
		out += fmt.Sprintf("; a page has at most %d", a.Size)
	}
	return out + "; each counts as a call"
}
