package answer

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

// States sorts the values of the state field into classes: every value that the
// answer of status declares, exactly once. Only what is blockable may have states
// of the class blocked.
func (r *Reader) States(j *overlay.Job, status *oas.Operation, blockable bool) tool.States {
	var out tool.States
	if j.StatesPos.IsZero() {
		return out
	}
	classes := map[string]*[]string{
		"running": &out.Running, "blocked": &out.Blocked, "done": &out.Done, "failed": &out.Failed, "cancelled": &out.Cancelled,
	}
	first := map[string]overlay.Val[string]{}
	var stated []string
	for _, s := range j.States {
		if s.Class.V == "blocked" && !blockable {
			r.Diags.Errorf(s.Class.Pos, "conflict", "tool %s: blocked is a class of the shapes agent and human", r.Tool)
		}
		for _, v := range s.Values {
			if other, ok := first[v.V]; ok {
				r.Diags.Errorf(v.Pos, "state-twice", "tool %s: state %q is in two classes", r.Tool, v.V)
				r.Diags.Relate(other.Pos, "the other one")
				continue
			}
			first[v.V] = v
			stated = append(stated, v.V)
			*classes[s.Class.V] = append(*classes[s.Class.V], v.V)
		}
	}
	l := r.Pointer(status, j.State)
	values := enumOf(l.Schema, status)
	if values == nil {
		if l.OK || j.Location.V {
			r.Diags.Warnf(j.StatesPos, "states-unchecked", "tool %s: the description does not list the states, so that a new one is noticed only at run time", r.Tool)
		}
		return out
	}
	for _, name := range stated {
		if !slices.Contains(values, name) {
			r.Diags.Errorf(first[name].Pos, "dead-state", "tool %s: %q is no state of the API (it has %s)", r.Tool, name, strings.Join(values, ", "))
			r.Diags.Relate(l.Pos, "declared here")
		}
	}
	for _, v := range values {
		if _, ok := first[v]; !ok {
			r.Diags.Errorf(j.StatesPos, "state-unmapped", "tool %s: the state %q is in no class", r.Tool, v)
			r.Diags.Relate(l.Pos, "declared here")
		}
	}
	return out
}

// enumOf gives the texts of a schema's enum, references followed; nil without
// one.
func enumOf(n *node.Node, op *oas.Operation) []string {
	for range 16 {
		ref, ok := n.Get("$ref").Str()
		if !ok || op == nil || op.Document == nil {
			break
		}
		next, _, err := op.Document.Resolve(n, ref)
		if err != nil {
			return nil
		}
		n = next
	}
	var out []string
	for _, v := range n.Get("enum").Items() {
		if s, ok := v.Str(); ok {
			out = append(out, s)
		}
	}
	return out
}
