package wire

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

// page is an answer of about 4 KB, as a list of things is.
func page() string {
	var b strings.Builder
	b.WriteString(`{"items":[`)
	for i := range 20 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":"e%d","merchant":"Taxi %d","status":"paid","amount":{"cents":%d,"currency":"EUR"},"note":"%s"}`, i, i, i*100, strings.Repeat("x", 60))
	}
	b.WriteString(`],"next_cursor":"n"}`)
	return b.String()
}

// BenchmarkDo compares a step with a hand-written GET and json.Decode of the
// same answer, alone and with 16 at a time.
func BenchmarkDo(b *testing.B) {
	body := page()
	srv := serve(b, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, body)
	})
	s := step("GET", "/things", argParam(tool.InQuery, "q", "form", true), argParam(tool.InQuery, "status", "form", true))
	s.Binding.Auth = [][]tool.AuthUse{{{Scheme: "b"}}}
	c := clientFor(b, setOf(srv.URL, map[string]tool.AuthScheme{"b": {Type: "bearer", Secret: "env:T"}}), func(cfg *Config) {
		cfg.Env = func(string) (string, bool) { return "token-value", true }
	})
	in := runtime.Inputs{Args: map[string]any{"q": "taxi berlin", "status": "paid"}}
	ours := func() error {
		res, err := c.Do(b.Context(), s, in, read)
		if err == nil && res.Problem != nil {
			err = fmt.Errorf("%s", res.Problem.Message)
		}
		return err
	}
	hand := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16, MaxConnsPerHost: 16}}
	theirs := func() error {
		req, err := http.NewRequestWithContext(b.Context(), "GET", srv.URL+"/things?q=taxi%20berlin&status=paid", nil)
		if err != nil {
			return err
		}
		req.Header.Set("Authorization", "Bearer token-value")
		res, err := hand.Do(req)
		if err != nil {
			return err
		}
		defer res.Body.Close()
		var v any
		err = json.NewDecoder(res.Body).Decode(&v)
		io.Copy(io.Discard, res.Body)
		return err
	}
	for _, way := range []struct {
		name string
		call func() error
	}{{"hand", theirs}, {"ours", ours}} {
		b.Run(way.name+"/1", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := way.call(); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(way.name+"/16", func(b *testing.B) {
			b.ReportAllocs()
			b.SetParallelism(8)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if err := way.call(); err != nil {
						b.Error(err)
						return
					}
				}
			})
		})
	}
}

// BenchmarkBuild writes a request without sending it.
func BenchmarkBuild(b *testing.B) {
	s := step("POST", "/things", argParam(tool.InQuery, "q", "form", true))
	s.Binding.Body = &tool.Body{Media: "application/json", Mode: tool.BodyJSON, Fields: []tool.Field{{To: "/title", Value: tool.Value{Arg: "/title"}}, {To: "/n", Value: tool.Value{Arg: "/n"}}}}
	c := clientFor(b, setOf("https://api.example.com/v1", nil), nil)
	p, err := c.plan(s)
	if err != nil {
		b.Fatal(err)
	}
	in := &runtime.Inputs{Args: map[string]any{"q": "taxi berlin", "title": "A title", "n": json.Number("7")}}
	b.ReportAllocs()
	for b.Loop() {
		if _, problem, err := p.Build(in, c.cfg.Now(), nil); problem != nil || err != nil {
			b.Fatal(problem, err)
		}
	}
}

// BenchmarkPaired alternates both ways, so that a busy machine slows both, and
// gives the median of each and their ratio.
func BenchmarkPaired(b *testing.B) {
	body := page()
	srv := serve(b, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, body)
	})
	s := step("GET", "/things", argParam(tool.InQuery, "q", "form", true))
	c := clientFor(b, setOf(srv.URL, nil), nil)
	in := runtime.Inputs{Args: map[string]any{"q": "taxi berlin"}}
	hand := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 16}}
	var ours, theirs []time.Duration
	for b.Loop() {
		start := time.Now()
		if res, err := c.Do(b.Context(), s, in, read); err != nil || res.Problem != nil {
			b.Fatal(res, err)
		}
		between := time.Now()
		res, err := hand.Get(srv.URL + "/things?q=taxi%20berlin")
		if err != nil {
			b.Fatal(err)
		}
		var v any
		json.NewDecoder(res.Body).Decode(&v)
		io.Copy(io.Discard, res.Body)
		res.Body.Close()
		ours, theirs = append(ours, between.Sub(start)), append(theirs, time.Since(between))
	}
	slices.Sort(ours)
	slices.Sort(theirs)
	o, t := ours[len(ours)/2], theirs[len(theirs)/2]
	b.ReportMetric(float64(o.Microseconds()), "ours-µs")
	b.ReportMetric(float64(t.Microseconds()), "hand-µs")
	b.ReportMetric(float64(o)/float64(t), "ratio")
}
