package scaffold

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

// tool writes one tool.
func (w *writer) tool(op *oas.Operation, names map[string]bool) {
	var quiet diag.List // the compiler says the same again
	p := compile.Default(op, &quiet)
	guesses := map[string]hint{}
	for _, g := range p.Guesses {
		guesses[g.What] = hint{g.Value, g.Reason}
	}
	if _, ok := guesses["query"]; ok {
		p.Shape, guesses["shape"] = tool.ShapeQuery, guesses["query"]
	} else if g, ok := guesses["command"]; ok {
		p.Shape, p.Effect, guesses["shape"] = tool.ShapeCommand, tool.EffectUpdate, g
	}
	name := p.Name
	for n := 2; names[name]; n++ {
		name = p.Name + "_" + strconv.Itoa(n)
	}
	if len(names) > len(overlay.CompanionNames()) {
		w.lines("")
	}
	names[name] = true
	w.lines("  "+name+":", "    shape: "+string(p.Shape)+"   # guessed: "+guesses["shape"].reason)
	at := op.Method + " " + w.path(op)
	if op.ID != "" {
		w.lines("    operation: {id: " + quote(op.ID) + ", at: " + quote(at) + "}")
	} else {
		w.lines("    operation: " + quote(at))
	}
	w.lines(
		"    description:",
		"      what: "+quote(oneLine(cmp.Or(op.Summary, p.Description), "TODO: what it does, in one sentence.")),
		`      when: "TODO: when to use it."`,
		`      not: "TODO: what it is not for, and which tool is."`,
		`      returns: "TODO: what comes back."`,
	)
	w.params(op, p)
	w.result(op, guesses)
	w.contract(op, p, guesses)
	for _, shape := range []string{"job", "handle"} {
		if g, ok := guesses[shape]; ok {
			w.lines("    # it may be a " + shape + ": " + g.reason)
		}
	}
}

// path gives the path as the selector spells it, constant query included.
func (w *writer) path(op *oas.Operation) string {
	for _, ref := range w.doc.Index() {
		if ref.Pos == op.Pos {
			return ref.Path
		}
	}
	return op.Path
}

// params lists the required arguments; the others wait in a comment.
func (w *writer) params(op *oas.Operation, p *compile.Plan) {
	var required, optional []compile.Arg
	for _, a := range p.Args {
		switch {
		case place.Credential(op, a.At) != "" || place.Reserved(op, a.At) != "" || isIdempotency(a.At):
		case a.Required:
			required = append(required, a)
		default:
			optional = append(optional, a)
		}
	}
	for _, prm := range op.Params { // cookies are no arguments by default
		if at := (tool.Locator{In: prm.In, Name: prm.Name}); prm.Required && prm.In == tool.InCookie && place.Credential(op, at) == "" && place.Reserved(op, at) == "" {
			required = append(required, compile.Arg{Name: slugForm().ReplaceAllString(strings.ToLower(prm.Name), "_"), At: at})
		}
	}
	if len(required) == 0 {
		w.lines("    params: {}")
	} else {
		w.lines("    params:")
	}
	for _, a := range required {
		w.lines("      " + quote(a.Name) + ": {from: " + quote(a.At.String()) + "}")
	}
	if len(optional) > 0 {
		w.lines("      # optional:")
	}
	for _, a := range optional {
		w.lines("      # " + quote(a.Name) + ": {from: " + quote(a.At.String()) + "}")
	}
}

// result proposes a select as a comment: which fields a model needs is for a
// person to say.
func (w *writer) result(op *oas.Operation, guesses map[string]hint) {
	if g, ok := guesses["paging"]; ok {
		w.lines("    # result.page may be " + g.value + ": " + g.reason)
	}
	if g, ok := guesses["items"]; ok {
		w.lines("    # result.items may be " + g.value + ": " + g.reason)
	}
	names := place.LocateResult(op, "", []string{"\x00"}).Names
	if len(names) == 0 {
		return
	}
	more := ""
	if len(names) > 12 {
		names, more = names[:12], ", …"
	}
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = quote(n)
	}
	w.lines("    # result: {select: [" + strings.Join(quoted, ", ") + more + "]}   # without it the model reads the whole answer")
}

// contract writes the block of the shape where one is needed.
func (w *writer) contract(op *oas.Operation, p *compile.Plan, guesses map[string]hint) {
	switch {
	case p.Shape == tool.ShapeQuery && op.Method != "GET" && op.Method != "HEAD":
		w.lines("    query: {safe: " + quote("TODO: why "+op.Method+" only reads here") + "}")
	case p.Shape == tool.ShapeCommand:
		key := `{none: "TODO: why running it twice does no harm; or {header: NAME} where the API takes a key"}`
		for _, prm := range op.Params {
			if at := (tool.Locator{In: prm.In, Name: prm.Name}); isIdempotency(at) {
				key = "{" + string(prm.In) + ": " + quote(prm.Name) + "}   # guessed: it takes " + prm.Name
			}
		}
		w.lines("    command:", "      effect: "+string(p.Effect)+"   # guessed: "+op.Method, "      idempotency: "+key)
		if g, ok := guesses["idempotency"]; ok && strings.Contains(key, "TODO") {
			in, name, _ := strings.Cut(g.value, ":")
			w.lines("      # idempotency: {" + in + ": " + quote(name) + "}   # " + g.reason)
		}
		if g, ok := guesses["dry_run"]; ok {
			at, value, _ := strings.Cut(g.value, "=")
			if in, name, _ := strings.Cut(at, ":"); value != "true" || isText(op, tool.Locator{In: tool.In(in), Name: name}) {
				value = quote(value)
			}
			w.lines("      # dry_run: {native: {" + quote(at) + ": " + value + "}}   # " + g.reason)
		}
	}
}

// isText reports whether a place takes a text.
func isText(op *oas.Operation, at tool.Locator) bool {
	return place.Locate(op, "", at).Schema.Get("type").Text() == "string"
}

// isIdempotency knows the usual names of an idempotency key.
func isIdempotency(at tool.Locator) bool {
	name := strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(at.Name))
	return (at.In == tool.InHeader || at.In == tool.InQuery) && (name == "idempotencykey" || name == "xidempotencykey")
}
