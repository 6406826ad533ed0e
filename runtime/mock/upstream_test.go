package mock

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/tool"
)

func TestMain(m *testing.M) {
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"} {
		os.Unsetenv(name)
	}
	os.Exit(m.Run())
}

const pet = `{"type":"object","properties":{"id":{"type":"string"},"name":{"type":"string","minLength":3},"state":{"type":"string","enum":["free","sold"]}},"required":["id","name","state"],"additionalProperties":false}`

func lit(s string) tool.Seg   { return tool.Seg{Lit: s} }
func value(s string) tool.Seg { return tool.Seg{Param: s} }

func step(method, path string, segs ...tool.Seg) *tool.Step {
	s := &tool.Step{Op: tool.Op{Source: "pets", Method: method, Path: path}, Binding: tool.Binding{Method: method, Server: "pets", Path: segs}}
	for _, seg := range segs {
		if seg.Param != "" {
			s.Binding.Params = append(s.Binding.Params, tool.Param{Name: seg.Param, In: tool.InPath, Style: "simple", Value: tool.Value{Arg: "/" + seg.Param}})
		}
	}
	return s
}

func answers(s *tool.Step, status, media string, decode tool.Decoding, schema string) *tool.Step {
	s.Results = append(s.Results, tool.Response{Status: status, Media: media, Decode: decode, Success: status[0] == '2', Schema: tool.Schema(schema)})
	return s
}

func setOf(steps ...*tool.Step) *tool.Set {
	set := &tool.Set{Servers: map[string]tool.Server{"pets": {URL: "https://pets.example/v1"}}}
	for _, s := range steps {
		set.Tools = append(set.Tools, tool.Tool{Name: "t", Main: s})
	}
	return set
}

func play(t *testing.T, set *tool.Set, opts Options) *Upstream {
	t.Helper()
	u, err := New(set, opts)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func send(t *testing.T, u *Upstream, method, url, body string) (int, string, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	res, err := u.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, res.Header.Get("Content-Type"), string(data)
}

func TestAnswersAsDeclared(t *testing.T) {
	get := answers(step("GET", "/pets/{id}", lit("/pets/"), value("id")), "200", "application/json", tool.DecodeJSON, pet)
	gone := answers(step("DELETE", "/pets/{id}", lit("/pets/"), value("id")), "204", "", tool.DecodeNone, "")
	text := answers(step("GET", "/pets/{id}/card", lit("/pets/"), value("id"), lit("/card")), "2XX", "text/plain", tool.DecodeText, "")
	class := answers(answers(step("POST", "/pets", lit("/pets")), "202", "", tool.DecodeNone, ""), "201", "application/json", tool.DecodeJSON, pet)
	mine := answers(step("GET", "/pets/mine", lit("/pets/mine")), "200", "application/json", tool.DecodeJSON, `{"const":"mine"}`)
	bare := step("GET", "/bare", lit("/bare"))
	u := play(t, setOf(get, gone, text, class, mine, bare), Options{})
	for _, tt := range []struct {
		name, method, path string
		status             int
		media, body        string // body: "pet" is any that the schema takes
	}{
		{"a sampled body", "GET", "/pets/7", 200, "application/json", "pet"},
		{"a value in the path is one segment", "GET", "/pets/7/8", 404, "application/problem+json", "no operation"},
		{"an escaped slash stays in it", "GET", "/pets/7%2F8", 200, "application/json", "pet"},
		{"no content", "DELETE", "/pets/7", 204, "", ""},
		{"a class of statuses", "GET", "/pets/7/card", 200, "text/plain", "A text"},
		{"the first success wins when it has no body", "POST", "/pets", 202, "", ""},
		{"literal paths come first", "GET", "/pets/mine", 200, "application/json", `"mine"`},
		{"an operation that declares nothing", "GET", "/bare", 200, "application/json", "{}"},
		{"a method that the path lacks", "PUT", "/pets/7", 405, "application/problem+json", "no such method"},
		{"another server", "GET", "", 404, "application/problem+json", "no operation"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			url := "https://pets.example/v1" + tt.path
			if tt.path == "" {
				url = "https://other.example/v1/pets/7"
			}
			status, media, body := send(t, u, tt.method, url, "")
			if status != tt.status || media != tt.media {
				t.Errorf("%s %s = %d %s, want %d %s", tt.method, url, status, media, tt.status, tt.media)
			}
			if tt.body != "pet" {
				if !strings.Contains(body, tt.body) {
					t.Errorf("body = %s, want %s in it", body, tt.body)
				}
				return
			}
			var p struct{ ID, Name, State string }
			if err := json.Unmarshal([]byte(body), &p); err != nil || len(p.Name) < 3 || p.State != "free" && p.State != "sold" {
				t.Errorf("body = %s (%v), want what the schema takes", body, err)
			}
		})
	}
}

func TestSameSeedSameAnswers(t *testing.T) {
	steps := func() *tool.Set {
		return setOf(answers(step("GET", "/pets", lit("/pets")), "200", "application/json", tool.DecodeJSON, pet))
	}
	bodies := map[string]bool{}
	for seed := range uint64(4) {
		_, _, first := send(t, play(t, steps(), Options{Seed: seed}), "GET", "https://pets.example/v1/pets", "")
		_, _, again := send(t, play(t, steps(), Options{Seed: seed}), "GET", "https://pets.example/v1/pets", "")
		if first != again {
			t.Errorf("seed %d gives %s and %s", seed, first, again)
		}
		bodies[first] = true
	}
	if len(bodies) < 2 {
		t.Errorf("all seeds give %v", bodies)
	}
}

func TestRecordsRequestsExactly(t *testing.T) {
	s := step("POST", "/pets/{id}", lit("/pets/"), value("id"))
	u := play(t, setOf(s), Options{})
	req, err := http.NewRequestWithContext(t.Context(), "POST", "https://pets.example/v1/pets/a%2Fb?x=1&y=%20z", strings.NewReader(`{"n": 1.50}`))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("X-Tenant", "acme")
	if _, err := u.RoundTrip(req); err != nil {
		t.Fatal(err)
	}
	want := []Request{{Step: s, Method: "POST", Path: "/pets/a%2Fb", Query: "x=1&y=%20z", Header: http.Header{"X-Tenant": {"acme"}}, Body: []byte(`{"n": 1.50}`)}}
	if diff := cmp.Diff(want, u.Requests(), cmp.Comparer(func(a, b *tool.Step) bool { return a == b })); diff != "" {
		t.Errorf("Requests() (-want +got):\n%s", diff)
	}
	u.Forget()
	if n := len(u.Requests()); n != 0 {
		t.Errorf("%d requests after Forget", n)
	}
}

func TestScript(t *testing.T) {
	s := answers(step("GET", "/pets", lit("/pets")), "200", "application/json", tool.DecodeJSON, pet)
	u := play(t, setOf(s), Options{})
	u.Script(s, Answer{Status: 503}, Answer{Status: 200, Body: []byte("{}"), Media: "application/json"})
	var got []int
	for range 3 {
		status, _, _ := send(t, u, "GET", "https://pets.example/v1/pets", "")
		got = append(got, status)
	}
	u.Script(s)
	status, _, body := send(t, u, "GET", "https://pets.example/v1/pets", "")
	if diff := cmp.Diff([]int{503, 200, 200}, got); diff != "" || status != 200 || body == "{}" {
		t.Errorf("statuses %v, then %d %s", got, status, body)
	}
}

func TestFaults(t *testing.T) {
	s := answers(step("GET", "/pets", lit("/pets")), "200", "application/json", tool.DecodeJSON, pet)
	clock := NewClock(time.Unix(0, 0))
	u := play(t, setOf(s), Options{Clock: clock})
	trip := func(f Fault) (*http.Response, error) {
		u.Script(s, Answer{Fault: f})
		ctx, cancel := clock.Limit(t.Context(), 8*time.Second)
		defer cancel()
		req, err := http.NewRequestWithContext(ctx, "GET", "https://pets.example/v1/pets", nil)
		if err != nil {
			t.Fatal(err)
		}
		return u.RoundTrip(req)
	}
	_, err := trip(Timeout)
	if timeout, ok := errors.AsType[net.Error](err); !ok || !timeout.Timeout() || clock.Now().Sub(time.Unix(0, 0)) != 8*time.Second {
		t.Errorf("timeout: %v at %s, want a timeout after 8s", err, clock.Now())
	}
	if _, err := trip(Reset); !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("reset: %v", err)
	}
	res, err := trip(Partial)
	if err != nil {
		t.Fatal(err)
	}
	if data, err := io.ReadAll(res.Body); !errors.Is(err, io.ErrUnexpectedEOF) || len(data) == 0 || int64(len(data)) >= res.ContentLength {
		t.Errorf("partial: %d of %d bytes, %v", len(data), res.ContentLength, err)
	}
	if res, err = trip(Oversized); err != nil {
		t.Fatal(err)
	}
	if n, err := io.CopyN(io.Discard, res.Body, 20<<20); err != nil || n != 20<<20 {
		t.Errorf("oversized: ends after %d bytes, %v", n, err)
	}
}

func TestClockStandsStill(t *testing.T) {
	c := NewClock(time.Unix(100, 0))
	if err := c.Sleep(t.Context(), time.Hour); err != nil || !c.Now().Equal(time.Unix(3700, 0)) {
		t.Errorf("after an hour it is %s (%v)", c.Now(), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := c.Sleep(ctx, time.Hour); !errors.Is(err, context.Canceled) || !c.Now().Equal(time.Unix(3700, 0)) {
		t.Errorf("a sleeper who left: %v at %s", err, c.Now())
	}
}

func TestPreviewIsToldByItsConstants(t *testing.T) {
	main := answers(step("POST", "/pets", lit("/pets")), "201", "application/json", tool.DecodeJSON, `{"const":"made"}`)
	preview := answers(step("POST", "/pets", lit("/pets")), "200", "application/json", tool.DecodeJSON, `{"const":"checked"}`)
	preview.Binding.Params = append(preview.Binding.Params, tool.Param{Name: "check", In: tool.InQuery, Style: "form", Value: tool.Value{Const: json.RawMessage("true")}})
	set := setOf(main)
	set.Tools[0].Command = &tool.Command{DryRun: tool.DryRun{Kind: tool.DryRunNative, Preview: preview}}
	u := play(t, set, Options{})
	for query, want := range map[string]string{"": `"made"`, "?check=true": `"checked"`, "?check=false": `"made"`} {
		if _, _, body := send(t, u, "POST", "https://pets.example/v1/pets"+query, "{}"); body != want {
			t.Errorf("POST %s = %s, want %s", query, body, want)
		}
	}
}

func TestAnswersHoldWhatLaterStepsNeed(t *testing.T) {
	main := answers(step("POST", "/pets", lit("/pets")), "201", "application/json", tool.DecodeJSON, `{"type":"object","properties":{"name":{"type":"string"}}}`)
	read := answers(step("GET", "/pets/{id}", lit("/pets/"), value("id")), "200", "application/json", tool.DecodeJSON, pet)
	read.Binding.Params[0].Value = tool.Value{Start: "$response.body#/pet/id"}
	read.Binding.Params = append(read.Binding.Params, tool.Param{Name: "If-Match", In: tool.InHeader, Value: tool.Value{Start: "$response.header.X-Version"}})
	set := setOf(main)
	set.Tools[0].Command = &tool.Command{Verify: &tool.Verify{Step: *read}}
	fit := func(s *tool.Step, body any) bool {
		obj, _ := body.(map[string]any)
		return s == main || obj["state"] == "sold"
	}
	u := play(t, set, Options{Fit: fit})
	req, err := http.NewRequestWithContext(t.Context(), "POST", "https://pets.example/v1/pets", nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := u.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	if err != nil || !strings.Contains(string(body), `"pet":{"id":`) || res.Header.Get("X-Version") == "" {
		t.Errorf("body %s, header %v (%v): want what the verification resolves", body, res.Header, err)
	}
	if _, _, body := send(t, u, "GET", "https://pets.example/v1/pets/1", ""); !strings.Contains(body, `"sold"`) {
		t.Errorf("the better body was not taken: %s", body)
	}
}

func TestServeHTTP(t *testing.T) {
	s := answers(answers(step("GET", "/pets/{id}", lit("/pets/"), value("id")), "200", "application/json", tool.DecodeJSON, pet), "4XX", "application/json", tool.DecodeJSON, `{"const":{"code":"gone"}}`)
	u := play(t, setOf(s), Options{Example: func(_ *tool.Step, r *tool.Response) []byte {
		if r.Success {
			return []byte(`{"id":"example"}`)
		}
		return nil
	}})
	srv := httptest.NewServer(u)
	defer srv.Close()
	get := func(prefer string) (int, string, error) {
		req, err := http.NewRequestWithContext(t.Context(), "GET", srv.URL+"/v1/pets/7", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Prefer", prefer)
		res, err := srv.Client().Do(req)
		if err != nil {
			return 0, "", err
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		return res.StatusCode, string(body), err
	}
	for prefer, want := range map[string]string{"": `{"id":"example"}`, "status=404": `{"code":"gone"}`, "status=503": "", "nonsense, fault=none": `{"id":"example"}`} {
		status, body, err := get(prefer)
		if err != nil || body != want || prefer == "status=404" && status != 404 {
			t.Errorf("Prefer: %s = %d %s (%v), want %s", prefer, status, body, err, want)
		}
	}
	for _, fault := range []string{"reset", "partial"} {
		if status, body, err := get("fault=" + fault); err == nil {
			t.Errorf("fault=%s = %d %s, want a broken connection", fault, status, body)
		}
	}
	if _, body, err := get("fault=oversized"); err != nil || len(body) != oversize {
		t.Errorf("fault=oversized gives %d bytes (%v)", len(body), err)
	}
}

func TestParseAnswer(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want Answer
		err  string
	}{
		{`503`, Answer{Status: 503}, ""},
		{`"timeout"`, Answer{Fault: Timeout}, ""},
		{`{"status":200,"body":{"a":1}}`, Answer{Status: 200, Media: "application/json", Body: []byte(`{"a":1}`)}, ""},
		{`{"status":200,"body":"a,b"}`, Answer{Status: 200, Media: "text/plain; charset=utf-8", Body: []byte("a,b")}, ""},
		{`{"status":200,"body":"a","headers":{"Content-Type":"application/json"}}`, Answer{Status: 200, Media: "application/json", Header: map[string]string{"Content-Type": "application/json"}, Body: []byte(`"a"`)}, ""},
		{`{"status":204}`, Answer{Status: 204}, ""},
		{`"slow"`, Answer{}, "none of"},
		{`99`, Answer{}, "status 99"},
		{`{"stat":200}`, Answer{}, "unknown field"},
		{`true`, Answer{}, "want a status"},
	} {
		got, err := ParseAnswer(json.RawMessage(tt.in))
		if diff := cmp.Diff(tt.want, got); diff != "" || (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
			t.Errorf("ParseAnswer(%s) = %+v, %v; want %+v, %q", tt.in, got, err, tt.want, tt.err)
		}
	}
}

func TestNewTellsWhichServer(t *testing.T) {
	set := setOf(step("GET", "/pets", lit("/pets")))
	set.Servers["pets"] = tool.Server{URL: "${PETS_URL}"}
	if _, err := New(set, Options{}); err == nil || !strings.Contains(err.Error(), "server pets: environment variable PETS_URL") {
		t.Errorf("New() = %v", err)
	}
	u := play(t, set, Options{Env: func(string) (string, bool) { return "https://pets.test", true }})
	if status, _, _ := send(t, u, "GET", "https://pets.test/pets", ""); status != 200 {
		t.Errorf("status %d", status)
	}
}

// FuzzParseAnswer holds that whatever is taken can be sent.
func FuzzParseAnswer(f *testing.F) {
	for _, s := range []string{`503`, `"reset"`, `{"status":200,"body":{"a":1},"headers":{"X":"y"}}`, `{"status":204,"body":"x"}`, `null`, `[1]`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := ParseAnswer(json.RawMessage(text))
		if err != nil {
			if a.Status != 0 || a.Fault != "" {
				t.Fatalf("ParseAnswer(%s) = %+v with an error", text, a)
			}
			return
		}
		if a.Fault != "" && !a.Fault.Valid() || a.Fault == "" && (a.Status < 200 || a.Status > 599) {
			t.Fatalf("ParseAnswer(%s) = %+v", text, a)
		}
		res := a.over(Answer{Status: 200}).response(httptest.NewRequest("GET", "/", nil))
		if _, err := io.CopyN(io.Discard, res.Body, 1<<10); err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
			t.Fatalf("ParseAnswer(%s): body: %v", text, err)
		}
	})
}
