package provenance

import (
	"slices"
	"testing"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

func at(line int) diag.Pos { return diag.Pos{File: "o", Line: line, Col: 1} }

// TestRecord holds that a tool's own line comes before that of the defaults, and
// that what nobody states has no line.
func TestRecord(t *testing.T) {
	decl := &overlay.Tool{
		Name:      overlay.Val[string]{V: "find", Pos: at(10), Set: true},
		Operation: overlay.Operation{Pos: at(11)},
		Scopes:    []overlay.Val[string]{{V: "read", Pos: at(12), Set: true}},
		Retry:     overlay.Retry{Pos: at(13)},
	}
	defaults := &overlay.Defaults{Retry: overlay.Retry{Pos: at(2)}, Rate: overlay.Rate{Pos: at(3)}}
	pin := tool.Locator{In: tool.InQuery, Name: "size"}
	m := Made{
		Tool: &tool.Tool{Name: "shop_find"}, Decl: decl, Defaults: defaults, Op: &oas.Operation{Method: "GET", Path: "/teas", Pos: diag.Pos{File: "s", Line: 7}},
		Plan: &compile.Plan{Fixed: []compile.Fixed{{At: pin, Value: tool.Value{Const: []byte("5")}, From: at(14)}}},
	}
	var o Origins
	o.Record(m)
	for field, line := range map[string]int{"name": 10, "operation": 11, "scopes": 12, "retry": 13, "rate": 3, "pin:query:size": 14} {
		if got, _, ok := o.Lines("shop_find", field); !ok || got.Line != line {
			t.Errorf("%s stands at %v, want line %d", field, got, line)
		}
	}
	if _, spec, _ := o.Lines("shop_find", "operation"); spec.Line != 7 {
		t.Errorf("the operation stands at %v of the description, want line 7", spec)
	}
	if got, ok := o.Find("shop_find", "cost"); ok {
		t.Errorf("cost, which nobody states, has the origin %+v", got)
	}
	if _, _, ok := o.Lines("other", "name"); ok {
		t.Error("a tool that is not there has lines")
	}
	byField := func(a, b Origin) int { return slices.Compare([]string{a.Field}, []string{b.Field}) }
	if !slices.IsSortedFunc(o.Tools["shop_find"], byField) {
		t.Errorf("not sorted: %+v", o.Tools["shop_find"])
	}
}
