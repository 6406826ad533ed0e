package lint_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/oatools/oatools/curate/lint"
)

// many writes a description with n operations and an overlay with n tools that
// read and return much alike, which is the worst case.
func many(t testing.TB, n int) string {
	t.Helper()
	t.(interface{ Chdir(string) }).Chdir(t.TempDir())
	var spec, over strings.Builder
	spec.WriteString("openapi: 3.1.0\ninfo: {title: Many, version: '1'}\nservers: [{url: https://many.example}]\npaths:\n")
	over.WriteString("apiVersion: oatools/v1\nkind: Overlay\nmetadata: {name: many}\nsources: {many: {spec: many.yaml, auth: {open: {none: it is a test}}}}\n" +
		"audiences: {staff: '\"staff\" in caller.roles'}\ntools:\n")
	for i := range n {
		fmt.Fprintf(&spec, `  /things%[1]d/{thing_id}:
    post:
      operationId: changeThing%[1]d
      parameters: [{name: thing_id, in: path, required: true, schema: {type: string}}, {name: Idempotency-Key, in: header, schema: {type: string}}]
      requestBody: {required: true, content: {application/json: {schema: {$ref: "#/components/schemas/Change"}}}}
      responses: {"200": {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Thing"}}}}}
`, i)
		fmt.Fprintf(&over, `  thing_%[1]d_change:
    shape: command
    operation: {id: changeThing%[1]d, at: "POST /things%[1]d/{thing_id}"}
    description: {what: Changes the thing of kind %[1]d., when: Use it to change thing_%[2]d_change.}
    params: {thing_id: {describe: Its id.}, cents: {from: "body:/amount/cents", maximum: 1000}, kind: {enum: [a, b]}, note: {}}
    pin: {"body:/amount/currency": EUR}
    audience: [staff]
    command: {effect: update, confirm: {unless: args.cents < 10}, idempotency: {header: Idempotency-Key}}
    result: {select: [{total: amount.cents}]}
    allow: [{rule: eval-missing, because: it is a test, until: "2999-12-31"}]
`, i, (i+1)%n)
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
	for name, text := range map[string]string{"many.yaml": spec.String(), "overlay.yaml": over.String()} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return "overlay.yaml"
}

// Judging is at most linear in the number of tools.
func BenchmarkRun(b *testing.B) {
	for _, n := range []int{25, 50, 100, 200, 400} {
		b.Run(fmt.Sprintf("tools=%d", n), func(b *testing.B) {
			built := build(b, many(b, n))
			if built.Set == nil {
				b.Fatal(built.Diags)
			}
			b.ReportAllocs()
			for b.Loop() {
				lint.Run(built, lint.Options{Now: now()})
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(n), "µs/tool")
		})
	}
}

// An overlay of 200 tools is compiled and judged within the time that a person
// does not notice; the limit is generous to slow machines.
func TestLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	built := build(t, many(t, 200))
	if built.Set == nil {
		t.Fatal(built.Diags)
	}
	start := time.Now()
	report := lint.Run(built, lint.Options{Now: now()})
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("200 tools are judged in %s", took)
	}
	if len(report.Findings) < 200 || len(report.Waived) != 200 {
		t.Errorf("%d findings and %d waived, want some of each tool", len(report.Findings), len(report.Waived))
	}
}
