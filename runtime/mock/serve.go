package mock

import (
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/tool"
)

// maxRequest bounds the body of a request that is served.
const maxRequest = 32 << 20

// oversize is how much of an endless body is served.
const oversize = 64 << 20

// ServeHTTP implements http.Handler: the same answers for clients of a real
// server, whatever host they name. A client may ask for another one with the
// header Prefer (RFC 7240): "status=404" for a declared answer of that status,
// "fault=timeout", reset, oversized or partial.
func (u *Upstream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if err != nil {
		http.Error(w, "mock: the body cannot be read", http.StatusBadRequest)
		return
	}
	a := u.take(r, body, true)
	if wish := r.Header.Get("Prefer"); wish != "" {
		a = u.prefer(r, a, wish)
	}
	if a.Fault == Timeout {
		<-r.Context().Done()
		panic(http.ErrAbortHandler)
	}
	if a.Fault == Reset {
		panic(http.ErrAbortHandler)
	}
	h := w.Header()
	for name, values := range a.header() {
		h[name] = values
	}
	switch {
	case a.Fault == Oversized:
		w.WriteHeader(a.Status)
		_, _ = io.CopyN(w, endless{}, oversize)
	case a.Fault == Partial:
		half, whole := a.halves()
		h.Set("Content-Length", strconv.Itoa(whole))
		w.WriteHeader(a.Status)
		_, _ = w.Write(half)
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	case bodiless(a.Status) || r.Method == http.MethodHead:
		w.WriteHeader(a.Status)
	default:
		w.WriteHeader(a.Status)
		_, _ = w.Write(a.Body)
	}
}

// prefer gives the answer that a client asked for; what is not understood is
// ignored, as RFC 7240 §2 wants.
func (u *Upstream) prefer(req *http.Request, a Answer, wish string) Answer {
	r, _ := u.find(req, true)
	for part := range strings.SplitSeq(wish, ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		value = strings.Trim(value, `"`)
		status, err := strconv.Atoi(value)
		switch {
		case key == "fault" && Fault(value).Valid():
			a.Fault = Fault(value)
		case key == "status" && err == nil && status >= 200 && status <= 599:
			a = Answer{Status: status}
			if r == nil {
				continue
			}
			if d := declared(r.step, value); d != nil {
				a = u.play(r.step, d, nil)
				a.Status = status
			}
		}
	}
	return a
}

// declared gives the result that s declares for a status.
func declared(s *tool.Step, status string) *tool.Response {
	var best *tool.Response
	for i := range s.Results {
		r := &s.Results[i]
		switch {
		case r.Status == status:
			return r
		case strings.EqualFold(r.Status, status[:1]+"XX"), r.Status == "default" && best == nil:
			best = r
		}
	}
	return best
}
