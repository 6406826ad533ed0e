package curate

import (
	"encoding/json"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

// narrow reads the narrowing of an argument and checks each part of it at its
// own place.
func (p *planner) narrow(decl *overlay.Param, at tool.Locator) compile.Narrowing {
	var all compile.Narrowing
	before := p.diags.Count(diag.Error)
	check := func(pos diag.Pos, n compile.Narrowing) {
		if compile.Locate(p.op, p.plan.Media, at).OK {
			compile.CheckNarrow(p.op, at, n, nil, pos, p.diags)
		}
	}
	for _, v := range decl.Enum {
		raw := json.RawMessage(v.V.AppendJSON(nil))
		check(v.Pos, compile.Narrowing{Enum: []json.RawMessage{raw}})
		all.Enum = append(all.Enum, raw)
	}
	if decl.Minimum.Set {
		all.Minimum = json.Number(decl.Minimum.V)
		check(decl.Minimum.Pos, compile.Narrowing{Minimum: all.Minimum})
	}
	if decl.Maximum.Set {
		all.Maximum = json.Number(decl.Maximum.V)
		check(decl.Maximum.Pos, compile.Narrowing{Maximum: all.Maximum})
	}
	if decl.MinLength.Set {
		all.MinLength = &decl.MinLength.V
		check(decl.MinLength.Pos, compile.Narrowing{MinLength: all.MinLength})
	}
	if decl.MaxLength.Set {
		all.MaxLength = &decl.MaxLength.V
		check(decl.MaxLength.Pos, compile.Narrowing{MaxLength: all.MaxLength})
	}
	if decl.Pattern.Set {
		all.Pattern = decl.Pattern.V
		check(decl.Pattern.Pos, compile.Narrowing{Pattern: all.Pattern})
	}
	if decl.Format.Set {
		all.Format = decl.Format.V
		check(decl.Format.Pos, compile.Narrowing{Format: all.Format})
	}
	if decl.Closed.Set {
		all.Closed = decl.Closed.V
		check(decl.Closed.Pos, compile.Narrowing{Closed: all.Closed})
	}
	if decl.Default.Set && compile.Locate(p.op, p.plan.Media, at).OK {
		held := all
		if p.diags.Count(diag.Error) > before {
			held = compile.Narrowing{} // what is wrong with the narrowing is said already
		}
		compile.CheckNarrow(p.op, at, held, decl.Default.V.AppendJSON(nil), decl.Default.Pos, p.diags)
	}
	return all
}
