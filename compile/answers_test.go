package compile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
)

// TestOtherAnswers holds that every success that is JSON keeps its exact schema,
// pruned to what is kept, and that the lowest status stands for success.
func TestOtherAnswers(t *testing.T) {
	const doc = `{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},"paths":{"/pets":{"post":{"operationId":"addPet","responses":{
		"202":{"description":"later","content":{"application/json":{"schema":{"type":"object","required":["id","job"],"properties":{"id":{"type":"string"},"job":{"type":"string"}}}}}},
		"201":{"description":"done","content":{"application/json":{"schema":{"type":"object","required":["id"],"properties":{"id":{"type":"integer"},"name":{"type":"string"}}}}}},
		"204":{"description":"nothing"},
		"203":{"description":"text","content":{"text/plain":{"schema":{"type":"string"}}}},
		"400":{"description":"no","content":{"application/json":{"schema":{"type":"object"}}}}}}}}}`
	path := filepath.Join(t.TempDir(), "pets.json")
	if err := os.WriteFile(path, []byte(doc), 0o600); err != nil {
		t.Fatal(err)
	}
	var diags diag.List
	d, err := oas.Load(path, oas.LoadOptions{}, &diags)
	if err != nil || d == nil {
		t.Fatal(err, &diags)
	}
	op := d.Operations(d.Index(), &diags)[0]
	plan := Default(op, &diags)
	plan.Name = "add_pet"
	plan.Result = tool.Result{Select: []tool.Pick{{From: []string{"id"}}}}
	made := Assemble(op, plan, Options{Source: "pets", Shared: &Shared{}}, &diags)
	if made == nil {
		t.Fatal(&diags)
	}
	want := map[string]string{
		"201": `{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]}`,
		"202": `{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}`,
		"203": "", "204": "", "400": "",
	}
	got := map[string]string{}
	for _, r := range made.Main.Results {
		got[r.Status] = string(r.Schema)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("schemas (-want +got):\n%s", diff)
	}
	if a := made.Main.Answer(); a == nil || a.Status != "201" {
		t.Errorf("Answer() = %+v, want 201", a)
	}
	if !strings.Contains(string(made.Output), `"integer"`) {
		t.Errorf("the output is %s, want that of 201", made.Output)
	}
}
