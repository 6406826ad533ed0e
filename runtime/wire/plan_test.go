package wire

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

var ada = runtime.Principal{ID: "ada", Tenant: "acme", Roles: []string{"employee", "approver"}, Claims: map[string]any{"team": "t1", "n": json.Number("7")}}

func raw(text string) json.RawMessage { return json.RawMessage(text) }

// TestPlan writes requests from bindings and values: the request, or the code
// and the argument that is to blame.
func TestPlan(t *testing.T) {
	json1 := func(fields ...tool.Field) *tool.Body {
		return &tool.Body{Media: "application/json", Mode: tool.BodyJSON, Fields: fields}
	}
	arg := func(to, from string) tool.Field { return tool.Field{To: to, Value: tool.Value{Arg: from}} }
	tests := []struct {
		name   string
		path   []tool.Seg
		params []tool.Param
		body   *tool.Body
		args   string
		want   string // METHOD-less: URL, then headers that are not the usual ones, then the body
	}{
		{name: "places and order", path: []tool.Seg{{Lit: "/users/"}, {Param: "id"}, {Lit: "/posts"}},
			params: []tool.Param{argParam(tool.InPath, "id", "simple", false), argParam(tool.InQuery, "q", "form", true), argParam(tool.InQuery, "tags", "form", false), argParam(tool.InHeader, "X-Trace", "simple", false), argParam(tool.InCookie, "c", "form", true)},
			args:   `{"c":"x;y","X-Trace":"t","tags":["a","b c"],"q":"x&y=1","id":"7 8"}`,
			want:   "https://api.example.com/v1/users/7%208/posts?q=x%26y%3D1&tags=a,b%20c\nCookie: c=x%3By\nX-Trace: t"},
		{name: "a path value that leaves its segment", path: []tool.Seg{{Lit: "/users/"}, {Param: "id"}}, params: []tool.Param{argParam(tool.InPath, "id", "simple", false)},
			args: `{"id":"../admin"}`, want: "invalid_input /id"},
		{name: "a path value that is missing", path: []tool.Seg{{Lit: "/users/"}, {Param: "id"}}, params: []tool.Param{argParam(tool.InPath, "id", "simple", false)},
			args: `{}`, want: "invalid_input /id"},
		{name: "a suffix in the segment", path: []tool.Seg{{Lit: "/files/"}, {Param: "id"}, {Lit: ".json"}}, params: []tool.Param{argParam(tool.InPath, "id", "simple", false)},
			args: `{"id":"a"}`, want: "https://api.example.com/v1/files/a.json"},
		{name: "several segments", path: []tool.Seg{{Lit: "/contents/"}, {Param: "path"}}, params: []tool.Param{{Name: "path", In: tool.InPath, Style: "simple", Slash: "segments", Value: tool.Value{Arg: "/path"}}},
			args: `{"path":"src/a b.go"}`, want: "https://api.example.com/v1/contents/src/a%20b.go"},
		{name: "odd literals", path: []tool.Seg{{Lit: "/a b/{x}/ü/%2F"}}, args: `{}`, want: "https://api.example.com/v1/a%20b/%7Bx%7D/%C3%BC/%2F"},
		{name: "constants, the caller and generated values", path: []tool.Seg{{Lit: "/x"}}, params: []tool.Param{
			{Name: "v", In: tool.InQuery, Style: "form", Value: tool.Value{Const: raw(`20`)}},
			{Name: "X-Tenant", In: tool.InHeader, Style: "simple", Value: tool.Value{Caller: "tenant"}},
			{Name: "X-Roles", In: tool.InHeader, Style: "simple", Value: tool.Value{Caller: "roles"}},
			{Name: "X-Team", In: tool.InHeader, Style: "simple", Value: tool.Value{Caller: "claims.team"}},
			{Name: "X-At", In: tool.InHeader, Style: "simple", Value: tool.Value{Gen: "now"}},
			{Name: "X-Call", In: tool.InHeader, Style: "simple", Value: tool.Value{Gen: "request-id"}},
			{Name: "Idempotency-Key", In: tool.InHeader, Style: "simple", Value: tool.Value{Gen: "idempotency-key"}},
		}, args: `{}`, want: "https://api.example.com/v1/x?v=20\nIdempotency-Key: k1\nX-At: 2026-11-30T09:00:00Z\nX-Call: call1\nX-Roles: employee,approver\nX-Team: t1\nX-Tenant: acme"},
		{name: "a claim that is missing", path: []tool.Seg{{Lit: "/x"}}, params: []tool.Param{{Name: "X", In: tool.InHeader, Style: "simple", Value: tool.Value{Caller: "claims.none"}}}, args: `{}`, want: "configuration_error"},
		{name: "a default", path: []tool.Seg{{Lit: "/x"}}, params: []tool.Param{{Name: "n", In: tool.InQuery, Style: "form", Value: tool.Value{Arg: "/n", Default: raw(`5`)}}}, args: `{}`, want: "https://api.example.com/v1/x?n=5"},
		{name: "a default yields", path: []tool.Seg{{Lit: "/x"}}, params: []tool.Param{{Name: "n", In: tool.InQuery, Style: "form", Value: tool.Value{Arg: "/n", Default: raw(`5`)}}}, args: `{"n":0}`, want: "https://api.example.com/v1/x?n=0"},
		{name: "page, size, run and start", path: []tool.Seg{{Lit: "/x"}}, params: []tool.Param{
			{Name: "cursor", In: tool.InQuery, Style: "form", Value: tool.Value{Page: true}}, {Name: "limit", In: tool.InQuery, Style: "form", Value: tool.Value{Size: true}},
			{Name: "r", In: tool.InQuery, Style: "form", Value: tool.Value{Run: "k"}}, {Name: "s", In: tool.InQuery, Style: "form", Value: tool.Value{Start: "$response.body#/id"}}},
			args: `{}`, want: "https://api.example.com/v1/x?cursor=next%2B1&limit=10&r=kept&s=9007199254740993"},
		{name: "a remembered value that is not there", path: []tool.Seg{{Lit: "/x"}}, params: []tool.Param{{Name: "r", In: tool.InQuery, Style: "form", Value: tool.Value{Run: "other"}}}, args: `{}`, want: "precondition_required"},
		{name: "a needed parameter", path: []tool.Seg{{Lit: "/x"}}, params: []tool.Param{{Name: "q", In: tool.InQuery, Style: "form", Required: true, Value: tool.Value{Arg: "/q"}}}, args: `{}`, want: "invalid_input /q"},
		{name: "a header that would be two", path: []tool.Seg{{Lit: "/x"}}, params: []tool.Param{argParam(tool.InHeader, "X-A", "simple", false)}, args: `{"X-A":"a\r\nX-B: c"}`, want: "invalid_input /X-A"},
		{name: "headers that the standard ignores", path: []tool.Seg{{Lit: "/x"}}, params: []tool.Param{argParam(tool.InHeader, "Authorization", "simple", false), argParam(tool.InHeader, "accept", "simple", false), argParam(tool.InHeader, "Content-Type", "simple", false), argParam(tool.InHeader, "Idempotency-Key", "simple", false)},
			args: `{"Authorization":"x","accept":"y","Content-Type":"z","Idempotency-Key":"m"}`, want: "https://api.example.com/v1/x"},
		{name: "secrets are not shown", path: []tool.Seg{{Lit: "/x"}}, params: []tool.Param{{Name: "api_key", In: tool.InQuery, Style: "form", Required: true, Value: tool.Value{Secret: "key"}}},
			body: json1(tool.Field{To: "/k", Value: tool.Value{Secret: "key"}}), args: `{}`, want: "https://api.example.com/v1/x\n" + `{"k":"[REDACTED]"}`},
		{name: "a free-form object names no other parameter", path: []tool.Seg{{Lit: "/x"}}, params: []tool.Param{argParam(tool.InQuery, "filter", "form", true), {Name: "pinned", In: tool.InQuery, Style: "form", Value: tool.Value{Const: raw(`1`)}}},
			args: `{"filter":{"pinned":"2"}}`, want: "invalid_input /filter/pinned"},
		{name: "a body from fields", path: []tool.Seg{{Lit: "/x"}}, body: json1(arg("/title", "/title"), arg("/amount/cents", "/cents"), tool.Field{To: "/amount/currency", Value: tool.Value{Const: raw(`"EUR"`)}}, arg("/note", "/note")),
			args: `{"cents":1e2,"title":"a\"b","note":null}`, want: "https://api.example.com/v1/x\n" + `{"title":"a\"b","amount":{"cents":1e2,"currency":"EUR"},"note":null}`},
		{name: "a constant inside an argument", path: []tool.Seg{{Lit: "/x"}}, body: json1(arg("", "/body"), tool.Field{To: "/owner", Value: tool.Value{Caller: "id"}}),
			args: `{"body":{"owner":"eve","a":1}}`, want: "https://api.example.com/v1/x\n" + `{"a":1,"owner":"ada"}`},
		{name: "what stands in the way is to blame", path: []tool.Seg{{Lit: "/x"}}, body: json1(arg("/amount", "/amount"), tool.Field{To: "/amount/currency", Value: tool.Value{Const: raw(`"EUR"`)}}),
			args: `{"amount":7}`, want: "invalid_input /amount"},
		{name: "an optional body that is absent", path: []tool.Seg{{Lit: "/x"}}, body: json1(arg("/a", "/a")), args: `{}`, want: "https://api.example.com/v1/x"},
		{name: "a needed body that is empty", path: []tool.Seg{{Lit: "/x"}}, body: &tool.Body{Media: "application/json", Mode: tool.BodyJSON, Required: true, Fields: []tool.Field{arg("/a", "/a")}}, args: `{}`, want: "https://api.example.com/v1/x\n{}"},
		{name: "a scalar body", path: []tool.Seg{{Lit: "/x"}}, body: json1(arg("", "/v")), args: `{"v":12345678901234567890}`, want: "https://api.example.com/v1/x\n12345678901234567890"},
		{name: "a form", path: []tool.Seg{{Lit: "/x"}}, body: &tool.Body{Media: "application/x-www-form-urlencoded", Mode: tool.BodyForm, Fields: []tool.Field{arg("/note", "/note"), arg("/tags", "/tags")}},
			args: `{"note":"x y&z","tags":["a","b"]}`, want: "https://api.example.com/v1/x\n" + `"note=x+y%26z&tags=a&tags=b"`},
		{name: "a text", path: []tool.Seg{{Lit: "/x"}}, body: &tool.Body{Media: "text/plain", Mode: tool.BodyText, Fields: []tool.Field{arg("", "/t")}}, args: `{"t":"hello"}`, want: "https://api.example.com/v1/x\n" + `"hello"`},
		{name: "bytes that are none", path: []tool.Seg{{Lit: "/x"}}, body: &tool.Body{Media: "application/octet-stream", Mode: tool.BodyBytes, Fields: []tool.Field{arg("", "/b")}}, args: `{"b":"!"}`, want: "invalid_input /b"},
		{name: "no path at all", path: nil, args: `{}`, want: "https://api.example.com/v1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := &tool.Step{Binding: tool.Binding{Method: "POST", Server: "api", Path: tt.path, Params: tt.params, Body: tt.body}}
			c := clientFor(t, setOf("https://api.example.com/v1", map[string]tool.AuthScheme{"key": {Type: "apiKey", Secret: "env:NONE"}}), func(cfg *Config) {
				cfg.Now = func() time.Time { return time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC) }
			})
			req, problem, err := c.Plan(s, runtime.Inputs{
				Args: args(t, tt.args), Principal: ada, Key: "k1", CallID: "call1", Page: raw(`"next+1"`), Size: 10,
				Run: map[string]json.RawMessage{"k": raw(`"kept"`)}, Start: map[string]json.RawMessage{"$response.body#/id": raw(`9007199254740993`)},
			})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, shown(req, problem)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// shown gives a plan or a problem as the table writes it.
func shown(req *runtime.Request, problem *runtime.Problem) string {
	if problem != nil {
		out := string(problem.Code)
		for _, f := range problem.Fields {
			out += " " + f.Arg
		}
		return out
	}
	out := req.URL
	for _, name := range sortedKeys(req.Header) {
		if name != "Accept" && name != "Content-Type" {
			out += "\n" + name + ": " + req.Header[name]
		}
	}
	if req.Body != nil {
		out += "\n" + string(req.Body)
	}
	return out
}

// TestBrokenBindings are ours: an error, not news.
func TestBrokenBindings(t *testing.T) {
	for name, b := range map[string]tool.Binding{
		"unknown server":       {Method: "GET", Server: "other", Path: []tool.Seg{{Lit: "/"}}},
		"unbound path":         {Method: "GET", Server: "api", Path: []tool.Seg{{Lit: "/"}, {Param: "id"}}},
		"relative path":        {Method: "GET", Server: "api", Path: []tool.Seg{{Lit: "x"}}},
		"unknown place":        {Method: "GET", Server: "api", Path: []tool.Seg{{Lit: "/"}}, Params: []tool.Param{{Name: "a", In: "matrix"}}},
		"controlled header":    {Method: "GET", Server: "api", Path: []tool.Seg{{Lit: "/"}}, Params: []tool.Param{{Name: "Host", In: tool.InHeader}}},
		"impossible header":    {Method: "GET", Server: "api", Path: []tool.Seg{{Lit: "/"}}, Params: []tool.Param{{Name: "a b", In: tool.InHeader}}},
		"CONNECT":              {Method: "CONNECT", Server: "api", Path: []tool.Seg{{Lit: "/"}}},
		"impossible method":    {Method: "GET /x", Server: "api", Path: []tool.Seg{{Lit: "/"}}},
		"broken constant":      {Method: "GET", Server: "api", Path: []tool.Seg{{Lit: "/"}}, Params: []tool.Param{{Name: "a", In: tool.InQuery, Value: tool.Value{Const: raw(`{`)}}}},
		"broken pointer":       {Method: "GET", Server: "api", Path: []tool.Seg{{Lit: "/"}}, Params: []tool.Param{{Name: "a", In: tool.InQuery, Value: tool.Value{Arg: "a"}}}},
		"unknown generator":    {Method: "GET", Server: "api", Path: []tool.Seg{{Lit: "/"}}, Params: []tool.Param{{Name: "a", In: tool.InQuery, Value: tool.Value{Gen: "dice"}}}},
		"media with a newline": {Method: "POST", Server: "api", Path: []tool.Seg{{Lit: "/"}}, Body: &tool.Body{Media: "a/b\nX: y"}},
	} {
		c := clientFor(t, setOf("https://api.example.com", nil), nil)
		s := &tool.Step{Binding: b}
		if _, _, err := c.Plan(s, runtime.Inputs{}); err == nil {
			t.Errorf("%s: no error", name)
		}
		if _, err := c.Do(t.Context(), s, runtime.Inputs{}, runtime.SendOptions{}); err == nil {
			t.Errorf("%s: sent", name)
		}
	}
}

// TestGivenAddresses follows addresses of the upstream at its own origin only.
func TestGivenAddresses(t *testing.T) {
	c := clientFor(t, setOf("https://api.example.com/v1", nil), nil)
	s := step("GET", "/jobs", argParam(tool.InQuery, "q", "form", true))
	for text, want := range map[string]string{
		"https://api.example.com/v1/jobs/7?x=1#f":      "https://api.example.com/v1/jobs/7?x=1",
		"https://API.example.com:443/v1/jobs/7":        "https://api.example.com/v1/jobs/7",
		"/v1/jobs/8":                                   "https://api.example.com/v1/jobs/8",
		"/v1/../jobs/8":                                "https://api.example.com/jobs/8",
		"http://api.example.com/v1/jobs/7":             "blocked_destination",
		"https://api.example.com:8443/":                "blocked_destination",
		"https://api.example.com@evil.example/":        "blocked_destination",
		"https://me:pw@api.example.com/":               "blocked_destination",
		"//evil.example/x":                             "blocked_destination",
		"https://api.example.com.evil.example/v1/jobs": "blocked_destination",
		"mailto:a@api.example.com":                     "blocked_destination",
		"https://api.example.com/\r\nX: y":             "blocked_destination",
	} {
		req, problem, err := c.Plan(s, runtime.Inputs{URL: text})
		if err != nil {
			t.Fatal(err)
		}
		if got := shown(req, problem); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
