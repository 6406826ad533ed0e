package touch

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/oatools/oatools/curate"
)

// Each action of a patch is told with the operations at its place and the tools
// that it changes, through shared components too.
func TestOf(t *testing.T) {
	const path = "../testdata/shop/patched.yaml"
	built, err := curate.Build(path, curate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if built.Set == nil {
		t.Fatal(built.Diags)
	}
	got, err := Of(path, built, curate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []Touch{
		{Source: "shop", Target: `$["components"]["schemas"]["Tea"]["properties"]`, Changes: []string{"/components/schemas/Tea/properties"}, Tools: []string{"find", "get"}},
		{Source: "shop", Target: `$["paths"]["/status"]["get"]`, Changes: []string{"/paths/~1status/get"}, Operations: []string{"GET /status"}},
		{Source: "shop", Target: `$["paths"]["/teas/{id}"]["delete"]`, Changes: []string{"/paths/~1teas~1{id}/delete"}, Operations: []string{"DELETE /teas/{id}"}, Tools: []string{"drop"}},
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(Touch{}, "Pos")); diff != "" {
		t.Errorf("touched (-want +got):\n%s", diff)
	}
}
