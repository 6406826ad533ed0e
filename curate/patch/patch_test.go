package patch_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/yaml"
	"github.com/oatools/oatools/curate/patch"
)

// apply runs actions, one YAML flow map a line, over a YAML document.
func apply(t *testing.T, version, doc string, actions ...string) (string, *diag.List) {
	t.Helper()
	var diags diag.List
	text := "overlay: " + version + "\ninfo: {title: T, version: '1'}\nactions:\n"
	for _, a := range actions {
		text += "  - " + a + "\n"
	}
	root := yaml.Read("doc.yaml", []byte(doc), yaml.Options{}, &diags)
	p := patch.Parse("p.yaml", []byte(text), &diags)
	if p == nil {
		return "", &diags
	}
	before := string(root.AppendJSON(nil))
	out := string(p.Apply(root, &diags).AppendJSON(nil))
	if after := string(root.AppendJSON(nil)); after != before {
		t.Errorf("the input changed: %s", after)
	}
	return out, &diags
}

func TestApply(t *testing.T) {
	for _, tt := range []struct {
		name, version, doc string
		actions            []string
		want, code         string // code of the one diagnostic; empty: none
	}{
		{"objects merge at every depth", "1.0.0", `{a: {b: {c: 1}}}`, []string{`{target: $.a, update: {b: {d: 2}, e: 3}}`}, `{"a":{"b":{"c":1,"d":2},"e":3}}`, ""},
		{"primitives inside an object are replaced", "1.0.0", `{a: {b: 1}}`, []string{`{target: $.a, update: {b: two}}`}, `{"a":{"b":"two"}}`, ""},
		{"null is a primitive", "1.0.0", `{a: {b: null}}`, []string{`{target: $.a, update: {b: 1}}`}, `{"a":{"b":1}}`, ""},
		{"arrays inside an object are joined", "1.0.0", `{a: {b: [1]}}`, []string{`{target: $.a, update: {b: [2, 1]}}`}, `{"a":{"b":[1,2,1]}}`, ""},
		{"an array target takes the items of an array", "1.0.0", `{a: [1]}`, []string{`{target: $.a, update: [2, 3]}`}, `{"a":[1,2,3]}`, ""},
		{"an array target takes an object as an item", "1.0.0", `{a: [{x: 1}]}`, []string{`{target: $.a, update: {x: 2}}`}, `{"a":[{"x":1},{"x":2}]}`, ""},
		{"an array target takes a primitive as an item", "1.1.0", `{a: [1]}`, []string{`{target: $.a, update: 2}`}, `{"a":[1,2]}`, ""},
		{"an array below the target takes only an array", "1.0.0", `{a: {b: [1]}}`, []string{`{target: $.a, update: {b: 2}}`}, `{"a":{"b":[1]}}`, "patch-kind"},
		{"an object does not merge with a primitive", "1.0.0", `{a: {b: 1}}`, []string{`{target: $.a, update: 2}`}, `{"a":{"b":1}}`, "patch-kind"},
		{"a primitive target in 1.1 is replaced", "1.1.0", `{a: [1, 2]}`, []string{`{target: "$.a[0]", update: x}`}, `{"a":["x",2]}`, ""},
		{"a primitive keeps the type it is given", "1.1.0", `{a: x}`, []string{`{target: $.a, update: true}`}, `{"a":true}`, ""},
		{"a text that looks like a boolean stays a text", "1.1.0", `{a: false}`, []string{`{target: $.a, update: 'true'}`}, `{"a":"true"}`, ""},
		{"a primitive target in 1.0 is refused", "1.0.0", `{a: 1}`, []string{`{target: $.a, update: 2}`}, `{"a":1}`, "patch-kind"},
		{"a primitive does not become an object", "1.1.0", `{a: 1}`, []string{`{target: $.a, update: {b: 1}}`}, `{"a":1}`, "patch-kind"},
		{"several objects each get their own copy", "1.0.0", `{a: [{n: 1}, {n: 2}]}`, []string{`{target: "$.a[*]", update: {t: [x]}}`, `{target: "$.a[0].t", update: [y]}`}, `{"a":[{"n":1,"t":["x","y"]},{"n":2,"t":["x"]}]}`, ""},
		{"several targets must be of one kind", "1.1.0", `{a: 1, b: {}}`, []string{`{target: "$.*", update: {x: 1}}`}, `{"a":1,"b":{}}`, "patch-kind"},
		{"remove takes a property", "1.0.0", `{a: 1, b: 2}`, []string{`{target: $.a, remove: true}`}, `{"b":2}`, ""},
		{"remove takes every matching item", "1.0.0", `{s: [{d: Dev}, {d: Dev}, {d: Prod}, {d: Dev}]}`, []string{`{target: "$.s[?@.d=='Dev']", remove: true}`}, `{"s":[{"d":"Prod"}]}`, ""},
		{"remove takes primitives of an array", "1.0.0", `{t: [x-a, keep, x-b]}`, []string{`{target: "$.t[?@ != 'keep']", remove: true}`}, `{"t":["keep"]}`, ""},
		{"remove takes more than ten items", "1.0.0", `{t: [1,1,1,1,1,1,1,1,1,1,1,2]}`, []string{`{target: "$.t[?@ == 1]", remove: true}`}, `{"t":[2]}`, ""},
		{"remove false changes nothing by itself", "1.0.0", `{a: {}}`, []string{`{target: $.a, remove: false, update: {b: 1}}`}, `{"a":{"b":1}}`, ""},
		{"remove wins over update", "1.0.0", `{a: {}, b: 1}`, []string{`{target: $.a, remove: true, update: {b: 1}}`}, `{"b":1}`, "patch-remove-wins"},
		{"the document itself cannot be removed", "1.0.0", `{a: 1}`, []string{`{target: $, remove: true}`}, `{"a":1}`, "patch-kind"},
		{"the document itself can be a target", "1.0.0", `{a: 1}`, []string{`{target: $, update: {b: 2}}`}, `{"a":1,"b":2}`, ""},
		{"copy merges one node into another", "1.1.0", `{a: {x: 1}, b: {y: 2}}`, []string{`{target: $.b, copy: $.a}`}, `{"a":{"x":1},"b":{"y":2,"x":1}}`, ""},
		{"copy must select one node", "1.1.0", `{a: [1, 2], b: [3]}`, []string{`{target: $.b, copy: "$.a[*]"}`}, `{"a":[1,2],"b":[3]}`, "patch-copy"},
		{"copy of nothing", "1.1.0", `{b: [3]}`, []string{`{target: $.b, copy: $.a}`}, `{"b":[3]}`, "patch-copy"},
		{"copy is unknown to 1.0", "1.0.0", `{a: {}, b: {}}`, []string{`{target: $.b, copy: $.a}`}, ``, "unknown-key"},
		{"update and copy together", "1.1.0", `{a: {}, b: {}}`, []string{`{target: $.b, copy: $.a, update: {}}`}, ``, "conflict"},
		{"each action sees the one before", "1.0.0", `{a: {}}`, []string{`{target: $.a, update: {b: {}}}`, `{target: $.a.b, update: {c: 1}}`}, `{"a":{"b":{"c":1}}}`, ""},
		{"a replacement takes two actions", "1.0.0", `{a: {e: [x, y]}}`, []string{`{target: $.a.e, remove: true}`, `{target: $.a, update: {e: [z]}}`}, `{"a":{"e":["z"]}}`, ""},
		{"a dead target is an error", "1.0.0", `{a: 1}`, []string{`{target: $.b.c, remove: true}`}, `{"a":1}`, "patch-dead"},
		{"a dead filter is an error", "1.0.0", `{a: [{n: x}]}`, []string{`{target: "$.a[?@.n=='y']", remove: true}`}, `{"a":[{"n":"x"}]}`, "patch-dead"},
		{"what is so already is a warning", "1.0.0", `{a: {b: 1}}`, []string{`{target: $.a, update: {b: 1}}`}, `{"a":{"b":1}}`, "patch-noop"},
		{"numeric keys are texts", "1.0.0", `{r: {200: {d: ok}}}`, []string{`{target: "$.r['200']", update: {x: 1}}`}, `{"r":{"200":{"d":"ok","x":1}}}`, ""},
		{"aliased nodes are copies", "1.0.0", "a: &x {n: 1}\nb: *x\n", []string{`{target: $.b, update: {n: 2}}`}, `{"a":{"n":1},"b":{"n":2}}`, ""},
		{"descendants", "1.0.0", `{a: {x: {d: 1}}, b: {x: {d: 2}}}`, []string{`{target: "$..x", update: {k: 1}}`}, `{"a":{"x":{"d":1,"k":1}},"b":{"x":{"d":2,"k":1}}}`, ""},
		{"a filter may look at the root", "1.0.0", `{k: y, a: [{n: x}, {n: y}]}`, []string{`{target: "$.a[?@.n==$.k]", update: {hit: true}}`}, `{"k":"y","a":[{"n":"x"},{"n":"y","hit":true}]}`, ""},
		{"extensions are allowed everywhere", "1.0.0", `{a: {}}`, []string{`{target: $.a, x-why: because, update: {b: 1}}`}, `{"a":{"b":1}}`, ""},
		{"a misspelt key is an error", "1.0.0", `{a: {}}`, []string{`{target: $.a, udpate: {b: 1}, remove: false}`}, ``, "missing-key unknown-key"},
		{"a path must be a JSONPath", "1.0.0", `{a: {}}`, []string{`{target: /a, remove: true}`}, ``, "bad-path"},
		{"an action does something", "1.0.0", `{a: {}}`, []string{`{target: $.a}`}, ``, "missing-key"},
		{"a version that is not known", "2.0.0", `{a: {}}`, []string{`{target: $.a, remove: true}`}, ``, "bad-value"},
		{"a negative index counts from the end", "1.1.0", `{a: [1, 2]}`, []string{`{target: "$.a[-1]", update: 3}`}, `{"a":[1,3]}`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, diags := apply(t, tt.version, tt.doc, tt.actions...)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("result (-want +got):\n%s", diff)
			}
			var codes []string
			for _, d := range diags.Sorted() {
				codes = append(codes, d.Code)
				if d.Pos.Line == 0 {
					t.Errorf("no place: %s", d)
				}
			}
			if got := strings.Join(codes, " "); got != tt.code {
				t.Errorf("diagnostics %q, want %q:\n%s", got, tt.code, diags)
			}
		})
	}
}

func TestChanges(t *testing.T) {
	var diags diag.List
	root := yaml.Read("doc.yaml", []byte("paths: {/a: {get: {tags: [x, y]}}, /b: {get: {}}}\n"), yaml.Options{}, &diags)
	p := patch.Parse("p.yaml", []byte("overlay: 1.0.0\ninfo: {title: T, version: '1'}\nactions:\n- {target: '$.paths.*.get', update: {deprecated: true}}\n- {target: \"$.paths['/a'].get.tags[0]\", remove: true}\n"), &diags)
	_, changes := p.ApplyAll(root, &diags)
	var got []string
	for _, c := range changes {
		got = append(got, c.At.String())
	}
	want := []string{"/paths/~1a/get", "/paths/~1b/get", "/paths/~1a/get/tags/0"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("changes (-want +got):\n%s", diff)
	}
	if diags.Len() > 0 {
		t.Error(diags.String())
	}
}

// No document makes the reader or the applier panic, and applying twice to the
// same tree gives the same bytes.
func FuzzApply(f *testing.F) {
	f.Add("{a: {b: [1]}}", "{target: $.a, update: {b: [2]}}")
	f.Add("{s: [{d: x}]}", "{target: \"$.s[?@.d=='x']\", remove: true}")
	f.Add("{a: {}, b: {x: 1}}", "{target: '$..*', copy: $.b}")
	f.Fuzz(func(t *testing.T, doc, action string) {
		var diags diag.List
		root := yaml.Read("doc.yaml", []byte(doc), yaml.Options{}, &diags)
		p := patch.Parse("p.yaml", []byte("overlay: 1.1.0\ninfo: {title: T, version: '1'}\nactions:\n  - "+action+"\n"), &diags)
		if root == nil || p == nil {
			return
		}
		first := string(p.Apply(root, &diags).AppendJSON(nil))
		if again := string(p.Apply(root, &diags).AppendJSON(nil)); again != first {
			t.Fatalf("first %s, then %s", first, again)
		}
	})
}
