package eval

import (
	"fmt"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/tool"
)

// one runs a single eval of a tool and gives its outcome.
func one(t *testing.T, tl tool.Tool, eval string, change func(*tool.Set)) Outcome {
	t.Helper()
	tl.Evals = evals(t, eval)
	set := pets(tl)
	if change != nil {
		change(set)
	}
	r := report(t, set, Options{})
	if r.Tools[0].Why != "" {
		t.Fatalf("the tool is not run: %s", r.Tools[0].Why)
	}
	return r.Tools[0].Evals[0]
}

func problemsOf(o Outcome) string {
	var list []string
	for _, c := range o.Checks {
		if c.Problem != "" {
			list = append(list, c.What+": "+c.Problem)
		}
	}
	return strings.Join(list, "\n")
}

const sellCall = `"call":{"id":"7","cents":1250,"dry_run":false}`

// What an upstream would carry out is counted by the key that it tells requests
// apart by, wherever the key is: a try once more is the same execution.
func TestExecutions(t *testing.T) {
	generated := tool.Value{Gen: "idempotency-key"}
	param := func(in tool.In, name string) func(*tool.Tool) {
		return func(t *tool.Tool) {
			t.Main.Binding.Params[1] = tool.Param{Name: name, In: in, Style: map[tool.In]string{tool.InQuery: "form", tool.InHeader: "simple"}[in], Value: generated}
		}
	}
	body := func(mode tool.BodyMode, media, to string) func(*tool.Tool) {
		return func(t *tool.Tool) {
			t.Main.Binding.Params = t.Main.Binding.Params[:1]
			t.Main.Binding.Body = &tool.Body{Media: media, Mode: mode, Fields: []tool.Field{{To: "/cents", Value: tool.Value{Arg: "/cents"}}, {To: to, Value: generated}}}
		}
	}
	for _, tt := range []struct {
		name   string
		key    tool.Idempotency
		change func(*tool.Tool)
	}{
		{"a header", tool.Idempotency{Header: "Idempotency-Key"}, param(tool.InHeader, "Idempotency-Key")},
		{"a quoted header", tool.Idempotency{Header: "Idempotency-Key", Format: "sf-string"}, param(tool.InHeader, "idempotency-key")},
		{"a query parameter", tool.Idempotency{Query: "k"}, param(tool.InQuery, "k")},
		{"a member of a body", tool.Idempotency{Body: "/meta/a~1b"}, body(tool.BodyJSON, "application/vnd.pets+json", "/meta/a~1b")},
		{"a field of a form", tool.Idempotency{Body: "/k"}, body(tool.BodyForm, "application/x-www-form-urlencoded", "/k")},
	} {
		sell := sellPet()
		sell.Command.Verify, sell.Command.Idempotency = nil, &tt.key
		tt.change(&sell)
		for eval, want := range map[string]string{
			`{` + sellCall + `,"upstream":"timeout","error":"unknown_outcome","attempts":3,"executions":1}`: "",
			`{` + sellCall + `,"upstream":"timeout","error":"unknown_outcome","attempts":3,"executions":3}`: "executions: want 3 executions, but 1 reached the upstream",
		} {
			if got := problemsOf(one(t, sell, eval, nil)); got != want {
				t.Errorf("%s: %s\ngot %q, want %q", tt.name, eval, got, want)
			}
		}
	}
	// Without a key every request is one.
	find := findPets()
	for eval, want := range map[string]string{
		`{"call":{"name":"rex"},"upstream":503,"error":"dependency_unavailable","executions":3}`: "",
		`{"call":{"name":"rex"},"twice":true}`:                                                   "executions: want 0 executions, but 2 reached the upstream",
		`{"call":{"name":"rex"},"twice":true,"sends":"GET /pets?name=rex"}`:                      "",
	} {
		if got := problemsOf(one(t, find, eval, nil)); got != want {
			t.Errorf("%s: got %q, want %q", eval, got, want)
		}
	}
	if got := problemsOf(one(t, sellPet(), `{"call":{"id":"7","cents":1250,"dry_run":true},"twice":true}`, nil)); got != "" {
		t.Errorf("a plan that executes nothing: %s", got)
	}
}

// Bodies are compared as what they are: values, fields or text.
func TestBodies(t *testing.T) {
	with := func(b *tool.Body) tool.Tool {
		sell := sellPet()
		sell.Command.Verify = nil
		sell.Input = tool.Schema(`{"type":"object","properties":{"id":{"type":"string"},"cents":{"type":"integer"},"tags":{"type":"array","items":{"type":"string"}},"dry_run":{"type":"boolean"},"confirm_token":{"type":"string"}}}`)
		sell.Main.Binding.Body = b
		return sell
	}
	field := func(to, arg string) tool.Field { return tool.Field{To: to, Value: tool.Value{Arg: arg}} }
	form := with(&tool.Body{Media: "application/x-www-form-urlencoded", Mode: tool.BodyForm, Fields: []tool.Field{field("/c", "/cents"), field("/t", "/tags")}})
	text := with(&tool.Body{Media: "text/plain", Mode: tool.BodyText, Fields: []tool.Field{field("", "/id")}})
	const call = `{"call":{"id":"7 %","cents":5,"tags":["a b","c&"],"dry_run":false},"body":`
	for _, tt := range []struct {
		tool       tool.Tool
		body, want string
		seen       string
	}{
		{form, `{"c":"5","t":["a b","c&"]}`, "", `{"c":"5","t":["a b","c&"]}`},
		{form, `{"c":5,"t":["a b"]}`, "body: /c: want 5, got \"5\"\n/t: want 1 item, got 2: [\"a b\",\"c&\"]", `{"c":"5","t":["a b","c&"]}`},
		{text, `"7 %"`, "", `"7 %"`},
		{text, `"7"`, "body: want \"7\", got \"7 %\"", `"7 %"`},
	} {
		o := one(t, tt.tool, call+tt.body+"}", nil)
		if got := problemsOf(o); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.body, got, tt.want)
		}
		if o.Seen == nil || string(o.Seen.Body) != tt.seen {
			t.Errorf("%s: recorded %+v, want %s", tt.body, o.Seen, tt.seen)
		}
	}
	none := one(t, sellPet(), `{"call":{"id":"7","cents":1250,"dry_run":true},"body":{"a":1}}`, nil)
	if got, want := problemsOf(none), "body: nothing was sent: the dry run of this tool only shows the plan"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// An eval needs no certificate, no attached middleware, nothing that an earlier
// call left behind and no claim of a real caller.
func TestDoesWithout(t *testing.T) {
	find := findPets()
	find.With = []string{"tracing"}
	find.Main.Binding.Params = append(find.Main.Binding.Params,
		tool.Param{Name: "account", In: tool.InQuery, Style: "form", Value: tool.Value{Run: "account"}},
		tool.Param{Name: "X-Org", In: tool.InHeader, Style: "simple", Value: tool.Value{Caller: "claims.org"}})
	find.Require = []tool.Requirement{{When: `"pets:all" in caller.scopes`, Code: "forbidden", Say: "No."}}
	cert := func(s *tool.Set) { s.Auth["key"] = tool.AuthScheme{Type: "mutualTLS"} }
	o := one(t, find, `{"call":{"name":"rex"},"sends":"GET /pets?name=rex&account=eval-account","headers":{"X-Org":"eval-org"}}`, cert)
	if o.Verdict != Pass {
		t.Errorf("%s: %s", o.Verdict, problemsOf(o))
	}
	// What the eval says of its caller holds, also that a claim is missing.
	for as, want := range map[string]string{
		`{"roles":["keeper"],"scopes":["pets:read","pets:all"],"claims":{"org":"x"}}`: "",
		`{"roles":["keeper"],"scopes":["pets:read"]}`:                                 "forbidden",
		`{"roles":["keeper"],"scopes":["pets:read","pets:all"],"claims":{"team":1}}`:  "the call failed: configuration_error",
		`[]`: "as: want an object with id, tenant, roles, scopes and claims",
	} {
		o := one(t, find, `{"call":{"name":"rex"},"as":`+as+`,"headers":{"X-Org":"x"}}`, nil)
		if got := problemsOf(o) + o.Why; (want == "") != (o.Verdict == Pass) || !strings.Contains(got, want) {
			t.Errorf("as %s: %s: %q, want %q", as, o.Verdict, got, want)
		}
	}
}

// A page of differences helps nobody; what is recorded is never empty.
func TestReturns(t *testing.T) {
	var have, want []string
	for i := range 9 {
		have = append(have, fmt.Sprintf(`{"id":"%d"}`, i))
		want = append(want, fmt.Sprintf(`{"id":"x%d"}`, i))
	}
	upstream := `"upstream":{"status":200,"body":{"items":[` + strings.Join(have, ",") + `]}}`
	for _, tt := range []struct{ returns, want, seen string }{
		{`{"data":[` + strings.Join(want, ",") + `]}`, "and 4 more", `{"data":[` + strings.Join(have, ",") + `]}`},
		{`{"data":[{"id":"0"}]}`, "/data: want 1 item, got 9:", `{"data":[` + strings.Join(have, ",") + `]}`},
		{`{"receipt":{"verified":true}}`, "/receipt: want {\"verified\":true}, got nothing", `{"status":"ok"}`},
		{`{"status":"ok"}`, "", `{"status":"ok"}`},
	} {
		o := one(t, findPets(), `{"call":{"name":"rex"},`+upstream+`,"returns":`+tt.returns+`}`, nil)
		got := problemsOf(o)
		if (tt.want == "") != (got == "") || !strings.Contains(got, tt.want) || strings.Count(got, "\n") > 5 {
			t.Errorf("%s: got %q, want %q", tt.returns, got, tt.want)
		}
		if o.Seen == nil || string(o.Seen.Returns) != tt.seen {
			t.Errorf("%s: recorded %+v, want %s", tt.returns, o.Seen, tt.seen)
		}
	}
	// An answer that never comes proves nothing.
	o := one(t, findPets(), `{"call":{"name":"rex"},"upstream":{"status":200,"body":[]},"returns":{"data":[]}}`, nil)
	if got := problemsOf(o); !strings.Contains(got, "upstream: the answer is not what GET /pets declares: the body: ") {
		t.Errorf("got %q", got)
	}
}
