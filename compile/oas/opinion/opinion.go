package opinion

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas/object"
)

// batch is how many operations kin-openapi sees at once, which bounds the memory
// that it takes.
const batch = 50

// Judge shows the operations to kin-openapi and sets those to nil that it finds
// to be broken, after r has told why. Elements may be nil before; the others
// stay as they are.
func Judge(r *object.Reader, spec Spec, ops []*Operation) {
	j := judge{Reader: r, spec: spec}
	for some := range slices.Chunk(ops, batch) {
		j.some(some)
	}
}

// judge asks about the operations of one description.
type judge struct {
	*object.Reader
	spec Spec
}

// some lets all go in one pass; when that fails as a whole, each goes alone, so
// that one broken operation does not take the others down.
func (j judge) some(ops []*Operation) {
	doc, err := j.load(ops, new(repeated))
	if err == nil {
		j.weigh(ops, doc)
		return
	}
	for i, o := range ops {
		if o == nil {
			continue
		}
		alone := make([]*Operation, len(ops))
		alone[i] = o
		doc, err := j.load(alone, nil)
		if err != nil {
			j.Tell("structure", o.Pos, j.spec.Name, firstLine(err))
			ops[i] = nil
			continue
		}
		j.weigh(alone, doc)
		ops[i] = alone[i]
	}
}

// load gives the pruned document to kin-openapi, which gets no way to read
// anything else.
func (j judge) load(ops []*Operation, again *repeated) (doc *openapi3.T, err error) {
	defer func() {
		if p := recover(); p != nil { // a library must not take a compiler down
			err = fmt.Errorf("kin-openapi: %v", p)
		}
	}()
	pruned := j.prunedDocument(ops, again)
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
func (j judge) weigh(ops []*Operation, doc *openapi3.T) {
	for _, err := range flatten(validate(doc)) {
		var at *openapi3.PathValidationError
		if !errors.As(err, &at) {
			continue // about the document that we made, not about an operation
		}
		number, _, _ := strings.Cut(strings.TrimPrefix(at.Path, "/"), "/")
		i, convErr := strconv.Atoi(number)
		if convErr != nil || i < 0 || i >= len(ops) || ops[i] == nil {
			continue
		}
		if j.find(ops[i], err) {
			ops[i] = nil
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
