package record

import (
	"encoding/json"

	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/yaml"
)

const overlay = `# pets of the zoo
sources: {zoo: {spec: zoo.yaml, prefix: zoo_}}

tools:
  find:   # by name
    evals:
      - {call: {name: rex}, sends: "?", returns: {}}   # the usual one

      # in block style
      - call: {name: max}
        sends: GET /old
        returns:
          data:
            - id: 1
          # gone

        error: not_found
  zoo_sell:
    evals:
      - {call: {id: 7}, body: {a: 1}}
`

func TestApply(t *testing.T) {
	values := []Value{
		{"zoo_find", 1, "sends", json.RawMessage(`"GET /pets?name=rex"`)},
		{"zoo_find", 1, "returns", json.RawMessage(`{"data":[{"id":"1","note":"a: b # c","ok":true,"n":1.50,"y":"no","z":null}]}`)},
		{"zoo_find", 2, "returns", json.RawMessage(`{"data":[]}`)},
		{"zoo_find", 2, "body", json.RawMessage(`{"not":"stated"}`)},
		{"zoo_sell", 1, "body", json.RawMessage(`{"a":1}`)},
	}
	got, changed, err := Apply("pets.yaml", []byte(overlay), values)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer(
		`sends: "?", returns: {}`, `sends: "GET /pets?name=rex", returns: {data: [{id: "1", note: "a: b # c", ok: true, "n": 1.50, "y": "no", z: null}]}`,
		"          data:\n            - id: 1\n", "          {data: []}\n",
	).Replace(overlay)
	if diff := cmp.Diff(want, string(got)); diff != "" || changed != 3 {
		t.Errorf("%d changed (-want +got):\n%s", changed, diff)
	}
	again, changed, err := Apply("pets.yaml", got, values)
	if err != nil || changed != 0 || string(again) != string(got) {
		t.Errorf("the second time %d values change (%v)", changed, err)
	}
}

func TestApplyTellsWhatIsNotThere(t *testing.T) {
	for _, tt := range []struct {
		value Value
		src   string
		want  string
	}{
		{Value{"zoo_walk", 1, "sends", json.RawMessage(`""`)}, overlay, "tool zoo_walk is not in the overlay"},
		{Value{"zoo_find", 3, "sends", json.RawMessage(`""`)}, overlay, "tool zoo_find has no eval 3"},
		{Value{"zoo_find", 1, "sends", json.RawMessage(`""`)}, "a: [", "cannot be read"},
	} {
		if _, _, err := Apply("pets.yaml", []byte(tt.src), []Value{tt.value}); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Apply(%v) = %v, want %q", tt.value, err, tt.want)
		}
	}
}

// FuzzFlow holds that every JSON value is read back as what was written.
func FuzzFlow(f *testing.F) {
	for _, s := range []string{`{"a":["x y","no","1","~",""," ","a: b","#","\u0085\u2028\ufeff\u007f","é","\ud83d\ude00"]}`, `1e5`, `-0.0`, `null`, `"- a"`, `{"":{"<<":1,"y":[]}}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var quiet diag.List
		n := node.ReadJSON("in.json", []byte(text), node.Limits{}, &quiet)
		if n == nil || quiet.Len() > 0 {
			return
		}
		src := append(appendFlow([]byte("v: "), n), '\n')
		var diags diag.List
		got := yaml.Read("out.yaml", src, yaml.Options{Strict: true}, &diags)
		if got == nil || diags.HasErrors() || !same(got.Get("v"), n) {
			t.Fatalf("%s is written as %s\n%s", text, src, diags.String())
		}
	})
}
