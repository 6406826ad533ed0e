package condition

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/overlay"
)

func at(line int, text string) overlay.Val[string] {
	return overlay.Val[string]{V: text, Pos: diag.Pos{File: "o", Line: line, Col: 1}, Set: true}
}

// codes gives line and code of what was reported.
func codes(diags *diag.List) map[int]string {
	out := map[int]string{}
	for _, d := range diags.Sorted() {
		out[d.Pos.Line] = d.Code
	}
	return out
}

func TestTool(t *testing.T) {
	input := `{"type":"object","properties":{"cents":{"type":"integer"},"note":{"type":"string"},"dry_run":{"type":"boolean"}},"required":["cents"]}`
	answer := `{"type":"object","properties":{"status":{"type":"string"}},"required":["status"]}`
	decl := &overlay.Tool{
		Name: at(1, "pay"),
		Require: []overlay.Requirement{
			{When: at(2, "args.cents > 0")}, {When: at(3, "args.cents > 'a'")}, {When: at(4, "args.note == 'x'")},
			{When: at(5, "args.dry_run")}, {When: at(6, "args.cents >")},
		},
		Approval: []overlay.Approval{{When: at(7, "result.status == 'paid'")}, {}},
	}
	decl.Command.Confirm.Unless = at(8, "caller.tenant == 'a'")
	decl.Command.Verify.Expect = at(9, "result.state == 'paid'")
	tl := &tool.Tool{Input: json.RawMessage(input), Shape: tool.ShapeCommand, Command: &tool.Command{Verify: &tool.Verify{Step: tool.Step{
		Results: []tool.Response{{Status: "200", Success: true, Schema: json.RawMessage(answer)}},
	}}}}
	tests := []struct {
		name  string
		wrong []string
		want  map[int]string
	}{
		{"all that is wrong is told", nil, map[int]string{3: "bad-condition", 4: "condition-optional", 5: "bad-condition", 6: "bad-condition", 7: "bad-condition", 9: "bad-condition"}},
		{"an argument that is wrong itself is left alone", []string{"note"}, map[int]string{3: "bad-condition", 5: "bad-condition", 6: "bad-condition", 7: "bad-condition", 9: "bad-condition"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var diags diag.List
			Tool(decl, tl, tt.wrong, &diags)
			if diff := cmp.Diff(tt.want, codes(&diags)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestAudiences(t *testing.T) {
	var diags diag.List
	Audiences([]overlay.Audience{
		{Name: at(1, "all"), When: at(1, "caller.tenant != ''")},
		{Name: at(2, "some"), When: at(2, "args.cents > 0")},
		{Name: at(3, "none")},
	}, &diags)
	if diff := cmp.Diff(map[int]string{2: "bad-condition"}, codes(&diags)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
