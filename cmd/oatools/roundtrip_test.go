package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/sample"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire"
)

// TestCorpusRoundTrip makes, for operations of every document, arguments that the
// operation's input schema admits, and some that it must refuse; builds the
// request of the valid ones; and reads the arguments back from it by OpenAPI's
// rules, written here anew (readback_test.go). What is in the request and was
// asked for by nobody fails, too.
//
//	OATOOLS_CORPUS=DIR go test ./cmd/oatools -run TestCorpusRoundTrip -v
func TestCorpusRoundTrip(t *testing.T) {
	rows := manifest(t, corpus(t))
	trips := make([]*trip, len(rows))
	work := make(chan int)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for i := range work {
				trips[i] = newTrip()
				trips[i].document(rows[i])
			}
		})
	}
	for i := range rows {
		work <- i
	}
	close(work)
	wg.Wait()
	sum := newTrip()
	for i, tr := range trips {
		for _, p := range tr.problems {
			t.Errorf("%s: %s", rows[i].path, p)
		}
		for k, n := range tr.counts {
			sum.counts[k] += n
		}
		for k, n := range tr.reasons {
			sum.reasons[k] += n
			sum.example[k] = rows[i].path + " " + tr.example[k]
		}
	}
	for _, k := range slices.Sorted(maps.Keys(sum.counts)) {
		t.Logf("%7d %s", sum.counts[k], k)
	}
	for _, k := range slices.SortedFunc(maps.Keys(sum.reasons), func(a, b string) int {
		return cmp.Or(sum.reasons[b]-sum.reasons[a], cmp.Compare(a, b))
	}) {
		t.Logf("%7d × %s, such as %s", sum.reasons[k], k, sum.example[k])
	}
	share := func(part, of string, least float64) {
		if n := sum.counts[of]; n < 500 || float64(sum.counts[part]) < least*float64(n) {
			t.Errorf("%d %s of %d %s, want %.1f %%", sum.counts[part], part, n, of, 100*least)
		}
	}
	share("schemas sampled", "schemas", 0.998)
	share("schemas with refused values", "schemas sampled", 0.998)
	share("arguments read back", "arguments", 0.995)
	share("hostile arguments read back", "hostile arguments", 0.7) // what could leave a path or a header is refused
}

// tripArguments is how many argument sets an operation is tried with.
const tripArguments = 3

// trip is what one document came to.
type trip struct {
	counts   map[string]int
	reasons  map[string]int    // why something could not be checked
	example  map[string]string // one place for each reason
	problems []string
}

func newTrip() *trip {
	return &trip{counts: map[string]int{}, reasons: map[string]int{}, example: map[string]string{}}
}

func (tr *trip) reason(where, why string) {
	tr.reasons[why]++
	tr.example[why] = where
}

func (tr *trip) problemf(format string, args ...any) {
	if len(tr.problems) < 5 {
		tr.problems = append(tr.problems, fmt.Sprintf(format, args...))
	}
}

func (tr *trip) document(r row) {
	var diags diag.List
	doc, err := oas.Load(r.file, oas.LoadOptions{}, &diags)
	if err != nil || doc == nil {
		return
	}
	client, err := wire.NewClient(&tool.Set{Servers: map[string]tool.Server{"api": {URL: tripOrigin + tripBase}}}, wire.Config{Transport: noNetwork{}})
	if err != nil {
		tr.problemf("%v", err)
		return
	}
	for _, op := range doc.Operations(doc.Index(), &diags) {
		if made := assemble(op, "operation", &diags); made != nil && made.Main != nil {
			tr.counts["operations"]++
			made.Main.Binding.Auth = nil
			tr.operation(client, op, made)
		}
	}
}

const (
	tripOrigin = "https://api.example.com"
	tripBase   = "/base"
)

// noNetwork sends nothing.
type noNetwork struct{}

// RoundTrip implements http.RoundTripper.
func (noNetwork) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errors.New("nothing is sent here")
}

func (tr *trip) operation(client *wire.Client, op *oas.Operation, made *tool.Tool) {
	where := op.Method + " " + op.Path
	sampler, err := sample.New(made.Input, 1)
	if err != nil {
		tr.problemf("%s: input: %v", where, err)
		return
	}
	judge, err := check.Compile(made.Input)
	if err != nil {
		tr.problemf("%s: input: %v", where, err)
		return
	}
	tr.counts["schemas"]++
	for i := range tripArguments {
		v, err := sampler.Valid()
		if err != nil {
			tr.reason(where, "no sample: "+reasonOf(err.Error()))
			return
		}
		if i == 0 {
			tr.counts["schemas sampled"]++
		}
		if problems := judge.Validate(v); problems != nil {
			tr.problemf("%s: a sample is not valid: %v", where, problems)
		}
		args, ok := v.(map[string]any)
		if !ok {
			tr.problemf("%s: a sample is no object", where)
			return
		}
		kind := "arguments"
		if i == tripArguments-1 {
			args, kind = tr.hostile(judge, args), "hostile arguments"
		}
		for _, name := range made.ControlArgs() {
			delete(args, name)
		}
		tr.arguments(client, op, made, args, kind)
	}
	bad, what, err := sampler.Invalid()
	switch {
	case err != nil:
		tr.reason(where, "nothing refused: "+reasonOf(err.Error()))
	case judge.Validate(bad) == nil:
		tr.problemf("%s: %s is not refused", where, what)
	default:
		tr.counts["schemas with refused values"]++
	}
}

// hostile puts texts that mean something elsewhere in the place of the texts
// that the schema leaves free.
func (tr *trip) hostile(judge *check.Validator, args map[string]any) map[string]any {
	texts := []string{"a&admin=1#x", "b c+d%2F%26", "e?f=[g]{h}|i", `j;k="l",m:n@o`, "p~q!$*'()", "%2e%2e%00", "r\\u0026&amp;", "ünï❤"}
	places := leaves(args, nil)
	for n, at := range places[:min(len(places), 12)] {
		changed := replaced(args, at, texts[n%len(texts)]).(map[string]any)
		if judge.Validate(changed) == nil {
			args = changed
			tr.counts["hostile texts"]++
		}
	}
	return args
}

// leaves gives the places of all texts in v.
func leaves(v any, at []string) (places [][]string) {
	switch v := v.(type) {
	case string:
		return [][]string{slices.Clone(at)}
	case []any:
		for i, item := range v {
			places = append(places, leaves(item, append(at, strconv.Itoa(i)))...)
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			places = append(places, leaves(v[k], append(at, k))...)
		}
	}
	return places
}

// replaced gives a copy of v with text at a place.
func replaced(v any, at []string, text string) any {
	if len(at) == 0 {
		return text
	}
	switch v := v.(type) {
	case []any:
		out := slices.Clone(v)
		i, _ := strconv.Atoi(at[0])
		out[i] = replaced(v[i], at[1:], text)
		return out
	case map[string]any:
		out := maps.Clone(v)
		out[at[0]] = replaced(v[at[0]], at[1:], text)
		return out
	}
	return v
}

// arguments builds one request and reads it.
func (tr *trip) arguments(client *wire.Client, op *oas.Operation, made *tool.Tool, args map[string]any, kind string) {
	where := op.Method + " " + op.Path
	tr.counts[kind]++
	r, problem, err := client.Plan(made.Main, runtime.Inputs{Args: args})
	switch {
	case err != nil:
		tr.problemf("%s: %v", where, err)
		return
	case problem != nil:
		why := string(problem.Code)
		if len(problem.Fields) > 0 {
			why = problem.Fields[0].Problem
			where += " " + problem.Fields[0].Arg
		}
		tr.reason(where, "no request of "+kind+": "+why)
		return
	}
	b := &readback{op: op, step: made.Main, args: args, claimed: map[int]bool{}}
	if err := b.read(r); err != nil {
		given, _ := json.Marshal(args)
		tr.problemf("%s: %v\n\t%s %s %v\n\t%.400s\n\tfrom %.600s", where, err, r.Method, r.URL, r.Header, r.Body, given)
		return
	}
	tr.counts[kind+" read back"]++
	tr.counts["values read back"] += b.values
	for _, why := range b.unread {
		tr.reason(where, "not read: "+why)
	}
}

var quotedPart = regexp.MustCompile(`"(\\.|[^"\\])*"|\d+`)

// reasonOf makes one reason of messages that differ in names and numbers.
func reasonOf(message string) string {
	message = quotedPart.ReplaceAllString(message, "…")
	for part := range strings.SplitSeq(message, ": ") {
		if !strings.HasPrefix(part, "no value found") && !strings.HasPrefix(part, "property ") && !strings.HasPrefix(part, "at ") && part != "items" {
			message = part
			break
		}
	}
	return message[:min(len(message), 90)]
}
