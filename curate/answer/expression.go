package answer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/curate/overlay"
)

// Expression checks a runtime expression over a response of op (OpenAPI 3.1,
// "Runtime Expressions"), and reports whether it is one: what it names may be
// missing from the response, which is reported, and once is enough.
func (r *Reader) Expression(op *oas.Operation, v overlay.Val[string]) bool {
	rest, ok := strings.CutPrefix(v.V, "$response.")
	header, isHeader := strings.CutPrefix(rest, "header.")
	pointer, isBody := strings.CutPrefix(rest, "body#")
	switch {
	case ok && isHeader && header != "":
		if !declaresHeader(op, header) {
			r.Diags.Warnf(v.Pos, "undeclared-header", "%s %s declares no response header %s", op.Method, op.Path, header)
			r.Diags.Hint("if the API sends it, say so in a patch")
			r.Diags.Relate(op.Pos, "the operation")
		}
		return true
	case ok && isBody:
		path, err := node.ParsePointer(pointer)
		if err != nil {
			break
		}
		walk := slices.DeleteFunc(slices.Clone(path), func(s string) bool { _, err := strconv.Atoi(s); return err == nil })
		l := place.LocateResult(op, "", walk)
		if !l.OK {
			r.dead(v.Pos, pointer, l)
		}
		return true
	}
	r.Diags.Errorf(v.Pos, "bad-expression", "%q is no expression over a response", v.V)
	r.Diags.Hint("write $response.body#/POINTER or $response.header.NAME")
	return false
}

func declaresHeader(op *oas.Operation, name string) bool {
	return slices.ContainsFunc(op.Responses, func(r oas.Response) bool {
		return slices.ContainsFunc(r.Headers, func(h string) bool { return strings.EqualFold(h, name) })
	})
}
