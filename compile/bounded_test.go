package compile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/diag"
)

// What is left open to keep a schema in its budget is told, whatever saved the
// bytes: one place says so, and the schema fits.
func TestBudgetsAreTold(t *testing.T) {
	// Each schema refers to the next, so that the far ones are the deep ones.
	chain := func(n int, text string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "    S%d: {type: object, description: %q, properties: {next: {$ref: '#/components/schemas/S%d'}, value%d: {type: string}}}\n", i, text, i+1, i)
		}
		fmt.Fprintf(&b, "    S%d: {type: object, properties: {end: {type: string}}}\n", n)
		return b.String()
	}
	wide := func(n int) string {
		var b strings.Builder
		b.WriteString("    S0:\n      type: object\n      properties:\n")
		for i := range n {
			fmt.Fprintf(&b, "        property_number_%d: {type: string, maxLength: 20}\n", i)
		}
		return b.String()
	}
	// Parts of one value that say the same are joined, after they were counted.
	joined := func(n int, text string) string {
		var b strings.Builder
		for i := range n {
			part := fmt.Sprintf("{description: %q}", text)
			fmt.Fprintf(&b, "    S%d: {allOf: [{type: object, description: %q, properties: {next: {$ref: '#/components/schemas/S%d'}}}, %s]}\n", i, text, i+1, strings.Repeat(part+", ", 12)+part)
		}
		fmt.Fprintf(&b, "    S%d: {type: object, properties: {end: {type: string}}}\n", n)
		return b.String()
	}
	long := strings.Repeat("It is described at length. ", 150)
	tests := []struct {
		name, schemas string
		told          string // among what is told
		times         int    // with that of the answer, whose budget is smaller
	}{
		{"small", wide(10), "", 0},
		{"large, within the budget", wide(200), "schema-large: the arguments of a take 11255 bytes", 1},
		{"too many properties", wide(300), "schema-budget: the schema has 14631 bytes, of which the first level alone takes 14631; the budget is 12288", 2},
		{"too many definitions", chain(400, "short"), "schema-budget: the schema has 36679 bytes; what lies more than 6 levels deep is left open", 2},
		{"long texts", chain(8, long), "schema-budget: the schema has 33453 bytes; descriptions deep inside are shortened", 2},
		{"far too long texts", chain(60, long), "schema-budget: the schema has more than 131072 bytes; what lies more than 6 levels deep is left open", 2},
		{"long texts in parts that are joined after they were counted", joined(60, long), "schema-budget: the schema has more than 131072 bytes; what is farther inside is left open", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "api.yaml")
			text := "openapi: 3.0.3\ninfo: {title: T, version: '1'}\nservers: [{url: 'https://api.example.test'}]\npaths:\n  /a:\n    post:\n      operationId: a\n" +
				"      requestBody: {required: true, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/S0'}}}}}\n" +
				"      responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/S0'}}}}}\n" +
				"components:\n  schemas:\n" + tt.schemas
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			var quiet, diags diag.List
			_, ops := load(t, path, &quiet)
			op := operation(t, ops, "a")
			built := Assemble(op, Default(op, &diags), Options{Source: "api", OutputBytes: 12 << 10}, &diags)
			if len(built.Input) > inputBytes {
				t.Errorf("the input has %d bytes", len(built.Input))
			}
			got := ""
			for _, d := range diags.Sorted() {
				got += d.Code + ": " + d.Message + "\n"
			}
			if told := strings.Count(got, "schema-"); told != tt.times || !strings.Contains(got, tt.told) {
				t.Errorf("told\n%swant %d with %s", got, tt.times, tt.told)
			}
		})
	}
}
