package loopback

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"sync"
)

// Transport returns a RoundTripper that lets h answer every request in this
// process, whatever its origin. It behaves as a connection to a net/http server
// would: the handler sees a server-side request, the answer is streamed, a
// cancelled context ends both sides. It opens no socket and is safe for
// concurrent use; h must be too.
func Transport(h http.Handler) http.RoundTripper { return transport{handler: h} }

type transport struct{ handler http.Handler }

// RoundTrip returns when the handler has sent its header or has ended.
func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(req.Context())
	body, err := readRequestBody(ctx, req)
	if err != nil {
		cancel(err)
		return nil, err
	}
	reader, writer := io.Pipe()
	x := &exchange{method: req.Method, header: http.Header{}, pipe: writer, ready: make(chan struct{})}
	x.buf = bufio.NewWriterSize(x.chunk(), 4096)
	// Whoever waits on the pipe must not outlive the request.
	stop := context.AfterFunc(ctx, func() { writer.CloseWithError(context.Cause(ctx)) })
	go func() {
		x.finish(x.serve(t.handler, serverRequest(ctx, req, body)))
		stop()
		cancel(nil)
	}()
	select {
	case <-x.ready:
	case <-req.Context().Done(): // not ctx: that also ends with the handler
		return nil, context.Cause(ctx)
	}
	if x.err != nil {
		return nil, x.err
	}
	return x.response(req, &responseBody{PipeReader: reader, cancel: cancel}), nil
}

// readRequestBody copies the body, so that the caller may reuse what is behind
// it as soon as RoundTrip returns.
func readRequestBody(ctx context.Context, req *http.Request) ([]byte, error) {
	if req.Body == nil || req.Body == http.NoBody {
		return nil, ctx.Err()
	}
	closeBody := sync.OnceValue(req.Body.Close)
	stop := context.AfterFunc(ctx, func() { _ = closeBody() }) // wakes a reader that waits
	defer stop()
	data, err := io.ReadAll(req.Body)
	if closed := closeBody(); err == nil {
		err = closed
	}
	switch {
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		return nil, fmt.Errorf("read request body: %w", err)
	case req.ContentLength > 0 && req.ContentLength != int64(len(data)):
		return nil, fmt.Errorf("request body has %d bytes, Content-Length says %d", len(data), req.ContentLength)
	}
	return data, nil
}

// serverRequest is the request as a server would have read it off the wire.
func serverRequest(ctx context.Context, req *http.Request, body []byte) *http.Request {
	in := req.Clone(ctx)
	if in.Host == "" {
		in.Host = req.URL.Host
	}
	if in.Header == nil {
		in.Header = http.Header{}
	}
	if user := req.URL.User; user != nil && in.Header.Get("Authorization") == "" {
		password, _ := user.Password()
		in.SetBasicAuth(user.Username(), password)
	}
	if in.Method == "" {
		in.Method = http.MethodGet
	}
	in.URL.Scheme, in.URL.Host, in.URL.User, in.URL.Fragment, in.URL.RawFragment = "", "", nil, "", ""
	in.RequestURI = req.URL.RequestURI()
	in.Proto, in.ProtoMajor, in.ProtoMinor = "HTTP/1.1", 1, 1
	in.RemoteAddr = "192.0.2.1:1234" // RFC 5737: an address of nobody
	in.GetBody, in.Response = nil, nil
	in.ContentLength, in.Body = int64(len(body)), io.NopCloser(bytes.NewReader(body))
	return in
}

// responseBody ends the handler when the client stops reading.
type responseBody struct {
	*io.PipeReader
	cancel context.CancelCauseFunc
}

func (b *responseBody) Close() error {
	err := b.PipeReader.Close()
	b.cancel(errors.New("client closed the response body"))
	return err
}

// exchange is the ResponseWriter of one request. Only the handler's goroutine
// touches it until ready is closed, and after that only the fields of the
// response side are read elsewhere.
type exchange struct {
	method string
	header http.Header
	status int
	buf    *bufio.Writer
	pipe   *io.PipeWriter

	once  sync.Once
	ready chan struct{} // closed when sent, length and err are final
	sent  http.Header
	size  int64
	err   error
}

// serve runs the handler and turns its panic into an error.
func (x *exchange) serve(h http.Handler, req *http.Request) (err error) {
	defer func() {
		switch p := recover(); p {
		case nil:
		case http.ErrAbortHandler:
			err = io.ErrUnexpectedEOF // what a client sees of an aborted connection
		default:
			err = fmt.Errorf("handler panicked: %v", p)
		}
	}()
	h.ServeHTTP(x, req)
	return nil
}

// finish ends the answer. One that never filled the buffer has a known length.
func (x *exchange) finish(err error) {
	if err != nil {
		x.once.Do(func() { x.err = err; close(x.ready) })
		x.pipe.CloseWithError(err)
		return
	}
	if x.status == 0 {
		x.WriteHeader(http.StatusOK)
	}
	x.send(int64(x.buf.Buffered()))
	x.pipe.CloseWithError(x.buf.Flush())
}

func (x *exchange) Header() http.Header { return x.header }

func (x *exchange) WriteHeader(status int) {
	if status < 100 || status > 999 {
		panic(fmt.Sprintf("loopback: status code %d", status))
	}
	if x.status != 0 || status < 200 { // news on the way is not the answer
		return
	}
	x.status = status
	x.sent = x.header.Clone()
}

func (x *exchange) Write(p []byte) (int, error) {
	if x.status == 0 {
		if x.header.Get("Content-Type") == "" && len(p) > 0 {
			x.header.Set("Content-Type", http.DetectContentType(p))
		}
		x.WriteHeader(http.StatusOK)
	}
	if x.bodiless() {
		if x.method == http.MethodHead {
			return len(p), nil
		}
		return 0, http.ErrBodyNotAllowed
	}
	return x.buf.Write(p)
}

// Flush sends what is buffered to the client.
func (x *exchange) Flush() {
	if x.status == 0 {
		x.WriteHeader(http.StatusOK)
	}
	x.send(-1)
	_ = x.buf.Flush() // the next Write reports it
}

func (x *exchange) bodiless() bool {
	return x.method == http.MethodHead || x.status == http.StatusNoContent || x.status == http.StatusNotModified
}

// chunk is below the buffer: its first write means that the buffer is full, so
// the header must go out before the length is known.
func (x *exchange) chunk() io.Writer { return chunkWriter{x} }

type chunkWriter struct{ x *exchange }

func (w chunkWriter) Write(p []byte) (int, error) {
	w.x.send(-1)
	return w.x.pipe.Write(p)
}

// send hands the header to the client, once. size is -1 when unknown.
func (x *exchange) send(size int64) {
	x.once.Do(func() {
		x.size = size
		if x.method == http.MethodHead {
			x.size = -1
		}
		if n, err := strconv.ParseInt(x.sent.Get("Content-Length"), 10, 64); err == nil {
			x.size = n
		} else if x.size >= 0 && !x.bodiless() {
			x.sent.Set("Content-Length", strconv.FormatInt(x.size, 10))
		}
		close(x.ready)
	})
}

func (x *exchange) response(req *http.Request, body io.ReadCloser) *http.Response {
	return &http.Response{
		Status:        strconv.Itoa(x.status) + " " + http.StatusText(x.status),
		StatusCode:    x.status,
		Proto:         "HTTP/1.1",
		ProtoMajor:    1,
		ProtoMinor:    1,
		Header:        x.sent,
		Body:          body,
		ContentLength: x.size,
		Request:       req,
	}
}
