package judgement

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate"
	"github.com/oatools/oatools/curate/lint/rule"
	"github.com/oatools/oatools/curate/provenance"
)

// judge makes a Judge of a set alone.
func judge(set *tool.Set, opts Options) *Judge {
	return New(&curate.Built{Set: set, Provenance: &provenance.Origins{}, Diags: &diag.List{}}, opts)
}

// Every rule that is found here has exactly one function, in the order of the
// table of rules; every other one is the compiler's, or about waivers or
// providers.
func TestEveryRuleIsCarriedOut(t *testing.T) {
	var carried, table []string
	by := map[string]judgement{}
	for _, j := range judgements() {
		carried, by[j.id] = append(carried, j.id), j
		if (j.tool == nil) == (j.set == nil) {
			t.Errorf("rule %s judges a tool or the set, one of them", j.id)
		}
	}
	for _, r := range rule.All() {
		_, here := by[r.ID]
		if here {
			table = append(table, r.ID)
		} else if !r.Build && r.Group != rule.Waivers && r.Group != rule.Providers {
			t.Errorf("nothing carries out the rule %s", r.ID)
		}
	}
	if diff := cmp.Diff(table, carried); diff != "" {
		t.Errorf("the order differs from that of the rules (-rules +judgements):\n%s", diff)
	}
}

// Asked twice, a Judge finds the same; without a set it finds nothing.
func TestFindings(t *testing.T) {
	set := &tool.Set{Name: "s", Tools: []tool.Tool{{Name: "x", Shape: tool.ShapeQuery, Input: []byte(`{"type":"object"}`)}}}
	j := judge(set, Options{File: "set.json"})
	first := j.Findings()
	if diff := cmp.Diff(first, j.Findings()); diff != "" || len(first) == 0 {
		t.Errorf("%d findings, then (-first +second):\n%s", len(first), diff)
	}
	for _, f := range first {
		if f.Severity != "" || f.Pos.File != "set.json" {
			t.Errorf("%s %s: a finding has a place and no severity of its own", f.Pos, f.Severity)
		}
	}
	if got := judge(nil, Options{}).Findings(); got != nil {
		t.Errorf("without a set: %v", got)
	}
}

func TestOver(t *testing.T) {
	at := func(text string) time.Time {
		now, err := time.Parse(time.RFC3339, text)
		if err != nil {
			t.Fatal(err)
		}
		return now
	}
	for _, tt := range []struct {
		name, day string
		now       time.Time
		want      bool
	}{
		{"the day itself", "2026-12-01", at("2026-12-01T23:59:59Z"), false},
		{"the day goes on west of Greenwich", "2026-12-01", at("2026-12-02T12:00:00Z"), false},
		{"it ended everywhere", "2026-12-01", at("2026-12-02T12:00:01Z"), true},
		{"no clock", "2026-12-01", time.Time{}, false},
		{"no day", "soon", at("2026-12-02T12:00:01Z"), false},
	} {
		if got := Over(tt.day, tt.now); got != tt.want {
			t.Errorf("%s: Over(%s, %s) = %v, want %v", tt.name, tt.day, tt.now, got, tt.want)
		}
	}
}

func TestAudienceCosts(t *testing.T) {
	open, own := tool.Tool{Name: "a", Tokens: 10}, tool.Tool{Name: "b", Tokens: 20, Audience: []string{"desk"}}
	for _, tt := range []struct {
		name      string
		audiences map[string]string
		tools     []tool.Tool
		want      []Cost
	}{
		{"everybody sees everything", nil, []tool.Tool{open, open}, []Cost{{Name: "", Tools: 2, Tokens: 22}}},
		{"each sees its own", map[string]string{"desk": "true", "all": "true"}, []tool.Tool{open, own}, []Cost{{"all", 1, 12}, {"desk", 2, 32}}},
	} {
		j := judge(&tool.Set{Instructions: "5 and…", Audiences: tt.audiences, Tools: tt.tools}, Options{})
		if diff := cmp.Diff(tt.want, j.AudienceCosts()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
	if got := (Cost{}).Who() + " " + (Cost{Name: "desk"}).Who(); got != "everybody desk" {
		t.Errorf("Who = %s", got)
	}
}

func TestMatches(t *testing.T) {
	for _, tt := range []struct {
		pattern, at []string
		want        bool
	}{
		{[]string{"a"}, []string{"a"}, true},
		{[]string{"a"}, []string{"a", "b"}, true}, // what stands above is removed
		{[]string{"a", "b"}, []string{"a"}, false},
		{[]string{"*", "iban"}, []string{"x", "iban"}, true},
		{[]string{"*", "iban"}, []string{"x", "y", "iban"}, false},
		{[]string{"**", "iban"}, []string{"iban"}, true},
		{[]string{"**", "iban"}, []string{"x", "y", "iban"}, true},
		{[]string{"**", "iban"}, []string{"x", "bic"}, false},
		{[]string{"i*n"}, []string{"iban"}, true},
		{[]string{"["}, []string{"["}, false}, // no pattern
	} {
		if got := matches(tt.pattern, tt.at); got != tt.want {
			t.Errorf("matches(%q, %q) = %v, want %v", tt.pattern, tt.at, got, tt.want)
		}
	}
}

func TestOrigin(t *testing.T) {
	for url, want := range map[string]string{
		"https://api.example/v1":                    "https api.example",
		"${BASE:-http://127.0.0.1:8080}/v1":         "http 127.0.0.1:8080",
		"https://${HOST}/v1":                        "",
		"https://api.example/${VERSION}":            "https api.example",
		"https://${REGION:-eu}.api.example:8443/v1": "https eu.api.example:8443",
		"://": "",
	} {
		got := ""
		if u := origin(tool.Server{URL: url}); u != nil {
			got = u.Scheme + " " + u.Host
		}
		if got != want {
			t.Errorf("origin(%s) = %q, want %q", url, got, want)
		}
	}
}

// What leastBytes promises holds: no value with all its fields is shorter.
func TestLeastBytes(t *testing.T) {
	text := func(s string) *node.Node { return node.NewObject(node.M("type", node.NewString(s))) }
	for _, tt := range []struct {
		name     string
		schema   *node.Node
		shortest string
	}{
		{"a number", text("integer"), `1`},
		{"an object", node.NewObject(node.M("properties", node.NewObject(node.M("id", text("integer")), node.M("n", text("integer"))))), `{"id":1,"n":1}`},
		{"an object in an object", node.NewObject(node.M("properties", node.NewObject(node.M("of",
			node.NewObject(node.M("properties", node.NewObject(node.M("a", text("integer"))))))))), `{"of":{"a":1}}`},
	} {
		if got := leastBytes(tt.schema, tt.schema, 0); got != len(tt.shortest) {
			t.Errorf("%s: %d bytes, want the %d of %s", tt.name, got, len(tt.shortest), tt.shortest)
		}
	}
}
