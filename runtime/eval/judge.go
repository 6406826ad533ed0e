package eval

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/mock"
)

// judge runs the calls of one eval and holds what came of them against it.
type judge struct {
	tool   *tool.Tool
	eval   *tool.Eval
	checks []Check
	seen   *Seen
}

func (j *judge) good(l Level, what string) {
	j.checks = append(j.checks, Check{Level: l, What: what})
}

func (j *judge) bad(l Level, what, problem string) {
	j.checks = append(j.checks, Check{Level: l, What: what, Problem: problem})
}

// note records a check; an empty problem means that it holds.
func (j *judge) note(l Level, what, problem string) {
	j.checks = append(j.checks, Check{Level: l, What: what, Problem: problem})
}

func (j *judge) judge(ctx context.Context, r *rig) {
	first, last := j.calls(ctx, r)
	sent := j.about(r)
	j.seen = &Seen{}
	j.answerFits(r)
	j.request(sent)
	switch {
	case j.eval.Error != "":
		j.refusal(r, last)
	case !j.downstream():
		j.success(r, first, last)
	}
	if n := j.eval.Attempts; n > 0 {
		j.note(Execution, "attempts", differs(n, len(sent), "request", "was sent", "were sent"))
	}
	if j.eval.Executions > 0 || j.eval.Twice && !j.states() {
		j.note(Execution, "executions", differs(j.eval.Executions, j.executions(sent), "execution", "reached the upstream", "reached the upstream"))
	}
	if len(j.eval.Returns) > 0 {
		j.returns(last)
	}
	if j.eval.Error != "" || j.seen.Sends == "" && j.seen.Body == nil && j.seen.Returns == nil {
		j.seen = nil
	}
}

// states reports whether the eval says anything but how often it executes.
func (j *judge) states() bool {
	e := j.eval
	return e.Sends != "" || len(e.Body) > 0 || len(e.Headers) > 0 || len(e.Returns) > 0 || e.Error != "" || e.Attempts > 0
}

// calls makes the call of the eval, planned first where it has to be, and makes
// it once more where the eval says twice.
func (j *judge) calls(ctx context.Context, r *rig) (first, last *runtime.Result) {
	args := j.eval.Call
	first = r.call(ctx, j.tool, args)
	if first.Status == runtime.StatusPlanned && first.ConfirmToken != "" && !truth(args, tool.ArgDryRun) && !j.wantsPlan() {
		v, _ := decode(args)
		if obj, ok := v.(map[string]any); ok && obj[tool.ArgConfirmToken] == nil {
			obj[tool.ArgConfirmToken] = first.ConfirmToken
			args = plain(obj)
			first = r.call(ctx, j.tool, args)
		}
	}
	last = first
	if j.eval.Twice {
		last = r.call(ctx, j.tool, args)
	}
	return first, last
}

// wantsPlan reports whether the eval is about the plan itself.
func (j *judge) wantsPlan() bool {
	v, _ := decode(j.eval.Returns)
	obj, _ := v.(map[string]any)
	return obj["status"] == string(runtime.StatusPlanned)
}

// about gives the requests that the eval is about.
func (j *judge) about(r *rig) []mock.Request {
	return slices.DeleteFunc(r.upstream.Requests(), func(q mock.Request) bool { return q.Step == nil || q.Step != r.target })
}

// downstream reports whether the eval's upstream fails.
func (j *judge) downstream() bool {
	a, err := mock.ParseAnswer(j.eval.Upstream)
	return len(j.eval.Upstream) > 0 && (err != nil || a.Fault != "" || a.Status/100 != 2)
}

// answerFits holds the answer that the eval puts into the upstream's mouth
// against what the operation declares: an eval of an answer that never comes
// proves nothing.
func (j *judge) answerFits(r *rig) {
	a, err := mock.ParseAnswer(j.eval.Upstream)
	if len(j.eval.Upstream) == 0 || err != nil || a.Status/100 != 2 || j.eval.Error != "" || r.target == nil || len(a.Body) == 0 {
		return
	}
	i := slices.IndexFunc(r.target.Results, func(res tool.Response) bool { return res.Status == fmt.Sprint(a.Status) })
	if i < 0 {
		i = slices.IndexFunc(r.target.Results, func(res tool.Response) bool { return strings.EqualFold(res.Status, "2XX") || res.Status == "default" })
	}
	if i < 0 {
		j.bad(Contract, "upstream", fmt.Sprintf("%s %s declares no answer %d", r.target.Op.Method, r.target.Op.Path, a.Status))
		return
	}
	schema := r.target.Results[i].Schema
	v, ok := decode(a.Body)
	validator, err := check.Compile(schema)
	if len(schema) == 0 || !ok || err != nil {
		return
	}
	for _, p := range validator.Validate(v) {
		j.bad(Contract, "upstream", fmt.Sprintf("the answer is not what %s %s declares: %s: %s", r.target.Op.Method, r.target.Op.Path, orRoot(p.At), p.Message))
		return
	}
	j.good(Contract, "upstream")
}

func orRoot(at string) string {
	if at == "" {
		return "the body"
	}
	return at
}

// refusal judges an eval that wants an error: of the tool itself where its
// upstream is not said to do anything, else of the upstream.
func (j *judge) refusal(r *rig, res *runtime.Result) {
	level := Contract
	if len(j.eval.Upstream) > 0 || j.eval.Twice {
		level = Execution
	}
	if problem := j.wrongError(res); problem != "" {
		j.bad(level, "error", problem+r.news(res))
		return
	}
	j.good(level, "error")
	if j.eval.At != "" {
		problem := ""
		if !slices.ContainsFunc(res.Error.Fields, func(f runtime.Field) bool { return f.Arg == j.eval.At }) {
			problem = "want " + j.eval.At + ", got " + places(res.Error.Fields)
		}
		j.note(level, "at", problem)
	}
	if level == Contract {
		problem := ""
		if q := r.upstream.Requests(); len(q) > 0 {
			problem = "the call was refused, but " + line(q[0]) + " was sent"
		}
		j.note(Contract, "sends nothing", problem)
	}
}

// wrongError says how the outcome differs from the error that is wanted. A tool
// that its caller may not see answers as if there were none: for an eval of
// authority that is as good as forbidden.
func (j *judge) wrongError(res *runtime.Result) string {
	if res.Error == nil {
		return "want " + j.eval.Error + ", but the call ended " + string(res.Status)
	}
	got := string(res.Error.Code)
	hidden := res.Error.Code == runtime.CodeUnknownTool && j.eval.Error == string(runtime.CodeForbidden) && len(j.eval.As) > 0
	if got == j.eval.Error || hidden {
		return ""
	}
	return "want " + j.eval.Error + ", got " + got + ": " + res.Error.Message
}

func places(fields []runtime.Field) string {
	if len(fields) == 0 {
		return "no place"
	}
	var list []string
	for _, f := range fields {
		list = append(list, f.Arg+" ("+f.Problem+")")
	}
	return strings.Join(list, ", ")
}

// success judges that a call ends well when nothing is said to go wrong.
func (j *judge) success(r *rig, results ...*runtime.Result) {
	if j.eval.Twice {
		results = results[:1] // the second one may well be refused
	}
	for _, res := range results {
		if res.Status != runtime.StatusError {
			continue
		}
		problem := "the call failed"
		if res.Error != nil {
			problem = fmt.Sprintf("the call failed: %s: %s", res.Error.Code, res.Error.Message)
		}
		j.bad(Execution, "status", problem+r.news(res))
		return
	}
	j.good(Execution, "status")
}

// news gives what was logged about a failure on our side.
func (r *rig) news(res *runtime.Result) string {
	if res.Error == nil || res.Error.Code != runtime.CodeInternal && res.Error.Code != runtime.CodeConfigurationError {
		return ""
	}
	if text := strings.TrimSpace(r.log.String()); text != "" {
		return "\n" + text
	}
	return ""
}

// executions counts what the upstream would have carried out: requests with one
// idempotency key are one execution.
func (j *judge) executions(sent []mock.Request) int {
	n := 0
	keys := map[string]bool{}
	for i := range sent {
		key := j.key(&sent[i])
		if key != "" && keys[key] {
			continue
		}
		keys[key] = true
		n++
	}
	return n
}

// returns judges the parts of the envelope that the eval states: data as a whole,
// of the others what is stated.
func (j *judge) returns(res *runtime.Result) {
	v, _ := decode(plain(res))
	got, _ := v.(map[string]any)
	w, _ := decode(j.eval.Returns)
	want, ok := w.(map[string]any)
	if !ok {
		j.bad(Task, "returns", "want an object of parts of the result, such as {data: …}")
		return
	}
	if res.Status != runtime.StatusError {
		j.seen.Returns = recorded(want, res)
	}
	if len(want) == 0 {
		j.bad(Task, "returns", "nothing is stated; record it with --update")
		return
	}
	var problems []string
	for _, part := range keysOf(want) {
		have, ok := got[part]
		switch {
		case !ok:
			problems = append(problems, "/"+part+": want "+short(want[part])+", got nothing")
		default:
			problems = append(problems, compare("/"+part, want[part], have, part == "data")...)
		}
	}
	if len(problems) > 0 && res.Error != nil {
		problems = append(problems, "the call failed: "+string(res.Error.Code)+": "+res.Error.Message)
	}
	const most = 5
	if more := len(problems) - most; more > 0 {
		problems = append(problems[:most], fmt.Sprintf("and %d more", more))
	}
	j.note(Task, "returns", strings.Join(problems, "\n"))
}

// recorded gives the parts that an eval states as they are, each in the order of
// the result; data, if it states none.
func recorded(want map[string]any, res *runtime.Result) json.RawMessage {
	var got map[string]json.RawMessage
	if json.Unmarshal(plain(res), &got) != nil {
		return nil
	}
	parts := keysOf(want)
	if len(parts) == 0 {
		parts = []string{"data"}
	}
	var out []byte
	for _, part := range parts {
		if v, ok := got[part]; ok {
			out = append(runtime.AppendString(append(out, ','), part), ':')
			out = append(out, v...)
		}
	}
	if len(out) == 0 {
		return plain(map[string]any{"status": res.Status})
	}
	out[0] = '{'
	return append(out, '}')
}

func differs(want, got int, what, one, many string) string {
	verb := many
	if got == 1 {
		verb = one
	}
	if want == got {
		return ""
	}
	return fmt.Sprintf("want %s, but %d %s", plural(want, what), got, verb)
}
