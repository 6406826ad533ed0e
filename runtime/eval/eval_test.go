package eval

import (
	"bytes"
	"encoding/json"
	"flag"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/tool"
)

var update = flag.Bool("update", false, "rewrite golden files")

func TestMain(m *testing.M) {
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"} {
		os.Unsetenv(name)
	}
	os.Exit(m.Run())
}

// evals reads evals as the artifact has them.
func evals(t testing.TB, lines ...string) []tool.Eval {
	t.Helper()
	var list []tool.Eval
	for _, l := range lines {
		var e tool.Eval
		dec := json.NewDecoder(strings.NewReader(l))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&e); err != nil {
			t.Fatalf("%s: %v", l, err)
		}
		list = append(list, e)
	}
	return list
}

const petSchema = `{"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string"},"state":{"type":"string","enum":["free","sold"]}},"required":["id"]}`

func jsonResult(status, schema string) tool.Response {
	return tool.Response{Status: status, Media: "application/json", Decode: tool.DecodeJSON, Success: status[0] == '2', Schema: tool.Schema(schema)}
}

func arg(in tool.In, name string) tool.Param {
	style := "form"
	if in != tool.InQuery {
		style = "simple"
	}
	return tool.Param{Name: name, In: in, Style: style, Required: in == tool.InPath, Value: tool.Value{Arg: "/" + name}}
}

func findPets() tool.Tool {
	return tool.Tool{
		Name: "find_pets", Description: "Finds pets.", Shape: tool.ShapeQuery, Query: &tool.Query{}, Hints: tool.Hints{ReadOnly: true},
		Input: tool.Schema(`{"type":"object","properties":{"name":{"type":"string"},"state":{"type":"string","enum":["free","sold"]}},"required":["name"],"additionalProperties":false}`),
		Main: &tool.Step{
			Op: tool.Op{Source: "pets", Method: "GET", Path: "/pets"},
			Binding: tool.Binding{
				Method: "GET", Server: "pets", Path: []tool.Seg{{Lit: "/pets"}}, Auth: [][]tool.AuthUse{{{Scheme: "key"}}},
				Params: []tool.Param{arg(tool.InQuery, "name"), arg(tool.InQuery, "state"), {Name: "X-Tenant", In: tool.InHeader, Style: "simple", Value: tool.Value{Caller: "tenant"}}},
			},
			Results: []tool.Response{jsonResult("200", `{"type":"object","properties":{"items":{"type":"array","items":`+petSchema+`},"total":{"type":"integer"}},"required":["items"]}`), jsonResult("404", "")},
		},
		Result:   tool.Result{Items: "/items", Select: []tool.Pick{{From: []string{"id"}}, {From: []string{"name"}, To: "called"}}},
		Audience: []string{"keeper"}, Scopes: []string{"pets:read"}, Next: map[string][]string{"ok": {"sell_pet", "walk_pet"}},
	}
}

func sellPet() tool.Tool {
	step := func(method string) *tool.Step {
		return &tool.Step{
			Op: tool.Op{Source: "pets", Method: method, Path: "/pets/{id}"},
			Binding: tool.Binding{
				Method: method, Server: "pets", Path: []tool.Seg{{Lit: "/pets/"}, {Param: "id"}}, Params: []tool.Param{arg(tool.InPath, "id")},
				Auth: [][]tool.AuthUse{{{Scheme: "token"}}},
			},
			Results: []tool.Response{jsonResult("200", petSchema)},
		}
	}
	main := step("PUT")
	main.Binding.Params = append(main.Binding.Params, tool.Param{Name: "Idempotency-Key", In: tool.InHeader, Style: "simple", Value: tool.Value{Gen: "idempotency-key"}})
	main.Binding.Body = &tool.Body{Media: "application/json", Mode: tool.BodyJSON, Fields: []tool.Field{{To: "/price/cents", Value: tool.Value{Arg: "/cents"}}, {To: "/state", Value: tool.Value{Const: json.RawMessage(`"sold"`)}}}}
	return tool.Tool{
		Name: "sell_pet", Description: "Sells a pet.", Shape: tool.ShapeCommand,
		Input: tool.Schema(`{"type":"object","properties":{"id":{"type":"string"},"cents":{"type":"integer","minimum":1},"dry_run":{"type":"boolean"},"confirm_token":{"type":"string"}},"required":["id","cents","dry_run"],"additionalProperties":false}`),
		Main:  main, Result: tool.Result{Select: []tool.Pick{{From: []string{"state"}}}}, Timeout: 4e9,
		Require: []tool.Requirement{{When: `args.cents < 100000 || "boss" in caller.roles`, Code: "forbidden", Say: "Too much."}},
		Command: &tool.Command{
			Effect: tool.EffectUpdate, DryRun: tool.DryRun{Kind: tool.DryRunPlan}, Idempotency: &tool.Idempotency{Header: "Idempotency-Key"},
			Verify: &tool.Verify{Step: *step("GET"), Expect: `result.state == "sold"`, Within: 5e9},
		},
	}
}

func walkPet() tool.Tool {
	main := *findPets().Main
	return tool.Tool{
		Name: "walk_pet", Description: "Walks a pet.", Shape: tool.ShapeJob, Main: &main, Job: &tool.Job{},
		Input: tool.Schema(`{"type":"object","properties":{"name":{"type":"string"},"state":{"type":"string"}},"additionalProperties":false}`),
	}
}

// pets is a set in which everything needs something that an eval must do without:
// a server named by the environment, secrets, a token endpoint, an audience.
func pets(tools ...tool.Tool) *tool.Set {
	return &tool.Set{
		Format: tool.Format, Name: "pets", Tools: tools, Sources: []tool.Source{{ID: "pets", Dialect: "openapi-3.1"}},
		Audiences: map[string]string{"keeper": `"keeper" in caller.roles`},
		Servers:   map[string]tool.Server{"pets": {URL: "${PETS_URL}", Hosts: []string{"pets.example"}}},
		Auth: map[string]tool.AuthScheme{
			"key":   {Type: "apiKey", In: "query", Name: "api_key", Secret: "exec:no-such-program"},
			"token": {Type: "oauth2", TokenURL: "https://login.example/token", ClientID: "me", ClientSecret: "file:/nowhere"},
		},
	}
}

// The evals of every form: first those that hold, then those that do not.
func passing(t testing.TB) *tool.Set {
	find, sell, walk := findPets(), sellPet(), walkPet()
	find.Evals = evals(t,
		`{"call":{"name":"rex"},"sends":"GET /pets?name=rex","headers":{"X-Tenant":"eval","Idempotency-Key":""}}`,
		`{"call":{"name":"a b&c"},"sends":"GET /pets?name=a%20b%26c"}`,
		`{"call":{"name":"rex"},"upstream":{"status":200,"body":{"items":[{"id":"1","name":"Rex","state":"free"}],"total":1}},"returns":{"data":[{"called":"Rex","id":"1"}]}}`,
		`{"call":{"name":"rex","state":"lost"},"error":"invalid_input","at":"/state"}`,
		`{"call":{"name":"rex"},"as":{"roles":["guest"]},"error":"forbidden"}`,
		`{"call":{"name":"rex"},"as":{"roles":["keeper"],"scopes":[]},"error":"forbidden"}`,
		`{"call":{"name":"rex"},"as":{"roles":["keeper"],"scopes":["pets:read"],"tenant":"zoo"},"sends":"GET /pets?name=rex","headers":{"x-tenant":"zoo"}}`,
		`{"call":{"name":"rex"},"upstream":503,"error":"dependency_unavailable","attempts":3}`,
		`{"call":{"name":"rex"},"upstream":"timeout","error":"timeout","attempts":3}`,
		`{"call":{"name":"rex"},"upstream":"reset","error":"dependency_unavailable","attempts":3}`,
		`{"call":{"name":"rex"},"upstream":"oversized","error":"result_too_large","attempts":1}`,
		`{"call":{"name":"rex"},"upstream":"partial","error":"dependency_error","attempts":3}`,
		`{"call":{"name":"rex"},"upstream":404,"error":"not_found"}`,
		`{"call":{"name":"rex"},"twice":true,"executions":2}`,
		`{"say":"Where is Rex?","args":{"name":"rex"}}`,
		`{"say":"Sell Rex","not":"find_pets"}`,
	)
	sell.Evals = evals(t,
		`{"call":{"id":"7","cents":1250,"dry_run":false},"sends":"PUT /pets/7","body":{"state":"sold","price":{"cents":1250}}}`,
		`{"call":{"id":"7","cents":1250,"dry_run":false},"returns":{"status":"planned","side_effect":"none"}}`,
		`{"call":{"id":"7","cents":1250,"dry_run":true},"returns":{"status":"planned"}}`,
		`{"call":{"id":"7","cents":1250,"dry_run":false},"upstream":{"status":200,"body":{"id":"7","state":"sold"}},"returns":{"data":{"state":"sold"},"receipt":{"verified":true}}}`,
		`{"call":{"id":"7","cents":1250,"dry_run":false},"upstream":{"status":200,"body":{"id":"7","state":"free"}},"error":"effect_unverified"}`,
		`{"call":{"id":"7","cents":1250,"dry_run":false},"twice":true,"executions":1}`,
		`{"call":{"id":"7","cents":1250,"dry_run":false},"upstream":"timeout","error":"unknown_outcome","attempts":3}`,
		`{"call":{"id":"7","cents":100000,"dry_run":false},"as":{"roles":["clerk"]},"error":"forbidden"}`,
		`{"call":{"id":"7","cents":100000,"dry_run":false},"as":{"roles":["boss"]},"sends":"PUT /pets/7"}`,
	)
	walk.Evals = evals(t, `{"call":{"name":"rex"},"sends":"GET /pets?name=rex"}`)
	return pets(find, sell, walk)
}

func failing(t testing.TB) *tool.Set {
	find, sell := findPets(), sellPet()
	find.Evals = evals(t,
		`{"call":{"name":"rex"},"sends":"GET /pets?name=max"}`,
		`{"call":{"name":"rex"},"sends":"GET /pets?name=rex","headers":{"X-Tenant":"acme"}}`,
		`{"call":{"name":"rex"},"body":{"a":1}}`,
		`{"call":{"name":"rex"},"upstream":{"status":200,"body":{"items":[{"id":"1","name":"Rex"}]}},"returns":{"data":[{"id":"2","name":"Rex"}],"total":1}}`,
		`{"call":{"name":"rex"},"upstream":{"status":200,"body":{"items":[{"id":1}]}},"returns":{}}`,
		`{"call":{"name":"rex"},"upstream":{"status":206,"body":{"items":[]}},"returns":{"data":[]}}`,
		`{"call":{"name":"rex","state":"lost"},"error":"invalid_input","at":"/name"}`,
		`{"call":{"name":"rex"},"error":"invalid_input","at":"/name"}`,
		`{"call":{"name":"rex"},"as":{"roles":["keeper"],"scopes":["pets:read"]},"error":"forbidden"}`,
		`{"call":{"name":"rex"},"as":{"role":"keeper"},"error":"forbidden"}`,
		`{"call":{"name":"rex"},"upstream":404,"error":"dependency_error","attempts":2}`,
		`{"call":{"name":"rex"},"upstream":"slow","error":"timeout"}`,
		`{"call":{"name":"rex"},"twice":true,"executions":1}`,
		`{"call":{},"sends":"GET /pets"}`,
		`{"call":{"name":"rex"},"upstream":404,"returns":{"data":[]}}`,
		`{"call":{"name":"rex"},"returns":[1]}`,
	)
	sell.Evals = evals(t,
		`{"call":{"id":"7","cents":1250,"dry_run":false},"sends":"PUT /pets/7","body":{"state":"sold","price":{"cents":1251},"x":1}}`,
		`{"call":{"id":"7","cents":1250,"dry_run":true},"sends":"PUT /pets/7"}`,
		`{"call":{"id":"7","cents":1250,"dry_run":false},"upstream":"timeout","error":"timeout","attempts":1}`,
		`{"call":{"id":"7","cents":1250,"dry_run":false,"confirm_token":"x"},"returns":{"status":"ok"}}`,
	)
	return pets(find, sell)
}

func report(t testing.TB, set *tool.Set, opts Options) *Report {
	t.Helper()
	r, err := Run(t.Context(), set, opts)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func text(t testing.TB, r *Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", path, diff)
	}
}

// TestForms runs every form of eval, once as it holds and once as it does not.
func TestForms(t *testing.T) {
	for _, tt := range []struct {
		name   string
		set    *tool.Set
		failed bool
	}{{"passing", passing(t), false}, {"failing", failing(t), true}} {
		t.Run(tt.name, func(t *testing.T) {
			r := report(t, tt.set, Options{})
			golden(t, tt.name+".txt", text(t, r))
			data, err := json.MarshalIndent(r, "", "  ")
			if err != nil {
				t.Fatal(err)
			}
			golden(t, tt.name+".json", string(data)+"\n")
			for _, tr := range r.Tools {
				for _, o := range tr.Evals {
					if o.Verdict == Fail != tt.failed && o.Verdict != Skip {
						t.Errorf("%s, eval %d: %s", tr.Name, o.N, o.Verdict)
					}
				}
			}
		})
	}
}

func TestSameSetSameReport(t *testing.T) {
	first := text(t, report(t, failing(t), Options{Seed: 3}))
	for range 3 {
		if diff := cmp.Diff(first, text(t, report(t, failing(t), Options{Seed: 3}))); diff != "" {
			t.Fatalf("another report (-first +now):\n%s", diff)
		}
	}
}

// TestNothingLeavesTheProcess runs evals of a set whose server, token endpoint
// and secrets are real: none of them is touched.
func TestNothingLeavesTheProcess(t *testing.T) {
	var hits atomic.Int32
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	srv.Config.ConnState = func(net.Conn, http.ConnState) { hits.Add(1) }
	srv.Start()
	defer srv.Close()
	mark := filepath.Join(t.TempDir(), "mark")
	set := passing(t)
	t.Setenv("PETS_URL", srv.URL)
	set.Servers["pets"] = tool.Server{URL: srv.URL}
	set.Auth = map[string]tool.AuthScheme{
		"key":   {Type: "apiKey", In: "query", Name: "api_key", Secret: "exec:touch " + mark},
		"token": {Type: "oauth2", TokenURL: srv.URL + "/token", ClientID: "me", ClientSecret: "exec:touch " + mark},
	}
	if r := report(t, set, Options{}); r.Failed() {
		t.Error(text(t, r))
	}
	if n := hits.Load(); n != 0 {
		t.Errorf("%d connections to the real server", n)
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("a secret's program was run")
	}
}

func TestPick(t *testing.T) {
	r := report(t, passing(t), Options{Tools: []string{"sell_pet"}})
	if len(r.Tools) != 1 || r.Tools[0].Name != "sell_pet" || r.Totals.Skipped != 0 {
		t.Errorf("report of %+v", r.Totals)
	}
	_, err := Run(t.Context(), passing(t), Options{Tools: []string{"sel_pet"}})
	if err == nil || !strings.Contains(err.Error(), `no tool "sel_pet"`) || !strings.Contains(err.Error(), "sell_pet") {
		t.Errorf("Run() = %v", err)
	}
}

func TestProgress(t *testing.T) {
	var seen []string
	report(t, passing(t), Options{Tools: []string{"walk_pet"}, Progress: func(tl *tool.Tool, o *Outcome) { seen = append(seen, tl.Name+" "+string(o.Verdict)) }})
	if diff := cmp.Diff([]string{"walk_pet skip"}, seen); diff != "" {
		t.Error(diff)
	}
}

// TestSeen holds that what is recorded makes the eval pass.
func TestSeen(t *testing.T) {
	set := failing(t)
	r := report(t, set, Options{})
	seen := r.Tools[0].Evals
	if got := seen[0].Seen.Sends; got != "GET /pets?name=rex" {
		t.Errorf("sends %q", got)
	}
	if got := string(seen[3].Seen.Returns); got != `{"data":[{"id":"1","called":"Rex"}]}` {
		t.Errorf("returns %s", got)
	}
	for _, i := range []int{6, 10} {
		if seen[i].Seen != nil {
			t.Errorf("eval %d: %+v recorded", i+1, seen[i].Seen)
		}
	}
	set.Tools[0].Evals = set.Tools[0].Evals[:4]
	set.Tools[0].Evals[0].Sends, set.Tools[0].Evals[3].Returns = seen[0].Seen.Sends, seen[3].Seen.Returns
	again := report(t, set, Options{Tools: []string{"find_pets"}}).Tools[0].Evals
	if again[0].Verdict != Pass || again[3].Verdict != Pass {
		t.Errorf("after recording: %+v", again)
	}
}

func TestCoverage(t *testing.T) {
	find, sell := findPets(), sellPet()
	find.Evals = evals(t, `{"call":{"name":"rex"},"upstream":404,"error":"not_found"}`, `{"say":"x","args":{"state":"free"}}`)
	got, err := Coverage(pets(find, sell), nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []Covered{
		{Name: "find_pets", Args: Share{1, 2, []string{"state"}}, Paths: Share{1, 6, []string{"returns", "invalid_input", "forbidden", "unavailable", "no answer"}}},
		{Name: "sell_pet", Args: Share{0, 2, []string{"id", "cents"}}, Paths: Share{0, 6, []string{"returns", "invalid_input", "forbidden", "unavailable", "no answer", "twice"}}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Coverage() (-want +got):\n%s", diff)
	}
	all, err := Coverage(passing(t), []string{"find_pets"})
	if err != nil || len(all) != 1 || len(all[0].Args.Missing)+len(all[0].Paths.Missing) != 0 {
		t.Errorf("Coverage() of all forms = %+v, %v", all, err)
	}
	var b bytes.Buffer
	if err := WriteCoverage(&b, got); err != nil {
		t.Fatal(err)
	}
	golden(t, "coverage.txt", b.String())
}
