package provider_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/provider"
	"github.com/oatools/oatools/compile/tool"
)

func named(name, input string) tool.Tool {
	return tool.Tool{Name: name, Description: "Does it.", Shape: tool.ShapeQuery, Input: tool.Schema(input)}
}

// lowered gives the declaration and the losses as text, and the error.
func lowered(t *testing.T, profile, input string) (decl, losses string, err error) {
	t.Helper()
	p, ok := provider.Find(profile)
	if !ok {
		t.Fatalf("there is no profile %s", profile)
	}
	tl := named("it", input)
	out, _, lost, err := provider.Lower(&tl, p)
	var b strings.Builder
	for _, l := range lost {
		fmt.Fprintln(&b, l)
	}
	return string(out), b.String(), err
}

// object writes an object of n properties a0, a1, … that all have one schema.
func object(n int, schema string) string {
	var props []string
	for i := range n {
		props = append(props, fmt.Sprintf(`"a%d":%s`, i, schema))
	}
	return `{"type":"object","properties":{` + strings.Join(props, ",") + `},"additionalProperties":false}`
}

func TestItemsSum(t *testing.T) {
	decl, losses, err := lowered(t, "gemini-json", object(4, `{"type":"array","items":{"type":"string"},"maxItems":400}`))
	if err != nil || strings.Count(decl, `"maxItems":400`) != 2 || strings.Count(losses, "at most 400 items") != 2 || strings.Count(decl, "(at most 400 items)") != 2 {
		t.Errorf("%s\n%s%v", decl, losses, err)
	}
	decl, _, err = lowered(t, "gemini-json", object(1, `{"type":"array","items":{"type":"string"},"maxItems":960}`))
	if err != nil || !strings.Contains(decl, `"maxItems":960`) {
		t.Errorf("the limit itself: %s, %v", decl, err)
	}
	decl, _, err = lowered(t, "gemini-json", object(1, `{"type":"array","items":{"type":"string"},"maxItems":1e30}`))
	if err != nil || strings.Contains(decl, `"maxItems"`) {
		t.Errorf("a huge number: %s, %v", decl, err)
	}
	if decl, _, err = lowered(t, "openai-strict", object(4, `{"type":"array","items":{"type":"string"},"maxItems":400}`)); err != nil || strings.Count(decl, `"maxItems":400`) != 4 {
		t.Errorf("a profile without the limit: %s, %v", decl, err)
	}
}

func TestEnumSum(t *testing.T) {
	values := func(n int, prefix string) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf(`"%s%d"`, prefix, i))
		}
		return `{"type":"string","enum":[` + strings.Join(list, ",") + `]}`
	}
	input := `{"type":"object","properties":{"a":` + values(600, "a") + `,"b":` + values(600, "b") + `,"c":` + values(400, "c") + `}}`
	decl, losses, err := lowered(t, "openai-strict", input)
	if err != nil || strings.Count(decl, `"enum"`) != 2 || strings.Count(losses, "enum is said in the description") != 1 || !strings.Contains(losses, "/properties/b:") {
		t.Errorf("%s\n%v", losses, err)
	}
}

func TestCyclesHaveAWayOut(t *testing.T) {
	const input = `{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"required":["a"],"$defs":{` +
		`"A":{"type":"object","properties":{"b":{"$ref":"#/$defs/B"},"n":{"type":"integer"}},"required":["b","n"]},` +
		`"B":{"type":"object","properties":{"many":{"type":"array","items":{"$ref":"#/$defs/A"}}},"required":["many"]}}}`
	decl, losses, err := lowered(t, "gemini-json", input)
	if err != nil || !strings.Contains(decl, `"required":["n"]`) || strings.Contains(decl, `["many"]`) || !strings.Contains(decl, `"required":["a"]`) {
		t.Errorf("%s, %v", decl, err)
	}
	if strings.Count(losses, "leads back to") != 2 {
		t.Errorf("losses:\n%s", losses)
	}
	decl, losses, err = lowered(t, "anthropic-strict", input)
	if err != nil || !strings.Contains(losses, "contains itself") || strings.Contains(decl, "$ref") {
		t.Errorf("%s\n%s%v", decl, losses, err)
	}
	decl, _, err = lowered(t, "anthropic-strict", `{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"object","properties":{"n":{"type":"integer"}}}}}`)
	if err != nil || !strings.Contains(decl, `{"$ref":"#/$defs/A"}`) {
		t.Errorf("a plain reference: %s, %v", decl, err)
	}
}

func TestStrictLimits(t *testing.T) {
	if _, _, err := lowered(t, "anthropic-strict", object(24, `{"type":"string"}`)); err != nil {
		t.Error(err)
	}
	if _, _, err := lowered(t, "anthropic-strict", object(25, `{"type":"string"}`)); err == nil || !strings.Contains(err.Error(), "25 properties that are not required, the limit is 24") {
		t.Error(err)
	}
	if _, _, err := lowered(t, "anthropic-strict", object(17, `{"type":["string","integer"]}`)); err == nil || !strings.Contains(err.Error(), "17 schemas") {
		t.Error(err)
	}
	decl, losses, err := lowered(t, "anthropic-strict", object(1, `{"type":"array","items":{"type":"string","pattern":"^\\bx"},"minItems":2,"maxItems":3}`))
	if err != nil || strings.Contains(decl, `"minItems"`) || strings.Contains(decl, `"pattern"`) || !strings.Contains(losses, "at least 2 items") || !strings.Contains(decl, `"strict":true`) {
		t.Errorf("%s\n%s%v", decl, losses, err)
	}
	if decl, _, err = lowered(t, "anthropic-strict", object(1, `{"type":"array","items":{"type":"string"},"minItems":1}`)); err != nil || !strings.Contains(decl, `"minItems":1`) {
		t.Errorf("%s, %v", decl, err)
	}
	if decl, _, err = lowered(t, "anthropic-strict", object(1, `{"enum":["a",{"b":1}]}`)); err != nil || strings.Contains(decl, `"b"`) && strings.Contains(decl, `"enum"`) {
		t.Errorf("an object in an enum: %s, %v", decl, err)
	}
}

// What a request may hold is shared by its tools.
func TestLimitsOfARequest(t *testing.T) {
	p, _ := provider.Find("anthropic-strict")
	set := &tool.Set{Tools: []tool.Tool{named("one", object(13, `{"type":"string"}`)), named("two", object(12, `{"type":"string"}`))}}
	decls, _, err := provider.LowerAll(set, p)
	if err == nil || decls != nil || !strings.Contains(err.Error(), "the tools have 25 properties that are not required, a request of anthropic-strict takes 24") {
		t.Errorf("%d declarations, %v", len(decls), err)
	}
	set.Tools[1] = named("two", object(11, `{"type":"string"}`))
	if decls, _, err = provider.LowerAll(set, p); err != nil || len(decls) != 2 {
		t.Errorf("%d declarations, %v", len(decls), err)
	}
	set.Tools = nil
	for i := range 21 {
		set.Tools = append(set.Tools, named(fmt.Sprintf("t%d", i), object(0, "")))
	}
	if _, _, err = provider.LowerAll(set, p); err == nil || !strings.Contains(err.Error(), "21 tools") {
		t.Error(err)
	}
}
