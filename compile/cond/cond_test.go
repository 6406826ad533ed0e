package cond_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/cond"
)

const schema = `{
  "type": "object", "required": ["cents", "lines"],
  "properties": {
    "cents": {"type": "integer"},
    "rate": {"type": "number"},
    "note": {"type": ["string", "null"]},
    "x-flag": {"type": "boolean"},
    "kind": {"enum": ["a", "b"]},
    "lines": {"type": "array", "items": {"$ref": "#/$defs/Line"}},
    "labels": {"type": "object", "additionalProperties": {"type": "integer"}},
    "plain": {"properties": {"a": {"type": "integer"}}},
    "deep": {"type": "object", "properties": {"er": {"type": "object", "properties": {"x": {"type": "integer"}}}}},
    "list": {"type": "array", "items": {"type": "object", "properties": {"x": {"type": "integer"}}}},
    "mixed": {"enum": ["a", 1]},
    "either": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
    "many": {"type": ["string", "integer"]},
    "lost": {"$ref": "#/$defs/None"},
    "any": {}
  },
  "$defs": {"Line": {"type": "object", "properties": {"qty": {"type": "integer"}, "parts": {"type": "array", "items": {"$ref": "#/$defs/Line"}}}}}
}`

func env(t testing.TB) *cond.Env {
	t.Helper()
	e, err := cond.New(cond.Scope{Args: json.RawMessage(schema), Result: json.RawMessage(`true`), Caller: true})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestCompile(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{`args.cents < 2500`, ""},
		{`args.cents < 25.5`, ""},
		{`args.rate > 1`, ""},
		{`has(args.note) && args.note.startsWith("x")`, ""},
		{"args.`x-flag`", ""},
		{`args.lines.all(l, l.qty < 5 && l.parts.exists(p, p.qty == 1))`, ""},
		{`args.labels.red == 1`, ""},
		{`"admin" in caller.roles && caller.claims.org == "acme"`, ""},
		{`result.status == "submitted"`, ""},
		{`args.plain.a == 1`, ""},
		{`args.plain.b == 1`, "undefined field 'b'"},
		{`args.deep.er.x == 1 && has(args.deep.er) && args.list.all(i, i.x == 1)`, ""},
		{`args.deep.er.y == 1`, "undefined field 'y'"},
		{`args.deep > 1`, "no matching overload"},
		{`args.mixed == 1 || args.mixed == "a"`, ""},
		{`args.either == 1 || args.either == "a"`, ""},
		{`args.many == 1 || args.many == "a"`, ""},
		{`args.lost.anything == 1`, ""},
		{`args.cent < 5`, "undefined field 'cent'"},
		{`args.lines[0].quantity == 1`, "undefined field 'quantity'"},
		{`args.cents > "5"`, "no matching overload"},
		{`args.kind == 1`, "no matching overload"},
		{`caller.name == "x"`, "undefined field 'name'"},
		{`args{cents: 1}.cents == 1`, "undeclared reference"},
		{`args.lines.exists(l, l == args.lines{qty: 1})`, "undeclared reference"},
		{`args == args && args.deep.er == args.deep.er`, ""},
		{`args.cents`, "true or false"},
		{`args.any`, "true or false"},
		{`args.cents <`, "mismatched input"},
		{`env.HOME == "x"`, "undeclared reference"},
		{strings.Repeat("(", 300) + "true" + strings.Repeat(")", 300), "recursion"},
		{strings.Repeat("true || ", 1000) + "true", "size"},
	} {
		c, problems := env(t).Compile(tt.src)
		var messages []string
		for _, p := range problems {
			messages = append(messages, p.Message)
			if p.Line < 1 || p.Col < 1 {
				t.Errorf("Compile(%q): no place: %+v", tt.src, p)
			}
		}
		got := strings.Join(messages, "; ")
		if (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) || (c == nil) != (got != "") {
			t.Errorf("Compile(%q) = %q, want %q", tt.src, got, tt.want)
		}
	}
}

func TestHolds(t *testing.T) {
	for _, tt := range []struct{ src, args, want string }{
		{`args.cents < 2500`, `{"cents": 1250, "lines": []}`, "true"},
		{`args.cents < 2500`, `{"cents": 2500.0, "lines": []}`, "false"},
		{`args.rate == 1.0`, `{"rate": 1}`, "true"},
		{`args.any > 1`, `{"any": 2}`, "true"},
		{`args.any > 1`, `{"any": 1.5}`, "true"},
		{`args.note == null`, `{"note": null}`, "true"},
		{`has(args.note)`, `{}`, "false"},
		{`args.note == "x"`, `{}`, "error"},
		{`args.rate > 1.0`, `{"rate": 1e400}`, "error"},
		{`args.any > 1`, `{"any": 1e400}`, "error"},
		{`args.cents > 1`, `{"cents": 2, "lines": [{"qty": 1.5}]}`, "error"}, // wherever it stands
		{`args.cents > 1`, `{"cents": 1e300}`, "error"},
		{`args.cents > 1`, `{"cents": 9007199254740993}`, "true"},
		{`args.cents == 9007199254740992`, `{"cents": 9007199254740993}`, "false"},
		{`args.lines.exists(l, l.qty == 2)`, `{"lines": [{"qty": 1}, {"qty": 2}]}`, "true"},
		{"args.`x-flag`", `{"x-flag": true}`, "true"},
		{`args.deep.er.x == 1`, `{"deep": {"er": {"x": 1.0}}}`, "true"},
		{`args.plain.a > 1`, `{"plain": {"a": 1}}`, "false"},
		{`args.list.exists(i, i.x == 2)`, `{"list": [{"x": 1}, {"x": 2}]}`, "true"},
		{`args.labels.red == 1`, `{"labels": {"red": 1}}`, "true"},
		{`"admin" in caller.roles`, `{}`, "true"},
		{`"x" in caller.scopes`, `{}`, "false"},
		{`caller.claims.level >= 3`, `{}`, "true"},
		{`caller.claims.nothing == 3`, `{}`, "error"},
	} {
		c, problems := env(t).Compile(tt.src)
		if problems != nil {
			t.Errorf("Compile(%q): %v", tt.src, problems)
			continue
		}
		args := decode(t, tt.args)
		holds, err := c.Holds(cond.Values{Args: args, Caller: cond.Caller{
			ID: "u1", Roles: []string{"admin"}, Claims: map[string]any{"level": json.Number("3")},
		}})
		got := map[bool]string{true: "true", false: "false"}[holds]
		if err != nil {
			if got = "error"; holds {
				t.Errorf("%q holds in spite of the error %v", tt.src, err)
			}
		}
		if got != tt.want {
			t.Errorf("%q over %s = %s (%v), want %s", tt.src, tt.args, got, err, tt.want)
		}
	}
}

func decode(t *testing.T, s string) any {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(s))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		t.Fatal(err)
	}
	return v
}

// A condition cannot spend more than its budget.
func TestCost(t *testing.T) {
	list := make([]any, 1000)
	for i := range list {
		list[i] = map[string]any{"qty": json.Number("1")}
	}
	c, problems := env(t).Compile(`args.lines.all(a, args.lines.all(b, args.lines.all(c, a.qty == b.qty && b.qty == c.qty)))`)
	if problems != nil {
		t.Fatal(problems)
	}
	if _, err := c.Holds(cond.Values{Args: map[string]any{"lines": list}}); err == nil || !strings.Contains(err.Error(), "cost limit") {
		t.Errorf("err = %v, want a cost limit", err)
	}
}

func TestUnguarded(t *testing.T) {
	for src, want := range map[string][]string{
		`args.cents > 1`:                       nil,
		`args.rate > 1 && args.kind == "a"`:    {"rate", "kind"},
		`has(args.rate) && args.rate > 1`:      nil,
		`args.rate > 1 || args.rate < -1`:      {"rate"},
		`caller.id == "x" && result.rate == 1`: nil,
	} {
		c, problems := env(t).Compile(src)
		if problems != nil {
			t.Fatal(problems)
		}
		got := c.Unguarded()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Unguarded(%q) (-want +got):\n%s", src, diff)
		}
	}
}

// No text makes the compiler panic, and whatever it accepts can be evaluated
// over an empty object without a panic.
func FuzzCompile(f *testing.F) {
	f.Add(`args.cents < 2500 && "a" in caller.roles`)
	f.Add("args.`x-flag` ? has(args.note) : args.lines.size() > 0")
	e := env(f)
	f.Fuzz(func(t *testing.T, src string) {
		if c, problems := e.Compile(src); problems == nil {
			_, _ = c.Holds(cond.Values{Args: map[string]any{}})
		}
	})
}
