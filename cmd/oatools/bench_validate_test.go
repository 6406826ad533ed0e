package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/sample"
	"github.com/oatools/oatools/compile/tool"
)

// BenchmarkValidateStripe validates arguments of the two operations of Stripe's
// description whose bodies are largest: the one with the most properties and the
// one with the most bytes, all of their schemas.
//
//	OATOOLS_CORPUS=DIR go test ./cmd/oatools -run '^$' -bench Validate
func BenchmarkValidateStripe(b *testing.B) {
	spec := unpacked(b, filepath.Join(corpus(b), "specs", "stripe", "stripe-old.yaml"))
	var diags diag.List
	doc, err := oas.Load(spec, oas.LoadOptions{}, &diags)
	if err != nil || doc == nil {
		b.Fatal(err, diags.String())
	}
	var many, long largest
	for _, op := range doc.Operations(doc.Index(), &diags) {
		made := assembleWith(compile.Options{Source: "api", InputBytes: 4 << 20}, op, "operation", &diags)
		if made == nil || made.Main.Binding.Body == nil {
			continue
		}
		many.take(op, made.Input, bytes.Count(made.Input, []byte(`"type":`))) // nearly every property has one
		long.take(op, made.Input, len(made.Input))
	}
	for _, l := range []largest{many, long} {
		b.Run(l.op.Method+strings.ReplaceAll(l.op.Path, "/", "."), func(b *testing.B) { benchValidate(b, l.schema) })
	}
}

// largest keeps the operation with the largest schema by some measure.
type largest struct {
	op     *oas.Operation
	schema tool.Schema
	size   int
}

func (l *largest) take(op *oas.Operation, schema tool.Schema, size int) {
	if size > l.size {
		*l = largest{op, schema, size}
	}
}

// BenchmarkValidateLarge does the same with a schema of our own that is several
// times as large, in the manner of bodies that are written as forms: groups of
// fields that may be emptied by an empty text, lists of objects, a map.
func BenchmarkValidateLarge(b *testing.B) { benchValidate(b, largeSchema()) }

// largeSchema is about 100 KB with about 900 properties.
func largeSchema() tool.Schema {
	const words = "What it is for, in the words of somebody who writes descriptions."
	field := func(i int) string {
		forms := []string{
			`{"type":"string","maxLength":5000,"description":%q}`, `{"type":"integer","description":%q}`, `{"type":"boolean","description":%q}`,
			`{"type":"string","enum":["automatic","manual","none","required_if_present"],"description":%q}`,
			`{"anyOf":[{"type":"string","maxLength":500},{"enum":[""]}],"description":%q}`,
			`{"type":"array","items":{"type":"string","maxLength":5000},"description":%q}`,
		}
		return fmt.Sprintf(forms[i%len(forms)], words)
	}
	object := func(from, n int, more string) string {
		var b strings.Builder
		b.WriteString(`{"type":"object","additionalProperties":false,"properties":{`)
		for i := range n {
			fmt.Fprintf(&b, `"field_%d":%s,`, i, field(from+i))
		}
		b.WriteString(strings.TrimSuffix(more, ",") + `},"required":["field_0"]}`)
		return b.String()
	}
	var groups strings.Builder
	for g := range 45 {
		inner := fmt.Sprintf(`"limits":%s,"items":{"type":"array","items":%s}`, object(g, 5, `"unit":{"type":"string"}`), object(g+1, 4, `"unit":{"type":"string"}`))
		fmt.Fprintf(&groups, `"group_%d":{"anyOf":[%s,{"enum":[""]}]},`, g, object(g, 8, inner))
	}
	groups.WriteString(`"metadata":{"type":"object","additionalProperties":{"type":"string","maxLength":500}}`)
	return tool.Schema(object(0, 20, groups.String()))
}

// benchValidate validates arguments of several sizes in turn, and unmarshals the
// same texts in the same run: the ratio says more than either number. Times are
// medians, since other work on the machine stretches some of them.
func benchValidate(b *testing.B, schema tool.Schema) {
	v, err := check.Compile(schema)
	if err != nil {
		b.Fatal(err)
	}
	texts, values := validArguments(b, schema)
	size := 0
	for _, text := range texts {
		size += len(text)
	}
	var ours, floor []time.Duration
	for b.Loop() {
		began := time.Now()
		for _, value := range values {
			if problems := v.Validate(value); problems != nil {
				b.Fatal(problems)
			}
		}
		ours = append(ours, time.Since(began))
		began = time.Now()
		for _, text := range texts {
			var into any
			if err := json.Unmarshal(text, &into); err != nil {
				b.Fatal(err)
			}
		}
		floor = append(floor, time.Since(began))
	}
	slices.Sort(ours)
	slices.Sort(floor)
	n, validate, unmarshal := float64(len(texts)), float64(ours[len(ours)/2]), float64(floor[len(floor)/2])
	b.ReportMetric(float64(len(schema)), "schema-B")
	b.ReportMetric(float64(size)/n, "args-B")
	b.ReportMetric(validate/n, "validate-ns")
	b.ReportMetric(unmarshal/n, "unmarshal-ns")
	b.ReportMetric(validate/unmarshal, "x-unmarshal")
	b.ReportMetric(testing.AllocsPerRun(10, func() {
		for _, value := range values {
			v.Validate(value)
		}
	})/n, "validate-allocs")
	b.ReportMetric(0, "ns/op") // of both together: of no use
}

// validArguments samples arguments and gives a few from small to large, as texts
// and as the runtime decodes them.
func validArguments(b *testing.B, schema tool.Schema) (texts [][]byte, values []any) {
	b.Helper()
	s, err := sample.New(schema, 1)
	if err != nil {
		b.Fatal(err)
	}
	var all [][]byte
	for range 40 {
		v, err := s.Valid()
		if err != nil {
			b.Fatal(err)
		}
		text, err := json.Marshal(v)
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, text)
	}
	slices.SortFunc(all, func(x, y []byte) int { return cmp.Compare(len(x), len(y)) })
	for i := 9; i < len(all); i += 10 {
		v, problems := check.Decode(all[i], check.Limits{})
		if len(problems) > 0 {
			b.Fatal(problems)
		}
		texts, values = append(texts, all[i]), append(values, v)
	}
	return texts, values
}
