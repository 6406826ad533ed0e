package answer

import (
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/naming"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

// Reader reads for one tool, named as the overlay names it. What is wrong is
// added to Diags, which is not nil.
type Reader struct {
	Tool  string
	Diags *diag.List
}

// Pointer checks a pointer into the answer of op, and gives what it leads to. Of
// a nil op nothing is known, and nothing is reported.
func (r *Reader) Pointer(op *oas.Operation, at overlay.Val[node.Pointer]) place.Located {
	if op == nil || !at.Set {
		return place.Located{}
	}
	l := place.LocateResult(op, "", at.V)
	if !l.OK {
		r.dead(at.Pos, at.V.String(), l)
	}
	return l
}

// Path checks a way into the answer of op, below items where that is stated, and
// reports whether it may stand. written is how the author wrote it.
func (r *Reader) Path(op *oas.Operation, items string, path []string, pos diag.Pos, written string) bool {
	l := place.LocateResult(op, items, path)
	return l.OK || !r.dead(pos, written, l)
}

// Items checks that the pointer leads to an array, and reports whether it may
// stand.
func (r *Reader) Items(op *oas.Operation, at overlay.Val[node.Pointer]) bool {
	if !at.Set {
		return true
	}
	l := place.LocateResult(op, "", at.V)
	if !l.OK {
		return !r.dead(at.Pos, at.V.String(), l)
	}
	if kind := l.Schema.Get("type"); kind.Is(node.String) && kind.Text() != "array" {
		r.Diags.Errorf(at.Pos, "result-items", "tool %s: %s is %s in the response, not an array", r.Tool, at.V, kind.Text())
		r.Diags.Relate(l.Pos, "declared here")
		return false
	}
	return true
}

// Picks checks a select over the answer of op, below items where that is stated,
// and expands picked objects to their declared fields.
func (r *Reader) Picks(op *oas.Operation, items string, list []overlay.Pick) []tool.Pick {
	var out []tool.Pick
	seen := map[string]diag.Pos{}
	for _, pick := range list {
		key, pos := strings.Join(pick.From.V, "."), pick.From.Pos
		if pick.To.Set {
			key, pos = pick.To.V, pick.To.Pos
			if !naming.Portable(key) {
				r.Diags.Errorf(pos, "bad-result-name", "result name %q must hold only letters, digits, _, . and -, at most 64", key)
			}
		}
		if first, ok := seen[key]; ok {
			r.Diags.Errorf(pos, "duplicate-value", "select: the result has two values named %s", key)
			r.Diags.Relate(first, "the other one")
			continue
		}
		seen[key] = pos
		if !r.Path(op, items, pick.From.V, pick.From.Pos, strings.Join(pick.From.V, ".")) {
			continue
		}
		out = append(out, place.Expand(op, items, tool.Pick{From: pick.From.V, To: pick.To.V})...)
	}
	return out
}

// dead reports a path that the response does not have, and whether that is
// an error: where the description does not say what the response holds, the
// path may be right.
func (r *Reader) dead(pos diag.Pos, path string, l place.Located) bool {
	if len(l.Names) == 0 {
		r.Diags.Warnf(pos, "result-unchecked", "tool %s: the description does not say what the response holds, so %s cannot be checked", r.Tool, path)
		return false
	}
	r.Diags.Errorf(pos, "dead-result", "tool %s: the response has no %s%s", r.Tool, path, diag.DidYouMean(path, l.Names))
	if len(l.Names) <= 12 {
		r.Diags.Hint("there are %s", strings.Join(l.Names, ", "))
	}
	if !l.Pos.IsZero() {
		r.Diags.Relate(l.Pos, "the response")
	}
	return true
}
