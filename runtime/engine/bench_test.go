package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/tool"
	rt "github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/middleware"
)

// discard is an auditor that does what a real one must, but for the writing.
type discard struct{}

func (discard) Record(_ context.Context, r *middleware.Record) error {
	return json.NewEncoder(io.Discard).Encode(r)
}

// bench is an engine over a server, and a hand-written client of the same.
type bench struct {
	engine *Engine
	client *http.Client
	url    string
	call   *rt.Call
}

// newBench serves answer to both.
func newBench(b *testing.B, answer string, result tool.Result, change func(*Options)) *bench {
	b.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, answer)
	}))
	b.Cleanup(server.Close)
	set := realSet(server.URL)
	set.Tools[0].Result = result
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 32}}
	b.Cleanup(client.CloseIdleConnections)
	return &bench{
		engine: openReal(b, set, change), client: client, url: server.URL + "/things?q=taxi&kind=a%26b&size=20",
		call: &rt.Call{ID: "c", RunID: "r", Tool: "find", Args: json.RawMessage(`{"q":"taxi","limit":20}`), Principal: ada},
	}
}

// ours makes the call through the engine, up to the envelope, whose data is
// written already.
func (h *bench) ours() error {
	r, err := h.engine.Handler()(context.Background(), h.call)
	if err != nil {
		return err
	}
	if r.Status != rt.StatusOK {
		return fmt.Errorf("%+v", r.Error)
	}
	return nil
}

// theirs makes the same request by hand and decodes the answer.
func (h *bench) theirs() error {
	resp, err := h.client.Get(h.url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var v any
	if err := json.NewDecoder(resp.Body).Decode(&v); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

// compare makes batches of both by turns, so that what disturbs the machine
// disturbs both, and reports medians, their ratio and allocations.
func (h *bench) compare(b *testing.B, workers, batch int) {
	b.Helper()
	var ours, theirs []time.Duration
	var allocs [2]uint64
	var spent [2]time.Duration
	for b.Loop() {
		for i, f := range []func() error{h.ours, h.theirs} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			cpu := used(b)
			took := spread(b, workers, batch, f)
			spent[i] += used(b) - cpu
			runtime.ReadMemStats(&after)
			allocs[i] += after.Mallocs - before.Mallocs
			if i == 0 {
				ours = append(ours, took)
			} else {
				theirs = append(theirs, took)
			}
		}
	}
	slices.Sort(ours)
	slices.Sort(theirs)
	o, t := float64(ours[len(ours)/2]), float64(theirs[len(theirs)/2])
	b.ReportMetric(o/float64(batch)/1e3, "ours-µs")
	b.ReportMetric(t/float64(batch)/1e3, "by-hand-µs")
	b.ReportMetric(o/t, "ratio")
	b.ReportMetric(float64(spent[0])/float64(spent[1]), "cpu-ratio")
	calls := float64(b.N * batch) // the server's own count is the same on both sides
	b.ReportMetric(float64(allocs[0])/calls, "ours-allocs")
	b.ReportMetric(float64(allocs[1])/calls, "by-hand-allocs")
}

// used gives the processor time of this process, the server's included.
func used(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// spread runs f n times in so many workers and gives the time that took.
func spread(b *testing.B, workers, n int, f func() error) time.Duration {
	work := make(chan struct{}, n)
	for range n {
		work <- struct{}{}
	}
	close(work)
	began := time.Now()
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			for range work {
				if err := f(); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	group.Wait()
	return time.Since(began)
}

// twenty is an answer of about 2 KB: twenty things, of which three fields are
// selected.
func twenty() (string, tool.Result) {
	item := `{"id":"e1","merchant":"Taxi Berlin","status":"paid","amount":{"cents":1250,"currency":"EUR"}},`
	return `{"data":[` + strings.TrimSuffix(strings.Repeat(item, 20), ",") + `],"next":null}`, tool.Result{
		Items:  "/data",
		Select: []tool.Pick{{From: []string{"id"}}, {From: []string{"merchant"}}, {From: []string{"amount", "cents"}, To: "cents"}},
		Page:   &tool.Page{Style: "link", Size: &tool.Locator{In: tool.InQuery, Name: "size"}},
	}
}

// BenchmarkQuery is the price of a query through the whole engine, with and
// without an audit, against a GET and a decoder written by hand.
func BenchmarkQuery(b *testing.B) {
	answer, result := twenty()
	for _, audit := range []bool{false, true} {
		h := newBench(b, answer, result, func(o *Options) {
			if audit {
				o.Audit = discard{}
			}
		})
		for _, workers := range []int{1, 16} {
			b.Run(fmt.Sprintf("audit=%t/workers=%d", audit, workers), func(b *testing.B) { h.compare(b, workers, 16*workers+64) })
		}
	}
}

// BenchmarkLargeAnswer selects 2 KB out of an answer of 1 MB.
func BenchmarkLargeAnswer(b *testing.B) {
	var s strings.Builder
	s.WriteString(`{"data":[`)
	for i := range 100 {
		fmt.Fprintf(&s, `{"id":"e%d","text":"%s","history":[`, i, strings.Repeat("lorem ipsum ", 200))
		for j := range 100 {
			fmt.Fprintf(&s, `{"at":%d,"who":{"id":%d,"name":"Ada Lovelace"},"note":"changed"},`, j, i)
		}
		s.WriteString(`null]},`)
	}
	answer := strings.TrimSuffix(s.String(), ",") + `],"next":null}`
	h := newBench(b, answer, tool.Result{Items: "/data", Select: []tool.Pick{{From: []string{"id"}}}}, nil)
	b.Logf("the answer has %d bytes", len(answer))
	h.compare(b, 1, 4)
}

// BenchmarkLargeArguments validates a body as large as payment APIs take: some
// three hundred fields, nested three deep, half of them given. Decoding the same
// bytes is the measure.
func BenchmarkLargeArguments(b *testing.B) {
	leaf := []string{
		`{"type":"string","maxLength":5000}`, `{"type":"integer","minimum":0}`, `{"type":"boolean"}`,
		`{"type":"string","enum":["automatic","manual","none"]}`, `{"anyOf":[{"type":"string","maxLength":0},{"type":"integer"}]}`,
	}
	given := []string{`"some text of a usual length"`, `1250`, `true`, `"manual"`, `7`}
	group := func(inner func(int) (string, string)) (schema, value string) {
		var props, members []string
		for i := range 7 {
			s, v := inner(i)
			props = append(props, fmt.Sprintf(`"field_%d":%s`, i, s))
			if i%2 == 0 {
				members = append(members, fmt.Sprintf(`"field_%d":%s`, i, v))
			}
		}
		return `{"type":"object","additionalProperties":false,"properties":{` + strings.Join(props, ",") + `}}`, `{` + strings.Join(members, ",") + `}`
	}
	schema, value := group(func(int) (string, string) {
		return group(func(int) (string, string) {
			return group(func(i int) (string, string) { return leaf[i%5], given[i%5] })
		})
	})
	v, err := check.Compile(tool.Schema(schema))
	if err != nil {
		b.Fatal(err)
	}
	b.Logf("schema of %d bytes, arguments of %d", len(schema), len(value))
	var ours, theirs []time.Duration
	b.ReportAllocs()
	for b.Loop() {
		began := time.Now()
		args, problems := check.Decode([]byte(value), check.Limits{})
		if problems = append(problems, v.Validate(args)...); len(problems) > 0 {
			b.Fatal(problems)
		}
		between := time.Now()
		var plain any
		if err := json.Unmarshal([]byte(value), &plain); err != nil {
			b.Fatal(err)
		}
		ours, theirs = append(ours, between.Sub(began)), append(theirs, time.Since(between))
	}
	slices.Sort(ours)
	slices.Sort(theirs)
	b.ReportMetric(float64(ours[len(ours)/2])/1e3, "ours-µs")
	b.ReportMetric(float64(theirs[len(theirs)/2])/1e3, "unmarshal-µs")
	b.ReportMetric(float64(ours[len(ours)/2])/float64(theirs[len(theirs)/2]), "x-json.Unmarshal")
}

// The engine's own part: no network, an answer that is already decoded.
func BenchmarkEngineAlone(b *testing.B) {
	d := open(b, setOf(findTool(), payTool()))
	d.up.answer = func(*tool.Step, rt.Inputs) *rt.Response {
		d.up.log = d.up.log[:0]
		return answerOf
	}
	call := &rt.Call{ID: "c", RunID: "r", Tool: "find", Args: json.RawMessage(`{"q":"taxi","limit":20}`), Principal: ada}
	b.ReportAllocs()
	for b.Loop() {
		if r, err := d.Handler()(context.Background(), call); err != nil || r.Status != rt.StatusOK {
			b.Fatal(r.Error, err)
		}
	}
}

var answerOf = ok(map[string]any{"data": list(1, 20)})
