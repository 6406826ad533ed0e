package diff

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate"
)

var update = flag.Bool("update", false, "rewrite golden files")

const (
	spec    = "expenses.openapi.yaml"
	overlay = "expenses.overlay.yaml"
	patch   = "expenses.patch.yaml"
)

// sourceEdits lists single changes of what people write. What each does is in
// testdata/sources.txt: the classes and rules, or the errors with their lines.
func sourceEdits() []struct{ file, from, to string } {
	return []struct{ file, from, to string }{
		{spec, "version: 2.14.0", "version: 2.15.0"},
		{spec, "title: Expenses API", "title: Expense API"},
		{spec, "summary: Search", "summary: Search expenses"},
		{spec, "url: https://expenses.internal.acme.example/v2", "url: https://other.acme.example/v2"},
		{spec, "operationId: searchExpenses", "operationId: listExpenses"},
		{spec, "  /expenses:\n", "  /expense:\n"},
		{spec, "name: q, in: query", "name: query, in: query"},
		{spec, "{name: q, in: query, schema: {type: string}}", "{name: q, in: query, schema: {type: string, maxLength: 80}}"},
		{spec, "{name: q, in: query, schema: {type: string}}", "{name: q, in: query, required: true, schema: {type: string}}"},
		{spec, "{name: q, in: query, schema: {type: string}}", "{name: q, in: query, schema: {type: integer}}"},
		{spec, "{name: q, in: query, schema: {type: string}}", "{name: q, in: query, schema: {type: [string, \"null\"]}}"},
		{spec, "{name: q, in: query, schema: {type: string}}", "{name: q, in: query, schema: {type: array, items: {type: string}}}"},
		{spec, "{name: q, in: query, schema: {type: string}}", "{name: q, in: query, allowReserved: true, schema: {type: string}}"},
		{spec, "rejected, paid, archived]", "rejected, paid]"},
		{spec, "rejected, paid, archived]", "rejected, archived]"},
		{spec, "name: date_gte, in: query, schema: {type: string, format: date}", "name: date_gte, in: query, schema: {type: string, format: date-time}"},
		{spec, "name: date_gte", "name: from_date"},
		{spec, "maximum: 500, default: 100", "maximum: 10, default: 10"},
		{spec, "        - {name: include_deleted, in: query, schema: {type: boolean}}\n", ""},
		{spec, "        - {name: cursor, in: query, schema: {type: string}}\n", "        - {name: cursor, in: query, schema: {type: string}}\n        - {name: passport_no, in: query, schema: {type: string}}\n"},
		{spec, "        - {name: cursor, in: query, schema: {type: string}}\n", "        - {name: cursor, in: query, schema: {type: string}}\n        - {name: region, in: query, required: true, schema: {type: string}}\n"},
		{spec, "next_cursor: {type: string}", "next: {type: string}"},
		{spec, "display_name: {type: string}", "full_name: {type: string}"},
		{spec, "display_name: {type: string}", "display_name: {type: object, properties: {first: {type: string}}}"},
		{spec, "display_name: {type: string}", "display_name: {type: string, description: As on the badge.}"},
		{spec, "audit: {type: array", "passport_no: {type: string}\n        audit: {type: array"},
		{spec, "        status: {type: string}\n        amount", "        status: {type: string, enum: [draft, submitted]}\n        amount"},
		{spec, "required: [id, status]", "required: [id]"},
		{spec, "required: [amount, merchant, category]", "required: [amount, merchant, category, cost_center]"},
		{spec, "required: [amount, merchant, category]", "required: [amount, merchant]"},
		{spec, "required: [amount, merchant, category]", "required: [amount, merchant, category, note]"},
		{spec, "merchant: {type: string, maxLength: 120}", "merchant: {type: string, maxLength: 60}"},
		{spec, "merchant: {type: string, maxLength: 120}", "merchant: {type: string}"},
		{spec, "merchant: {type: string, maxLength: 120}", "merchant: {type: string, maxLength: 120, pattern: \"^[A-Z]\"}"},
		{spec, "cents: {type: integer, minimum: 1}", "cents: {type: integer, minimum: 100}"},
		{spec, "cents: {type: integer, minimum: 1}", "cents: {type: string}"},
		{spec, "cents: {type: integer, minimum: 1}", "cents: {type: number, minimum: 1}"},
		{spec, "note: {type: string}", "note: {type: string, maxLength: 100}"},
		{spec, "note: {type: string}", "remark: {type: string}"},
		{spec, "enum: [EUR, USD, GBP, CHF]", "enum: [EUR, USD, CHF]"},
		{spec, "enum: [EUR, USD, GBP, CHF]", "enum: [EUR, USD, GBP, CHF, SEK]"},
		{spec, "        - {name: Idempotency-Key, in: header, schema: {type: string}}\n", ""},
		{spec, "        - {name: validate_only, in: query, schema: {type: boolean}}\n", ""},
		{spec, "        \"201\":\n          description: created", "        \"200\":\n          description: created"},
		{spec, "state: {type: string, enum: [queued, running, done, failed, cancelled]}", "state: {type: string, enum: [queued, running, done, failed, cancelled, expired]}"},
		{spec, "state: {type: string, enum: [queued, running, done, failed, cancelled]}", "status: {type: string}"},
		{spec, "enum: [csv, pdf]", "enum: [xlsx, pdf]"},
		{spec, "pattern: \"^[0-9]{4}-[0-9]{2}$\"", "pattern: \"^[0-9]{4}/[0-9]{2}$\""},
		{spec, "operationId: cancelReport", "operationId: deleteReport"},
		{spec, "name: year, in: query, required: true", "name: year, in: query"},
		{spec, "employeeToken: {type: http, scheme: bearer}", "employeeToken: {type: http, scheme: basic}"},
		{spec, "employeeToken: {type: http, scheme: bearer}", "employeeToken: {type: apiKey, in: header, name: X-Key}"},
		{spec, "security: [{employeeToken: []}]", "security: []"},

		{overlay, "name: finance-desk", "name: money-desk"},
		{overlay, "version: 2.3.0", "version: 2.4.0"},
		{overlay, "Amounts are in cents.\n", "Amounts are in whole cents.\n"},
		{overlay, "tools: 12, tokens: 3000", "tools: 12, tokens: 4000"},
		{overlay, "hosts: [expenses.internal.acme.example]", "hosts: [expenses.internal.acme.example, api.acme.example]"},
		{overlay, "secret: \"env:EXPENSES_TOKEN\"", "secret: \"env:OTHER_TOKEN\""},
		{overlay, "\"employee\" in caller.roles", "\"staff\" in caller.roles"},
		{overlay, "audience: [employee]\n", "audience: [employee, approver]\n"},
		{overlay, "caller.tenant}", "caller.id}"},
		{overlay, "timeout: 8s", "timeout: 20s"},
		{overlay, "attempts: 3", "attempts: 5"},
		{overlay, "limit: 60/m", "limit: 600/m"},
		{overlay, "limit: 60/m", "limit: 6/m"},
		{overlay, "max_bytes: 24KiB", "max_bytes: 64KiB"},
		{overlay, "redact: [\"**.iban\", \"**.email\"]", "redact: [\"**.iban\"]"},
		{overlay, "Newest first.", "Oldest first."},
		{overlay, "describe: Only this status.", "describe: Expenses in this state."},
		{overlay, "enum: [draft, submitted, approved, rejected, paid]", "enum: [draft, submitted, approved, rejected]"},
		{overlay, "enum: [draft, submitted, approved, rejected, paid]", "enum: [submitted, draft, approved, rejected, paid]"},
		{overlay, "enum: [draft, submitted, approved, rejected, paid]", "enum: [draft, submitted, approved, rejected, paid, archived]"},
		{overlay, "\"query:include_deleted\": false", "\"query:include_deleted\": true"},
		{overlay, ", \"query:include_deleted\": false}", "}"},
		{overlay, "{owner: employee.display_name}", "{owner: employee.email}"},
		{overlay, "{owner: employee.display_name}", "{owner: employee.display_name}, date"},
		{overlay, "select: [id, merchant, status,", "select: [id, status,"},
		{overlay, "ttl: 30s", "ttl: 5m"},
		{overlay, "maximum: 2000000", "maximum: 3000000"},
		{overlay, "maximum: 2000000", "maximum: 1000000"},
		{overlay, "default: EUR", "default: USD"},
		{overlay, ", default: EUR", ""},
		{overlay, "effect: create ", "effect: pay "},
		{overlay, "unless: args.cents < 2500", "unless: args.cents < 9900"},
		{overlay, ", unless: args.cents < 2500", ""},
		{overlay, "idempotency: {header: Idempotency-Key}", "idempotency: {none: it does not matter}"},
		{overlay, "dry_run: {native: {\"query:validate_only\": true}}", "dry_run: {plan: \"Files {cents} cents.\"}"},
		{overlay, "within: 5s", "within: 9s"},
		{overlay, "when: args.cents > 50000", "when: args.cents > 90000"},
		{overlay, "      - {when: args.cents > 50000, by: approver, ask: \"{cents} cents at {merchant}: file it?\"}\n", "      - {when: args.cents > 50000, by: employee, ask: \"{cents} cents at {merchant}: file it?\"}\n"},
		{overlay, "ask: \"{cents} cents at {merchant}: file it?\"", "ask: \"File {cents} cents?\""},
		{overlay, "else: 5s", "else: 9s"},
		{overlay, "running: [queued, running]", "running: [queued]"},
		{overlay, "max_bytes: 50MiB", "max_bytes: 200MiB"},
		{overlay, "calls: 3/h", "calls: 9/h"},
		{overlay, "\"body:/limits/max_usd\": 0.5", "\"body:/limits/max_usd\": 5"},
		{overlay, "min: 1}", "min: 0}"},
		{overlay, "caller.claims.manager", "caller.id"},
		{overlay, "to: caller,", "to: approver,"},
		{overlay, "  month_report:", "  monthly_report:"},

		{patch, "Retry-After", "X-Retry-After"},
		{patch, "'/reports/{id}'", "'/report/{id}'"},
		{patch, "version: 1.0.0", "version: 1.0.1"},
	}
}

func TestSources(t *testing.T) {
	dir := filepath.Join("testdata", "overlays")
	texts := map[string]string{}
	for _, name := range []string{spec, overlay, patch} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(data)
	}
	home, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	base, _ := built(t, texts)
	var got strings.Builder
	for _, m := range sourceEdits() {
		if !strings.Contains(texts[m.file], m.from) {
			t.Fatalf("%s holds no %q", m.file, m.from)
		}
		changed := map[string]string{}
		for name, text := range texts {
			changed[name] = text
		}
		changed[m.file] = strings.Replace(texts[m.file], m.from, m.to, 1)
		set, diags := built(t, changed)
		fmt.Fprintf(&got, "%s: %q to %q\n", m.file, m.from, m.to)
		if set == nil {
			for _, d := range diags {
				if d.Severity == diag.Error {
					fmt.Fprintf(&got, "  error %s at %s\n", d.Code, d.Pos)
				}
			}
			continue
		}
		r := Diff(base, set)
		told := 0
		for _, c := range r.Changes {
			if c.Rule == "operation-digest" || c.Rule == "source-changed" {
				continue // so much is true of every change of a description
			}
			told++
			fmt.Fprintf(&got, "  %s %s %s %s\n", c.Class, c.Rule, c.Tool, c.What)
		}
		if told == 0 {
			fmt.Fprintf(&got, "  nothing but %d files and operations\n", len(r.Changes))
		}
		if r.Empty() {
			t.Errorf("%s: %q to %q: nothing is told", m.file, m.from, m.to)
		}
	}
	golden := filepath.Join(home, "testdata", "sources.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("%s (-want +got):\n%s", golden, diff)
	}
}

// built compiles files that are laid into a folder of their own.
func built(t *testing.T, texts map[string]string) (*tool.Set, []diag.Diagnostic) {
	t.Helper()
	t.Chdir(t.TempDir()) // so that places are plain names
	for name, text := range texts {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	b, err := curate.Build(overlay, curate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return b.Set, b.Diags.Sorted()
}
