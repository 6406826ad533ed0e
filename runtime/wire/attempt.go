package wire

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"time"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/outcome"
	"github.com/oatools/oatools/runtime/wire/reply"
)

// grace is how long a write that was sent is waited for after its caller left:
// somebody has to learn what became of it.
const grace = 10 * time.Second

var errGone = errors.New("the caller went away")

// attempt is one sending and what came of it.
type attempt struct {
	phase   outcome.Phase
	err     error // why there is no status, or no whole body
	gone    error // why the caller's context ended, if that ended the attempt
	timeout bool  // the attempt's own time was over

	reply.Answer      // the body shares the buffer
	excess       bool // the body is larger than the cap
	at           *url.URL
}

// send makes one attempt. url and header are the attempt's own.
func (x *exchange) send(ctx context.Context, trip http.RoundTripper, u *url.URL, header http.Header, body []byte) *attempt {
	a := &attempt{at: u}
	t := outcome.NewTrace()
	ctx, end := x.attemptContext(ctx, t)
	defer end()
	req := (&http.Request{
		Method: x.plan.Step.Binding.Method, URL: u, Host: u.Host, Header: header,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
	}).WithContext(httptrace.WithClientTrace(ctx, t.Hooks()))
	x.setBody(req, body)
	res, err := trip.RoundTrip(req)
	if err != nil {
		a.err, a.phase = err, t.Failed(err, x.client.cfg.Transport != nil)
		x.ended(ctx, a)
		return a
	}
	defer res.Body.Close()
	a.Status, a.Header, a.phase = res.StatusCode, res.Header, outcome.Complete
	if req.Method == http.MethodHead || !hasBody(res.StatusCode) {
		return a
	}
	limit := x.limit
	if a.Status >= 300 {
		limit = min(limit, maxErrorBody)
	}
	if err := x.buf.read(res, limit, a); err != nil {
		a.phase, a.err = outcome.Lost, err
		x.ended(ctx, a)
	}
	a.Body = x.buf.bytes
	return a
}

// setBody gives the request its body. net/http repeats what it holds for
// repeatable on a connection that died; GET, HEAD and OPTIONS are that only if
// they have no body, so a write by one of those methods gets an empty body that
// cannot be read twice.
func (x *exchange) setBody(req *http.Request, body []byte) {
	if len(body) > 0 {
		req.ContentLength = int64(len(body))
		req.Body = io.NopCloser(bytes.NewReader(body))
		req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	}
	if x.opts.ReadOnly {
		return
	}
	switch req.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace:
		req.Body, req.GetBody = io.NopCloser(bytes.NewReader(body)), nil
	}
}

// attemptContext gives the context of one attempt. A read ends with its caller.
// A write that was sent goes on for a while after its caller left.
func (x *exchange) attemptContext(ctx context.Context, t *outcome.Trace) (context.Context, context.CancelFunc) {
	limit := min(x.timeout, x.latest.Sub(x.client.cfg.Now()))
	if x.opts.ReadOnly {
		return x.client.limit(ctx, limit)
	}
	own, cancelCause := context.WithCancelCause(context.WithoutCancel(ctx))
	own, cancel := x.client.limit(own, limit)
	stop := context.AfterFunc(ctx, func() {
		if t.Sent() {
			time.AfterFunc(grace, func() { cancelCause(errGone) })
			return
		}
		cancelCause(errGone)
	})
	return own, func() { stop(); cancel(); cancelCause(nil) }
}

// ended notes whose time was over, if that is why an attempt failed.
func (x *exchange) ended(ctx context.Context, a *attempt) {
	switch {
	case ctx.Err() == nil:
		a.timeout = isTimeout(a.err)
	case x.ctx.Err() != nil && (x.opts.ReadOnly || errors.Is(context.Cause(ctx), errGone)):
		a.gone = x.ctx.Err()
	default:
		a.timeout = true
	}
}

func isTimeout(err error) bool {
	t, ok := errors.AsType[interface {
		error
		Timeout() bool
	}](err)
	return ok && t.Timeout()
}

// hasBody reports whether an answer of a status can have content.
func hasBody(status int) bool {
	return status >= 200 && status != http.StatusNoContent && status != http.StatusResetContent && status != http.StatusNotModified
}

// apply puts the credentials on a copy of the request's header and URL.
func (x *exchange) apply(ctx context.Context) (*url.URL, http.Header, *runtime.Problem) {
	u := *x.request.URL
	req := &http.Request{URL: &u, Header: x.request.Header.Clone()}
	if problem := x.client.authority.Apply(ctx, req, x.plan.uses, x.in.Principal); problem != nil {
		return nil, nil, problem
	}
	x.mark = x.client.authority.Mark()
	return &u, req.Header, nil
}
