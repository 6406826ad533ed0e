package curate

import (
	"encoding/json"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/narrow"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

// narrow reads the narrowing of an argument and checks each part of it at its
// own place.
func (p *planner) narrow(decl *overlay.Param, at tool.Locator) narrow.Narrowing {
	var all narrow.Narrowing
	before := p.diags.Count(diag.Error)
	check := func(pos diag.Pos, n narrow.Narrowing) {
		if place.Locate(p.op, p.plan.Media, at).OK {
			narrow.Check(p.op, at, n, nil, pos, p.diags)
		}
	}
	for _, v := range decl.Enum {
		raw := json.RawMessage(v.V.AppendJSON(nil))
		check(v.Pos, narrow.Narrowing{Enum: []json.RawMessage{raw}})
		all.Enum = append(all.Enum, raw)
	}
	if decl.Minimum.Set {
		all.Minimum = json.Number(decl.Minimum.V)
		check(decl.Minimum.Pos, narrow.Narrowing{Minimum: all.Minimum})
	}
	if decl.Maximum.Set {
		all.Maximum = json.Number(decl.Maximum.V)
		check(decl.Maximum.Pos, narrow.Narrowing{Maximum: all.Maximum})
	}
	if decl.MinLength.Set {
		all.MinLength = &decl.MinLength.V
		check(decl.MinLength.Pos, narrow.Narrowing{MinLength: all.MinLength})
	}
	if decl.MaxLength.Set {
		all.MaxLength = &decl.MaxLength.V
		check(decl.MaxLength.Pos, narrow.Narrowing{MaxLength: all.MaxLength})
	}
	if decl.Pattern.Set {
		all.Pattern = decl.Pattern.V
		check(decl.Pattern.Pos, narrow.Narrowing{Pattern: all.Pattern})
	}
	if decl.Format.Set {
		all.Format = decl.Format.V
		check(decl.Format.Pos, narrow.Narrowing{Format: all.Format})
	}
	if decl.Closed.Set {
		all.Closed = decl.Closed.V
		check(decl.Closed.Pos, narrow.Narrowing{Closed: all.Closed})
	}
	if decl.Default.Set && place.Locate(p.op, p.plan.Media, at).OK {
		held := all
		if p.diags.Count(diag.Error) > before {
			held = narrow.Narrowing{} // what is wrong with the narrowing is said already
		}
		narrow.Check(p.op, at, held, decl.Default.V.AppendJSON(nil), decl.Default.Pos, p.diags)
	}
	return all
}
