package expenses_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/oatools/oatools/specs/expenses"
)

const lunch = `{"merchant":"Mensa","amount":{"cents":1250,"currency":"EUR"},"category":"meals"}`

func TestEveryOperationIsServed(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromData(expenses.Spec())
	if err != nil {
		t.Fatal(err)
	}
	server := expenses.NewServer(expenses.Options{})
	for path, item := range doc.Paths.Map() {
		for method := range item.Operations() {
			rec := httptest.NewRecorder()
			server.ServeHTTP(rec, httptest.NewRequest(method, expenses.BaseURL+strings.ReplaceAll(path, "{id}", "x"), nil))
			if rec.Code != 401 {
				t.Errorf("%s %s without a token = %d, want 401", method, path, rec.Code)
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	c := newClient(t, expenses.Options{Token: "secret"}).with("Authorization", "Bearer secret")
	paid := firstWith(t, c, "paid")
	long := strings.Repeat("x", 121)
	for _, tt := range []struct {
		name           string
		client         *client
		method, target string
		body           string
		status         int
		pointers       string
	}{
		{"no token", c.with("Authorization", ""), "GET", "/expenses", "", 401, ""},
		{"wrong token", c.with("Authorization", "Bearer other"), "GET", "/expenses", "", 401, ""},
		{"empty token", c.with("Authorization", "Bearer "), "GET", "/expenses", "", 401, ""},
		{"wrong scheme", c.with("Authorization", "Basic secret"), "GET", "/expenses", "", 401, ""},
		{"no tenant", c.with("X-Tenant", ""), "GET", "/expenses", "", 400, "X-Tenant"},
		{"foreign tenant", c.with("X-Tenant", "nobody"), "GET", "/expenses", "", 403, ""},
		{"questions need no tenant", c.with("X-Tenant", ""), "GET", "/questions/none", "", 404, ""},
		{"expense of another tenant", c.with("X-Tenant", "birch"), "GET", "/expenses/" + paid, "", 404, ""},
		{"unknown path", c, "GET", "/nothing", "", 404, ""},
		{"unknown method", c, "PUT", "/expenses", "{}", 405, ""},
		{"page too large", c, "GET", "/expenses?page_size=501", "", 400, "page_size"},
		{"unknown status", c, "GET", "/expenses?status=gone", "", 400, "status"},
		{"no day", c, "GET", "/expenses?date_gte=2026-02-30", "", 400, "date_gte"},
		{"no boolean", c, "GET", "/expenses?include_deleted=1", "", 400, "include_deleted"},
		{"made up cursor", c, "GET", "/expenses?cursor=abc", "", 400, "cursor"},
		{"no JSON", c, "POST", "/expenses", "{", 400, ""},
		{"two JSON values", c, "POST", "/expenses", lunch + "{}", 400, ""},
		{"an array", c, "POST", "/expenses", "[]", 400, ""},
		{"no media type we know", c.with("Content-Type", "text/plain"), "POST", "/expenses", lunch, 415, ""},
		{"nothing in it", c, "POST", "/expenses", "{}", 422, "/merchant /category /amount"},
		{"wrong within", c, "POST", "/expenses", `{"merchant":"` + long + `","amount":{"cents":0.5,"currency":"JPY","x/y":1},"category":7}`, 422, "/merchant /category /amount/cents /amount/currency /amount/x~1y"},
		{"unknown member", c, "POST", "/expenses", lunch[:len(lunch)-1] + `,"status":"paid"}`, 422, "/status"},
		{"tomorrow's receipt", c, "POST", "/expenses", lunch[:len(lunch)-1] + `,"date":"2026-10-02"}`, 422, "/date"},
		{"too many flags", c, "POST", "/expenses", lunch[:len(lunch)-1] + `,"internal_flags":["a",2]}`, 422, "/internal_flags/1"},
		{"paid cannot change", c, "PATCH", "/expenses/" + paid, `{"note":"x"}`, 409, ""},
		{"paid cannot go", c, "DELETE", "/expenses/" + paid, "", 409, ""},
		{"old version", c.with("If-Match", `"v9"`), "PATCH", "/expenses/" + paid, `{"note":"x"}`, 412, ""},
		{"month to come", c, "POST", "/reports", `{"month":"2026-11"}`, 422, "/month"},
		{"no month", c, "POST", "/reports", `{"month":"2026-13","format":"doc"}`, 422, "/month /format"},
		{"no year", c, "GET", "/ledger/export", "", 400, "year"},
		{"no goal", c, "POST", "/reconciliations", `{"goal":"","limits":{"max_usd":0,"max_seconds":0}}`, 422, "/goal /limits/max_seconds /limits/max_usd"},
		{"no options", c, "POST", "/questions", `{"assignee":"a","text":"b","options":[]}`, 422, "/options"},
		{"options twice", c, "POST", "/questions", `{"assignee":"a","text":"b","options":["x","x"],"due_hours":0}`, 422, "/options /due_hours"},
		{"too large", c, "POST", "/expenses", `{"note":"` + strings.Repeat("x", 1<<20) + `"}`, 413, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.client.t = t
			if tt.status == 413 {
				tt.client.t = quiet{t} // the document leaves transport limits out
			}
			got := tt.client.want(tt.status, tt.method, tt.target, tt.body)
			if kind := got.header.Get("Content-Type"); kind != "application/problem+json" {
				t.Errorf("Content-Type = %q", kind)
			}
			if got.body["request_id"] != got.header.Get("X-Request-Id") || got.body["code"] == nil {
				t.Errorf("problem = %s", got.raw)
			}
			if got.pointers() != tt.pointers {
				t.Errorf("errors name %q, want %q", got.pointers(), tt.pointers)
			}
		})
	}
	c.t = t
	if n := c.server.Executions("createExpense") + c.server.Executions("updateExpense"); n != 0 {
		t.Errorf("refused requests executed %d times", n)
	}
}

// quiet keeps Errorf from failing the test.
type quiet struct{ testing.TB }

func (quiet) Errorf(string, ...any) {}

func firstWith(t *testing.T, c *client, status string) string {
	t.Helper()
	page := c.want(200, "GET", "/expenses?page_size=1&status="+status, "")
	return page.body["data"].([]any)[0].(map[string]any)["id"].(string)
}

func TestRequestsKeepNoSecret(t *testing.T) {
	c := newClient(t, expenses.Options{})
	c.with("Authorization", "Bearer hush", "Cookie", "hush", "Idempotency-Key", "k1").want(201, "POST", "/expenses", lunch)
	for range 300 {
		c.want(200, "GET", "/expenses?page_size=1", "")
	}
	c.want(201, "POST", "/expenses", lunch)
	log := c.server.Requests()
	if len(log) != 256 {
		t.Fatalf("kept %d requests, want 256", len(log))
	}
	last := log[len(log)-1]
	if last.Method != "POST" || last.URL != "/v2/expenses" || last.Body != lunch || last.Header.Get("X-Tenant") != "acme" {
		t.Errorf("last request = %+v", last)
	}
	if text, _ := json.Marshal(log); strings.Contains(string(text), "hush") {
		t.Error("a secret was kept")
	}
}

func TestConcurrentUse(t *testing.T) {
	c := newClient(t, expenses.Options{})
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			mine := c.with("Idempotency-Key", fmt.Sprintf("key-%d", i%4))
			created := mine.do("POST", "/expenses", lunch)
			mine.do("GET", "/expenses/"+created.id(), "")
			mine.do("PATCH", "/expenses/"+created.id(), `{"note":"x"}`)
			mine.do("GET", "/expenses", "")
			report := mine.do("POST", "/reports", `{"month":"2026-05"}`)
			mine.do("GET", "/reports/"+report.id(), "")
			c.server.Requests()
		})
	}
	wg.Wait()
	if n := c.server.Executions("createExpense"); n != 4 {
		t.Errorf("created %d times, want once for each of 4 keys", n)
	}
}
