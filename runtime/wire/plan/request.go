package plan

import (
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/encode"
)

// Request is a finished request without credentials. Every attempt sends the
// same bytes.
type Request struct {
	URL    *url.URL
	Header http.Header
	Body   []byte
	media  string // Content-Type; empty: no body
	json   bool
}

// Build binds the values of a call and writes the request. A value that cannot
// be written is news for the model; an error is ours.
func (p *Plan) Build(in *runtime.Inputs, now time.Time, secret Secrets) (*Request, *runtime.Problem, error) {
	b := &builder{plan: p, in: in, now: now, secret: secret}
	u, problem, err := b.url()
	if problem != nil || err != nil {
		return nil, problem, err
	}
	r := &Request{URL: u}
	if problem := b.body(r); problem != nil {
		return nil, problem, nil
	}
	if r.Header, problem = b.header(r); problem != nil {
		return nil, problem, nil
	}
	return r, nil, nil
}

// builder holds what the steps of one build share.
type builder struct {
	plan   *Plan
	in     *runtime.Inputs
	now    time.Time
	secret Secrets
}

// url gives the finished URL: the one that the upstream gave, or the plan's.
func (b *builder) url() (*url.URL, *runtime.Problem, error) {
	if b.in.URL != "" {
		u, problem := b.plan.given(b.in.URL)
		return u, problem, nil
	}
	path, ends, problem := b.path()
	if problem != nil {
		return nil, problem, nil
	}
	query, problem := b.query()
	if problem != nil {
		return nil, problem, nil
	}
	u, err := b.plan.finish(path, ends, query)
	return u, nil, err
}

// value gives a parameter's value; absent is nil.
func (b *builder) value(pm *param) (any, *runtime.Problem) {
	v, present, problem := pm.value.get(b.in, b.now, b.secret)
	if problem != nil {
		return nil, problem
	}
	if !present || v == nil {
		if pm.Required && !b.optional(pm.value.from) {
			return nil, refused(&pm.value, &encode.Refusal{Why: "is needed"})
		}
		return nil, nil
	}
	return v, nil
}

// optional reports whether a value may be absent even where the parameter is
// required: a plan has no secrets, a preview no key, a first page no cursor.
func (b *builder) optional(from source) bool {
	switch from {
	case fromKey, fromPage, fromSize:
		return true
	case fromSecret:
		return b.secret == nil
	}
	return false
}

// path writes the path and says where each segment of the plan ends.
func (b *builder) path() (path []byte, ends []int, _ *runtime.Problem) {
	path = make([]byte, 0, 96)
	ends = make([]int, 0, 8)
	for i := range b.plan.path {
		s := &b.plan.path[i]
		if s.param == nil {
			path = append(path, s.lit...)
			ends = append(ends, len(path))
			continue
		}
		v, problem := b.value(s.param)
		if problem != nil {
			return nil, nil, problem
		}
		var r *encode.Refusal
		if path, r = encode.AppendPath(path, s.param.Param, v); r != nil {
			return nil, nil, refused(&s.param.value, r)
		}
		ends = append(ends, len(path))
	}
	return path, ends, nil
}

func (b *builder) query() (*encode.Query, *runtime.Problem) {
	q := &encode.Query{Taken: &b.plan.queryNames}
	for i := range b.plan.query {
		pm := &b.plan.query[i]
		v, problem := b.value(pm)
		if problem != nil {
			return nil, problem
		}
		if r := q.Add(pm.Param, v); r != nil {
			return nil, refused(&pm.value, r)
		}
	}
	return q, nil
}

func (b *builder) header(r *Request) (http.Header, *runtime.Problem) {
	h := make(http.Header, 6+len(b.plan.header))
	h["Accept"] = []string{b.plan.Accept}
	h["Accept-Encoding"] = []string{"gzip"}
	h["User-Agent"] = []string{"oatools"}
	if r.media != "" {
		h["Content-Type"] = []string{r.media}
	}
	for i := range b.plan.header {
		pm := &b.plan.header[i]
		v, problem := b.value(pm)
		if problem != nil {
			return nil, problem
		}
		text, present, refusal := encode.Header(pm.Param, v)
		if refusal != nil {
			return nil, refused(&pm.value, refusal)
		}
		if present {
			h[pm.key] = []string{text}
		}
	}
	if len(b.plan.cookie) == 0 {
		return h, nil
	}
	var cookies []byte
	for i := range b.plan.cookie {
		pm := &b.plan.cookie[i]
		v, problem := b.value(pm)
		if problem != nil {
			return nil, problem
		}
		var refusal *encode.Refusal
		if cookies, refusal = encode.AppendCookie(cookies, pm.Param, v, &b.plan.cookieNames); refusal != nil {
			return nil, refused(&pm.value, refusal)
		}
	}
	if len(cookies) > 0 {
		h["Cookie"] = []string{string(cookies)}
	}
	return h, nil
}

// refused makes news of a refusal: which argument, and what is wrong with it. A
// value that the model did not choose is a mistake of the set-up.
func refused(v *value, r *encode.Refusal) *runtime.Problem {
	if v.from != fromArg {
		return runtime.NewProblem(runtime.CodeConfigurationError, "A value that this tool sends by itself "+r.Why+". Trying again does not help; tell the operator.")
	}
	at := v.name + r.At
	return &runtime.Problem{
		Code:    runtime.CodeInvalidInput,
		Message: fmt.Sprintf("The argument %s %s. Nothing was sent; correct it and call again.", at, r.Why),
		Fields:  []runtime.Field{{Arg: at, Problem: r.Why}},
	}
}
