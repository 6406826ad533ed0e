package plan

import (
	"encoding/json"
	"net/http"
	"unicode/utf8"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/encode"
)

// Show gives a finished request in the form that people read.
func (p *Plan) Show(r *Request) *runtime.Request {
	out := &runtime.Request{Method: p.Step.Binding.Method, URL: r.URL.String(), Header: map[string]string{}}
	for key, values := range r.Header {
		if key == "Accept-Encoding" && values[0] == "gzip" || key == "User-Agent" && values[0] == "oatools" {
			continue // every request has them, unless a tool says otherwise
		}
		out.Header[http.CanonicalHeaderKey(key)] = values[0]
	}
	switch {
	case r.media == "":
	case r.json:
		out.Body = r.Body
	case utf8.Valid(r.Body):
		out.Body, _ = encode.AppendJSON(nil, string(r.Body), nil)
	default:
		out.Body, _ = json.Marshal(r.Body) // base64
	}
	return out
}
