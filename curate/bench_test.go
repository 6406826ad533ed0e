package curate_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/oatools/oatools/curate"
)

// manyTools writes a description with n operations and an overlay with n tools.
func manyTools(t testing.TB, n int) string {
	t.Helper()
	var spec, over strings.Builder
	spec.WriteString("openapi: 3.1.0\ninfo: {title: Many, version: '1'}\nservers: [{url: https://many.example}]\npaths:\n")
	over.WriteString("apiVersion: oatools/v1\nkind: Overlay\nmetadata: {name: many}\nsources: {many: {spec: spec.yaml, auth: {open: {none: it is a test}}}}\n" +
		"audiences: {staff: '\"staff\" in caller.roles'}\ntools:\n")
	for i := range n {
		fmt.Fprintf(&spec, `  /things%[1]d/{id}:
    post:
      operationId: changeThing%[1]d
      parameters: [{name: id, in: path, required: true, schema: {type: string}}, {name: Idempotency-Key, in: header, schema: {type: string}}]
      requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Change"}}}}
      responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}}}
`, i)
		fmt.Fprintf(&over, `  change_%[1]d:
    shape: command
    operation: {id: changeThing%[1]d, at: "POST /things%[1]d/{id}"}
    description: {what: Changes thing %[1]d., when: Use it to change it.}
    params: {id: {describe: Its id.}, cents: {from: "body:/amount/cents", maximum: 1000}, kind: {enum: [a, b]}}
    pin: {"body:/amount/currency": EUR}
    command: {effect: update, confirm: {unless: args.cents < 10}, idempotency: {header: Idempotency-Key}}
    approval: [{when: args.cents > 500, by: staff, ask: "{cents} cents?"}]
    result: {select: [id, {total: amount.cents}]}
`, i)
	}
	spec.WriteString(`components:
  schemas:
    Change:
      type: object
      required: [amount, kind]
      properties: {amount: {$ref: "#/components/schemas/Amount"}, kind: {type: string, enum: [a, b, c]}, note: {type: string}}
    Thing: {type: object, properties: {id: {type: string}, amount: {$ref: "#/components/schemas/Amount"}}}
    Amount: {type: object, required: [cents, currency], properties: {cents: {type: integer, minimum: 1}, currency: {type: string}}}
`)
	dir := t.TempDir()
	for name, text := range map[string]string{"spec.yaml": spec.String(), "overlay.yaml": over.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "overlay.yaml")
}

func BenchmarkBuild(b *testing.B) {
	for _, n := range []int{25, 50, 100, 200, 400} {
		b.Run(fmt.Sprintf("tools=%d", n), func(b *testing.B) {
			path := manyTools(b, n)
			b.ReportAllocs()
			for b.Loop() {
				built, err := curate.Build(path, curate.Options{})
				if err != nil {
					b.Fatal(err)
				}
				if built.Set == nil {
					b.Fatal(built.Diags)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(n), "µs/tool")
		})
	}
}
