package wire

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/encode"
)

// Caps of a request body.
const (
	maxBody      = 1 << 20
	maxFilesBody = 25 << 20
)

// request is a finished request without credentials. Every attempt sends the
// same bytes.
type request struct {
	url    *url.URL
	header http.Header
	body   []byte
	media  string // Content-Type; empty: no body
	json   bool
}

// build binds the values of a call and writes the request. A value that cannot
// be written is news for the model; an error is ours.
func (p *plan) build(in *runtime.Inputs, now time.Time, secret secrets) (*request, *runtime.Problem, error) {
	b := &builder{plan: p, in: in, now: now, secret: secret}
	u, problem, err := b.url()
	if problem != nil || err != nil {
		return nil, problem, err
	}
	r := &request{url: u}
	if problem := b.body(r); problem != nil {
		return nil, problem, nil
	}
	if r.header, problem = b.header(r); problem != nil {
		return nil, problem, nil
	}
	return r, nil, nil
}

// builder holds what the steps of one build share.
type builder struct {
	plan   *plan
	in     *runtime.Inputs
	now    time.Time
	secret secrets
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
	q := &encode.Query{Taken: b.plan.queryNames}
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

func (b *builder) header(r *request) (http.Header, *runtime.Problem) {
	h := make(http.Header, 6+len(b.plan.header))
	h["Accept"] = []string{b.plan.accept}
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
		if cookies, refusal = encode.AppendCookie(cookies, pm.Param, v, b.plan.cookieNames); refusal != nil {
			return nil, refused(&pm.value, refusal)
		}
	}
	if len(cookies) > 0 {
		h["Cookie"] = []string{string(cookies)}
	}
	return h, nil
}

// body puts the body together from its fields and writes it.
func (b *builder) body(r *request) *runtime.Problem {
	bp := b.plan.body
	if bp == nil {
		return nil
	}
	tree := encode.Tree{Layout: bp.Layout}
	for i := range bp.fields {
		f := &bp.fields[i]
		v, present, problem := f.value.get(b.in, b.now, b.secret)
		if problem != nil {
			return problem
		}
		if f.value.from == fromSecret && b.secret == nil {
			v, present = "[REDACTED]", true
		}
		if !present {
			continue
		}
		if refusal := tree.Put(f.to, v, f.layout); refusal != nil {
			// What stands in its way came from an earlier field.
			return bp.blame(refusal)
		}
	}
	if tree.Empty() {
		if !bp.Required {
			return nil
		}
		tree.Put(nil, &encode.Object{}, nil)
	}
	return bp.write(r, &tree, b.files())
}

func (b *builder) files() encode.Files {
	if b.in.Files == nil {
		return nil
	}
	return func(ref string) (encode.File, bool) {
		f, ok := b.in.Files(ref)
		return encode.File{Name: f.Name, Media: f.Media, Data: f.Data}, ok
	}
}

func (bp *bodyPlan) write(r *request, tree *encode.Tree, files encode.Files) *runtime.Problem {
	root, layout := tree.Root()
	var refusal *encode.Refusal
	r.media = bp.Media
	limit := maxBody
	switch bp.Mode {
	case tool.BodyForm:
		r.body, refusal = encode.Form(root, layout, bp.Parts)
	case tool.BodyMultipart:
		var boundary string
		r.body, boundary, refusal = encode.Multipart(root, layout, bp.Parts, files)
		r.media += "; boundary=" + boundary
		limit = maxFilesBody
	case tool.BodyText, tool.BodyBytes:
		r.body, refusal = encode.Raw(root, bp.Mode, files)
		limit = maxFilesBody
	default:
		r.json = true
		r.body, refusal = encode.AppendJSON(make([]byte, 0, 256), root, layout)
	}
	if refusal != nil {
		return bp.blame(refusal)
	}
	if len(r.body) > limit {
		return runtime.NewProblem(runtime.CodeInvalidInput, "The request would be larger than "+strconv.Itoa(limit>>20)+" MiB. Send less.")
	}
	return nil
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

// blame finds the argument whose value is at a refused place of the body. Places
// in a refusal are in wire names at the top and in the model's below a field.
func (bp *bodyPlan) blame(r *encode.Refusal) *runtime.Problem {
	at, _ := encode.Tokens(r.At)
	var best *field
	for i := range bp.fields {
		f := &bp.fields[i]
		if f.value.from == fromArg && len(f.to) <= len(at) && equal(f.to, at[:len(f.to)]) && (best == nil || len(f.to) >= len(best.to)) {
			best = f
		}
	}
	if best == nil {
		return refused(&value{from: fromConst}, r)
	}
	rest := r.At
	for range best.to {
		rest = after(rest)
	}
	return refused(&best.value, &encode.Refusal{At: rest, Why: r.Why})
}

// after cuts the first token off a pointer.
func after(pointer string) string {
	if i := bytes.IndexByte([]byte(pointer[1:]), '/'); i >= 0 {
		return pointer[1+i:]
	}
	return ""
}

func equal(a, b []string) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
