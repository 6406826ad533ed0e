package compile

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/narrow"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/tool"
)

func orders(t testing.TB) (*oas.Document, []*oas.Operation) {
	var diags diag.List
	doc, ops := load(t, "testdata/plan/orders.yaml", &diags)
	if diags.HasErrors() {
		t.Fatal(diags.String())
	}
	return doc, ops
}

func at(t testing.TB, s string) tool.Locator {
	t.Helper()
	l, ok := tool.ParseLocator(s)
	if !ok {
		t.Fatalf("%q is no locator", s)
	}
	return l
}

// arg makes an argument as an overlay would.
func arg(t testing.TB, op *oas.Operation, name, where string) Arg {
	t.Helper()
	l := place.Locate(op, "", at(t, where))
	if !l.OK {
		t.Fatalf("Locate(%s): there are only %v", where, l.Names)
	}
	return Arg{Name: name, At: l.At, Schema: l.Schema, Required: l.Required, Spec: l.Pos}
}

func pick(from, to string) tool.Pick { return tool.Pick{From: strings.Split(from, "."), To: to} }

// TestAssembleEditedPlans compiles two plans as an overlay would edit them: a
// paged query, and a command with a native dry run.
func TestAssembleEditedPlans(t *testing.T) {
	doc, ops := orders(t)
	var diags diag.List
	opts := Options{Source: "api"}

	list := operation(t, ops, "listOrders")
	status := arg(t, list, "status", "query:status")
	status.Narrow.Enum = []json.RawMessage{json.RawMessage(`"open"`), json.RawMessage(`"paid"`)}
	status.Describe = "Only this status."
	least := arg(t, list, "least", "query:min")
	least.Narrow = narrow.Narrowing{Minimum: "5", Maximum: "1000"}
	least.Default = json.RawMessage("10")
	kinds := arg(t, list, "kinds", "query:kinds")
	kinds.Narrow.Enum = []json.RawMessage{json.RawMessage(`"a"`)}
	after, size := at(t, "query:after"), at(t, "query:size")
	search := &Plan{
		Name: "order_search", Description: "Finds orders.", Shape: tool.ShapeQuery, Hints: HintsOf(tool.ShapeQuery, "", "GET"),
		Args:  []Arg{status, least, kinds},
		Fixed: []Fixed{{At: at(t, "header:X-Tenant"), Value: tool.Value{Caller: "tenant"}}},
		Result: tool.Result{
			Items:  "/data",
			Select: []tool.Pick{pick("id", ""), pick("amount.cents", "cents"), pick("owner.name", ""), pick("lines.parts.sku", "skus")},
			Page:   &tool.Page{Style: "cursor", Param: &after, Next: "/page/next", Size: &size},
		},
	}

	create := operation(t, ops, "createOrder")
	currency := arg(t, create, "currency", "body:/amount/currency")
	currency.Default = json.RawMessage(`"EUR"`)
	lines := arg(t, create, "lines", "body:/lines")
	lines.Omit = []string{"/parts"}
	make := &Plan{
		Name: "order_create", Description: "Creates an order.\nNot for changes.", Shape: tool.ShapeCommand, Effect: tool.EffectCreate,
		Hints: HintsOf(tool.ShapeCommand, tool.EffectCreate, "POST"),
		Args:  []Arg{arg(t, create, "customer", "body:/customer"), arg(t, create, "cents", "body:/amount/cents"), currency, lines},
		Fixed: []Fixed{
			{At: at(t, "header:X-Tenant"), Value: tool.Value{Caller: "tenant"}},
			{At: at(t, "body:/amount/note"), Value: tool.Value{Const: json.RawMessage(`"from a tool"`)}},
			{At: at(t, "query:origin"), Value: tool.Value{Const: json.RawMessage(`"agent"`)}},
		},
		Undeclared: []tool.Locator{at(t, "query:origin")},
		Contract: Contract{Command: &tool.Command{
			Effect: tool.EffectCreate, DryRun: tool.DryRun{Kind: tool.DryRunNative},
			Confirm:     tool.Confirm{TTL: tool.Duration(5 * time.Minute), Unless: "args.cents < 10"},
			Idempotency: &tool.Idempotency{Header: "Idempotency-Key"},
		}},
	}
	for _, p := range []*Plan{search, make} {
		op := list
		if p == make {
			op = create
			p.Contract.Command.DryRun.Preview = Preview(op, p, []Fixed{{At: at(t, "query:validate_only"), Value: tool.Value{Const: json.RawMessage("true")}}}, nil, opts, &diags)
		}
		if left := Unbound(op, p); len(left) > 0 {
			t.Errorf("%s: unbound: %v", p.Name, left)
		}
	}
	make.Result.Select = append(place.Expand(create, "", pick("amount", "")), place.Expand(create, "", pick("owner", "who"))...)
	tools := []tool.Tool{*Assemble(list, search, opts, &diags), *Assemble(create, make, opts, &diags)}
	data, err := tool.Encode(setOf(doc, tools))
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "testdata/plan/orders.tools.json", data)
	golden(t, "testdata/plan/orders.diag", []byte(diags.String()))
}

func TestSealCoversWhatItSays(t *testing.T) {
	_, ops := orders(t)
	var diags diag.List
	op := operation(t, ops, "listOrders")
	build := func(edit func(*tool.Tool)) tool.Hash {
		tl := Assemble(op, Default(op, &diags), Options{Source: "api"}, &diags)
		edit(tl)
		Seal(tl)
		return tl.Hash
	}
	base := build(func(*tool.Tool) {})
	tests := []struct {
		name string
		edit func(*tool.Tool)
		want []bool // Op, Surface, Runtime differ
	}{
		{"nothing", func(*tool.Tool) {}, []bool{false, false, false}},
		{"an eval", func(t *tool.Tool) { t.Evals = []tool.Eval{{Say: "x"}} }, []bool{false, false, false}},
		{"words", func(t *tool.Tool) { t.Description += "!" }, []bool{false, true, false}},
		{"a hint", func(t *tool.Tool) { t.Hints.Idempotent = false }, []bool{false, true, false}},
		{"a policy", func(t *tool.Tool) { t.Timeout = 1 }, []bool{false, false, true}},
		{"the operation", func(t *tool.Tool) { t.Main.Op.Digest = "x" }, []bool{true, false, true}},
	}
	for _, tt := range tests {
		got := build(tt.edit)
		if diff := cmp.Diff(tt.want, []bool{got.Op != base.Op, got.Surface != base.Surface, got.Runtime != base.Runtime}); diff != "" {
			t.Errorf("%s changes (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestUnbound(t *testing.T) {
	_, ops := orders(t)
	op := operation(t, ops, "createOrder")
	p := &Plan{Args: []Arg{arg(t, op, "cents", "body:/amount/cents")}}
	var got []string
	for _, l := range Unbound(op, p) {
		got = append(got, l.At.String())
	}
	slices.Sort(got)
	want := []string{"body:/amount/currency", "body:/customer", "header:X-Tenant"}
	if !slices.Equal(got, want) {
		t.Errorf("Unbound = %v, want %v", got, want)
	}
}
