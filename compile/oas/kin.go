package oas

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// finding is what one validation code of kin-openapi is worth. An empty severity
// means that the finding does not matter here.
type finding struct {
	severity diag.Severity
	say      string // our words; the library's own dump whole values
	at       func(w *gathered) diag.Pos
}

// findings is the table of validation codes; what it lacks is a warning in
// general words. It is never written to.
var findings = map[string]finding{
	"parameter-in-invalid":         {severity: diag.Error, say: "a parameter stands in no known place"},
	"parameter-name-required":      {severity: diag.Error, say: "a parameter has no name"},
	"path-parameters-mismatch":     {}, // parameters and template were made to agree, with their own words
	"serialization-method-invalid": {severity: diag.Error, say: "style and explode do not work together"},
	"unresolved-ref":               {severity: diag.Error, say: "a reference leads nowhere"},
	"response-description-required": {
		severity: diag.Info, say: "the response has no description", at: undescribed,
	},
	"content-keys-overlap":             {severity: diag.Warning, say: "media types overlap"},
	"header-content-single-entry":      {severity: diag.Info, say: "a response header has several content types"},
	"content-or-schema-exactly-one":    {severity: diag.Info, say: "a response header needs either schema or content"},
	"encoding-content-type-invalid":    {severity: diag.Warning, say: "the contentType of an encoding is no media type"},
	"request-body-content-required":    {severity: diag.Warning, say: "the request body declares no content", at: bodyPos},
	"operation-responses-required":     {},
	"responses-required":               {},
	"parameter-content-single-entry":   {},
	"path-parameter-required":          {},
	"conflicting-paths":                {},
	"duplicate-operation-id":           {},
	"query-field-for-3-2-plus":         {},
	"summary-field-for-3-1-plus":       {},
	"extra-sibling-fields":             {}, // told as field-unknown, with its place
	"security-scheme-type-invalid":     {},
	"info-title-required":              {},
	"info-version-required":            {},
	"item-schema-field-for-3-2-plus":   {},
	"external-docs-url-required":       {},
	"value-or-external-value-required": {},
}

func undescribed(w *gathered) diag.Pos {
	for i, o := range w.at {
		if !o.Node.Has("description") {
			return w.Responses[i].Pos
		}
	}
	return w.Pos
}

func bodyPos(w *gathered) diag.Pos {
	if w.Body != nil {
		return w.Body.Pos
	}
	return w.Pos
}

// batch is how many operations kin-openapi sees at once, which bounds the memory
// that it takes.
const batch = 50

// judge shows the operations to kin-openapi and sets those to nil that it finds
// to be broken.
func (g *gatherer) judge(ws []*gathered) {
	for some := range slices.Chunk(ws, batch) {
		g.judgeSome(some)
	}
}

// judgeSome lets all go in one pass; when that fails as a whole, each goes alone,
// so that one broken operation does not take the others down.
func (g *gatherer) judgeSome(ws []*gathered) {
	doc, err := g.load(ws, new(repeated))
	if err == nil {
		g.weigh(ws, doc)
		return
	}
	for i, w := range ws {
		if w == nil {
			continue
		}
		alone := make([]*gathered, len(ws))
		alone[i] = w
		doc, err := g.load(alone, nil)
		if err != nil {
			g.Tell("structure", w.Pos, g.doc.Dialect, firstLine(err))
			ws[i] = nil
			continue
		}
		g.weigh(alone, doc)
		ws[i] = alone[i]
	}
}

// load gives the pruned document to kin-openapi, which gets no way to read
// anything else.
func (g *gatherer) load(ws []*gathered, again *repeated) (doc *openapi3.T, err error) {
	defer func() {
		if p := recover(); p != nil { // a library must not take a compiler down
			err = fmt.Errorf("kin-openapi: %v", p)
		}
	}()
	pruned := g.prunedDocument(ws, again)
	if doc, err = loader().LoadFromData(blockText(pruned)); err == nil {
		return doc, nil
	}
	// JSON that YAML does not take is read as JSON.
	return loader().LoadFromData(pruned.AppendJSON(nil))
}

func loader() *openapi3.Loader {
	l := openapi3.NewLoader()
	l.IsExternalRefsAllowed = false
	l.ReadFromURIFunc = func(*openapi3.Loader, *url.URL) ([]byte, error) {
		return nil, errors.New("the pruned document refers to another one")
	}
	return l
}

// blockText writes the pruned document as YAML in which each operation and each
// component is JSON on a line of its own: for what stands in one pair of braces
// kin-openapi's YAML parser keeps a queue of tokens that it moves for every
// further one, so that a document costs the square of its size.
func blockText(doc *node.Node) []byte {
	var out []byte
	for key, v := range doc.All() {
		levels := map[string]int{"paths": 1, "components": 2}[key]
		out = appendBlock(out, "", key, v, levels)
	}
	return out
}

// appendBlock writes a key with its value, which is opened to so many levels.
func appendBlock(dst []byte, indent, key string, v *node.Node, levels int) []byte {
	dst = append(node.NewString(key).AppendJSON(append(dst, indent...)), ':')
	if levels == 0 || len(v.Members()) == 0 {
		return append(v.AppendJSON(append(dst, ' ')), '\n')
	}
	dst = append(dst, '\n')
	for k, inner := range v.All() {
		dst = appendBlock(dst, indent+" ", k, inner, levels-1)
	}
	return dst
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	if r := []rune(line); len(r) > 160 {
		line = string(r[:160]) + "…"
	}
	return line
}

// weigh validates the document and weighs what is found.
func (g *gatherer) weigh(ws []*gathered, doc *openapi3.T) {
	for _, err := range flatten(validate(doc)) {
		var at *openapi3.PathValidationError
		if !errors.As(err, &at) {
			continue // about the document that we made, not about an operation
		}
		number, _, _ := strings.Cut(strings.TrimPrefix(at.Path, "/"), "/")
		i, convErr := strconv.Atoi(number)
		if convErr != nil || i < 0 || i >= len(ws) || ws[i] == nil {
			continue
		}
		if g.find(ws[i], err) {
			ws[i] = nil
		}
	}
}

func validate(doc *openapi3.T) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = nil // it is a second opinion only
		}
	}()
	return doc.Validate(context.Background(),
		openapi3.EnableMultiError(), openapi3.DisableExamplesValidation(),
		openapi3.DisableSchemaPatternValidation(), openapi3.DisableSchemaDefaultsValidation())
}

func flatten(err error) []error {
	switch all := err.(type) {
	case nil:
		return nil
	case openapi3.MultiError:
		return all
	}
	return []error{err}
}

// find tells one finding and reports whether it breaks the operation.
func (g *gatherer) find(w *gathered, err error) (broken bool) {
	var coded openapi3.CodedError
	code := "other"
	if errors.As(err, &coded) {
		code = coded.Code()
	}
	f, known := findings[code]
	if !known {
		f = finding{severity: diag.Warning, say: "the operation does not keep to the specification (" + code + ")"}
	}
	if f.severity == "" {
		return false
	}
	pos := w.Pos
	if f.at != nil {
		pos = f.at(w)
	}
	say := f.say
	var field *openapi3.ParameterFieldValidationError
	if errors.As(err, &field) {
		say += fmt.Sprintf(": parameter %q", field.ParameterName)
		for _, p := range w.Params {
			if p.Name == field.ParameterName {
				pos = p.Pos
			}
		}
	}
	g.Add(diag.Diagnostic{Pos: pos, Severity: f.severity, Code: "spec-" + code, Message: say})
	return f.severity == diag.Error
}
