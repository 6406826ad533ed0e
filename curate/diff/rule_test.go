package diff

import (
	"encoding/json"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/diff/change"
)

// edits are changes that no single mutant makes: each must come under the rules
// that it names, among others.
func edits() []edit {
	find := func(s *tool.Set, name string) *tool.Tool {
		i := slices.IndexFunc(s.Tools, func(t tool.Tool) bool { return t.Name == name })
		return &s.Tools[i]
	}
	on := func(name string, f func(t *tool.Tool)) func(s *tool.Set) {
		return func(s *tool.Set) { f(find(s, name)) }
	}
	none := func(*tool.Set) {}
	alias := func(sunset string, listed bool) func(s *tool.Set) {
		return on("expense_search", func(t *tool.Tool) {
			t.Replaces = &tool.Replaces{Name: "find_expense", Sunset: sunset, Listed: listed}
		})
	}
	input := func(text string) func(s *tool.Set) {
		return on("ask_user", func(t *tool.Tool) { t.Input = json.RawMessage(text) })
	}
	output := func(text string) func(s *tool.Set) {
		return on("ask_user", func(t *tool.Tool) { t.Output = json.RawMessage(text) })
	}
	next := func(names ...string) func(s *tool.Set) {
		return on("ask_user", func(t *tool.Tool) { t.Next = map[string][]string{"ok": names} })
	}
	require := func(when, say string) func(s *tool.Set) {
		return on("ask_user", func(t *tool.Tool) { t.Require = []tool.Requirement{{When: when, Say: say}} })
	}
	with := func(names ...string) func(s *tool.Set) {
		return on("ask_user", func(t *tool.Tool) { t.With = names })
	}
	remember := func(scope string) func(s *tool.Set) {
		return on("ask_user", func(t *tool.Tool) {
			t.Remember = map[string]tool.Remember{"x": {Value: "$response.body#/id", Scope: scope}}
		})
	}
	auto := func(pages, items int) func(s *tool.Set) {
		return on("expense_search", func(t *tool.Tool) { t.Result.Page.Auto = &tool.Auto{Pages: pages, Items: items} })
	}
	single := on("expense_search", func(t *tool.Tool) { t.Result.Page.Auto = nil })
	companion := func(name, text string) func(s *tool.Set) {
		return func(s *tool.Set) {
			s.Companions = map[string]tool.Companion{"get_job": {Name: name, Description: text}}
		}
	}
	result := func(f func(r *tool.Result)) func(s *tool.Set) {
		return on("expense_search", func(t *tool.Tool) { f(&t.Result) })
	}
	extra := func(at string) func(s *tool.Set) {
		return result(func(r *tool.Result) { r.Extras = map[string]string{"total": at} })
	}
	limit := func(per, limit string) func(s *tool.Set) {
		return on("ask_user", func(t *tool.Tool) { t.Rate = &tool.Rate{Per: per, Limit: limit} })
	}
	effect := func(e tool.Effect) func(s *tool.Set) {
		return on("expense_create", func(t *tool.Tool) { t.Command.Effect = e })
	}
	header := func(v tool.Value) func(s *tool.Set) {
		return on("ask_user", func(t *tool.Tool) {
			main := tool.Step{}
			if t.Main != nil {
				main = *t.Main
			}
			main.Binding.Params = append(slices.Clone(main.Binding.Params), tool.Param{Name: "X-New", In: tool.InHeader, Value: v})
			t.Main = &main
		})
	}
	return []edit{
		{"the envelope carries a part of the body", result(func(r *tool.Result) { r.Extras = nil }), extra("/total"), []string{"result-field-added"}},
		{"the envelope carries it no more", extra("/total"), result(func(r *tool.Result) { r.Extras = nil }), []string{"result-field-removed"}},
		{"the envelope carries another part", extra("/total"), extra("/count"), []string{"result-field-source"}},
		{"a limit is higher", limit("caller", "60/m"), limit("caller", "2/s"), []string{"rate-raised"}},
		{"a limit is lower", limit("caller", "2/s"), limit("caller", "1/s"), []string{"rate-lowered"}},
		{"a limit is lower, and lets more through at once", limit("caller", "2/s"), limit("caller", "60/m"), []string{"rate-raised"}},
		{"a limit of the same calls lets fewer through at once", limit("caller", "60/m"), limit("caller", "1/s"), []string{"rate-lowered"}},
		{"a limit of the same calls lets more through at once", limit("caller", "60/m"), limit("caller", "3600/h"), []string{"rate-raised"}},
		{"a limit is shared by more", limit("caller", "60/m"), limit("tenant", "60/m"), []string{"rate-lowered"}},
		{"a limit is shared by fewer", limit("set", "60/m"), limit("tenant", "60/m"), []string{"rate-raised"}},
		{"a limit goes", limit("set", "60/m"), on("ask_user", func(t *tool.Tool) { t.Rate = nil }), []string{"rate-raised"}},
		{"a creation becomes an update", effect(tool.EffectCreate), effect(tool.EffectUpdate), []string{"effect-raised"}},
		{"an update becomes a deletion", effect(tool.EffectUpdate), effect(tool.EffectDelete), []string{"effect-raised"}},
		{"a message becomes an update", effect(tool.EffectSend), effect(tool.EffectUpdate), []string{"effect-lowered"}},
		{"a caller's value is remembered instead", header(tool.Value{Caller: "id"}), header(tool.Value{Run: "who"}), []string{"inject-changed"}},
		{"a remembered value is a caller's", header(tool.Value{Run: "who"}), header(tool.Value{Caller: "id"}), []string{"inject-added"}},
		{"a pin is a caller's value", header(tool.Value{Const: json.RawMessage(`"x"`)}), header(tool.Value{Caller: "id"}), []string{"pin-removed"}},
		{"a caller's value is a pin", header(tool.Value{Caller: "id"}), header(tool.Value{Const: json.RawMessage(`"x"`)}), []string{"inject-changed"}},
		{"a secret is sent no more", header(tool.Value{Secret: "env:X"}), header(tool.Value{}), []string{"value-changed"}},
		{"a tool is renamed and keeps its name alive", none, func(s *tool.Set) {
			t := find(s, "month_report")
			t.Name, t.Replaces = "monthly_report", &tool.Replaces{Name: "month_report", Sunset: "2027-01-31"}
		}, []string{"tool-renamed-kept"}},
		{"a tool is renamed", none, on("month_report", func(t *tool.Tool) { t.Name = "monthly_report" }), []string{"tool-renamed"}},
		{"a tool answers for another", none, func(s *tool.Set) {
			find(s, "expense_create").Replaces = &tool.Replaces{Name: "month_report", Sunset: "2027-01-31"}
			s.Tools = slices.DeleteFunc(s.Tools, func(t tool.Tool) bool { return t.Name == "month_report" })
		}, []string{"tool-merged", "alias-added"}},
		{"an alias comes", none, alias("2027-01-31", false), []string{"alias-added"}},
		{"an alias goes", alias("2027-01-31", false), none, []string{"alias-removed"}},
		{"an alias ends earlier", alias("2027-01-31", false), alias("2027-01-30", false), []string{"sunset-earlier"}},
		{"an alias ends later", alias("2027-01-31", false), alias("2027-02-01", false), []string{"sunset-later"}},
		{"an alias is listed", alias("2027-01-31", false), alias("2027-01-31", true), []string{"alias-listed"}},
		{"what to call next", next("a"), next("b"), []string{"next-changed"}},
		{"an argument has another name", none, on("month_report", func(t *tool.Tool) {
			t.Input = json.RawMessage(regexp.MustCompile(`month\b`).ReplaceAllString(string(t.Input), "period"))
			t.Main.Binding.Body.Fields[0].Value.Arg = "/period"
		}), []string{"argument-renamed"}},
		{"arguments need one more thing", input(`{"type":"object","properties":{"a":{}}}`), input(`{"type":"object","properties":{"a":{}},"not":{"required":["b"]}}`), []string{"input-narrowed"}},
		{"arguments need one thing less", input(`{"type":"object","not":{"required":["b"]}}`), input(`{"type":"object"}`), []string{"input-widened"}},
		{"unions that nothing proves", input(`{"type":"object","if":{"required":["a"]},"then":{"required":["b"]}}`), input(`{"type":"object","if":{"required":["a"]},"then":{"required":["c"]}}`), []string{"input-narrowed"}},
		{"the answer is not selected", none, on("ask_user", func(t *tool.Tool) { t.Output = json.RawMessage(`{"type":"object"}`) }), []string{"output-declared"}},
		{"a field that nobody selected", output(`{"type":"object"}`), output(`{"type":"object","properties":{"iban":{"type":"string"}}}`), []string{"output-field-added", "output-field-exposed"}},
		{"a value that was not listed", output(`{"enum":["a"]}`), output(`{"enum":["a","b"]}`), []string{"output-enum-widened"}},
		{"a longer answer", output(`{"type":"string","maxLength":1}`), output(`{"type":"string","maxLength":2}`), []string{"output-widened"}},
		{"nothing is selected any more", none, on("expense_create", func(t *tool.Tool) { t.Result.Select = nil }), []string{"result-unselected"}},
		{"something is selected", on("expense_create", func(t *tool.Tool) { t.Result.Select = nil }), none, []string{"result-selected"}},
		{"calls join pages", single, auto(5, 500), []string{"auto-pages-raised"}},
		{"calls join more pages", auto(5, 500), auto(6, 500), []string{"auto-pages-raised"}},
		{"calls join more items", auto(5, 500), auto(5, 501), []string{"auto-pages-raised"}},
		{"calls join more pages of fewer items", auto(5, 500), auto(6, 400), []string{"auto-pages-raised", "auto-pages-lowered"}},
		{"calls do not join pages any more", auto(5, 500), single, []string{"auto-pages-lowered"}},
		{"a server gets another name", none, func(s *tool.Set) {
			s.Servers["other"] = s.Servers["expenses"]
			find(s, "ask_manager").Main.Binding.Server = "other"
		}, []string{"server-key"}},
		{"a requirement comes", none, require("args.a == 1", ""), []string{"requirement-added"}},
		{"a requirement goes", require("args.a == 1", ""), none, []string{"requirement-removed"}},
		{"a requirement is another", require("args.a == 1", ""), require("args.a == 2", ""), []string{"requirement-added", "requirement-removed"}},
		{"a refusal says something else", require("args.a == 1", "no"), require("args.a == 1", "never"), []string{"requirement-answer"}},
		{"failures are read otherwise", none, on("ask_user", func(t *tool.Tool) { t.Errors = &tool.Errors{CodePath: "error.code"} }), []string{"errors-changed"}},
		{"middleware changes places", with("a", "b"), with("b", "a"), []string{"middleware-order"}},
		{"a call costs more", none, on("ask_user", func(t *tool.Tool) { t.Cost = &tool.Cost{USD: 1} }), []string{"cost-changed"}},
		{"a value is remembered", none, remember("run"), []string{"remember-added"}},
		{"a value is forgotten", remember("run"), none, []string{"remember-removed"}},
		{"a value is remembered for more", remember("run"), remember("tenant"), []string{"remember-changed"}},
		{"no token is needed for another reason", on("expense_create", func(t *tool.Tool) { t.Command.Confirm.None = "a" }), on("expense_create", func(t *tool.Tool) { t.Command.Confirm.None = "b" }), []string{"confirm-reason"}},
		{"no token is needed any more", none, on("expense_create", func(t *tool.Tool) { t.Command.Confirm.None = "a" }), []string{"confirm-removed"}},
		{"a token is needed now", on("expense_create", func(t *tool.Tool) { t.Command.Confirm.None = "a" }), none, []string{"confirm-added"}},
		{"a companion is renamed", companion("", ""), companion("job_state", ""), []string{"companion-renamed"}},
		{"a companion says something else", companion("", "a"), companion("", "b"), []string{"companion-text"}},
		{"requests are not encrypted any more", func(s *tool.Set) { s.Servers["expenses"] = tool.Server{URL: "https://a.example"} },
			func(s *tool.Set) { s.Servers["expenses"] = tool.Server{URL: "http://a.example"} }, []string{"host-plain", "url-changed"}},
		{"a host that only the environment knows", func(s *tool.Set) { s.Servers["expenses"] = tool.Server{URL: "https://a.example"} },
			func(s *tool.Set) { s.Servers["expenses"] = tool.Server{URL: "${URL}"} }, []string{"host-added", "url-changed"}},
		{"a default is stated", on("ask_user", func(t *tool.Tool) { t.Timeout = 0 }), on("ask_user", func(t *tool.Tool) { t.Timeout = tool.Duration(30 * time.Second) }), []string{"restated"}},
		{"a query becomes a job", none, on("expense_search", func(t *tool.Tool) { t.Shape, t.Query, t.Job = tool.ShapeJob, nil, &tool.Job{} }), []string{"shape-changed"}},
		{"a creation becomes a payment", none, on("expense_create", func(t *tool.Tool) { t.Command.Effect = tool.EffectPay }), []string{"effect-raised"}},
		{"a key becomes a mark", none, on("expense_create", func(t *tool.Tool) { t.Command.Idempotency = &tool.Idempotency{Marker: "note"} }), []string{"idempotency-weaker", "idempotency-changed"}},
		{"the preview is only told", none, on("expense_create", func(t *tool.Tool) { t.Command.DryRun = tool.DryRun{Kind: tool.DryRunPlan} }), []string{"dry-run-weaker", "step-removed"}},
		{"another credential", none, on("ask_manager", func(t *tool.Tool) { t.Main.Binding.Auth = nil }), []string{"auth-changed"}},
		{"the tenant is for the model to say", none, on("expense_search", func(t *tool.Tool) {
			for i := range t.Main.Binding.Params {
				if v := &t.Main.Binding.Params[i].Value; v.Caller != "" {
					*v = tool.Value{Arg: "/text"}
				}
			}
		}), []string{"inject-replaced"}},
		{"a pin is for the model to say", none, on("expense_search", func(t *tool.Tool) {
			for i := range t.Main.Binding.Params {
				if v := &t.Main.Binding.Params[i].Value; v.Const != nil {
					*v = tool.Value{Arg: "/text"}
				}
			}
		}), []string{"pin-removed"}},
	}
}

type edit struct {
	name     string
	old, new func(s *tool.Set)
	want     []string
}

func TestEdits(t *testing.T) {
	set := sets(t)[0]
	rules := map[string]change.Rule{}
	for _, r := range change.Rules() {
		rules[r.ID] = r
	}
	for _, tt := range edits() {
		t.Run(tt.name, func(t *testing.T) {
			old, new := clone(t, set), clone(t, set)
			tt.old(old)
			tt.new(new)
			there, back := Diff(old, new), Diff(new, old)
			for _, rule := range tt.want {
				if !slices.Contains(ruleIDs(there), rule) {
					t.Errorf("Diff() has no %s: %v", rule, ruleIDs(there))
				}
			}
			if slices.Contains(ruleIDs(there), "unknown-changed") {
				t.Errorf("Diff() has no rule: %v", ruleIDs(there))
			}
			inverses(t, rules, tt.name, there, back)
		})
	}
}
