package expenses

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

// reply is what an operation answers: a JSON value, or a stream, or nothing.
type reply struct {
	status int
	header http.Header
	value  any
	stream func(io.Writer) error

	encoded []byte
	failure error
}

func answer(status int, value any) *reply {
	r := &reply{status: status, header: http.Header{}, value: value}
	if value != nil {
		r.header.Set("Content-Type", "application/json")
	}
	return r
}

func (r *reply) with(name, value string) *reply {
	r.header.Set(name, value)
	return r
}

// encode turns the value into bytes. It comes before write so that it can run
// under the lock.
func (r *reply) encode() {
	if r.value == nil || r.encoded != nil {
		return
	}
	r.encoded, r.failure = json.Marshal(r.value)
}

func (r *reply) write(w http.ResponseWriter, req *http.Request) {
	if p, ok := r.value.(*problemBody); ok {
		p.RequestID = w.Header().Get("X-Request-Id")
		r.encoded = nil
	}
	r.encode()
	if r.failure != nil {
		// Every value is a plain struct of this package; only a mistake here
		// gets this far.
		panic(fmt.Sprintf("expenses: encode answer to %s %s: %v", req.Method, req.URL.Path, r.failure))
	}
	for name, values := range r.header {
		w.Header()[name] = values
	}
	w.WriteHeader(r.status)
	if r.stream != nil {
		if err := r.stream(w); err != nil {
			panic(http.ErrAbortHandler) // the client left, or must not take half an answer for a whole one
		}
		return
	}
	if len(r.encoded) > 0 {
		_, _ = w.Write(r.encoded) // the client left; there is nobody to tell
	}
}
