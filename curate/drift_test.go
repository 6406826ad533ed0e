package curate_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/oatools/oatools/curate"
)

// A change of the description under an overlay that was right is judged: an
// error at the overlay's line where it hurts a tool, silence where it does not.
func TestDrift(t *testing.T) {
	const spec, patch = "expenses.openapi.yaml", "expenses.patch.yaml"
	var out strings.Builder
	for _, d := range []struct{ name, file, old, new string }{
		{"nothing", spec, "Expenses API", "Expenses API"},
		{"operationId renamed", spec, "operationId: searchExpenses", "operationId: listExpenses"},
		{"path moved", spec, "  /expenses:\n", "  /v3/expenses:\n"},
		{"method changed", spec, "  /ledger/export:\n    get:", "  /ledger/export:\n    post:"},
		{"query parameter renamed", spec, "name: date_gte", "name: since"},
		{"pinned parameter gone", spec, "        - {name: include_deleted, in: query, schema: {type: boolean}}\n", ""},
		{"pinned value out of bounds", spec, "maximum: 500", "maximum: 10"},
		{"pinned type changed", spec, "include_deleted, in: query, schema: {type: boolean}", "include_deleted, in: query, schema: {type: string}"},
		{"paging parameter renamed", spec, "name: cursor", "name: after"},
		{"enum value renamed", spec, "rejected, paid, archived]}}", "rejected, reimbursed, archived]}}"},
		{"enum value added", spec, "rejected, paid, archived]}}", "rejected, paid, archived, frozen]}}"},
		{"response field renamed", spec, "display_name", "name"},
		{"response field retyped to an object", spec, "merchant: {type: string}\n        status", "merchant: {type: object, properties: {title: {type: string}}}\n        status"},
		{"items moved", spec, "required: [data]\n                properties:\n                  data:", "required: [items]\n                properties:\n                  items:"},
		{"body field renamed", spec, "properties: {cents: {type: integer, minimum: 1}", "properties: {minor: {type: integer, minimum: 1}"},
		{"type changed", spec, "{cents: {type: integer, minimum: 1}", "{cents: {type: string}"},
		{"bound tightened", spec, "minimum: 1}, currency", "minimum: 1, maximum: 1000}, currency"},
		{"new required body field", spec, "required: [amount, merchant, category]", "required: [amount, merchant, category, cost_center]"},
		{"new required parameter", spec, "{name: year, in: query, required: true, schema: {type: integer}}", "{name: year, in: query, required: true, schema: {type: integer}}, {name: book, in: query, required: true, schema: {type: string}}"},
		{"new job state", spec, "failed, cancelled]}, progress", "failed, cancelled, expired]}, progress"},
		{"job state renamed", spec, "[queued, running, done, failed, cancelled]", "[pending, running, done, failed, cancelled]"},
		{"status field renamed", spec, "state: {type: string, enum: [queued", "status: {type: string, enum: [queued"},
		{"start response lost its id", spec, "properties: {id: {type: string}, state: {type: string, enum: [open", "properties: {key: {type: string}, state: {type: string, enum: [open"},
		{"status operation gone", spec, "operationId: getReport", "operationId: reportOf"},
		{"cancel moved", spec, "operationId: cancelReport", "operationId: dropReport"},
		{"Idempotency-Key dropped", spec, "        - {name: Idempotency-Key, in: header, schema: {type: string}}\n", ""},
		{"native dry run dropped", spec, "        - {name: validate_only, in: query, schema: {type: boolean}}\n", ""},
		{"verified field renamed", spec, "        status: {type: string}\n        amount", "        state: {type: string}\n        amount"},
		{"evidence moved", spec, "evidence: {type: array", "sources: {type: array"},
		{"reply body changed", spec, "required: [text], properties: {text: {type: string}}}\n      responses: {\"202\"", "required: [message], properties: {message: {type: string}}}\n      responses: {\"202\""},
		{"budget field gone", spec, "max_seconds: {type: integer}, ", ""},
		{"injected field renamed", spec, "assignee", "owner"},
		{"security changed", spec, "security: [{employeeToken: []}]", "security: [{partnerToken: []}]"},
		{"scheme renamed", spec, "employeeToken", "bearerToken"},
		{"operation became anonymous", spec, "      operationId: exportLedger\n", "      operationId: exportLedger\n      security: []\n"},
		{"patched operation moved", spec, "  /reports/{id}:", "  /report-files/{id}:"},
		{"patch no longer gives the header", patch, "Retry-After", "X-Wait"},
		{"patch target misspelt", patch, "['/reports/{id}']", "['/report/{id}']"},
		{"new optional parameter", spec, "        - {name: q, in: query", "        - {name: debug, in: query, schema: {type: boolean}}\n        - {name: q, in: query"},
		{"new response field", spec, "        date: {type: string, format: date}", "        passport_no: {type: string}\n        date: {type: string, format: date}"},
	} {
		out.WriteString("== " + d.name + "\n" + drift(t, d.file, d.old, d.new))
	}
	golden(t, "expenses/drift.txt", []byte(out.String()))
}

// drift builds the worked example after one replacement in one file.
func drift(t *testing.T, file, old, replacement string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"expenses.yaml", "expenses.openapi.yaml", "expenses.patch.yaml"} {
		data, err := os.ReadFile(filepath.Join("testdata/expenses", name))
		if err != nil {
			t.Fatal(err)
		}
		text := string(data)
		if name == file {
			if !strings.Contains(text, old) {
				t.Fatalf("%s does not hold %q", name, old)
			}
			text = strings.ReplaceAll(text, old, replacement)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	built, err := curate.Build(filepath.Join(dir, "expenses.yaml"), curate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(built.Diags.String(), filepath.ToSlash(dir)+"/", "")
	if text == "" {
		return "(silent)\n"
	}
	return text
}
