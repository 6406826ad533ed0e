package scaffold

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
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
