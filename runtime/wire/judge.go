package wire

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/outcome"
	"github.com/oatools/oatools/runtime/wire/pace"
	"github.com/oatools/oatools/runtime/wire/reply"
)

// judge looks an attempt that is no success up in the table. It gives the
// response, or nil and how long to wait before the next attempt.
func (x *exchange) judge(a *attempt, d *tool.Response) (*runtime.Response, time.Duration) {
	now := x.client.cfg.Now()
	rep := &reply.Report{}
	if a.Status != 0 {
		rep = reply.Read(&a.Answer, x.opts.Errors)
	}
	e := classify(a, x.opts, rep, now)
	v := outcome.Decide(e, classOf(x.opts, a.Status))
	hint, hinted := time.Duration(0), false
	if a.Status != 0 {
		hint, hinted = wait(a, rep, now)
	}
	if e == outcome.Status401 && x.renew() {
		return nil, 0
	}
	if x.mayRepeat(e, v, a, rep) {
		wait := pace.Spread(hint, x.client.cfg.Jitter())
		if !hinted {
			wait = pace.Backoff(x.sent, e == outcome.Status429 || e == outcome.Quota, x.client.cfg.Jitter())
		}
		if wait <= pace.MaxWait && now.Add(wait).Before(x.end) && x.affordable() {
			x.remember(v.Effect)
			return nil, wait
		}
	}
	if outcome.Settles(e) && x.in.Key != "" && x.opts.Idempotency != nil {
		x.earlier = "" // the key's own answer: it speaks for every attempt
	}
	return x.failed(a, d, e, v, rep, hint), 0
}

// remember keeps what an attempt may have done while another one is made.
func (x *exchange) remember(effect runtime.SideEffect) {
	if effect == runtime.EffectApplied || effect == runtime.EffectUnknown && x.earlier == "" {
		x.earlier = effect
	}
}

// settled corrects a response that speaks of the last attempt alone. A write
// whose first attempt ended in silence may have taken effect, whatever the
// attempt after it came to: refused, throttled, or never made.
func (x *exchange) settled(res *runtime.Response) *runtime.Response {
	switch {
	case x.earlier == "" || res.Problem == nil || res.Effect == runtime.EffectApplied || res.Effect == x.earlier:
		return res
	case x.earlier == runtime.EffectApplied:
		res.Problem = &runtime.Problem{Code: runtime.CodeResultIncomplete, Message: runtime.CodeResultIncomplete.Message(), Upstream: res.Problem.Upstream}
	default:
		res.Problem = &runtime.Problem{Code: runtime.CodeUnknownOutcome, Message: "An earlier attempt of this call was sent and got no clear answer, and the last one failed: it may or may not have taken effect. Do not repeat it blindly; check first.", Upstream: res.Problem.Upstream}
	}
	res.Effect = x.earlier
	return res
}

// renew gets another credential after the first was refused, once. A 401 means
// that the request was not executed, so even a write may be sent again.
func (x *exchange) renew() bool {
	if x.renewed || x.over || x.ctx.Err() != nil {
		return false
	}
	x.renewed = true
	return x.client.authority.Refresh(x.plan.uses, x.in.Principal, x.mark)
}

func (x *exchange) affordable() bool {
	return x.client.cfg.Isolated || x.plan.upstream.budget.Fail()
}

// mayRepeat reports whether table, overlay and count permit another attempt.
func (x *exchange) mayRepeat(e outcome.Event, v outcome.Verdict, a *attempt, rep *reply.Report) bool {
	most := attempts
	retry := x.opts.Retry
	if retry != nil && retry.Attempts > 0 {
		most = retry.Attempts
	}
	if v.Move == outcome.Stop || x.sent >= most || x.over || x.ctx.Err() != nil {
		return false
	}
	if retry != nil && (reply.Matches(retry.Never, rep.Body) || len(retry.On) > 0 && !slices.ContainsFunc(reasons(e, a), func(r string) bool { return slices.Contains(retry.On, r) })) {
		return false
	}
	switch v.Move {
	case outcome.One:
		if x.single {
			return false
		}
		x.single = true
	case outcome.WithKey:
		i := x.opts.Idempotency
		if x.single || x.in.Key == "" || i != nil && i.ReplaysErrors {
			return false
		}
		x.single = true
	}
	return true
}

// reasons names an event as an overlay's retry.on does.
func reasons(e outcome.Event, a *attempt) []string {
	switch e {
	case outcome.Refused:
		return []string{"connect"}
	case outcome.NotSentInTime:
		return []string{"connect", "timeout"}
	case outcome.NoAnswer, outcome.LostSuccess:
		return []string{"reset"}
	case outcome.Timeout:
		return []string{"timeout"}
	}
	return []string{strconv.Itoa(a.Status)}
}

// failed makes the response of a failure.
func (x *exchange) failed(a *attempt, d *tool.Response, e outcome.Event, v outcome.Verdict, rep *reply.Report, hint time.Duration) *runtime.Response {
	res := x.response(a, d)
	res.Effect = v.Effect
	if x.opts.ReadOnly {
		res.Effect = runtime.EffectNone
	}
	code := v.Code
	if mapped := x.mapped(rep); mapped != "" && v.Effect == runtime.EffectNone {
		code = mapped
	}
	problem := runtime.NewProblem(code, explain(e, v, code, a, x.client.counting(&res.Removed)))
	problem.Retryable = code.Retryable() && e != outcome.Other4xx && e != outcome.Status501 && e != outcome.Unreachable && e != outcome.Other
	if hint > 0 && problem.Retryable {
		problem.RetryAfterS = seconds(hint)
	}
	if a.Status != 0 {
		problem.Upstream = rep.Upstream(&a.Answer, x.client.counting(&res.Removed))
		if code == runtime.CodeInvalidInput || code == runtime.CodeBusinessRejected || code == runtime.CodeConflict {
			problem.Fields = x.plan.Arguments(rep.Fields)
		}
	}
	res.Problem = problem
	return res
}

// mapped gives the code that the overlay assigns to an upstream's own.
func (x *exchange) mapped(rep *reply.Report) runtime.Code {
	if x.opts.Errors == nil {
		return ""
	}
	if code := runtime.Code(x.opts.Errors.Map[rep.Code]); code.Valid() {
		return code
	}
	return ""
}

// explain gives the sentence that the model reads; empty means the code's own.
func explain(e outcome.Event, v outcome.Verdict, code runtime.Code, a *attempt, clean func(string) string) string {
	if code != v.Code {
		return ""
	}
	switch e {
	case outcome.Unreachable:
		return "The upstream cannot be reached: its name or a certificate is wrong. Nothing was sent. Trying again does not help; tell the operator."
	case outcome.Redirect:
		return "The upstream redirects to " + target(a, clean) + ", which is not followed. Tell the operator."
	case outcome.Status501:
		return "The upstream cannot do this. Trying again does not help."
	case outcome.Other4xx:
		return fmt.Sprintf("The upstream does not accept this request (HTTP %d). Trying again does not help; report it.", a.Status)
	case outcome.Other:
		return fmt.Sprintf("The upstream's answer makes no sense here (HTTP %d). Report it.", a.Status)
	case outcome.Status400:
		return fmt.Sprintf("The upstream refused the arguments (HTTP %d). error.upstream.message quotes its reason; correct the arguments and call again.", a.Status)
	}
	return ""
}

// response gives what is known of an answer.
func (x *exchange) response(a *attempt, d *tool.Response) *runtime.Response {
	res := &runtime.Response{Host: a.at.Host, Declared: d, Status: a.Status, Header: a.Header, Partial: a.Status == http.StatusPartialContent || a.Status == http.StatusMultiStatus}
	if a.Status != 0 {
		res.Media = a.Media()
		res.RequestID = reply.RequestID(a.Header, x.client.clean)
	}
	return res
}

// success reads a successful answer. Whatever is wrong with its body, the effect
// of a write is there.
func (x *exchange) success(a *attempt, d *tool.Response) *runtime.Response {
	res := x.response(a, d)
	res.Effect = runtime.EffectApplied
	if x.opts.ReadOnly {
		res.Effect = runtime.EffectNone
	}
	if a.excess {
		res.Problem = runtime.NewProblem(runtime.CodeResultTooLarge, "")
		return res
	}
	var note string
	if res.Body, note, res.Problem = reply.Decode(&a.Answer, d); res.Problem != nil {
		rep := reply.Read(&a.Answer, nil)
		res.Problem.Upstream = rep.Upstream(&a.Answer, x.client.counting(&res.Removed))
		return res
	}
	if note != "" {
		res.Notes = append(res.Notes, note)
	}
	if errs := x.opts.Errors; errs != nil && reply.Matches(errs.FailureWhen, res.Body) {
		return x.declined(a, res)
	}
	if a.Status == 207 && !x.opts.ReadOnly {
		res.Problem = runtime.NewProblem(runtime.CodePartialSuccess, "")
	}
	return res
}

// declined makes a failure of a 2xx answer that says it is one.
func (x *exchange) declined(a *attempt, res *runtime.Response) *runtime.Response {
	rep := &reply.Report{Body: res.Body}
	rep.Take(res.Body, x.opts.Errors)
	code := runtime.CodeBusinessRejected
	if mapped := x.mapped(rep); mapped != "" {
		code = mapped
	}
	res.Effect = runtime.EffectNone
	res.Problem = runtime.NewProblem(code, "")
	res.Problem.Upstream = rep.Upstream(&a.Answer, x.client.counting(&res.Removed))
	res.Problem.Fields = x.plan.Arguments(rep.Fields)
	return res
}
