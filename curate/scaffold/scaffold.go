package scaffold

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
	"github.com/oatools/oatools/curate/source"
)

// Options are the settings of Write.
type Options struct {
	Name   string // of the toolset and the source; empty: from the document's title
	Spec   string // path of the spec, relative to the overlay that is written
	Schema string // JSON Schema of the format for editors; empty: overlay.schema.json
}

// Write writes a small overlay over doc with one tool for each pick: an
// operationId or "METHOD /path". What only a person can say is left as a TODO;
// what was guessed carries its reason. The result compiles. A pick that does
// not match one operation is an error in the list, and the bytes are nil.
func Write(doc *oas.Document, picks []string, opts Options) ([]byte, *diag.List) {
	w := &writer{doc: doc, opts: opts, diags: &diag.List{}}
	ops := w.operations(picks)
	if w.diags.HasErrors() {
		return nil, w.diags
	}
	w.head(ops)
	if len(ops) == 0 {
		w.lines("", "tools: {}")
	} else {
		w.lines("", "tools:")
	}
	names := map[string]bool{}
	for _, name := range overlay.CompanionNames() {
		names[name] = true
	}
	for _, op := range ops {
		w.tool(op, names)
	}
	if w.diags.HasErrors() {
		return nil, w.diags
	}
	return []byte(w.out.String()), w.diags
}

// writer holds one overlay in the making.
type writer struct {
	doc   *oas.Document
	opts  Options
	diags *diag.List
	out   strings.Builder
}

// hint is something that the description suggests, and why.
type hint struct{ value, reason string }

func (w *writer) lines(lines ...string) {
	for _, l := range lines {
		w.out.WriteString(l + "\n")
	}
}

// operations finds what was picked, each once.
func (w *writer) operations(picks []string) []*oas.Operation {
	set := source.Of(w.doc, w.diags)
	var refs []oas.Ref
	seen := map[string]bool{}
	for _, pick := range picks {
		sel, value := overlay.Operation{}, overlay.Val[string]{V: pick, Set: true}
		if sel.ID = value; strings.Contains(pick, " /") {
			sel = overlay.Operation{At: value}
		}
		if _, ref, ok := set.Find(&sel, nil); ok && !seen[source.Endpoint(ref)] {
			seen[source.Endpoint(ref)] = true
			refs = append(refs, ref)
		}
	}
	var ops []*oas.Operation
	for _, op := range w.doc.Operations(refs, w.diags) {
		if op != nil {
			ops = append(ops, op)
		}
	}
	return ops
}

var slugForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^a-z0-9]+`) })

// name gives the name of the set and its source.
func (w *writer) name() string {
	name := w.opts.Name
	if name == "" {
		name = w.doc.Title
	}
	name = strings.Trim(slugForm().ReplaceAllString(strings.ToLower(name), "-"), "-")
	if len(name) > 40 {
		name = name[:40]
		if cut := strings.LastIndexByte(name, '-'); cut > 0 {
			name = name[:cut] // whole words
		}
	}
	name = strings.Trim(name, "-")
	if name == "" || name[0] < 'a' {
		name = strings.Trim("api-"+name, "-")
	}
	return name
}

func (w *writer) head(ops []*oas.Operation) {
	schema := w.opts.Schema
	if schema == "" {
		schema = "overlay.schema.json"
	}
	w.lines(
		"# yaml-language-server: $schema="+schema,
		"apiVersion: oatools/v1",
		"kind: Overlay",
		"metadata:",
		"  name: "+w.name(),
		"",
		"sources:",
		"  "+w.name()+":",
		"    spec: "+quote(filepath.ToSlash(w.opts.Spec)),
	)
	if slices.ContainsFunc(ops, func(op *oas.Operation) bool { return !source.Serves(op) }) {
		w.lines("    server: https://api.example.com   # TODO: the description names no absolute URL")
	}
	w.auth(ops)
}

// auth writes one entry for each scheme that the operations need, and for each
// credential that they take as a plain parameter.
func (w *writer) auth(ops []*oas.Operation) {
	entries := map[string]string{}
	secret := `secret: "env:` + source.EnvName(w.name()) + `"`
	for _, op := range ops {
		anonymous := slices.ContainsFunc(op.Security, func(a oas.Alternative) bool { return len(a) == 0 })
		if len(op.Security) > 0 && !anonymous {
			for _, use := range w.alternative(op.Security) {
				entries[use.Name] = w.entry(use.Name, secret)
			}
		}
		for _, prm := range op.Params {
			w.credential(op, prm, secret, entries)
		}
	}
	if len(entries) == 0 {
		if len(w.doc.Schemes) == 0 {
			w.lines("    # auth: {key: {type: bearer, " + secret + "}}   # the description says nothing about security")
		}
		return
	}
	w.lines("    auth:")
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		w.lines("      " + quote(name) + ": " + entries[name])
	}
}

// credential writes an entry for a required parameter that carries one.
func (w *writer) credential(op *oas.Operation, prm oas.Param, secret string, entries map[string]string) {
	at := tool.Locator{In: prm.In, Name: prm.Name}
	name := ""
	for _, key := range slices.Sorted(maps.Keys(w.doc.Schemes)) {
		if s := w.doc.Schemes[key]; s.Type == "apiKey" && s.In == prm.In && strings.EqualFold(s.Param, prm.Name) {
			name = key
		}
	}
	switch {
	case !prm.Required && prm.In != tool.InPath || name == "" && compile.Credential(op, at) == "":
	case prm.In == tool.InPath:
		w.diags.Errorf(prm.Pos, "credential-in-path", "%s %s takes a credential in its path, which cannot be bound", op.Method, op.Path)
	case name != "":
		entries[name] = "{" + secret + "}"
	default:
		entries[string(prm.In)+"_"+slugForm().ReplaceAllString(strings.ToLower(prm.Name), "_")] =
			fmt.Sprintf("{type: apiKey, in: %s, name: %s, %s}", prm.In, quote(prm.Name), secret)
	}
}

// alternative prefers one whose schemes can all be configured.
func (w *writer) alternative(alts []oas.Alternative) oas.Alternative {
	for _, alt := range alts {
		if !slices.ContainsFunc(alt, func(u oas.Use) bool { return !supported(w.doc.Schemes[u.Name]) }) {
			return alt
		}
	}
	return alts[0]
}

// supported reports whether a secret alone satisfies the scheme.
func supported(s oas.Scheme) bool {
	return s.Type == "apiKey" || s.Type == "oauth2" || s.Type == "openIdConnect" ||
		s.Type == "http" && (s.HTTP == "basic" || s.HTTP == "bearer")
}

func (w *writer) entry(name, secret string) string {
	switch s := w.doc.Schemes[name]; {
	case s.Type == "http" && s.HTTP == "basic":
		return "{username: TODO, " + secret + "}"
	case supported(s):
		return "{" + secret + "}"
	}
	return `{none: "TODO: this kind of scheme is not supported; say another way, or why none is needed"}`
}

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
		case compile.Credential(op, a.At) != "" || compile.Reserved(op, a.At) != "" || isIdempotency(a.At):
		case a.Required:
			required = append(required, a)
		default:
			optional = append(optional, a)
		}
	}
	for _, prm := range op.Params { // cookies are no arguments by default
		if at := (tool.Locator{In: prm.In, Name: prm.Name}); prm.Required && prm.In == tool.InCookie && compile.Credential(op, at) == "" && compile.Reserved(op, at) == "" {
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
	names := compile.LocateResult(op, "", []string{"\x00"}).Names
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
	return compile.Locate(op, "", at).Schema.Get("type").Text() == "string"
}

// isIdempotency knows the usual names of an idempotency key.
func isIdempotency(at tool.Locator) bool {
	name := strings.NewReplacer("-", "", "_", "").Replace(strings.ToLower(at.Name))
	return (at.In == tool.InHeader || at.In == tool.InQuery) && (name == "idempotencykey" || name == "xidempotencykey")
}

// oneLine gives the first line of a text, cut to a sentence or so.
func oneLine(s, fallback string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	s = strings.TrimSpace(s)
	if s == "" {
		return fallback
	}
	if r := []rune(s); len(r) > 160 {
		return string(r[:159]) + "…"
	}
	if !strings.HasSuffix(s, ".") {
		s += "."
	}
	return s
}

var (
	plainForm = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_./{} -]*[A-Za-z0-9_./}-]$|^[A-Za-z_]$`)
	})
	wordForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^(true|false|null|yes|no|on|off|y|n)$`) })
)

// quote writes a YAML scalar, plain where that is safe inside a flow map too.
func quote(s string) string {
	if plainForm().MatchString(s) && !wordForm().MatchString(s) && !strings.ContainsAny(s, "{}") {
		return s
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20 || r == 0x7f || r >= 0x80 && r < 0xa0 || r == 0x2028 || r == 0x2029 || r == 0xfeff:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
