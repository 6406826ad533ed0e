package eval

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/tool"
)

// TestApproval holds that evals which end before a person is asked, or need
// none, are judged, and that those which would reach one are skipped.
func TestApproval(t *testing.T) {
	sell := sellPet()
	sell.Approval = []tool.Approval{{When: "args.cents > 5000", By: "keeper"}}
	sell.Evals = evals(t,
		`{"call":{"id":"7","cents":0,"dry_run":false},"error":"invalid_input","at":"/cents"}`,
		`{"call":{"id":"7","cents":9000,"dry_run":true},"returns":{"status":"planned"}}`,
		`{"call":{"id":"7","cents":1250,"dry_run":false},"sends":"PUT /pets/7"}`,
		`{"call":{"id":"7","cents":9000,"dry_run":false},"sends":"PUT /pets/7"}`,
		`{"call":{"id":"7","cents":9000,"dry_run":true},"error":"forbidden"}`,
	)
	always := sellPet()
	always.Name, always.Approval = "sell_pet_asking", []tool.Approval{{By: "keeper"}}
	always.Evals = evals(t,
		`{"call":{"id":"7","cents":1250,"dry_run":false},"sends":"PUT /pets/7"}`,
		`{"call":{"id":"7","cents":200000,"dry_run":false},"as":{"roles":["clerk"]},"error":"forbidden"}`,
	)
	const skipped = "skip needs approval by a person"
	want := map[string][]string{
		"sell_pet":        {"pass ", "pass ", "pass ", skipped, "fail "},
		"sell_pet_asking": {skipped, "pass "},
	}
	got := map[string][]string{}
	for _, tr := range report(t, pets(sell, always), Options{}).Tools {
		if tr.Why != "" {
			t.Errorf("%s is not run: %s", tr.Name, tr.Why)
		}
		for _, o := range tr.Evals {
			got[tr.Name] = append(got[tr.Name], string(o.Verdict)+" "+o.Why)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("verdicts (-want +got):\n%s", diff)
	}
}
