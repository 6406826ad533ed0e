package expenses_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/specs/expenses"
)

// walk follows next_cursor and returns each expense it meets.
func walk(c *client, query string) []map[string]any {
	c.t.Helper()
	return walkFrom(c, query, "")
}

func walkFrom(c *client, query, cursor string) (all []map[string]any) {
	c.t.Helper()
	for range 200 {
		page := c.want(200, "GET", "/expenses?"+query+"&cursor="+cursor, "")
		for _, item := range page.body["data"].([]any) {
			all = append(all, item.(map[string]any))
		}
		var more bool
		if cursor, more = page.body["next_cursor"].(string); !more {
			return all
		}
	}
	c.t.Fatalf("search %q does not end", query)
	return nil
}

func TestCursorWalkMeetsEachExpenseOnce(t *testing.T) {
	c := newClient(t, expenses.Options{})
	total := 0
	for _, tenant := range c.server.Tenants() {
		mine := c.with("X-Tenant", tenant)
		whole := mine.want(200, "GET", "/expenses?page_size=500&include_deleted=true", "").body["data"].([]any)
		total += len(whole)
		for _, size := range []int{1, 7, len(whole), 500} {
			all := walk(mine, fmt.Sprintf("include_deleted=true&page_size=%d", size))
			seen := map[string]bool{}
			for _, e := range all {
				seen[e["id"].(string)] = true
			}
			if len(all) != len(whole) || len(seen) != len(whole) {
				t.Errorf("%s by %d: met %d expenses, %d different, want %d", tenant, size, len(all), len(seen), len(whole))
			}
			if !slices.IsSortedFunc(all, func(a, b map[string]any) int {
				return strings.Compare(b["date"].(string), a["date"].(string))
			}) {
				t.Errorf("%s by %d: not newest first", tenant, size)
			}
		}
	}
	if total != 120 {
		t.Errorf("seeded %d expenses, want 120", total)
	}
}

func TestCursorStaysRightWhileExpensesAppear(t *testing.T) {
	c := newClient(t, expenses.Options{})
	before := walk(c, "page_size=10")
	first := c.want(200, "GET", "/expenses?page_size=10", "")
	c.want(201, "POST", "/expenses", lunch)
	rest := walkFrom(c, "page_size=10", first.body["next_cursor"].(string))
	if got := 10 + len(rest); got != len(before) {
		t.Errorf("met %d expenses, want the %d there were", got, len(before))
	}
	c.want(400, "GET", "/expenses?status=paid&cursor="+first.body["next_cursor"].(string), "")
	c.with("X-Tenant", "birch").want(400, "GET", "/expenses?cursor="+first.body["next_cursor"].(string), "")
}

func TestSearchFilters(t *testing.T) {
	c := newClient(t, expenses.Options{})
	for _, tt := range []struct {
		query string
		keep  func(map[string]any) bool
	}{
		{"q=TAXI", func(e map[string]any) bool {
			return strings.Contains(strings.ToLower(fmt.Sprint(e["merchant"], e["note"])), "taxi")
		}},
		{"q=taxi+customer", func(e map[string]any) bool { return e["merchant"] == "Taxi Berlin" }},
		{"status=submitted", func(e map[string]any) bool { return e["status"] == "submitted" }},
		{"date_gte=2026-05-01", func(e map[string]any) bool { return e["date"].(string) >= "2026-05-01" }},
		{"include_deleted=false", func(e map[string]any) bool { return e["deleted_at"] == nil }},
	} {
		all := walk(c, "include_deleted=true")
		var want []map[string]any
		for _, e := range all {
			if tt.keep(e) && (e["deleted_at"] == nil) {
				want = append(want, e)
			}
		}
		got := walk(c, tt.query)
		if len(want) == 0 || len(want) == len(all) {
			t.Errorf("%s: the seed does not tell right from wrong", tt.query)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.query, diff)
		}
	}
	if got := c.want(200, "GET", "/expenses?q=unheard-of", ""); got.raw != `{"data":[]}` {
		t.Errorf("no hits = %s", got.raw)
	}
}

func TestSeedIsTheSameEveryTime(t *testing.T) {
	a := newClient(t, expenses.Options{}).want(200, "GET", "/expenses", "")
	b := newClient(t, expenses.Options{}).want(200, "GET", "/expenses", "")
	if a.raw != b.raw {
		t.Error("two servers hold different expenses")
	}
	for _, secret := range []string{`"iban":"DE`, `"email":"`} {
		if !strings.Contains(a.raw, secret) {
			t.Errorf("there is no %s to redact", secret)
		}
	}
}

// A new expense is refused at the field that is wrong, and carries what was left
// out.
func TestNewExpense(t *testing.T) {
	for _, tt := range []struct{ more, at, want string }{
		{"", "", `"cost_center":"CC-100","date":"2026-10-01"`},
		{`"cost_center":"CC-204","date":"2026-05-01"`, "", `"cost_center":"CC-204","date":"2026-05-01"`},
		{`"cost_center":"CC-20"`, "/cost_center", ""},
		{`"cost_center":"CC-20x"`, "/cost_center", ""},
		{`"cost_center":"XX-204"`, "/cost_center", ""},
		{`"cost_center":"CC-20٤"`, "/cost_center", ""},
		{`"cost_center":204`, "/cost_center", ""},
		{`"date":"2026-02-30"`, "/date", ""},
		{`"date":"1.5.2026"`, "/date", ""},
		{`"date":20260501`, "/date", ""},
		{`"date":"2999-01-01"`, "/date", ""},
	} {
		c := newClient(t, expenses.Options{Now: newClock().now})
		body := lunch
		if tt.more != "" {
			body = strings.TrimSuffix(lunch, "}") + "," + tt.more + "}"
		}
		if tt.at != "" {
			if got := c.want(422, "POST", "/expenses", body); got.pointers() != tt.at || c.server.Executions("createExpense") != 0 {
				t.Errorf("%s: refused at %s, want %s", tt.more, got.pointers(), tt.at)
			}
			continue
		}
		if got := c.want(201, "POST", "/expenses", body); !strings.Contains(got.raw, tt.want) {
			t.Errorf("%s: %s", tt.more, got.raw)
		}
	}
}

func TestIdempotencyKey(t *testing.T) {
	type step struct {
		key, tenant, body string
		wait              time.Duration
		status            int
		replayed          bool
	}
	spaced := strings.ReplaceAll(lunch, ":", ": ")
	dinner := strings.ReplaceAll(lunch, "1250", "2250")
	for _, tt := range []struct {
		name       string
		steps      []step
		executions int
	}{
		{"no key creates each time", []step{{body: lunch, status: 201}, {body: lunch, status: 201}}, 2},
		{"same key, same body", []step{{key: "k", body: lunch, status: 201}, {key: "k", body: lunch, status: 201, replayed: true}}, 1},
		{"same JSON written anew", []step{{key: "k", body: lunch, status: 201}, {key: "k", body: spaced, status: 201, replayed: true}}, 1},
		{"same key, other body", []step{{key: "k", body: lunch, status: 201}, {key: "k", body: dinner, status: 422}}, 1},
		{"other key", []step{{key: "k", body: lunch, status: 201}, {key: "l", body: lunch, status: 201}}, 2},
		{"other tenant", []step{{key: "k", body: lunch, status: 201}, {key: "k", tenant: "birch", body: lunch, status: 201}}, 2},
		{"a refusal is not kept", []step{{key: "k", body: "{}", status: 422}, {key: "k", body: lunch, status: 201}}, 1},
		{"forgotten after a day", []step{{key: "k", body: lunch, status: 201}, {key: "k", body: lunch, wait: 24 * time.Hour, status: 201}}, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			now := newClock()
			c := newClient(t, expenses.Options{Now: now.now})
			var last result
			for i, s := range tt.steps {
				now.at = now.at.Add(s.wait)
				mine := c.with("Idempotency-Key", s.key)
				if s.tenant != "" {
					mine = mine.with("X-Tenant", s.tenant)
				}
				got := mine.want(s.status, "POST", "/expenses", s.body)
				if replayed := got.header.Get("Idempotency-Replayed") == "true"; replayed != s.replayed {
					t.Errorf("step %d: replayed %t, want %t", i, replayed, s.replayed)
				}
				if s.replayed && (got.raw != last.raw || got.header.Get("Location") != last.header.Get("Location")) {
					t.Errorf("step %d: answered %s, first %s", i, got.raw, last.raw)
				}
				last = got
			}
			if n := c.server.Executions("createExpense"); n != tt.executions {
				t.Errorf("executed %d times, want %d", n, tt.executions)
			}
		})
	}
}

func TestReplayShowsTheFirstAnswerAfterAChange(t *testing.T) {
	c := newClient(t, expenses.Options{}).with("Idempotency-Key", "k")
	first := c.want(201, "POST", "/expenses", lunch)
	c.want(200, "PATCH", "/expenses/"+first.id(), `{"note":"changed"}`)
	if again := c.want(201, "POST", "/expenses", lunch); again.raw != first.raw {
		t.Errorf("replay = %s, want %s", again.raw, first.raw)
	}
}

func TestValidateOnlyHasNoEffect(t *testing.T) {
	c := newClient(t, expenses.Options{}).with("Idempotency-Key", "k")
	before := walk(c, "")
	got := c.want(200, "POST", "/expenses?validate_only=true", lunch)
	if id, there := got.body["id"]; !there || id != nil || got.body["status"] != "submitted" {
		t.Errorf("preview = %s", got.raw)
	}
	c.want(422, "POST", "/expenses?validate_only=true", `{}`)
	c.want(400, "POST", "/expenses?validate_only=yes", lunch)
	after := walk(c, "")
	if len(after) != len(before) || c.server.Executions("createExpense") != 0 {
		t.Errorf("%d expenses before, %d after", len(before), len(after))
	}
	if got := c.want(201, "POST", "/expenses", lunch); got.header.Get("Idempotency-Replayed") != "" {
		t.Error("the check used up the key")
	}
}

func TestLifeOfAnExpense(t *testing.T) {
	c := newClient(t, expenses.Options{})
	made := c.want(201, "POST", "/expenses", lunch[:len(lunch)-1]+`,"note":"why"}`)
	path := "/expenses/" + made.id()
	if made.header.Get("Location") != "/v2"+path || made.header.Get("ETag") != `"v1"` {
		t.Errorf("header = %v", made.header)
	}
	patch := c.with("Content-Type", "application/merge-patch+json", "If-Match", `"v1"`)
	changed := patch.want(200, "PATCH", path, `{"category":"travel","note":null}`)
	if changed.body["category"] != "travel" || changed.body["note"] != nil || changed.body["merchant"] != "Mensa" {
		t.Errorf("after the change: %s", changed.raw)
	}
	patch.want(412, "PATCH", path, `{"category":"meals"}`)
	c.want(422, "PATCH", path, `{"amount":{}}`)
	c.want(422, "PATCH", path, `{}`)
	c.with("If-Match", `"v1", "v2"`).want(204, "DELETE", path, "")
	c.want(404, "GET", path, "")
	c.want(404, "DELETE", path, "")
	for id, want := range map[string]int{"createExpense": 1, "updateExpense": 1, "deleteExpense": 1, "getExpense": 0} {
		if n := c.server.Executions(id); n != want {
			t.Errorf("Executions(%s) = %d, want %d", id, n, want)
		}
	}
}
