package wire

import (
	"encoding/json"
	"net/http"
	"unicode/utf8"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/encode"
)

// show gives a request in the form that people read.
func (r *request) show(p *plan) *runtime.Request {
	out := &runtime.Request{Method: p.step.Binding.Method, URL: r.url.String(), Header: map[string]string{}}
	for key, values := range r.header {
		if key == "Accept-Encoding" && values[0] == "gzip" || key == "User-Agent" && values[0] == "oatools" {
			continue // every request has them, unless a tool says otherwise
		}
		out.Header[http.CanonicalHeaderKey(key)] = values[0]
	}
	switch {
	case r.media == "":
	case r.json:
		out.Body = r.body
	case utf8.Valid(r.body):
		out.Body, _ = encode.AppendJSON(nil, string(r.body), nil)
	default:
		out.Body, _ = json.Marshal(r.body) // base64
	}
	return out
}
