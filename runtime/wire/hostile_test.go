package wire

import (
	"net/http"
	"testing"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

// TestNamesOfOthers: no value of a model is written under the name of a parameter
// or a credential that somebody else decides, in whatever style it is written.
func TestNamesOfOthers(t *testing.T) {
	pinned := func(in tool.In, name string) tool.Param {
		return tool.Param{Name: name, In: in, Style: "form", Value: tool.Value{Const: raw(`"pinned"`)}}
	}
	deep := func(nested string) tool.Param {
		return tool.Param{Name: "filter", In: tool.InQuery, Style: "deepObject", Explode: true, Nested: nested, Value: tool.Value{Arg: "/filter"}}
	}
	whole := tool.Param{Name: "q", In: tool.InQueryString, Media: "application/x-www-form-urlencoded", Value: tool.Value{Arg: "/filter"}}
	free := argParam(tool.InQuery, "filter", "form", true)
	cookie := argParam(tool.InCookie, "filter", "form", true)
	key := map[string]tool.AuthScheme{
		"query":  {Type: "apiKey", In: "query", Name: "api_key", Secret: "env:K"},
		"cookie": {Type: "apiKey", In: "cookie", Name: "sid", Secret: "env:K"},
		"header": {Type: "apiKey", In: "header", Name: "X-Api-Key", Secret: "env:K"},
	}
	for _, tt := range []struct {
		name   string
		auth   string
		params []tool.Param
		args   string
		want   string
	}{
		{"deep, beside a parameter with brackets in its name", "", []tool.Param{deep(""), pinned(tool.InQuery, "filter[tenant]")}, `{"filter":{"tenant":"evil"}}`, "invalid_input /filter/tenant"},
		{"deep as JSON", "", []tool.Param{deep("json"), pinned(tool.InQuery, "filter[tenant]")}, `{"filter":{"tenant":{"a":1}}}`, "invalid_input /filter/tenant"},
		{"deeper", "", []tool.Param{deep("indices"), pinned(tool.InQuery, "filter[a][b]")}, `{"filter":{"a":{"b":1}}}`, "invalid_input /filter/a/b"},
		{"a list of a deep object", "", []tool.Param{deep("brackets"), pinned(tool.InQuery, "filter[a][]")}, `{"filter":{"a":[1]}}`, "invalid_input /filter/a/0"},
		{"deep, and nothing in its way", "", []tool.Param{deep(""), pinned(tool.InQuery, "filter[tenant]")}, `{"filter":{"a":"b"}}`, "https://api.example.com/x?filter%5Ba%5D=b&filter%5Btenant%5D=pinned"},
		{"an exploded object", "", []tool.Param{free, pinned(tool.InQuery, "tenant")}, `{"filter":{"tenant":"evil"}}`, "invalid_input /filter/tenant"},
		{"… in other letters", "", []tool.Param{free, pinned(tool.InQuery, "tenant")}, `{"filter":{"Tenant":"evil"}}`, "invalid_input /filter/Tenant"},
		{"… as a part of it", "", []tool.Param{free, pinned(tool.InQuery, "tenant")}, `{"filter":{"tenant[0]":"evil"}}`, "invalid_input /filter/tenant[0]"},
		{"a credential of the query", "query", []tool.Param{free}, `{"filter":{"api_key":"evil"}}`, "invalid_input /filter/api_key"},
		{"… in other letters", "query", []tool.Param{free}, `{"filter":{"API_KEY":"evil"}}`, "invalid_input /filter/API_KEY"},
		{"the whole query", "query", []tool.Param{whole}, `{"filter":{"api_key":"evil"}}`, "invalid_input /filter/api_key"},
		{"the whole query, list", "query", []tool.Param{whole}, `{"filter":{"api_key":["evil"]}}`, "invalid_input /filter/api_key"},
		{"the whole query, and nothing in its way", "query", []tool.Param{whole}, `{"filter":{"q":"a b"}}`, "https://api.example.com/x?q=a+b"},
		{"a cookie", "", []tool.Param{cookie, pinned(tool.InCookie, "tenant")}, `{"filter":{"tenant":"evil"}}`, "invalid_input /filter/tenant"},
		{"a credential in a cookie", "cookie", []tool.Param{cookie}, `{"filter":{"sid":"evil"}}`, "invalid_input /filter/sid"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := step("GET", "/x", tt.params...)
			if tt.auth != "" {
				s.Binding.Auth = [][]tool.AuthUse{{{Scheme: tt.auth}}}
			}
			c := clientFor(t, setOf("https://api.example.com", key), nil)
			req, problem, err := c.Plan(s, runtime.Inputs{Args: args(t, tt.args)})
			if err != nil {
				t.Fatal(err)
			}
			if got := shown(req, problem); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

// TestParameterInPlaceOfACredential: a description often declares the API key
// again, as a parameter. What a model writes there is not sent beside the key.
func TestParameterInPlaceOfACredential(t *testing.T) {
	key := map[string]tool.AuthScheme{
		"query":  {Type: "apiKey", In: "query", Name: "api_key", Secret: "env:K"},
		"cookie": {Type: "apiKey", In: "cookie", Name: "sid", Secret: "env:K"},
		"header": {Type: "apiKey", In: "header", Name: "X-Api-Key", Secret: "env:K"},
	}
	for in, p := range map[string]tool.Param{
		"query": argParam(tool.InQuery, "api_key", "form", true), "cookie": argParam(tool.InCookie, "sid", "form", true), "header": argParam(tool.InHeader, "x-api-key", "simple", false),
	} {
		sent := 0
		s := step("GET", "/x", p)
		s.Binding.Auth = [][]tool.AuthUse{{{Scheme: in}}}
		srv := serve(t, func(http.ResponseWriter, *http.Request) { sent++ })
		c := clientFor(t, setOf(srv.URL, key), func(cfg *Config) {
			cfg.Env = func(string) (string, bool) { return "secret-key", true }
		})
		res := do(t, c, s, runtime.Inputs{Args: map[string]any{p.Name: "evil"}}, read)
		if codeOf(res) != runtime.CodeConfigurationError || sent > 0 {
			t.Errorf("%s: %s", in, codeOf(res))
		}
	}
}

// TestQuotaOfACaller: what an upstream says about one caller's own quota holds
// nobody else.
func TestQuotaOfACaller(t *testing.T) {
	for _, personal := range []bool{false, true} {
		calls := 0
		c := clientFor(t, setOf("https://api.example.com", nil), func(cfg *Config) {
			cfg.Transport = roundTripper(func(*http.Request) (*http.Response, error) {
				calls++
				return respond(200, http.Header{"Ratelimit": {`"d";r=0;t=30`}}, ""), nil
			})
		})
		s := step("GET", "/x")
		p, err := c.plan(s)
		if err != nil {
			t.Fatal(err)
		}
		p.personal = personal
		do(t, c, s, runtime.Inputs{}, read)
		res := do(t, c, s, runtime.Inputs{}, read)
		if held := calls == 1; held == personal || held && codeOf(res) != limited {
			t.Errorf("personal %v: %d calls, %s", personal, calls, codeOf(res))
		}
	}
}
