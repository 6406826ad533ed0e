package reply

import (
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/encode"
)

// Answer is what came back from an upstream.
type Answer struct {
	Status  int // 0: none
	Header  http.Header
	Body    []byte // as it was unpacked; may be cut off
	Foreign string // a content encoding that cannot be read; then there is no body
}

// Media gives the media type of the body, without parameters.
func (a *Answer) Media() string { return encode.MediaType(a.Header.Get("Content-Type")) }

// maxMessage caps what of an upstream's words is passed on, in characters.
const maxMessage = 500

// Report is what an upstream says of a failure. All its texts are foreign.
type Report struct {
	Body    any    // the decoded JSON; nil if it is none
	Kind    string // type of a problem of RFC 9457
	Code    string
	Message string
	Fields  []string      // what it blames: names, dotted paths or pointers
	Delay   time.Duration // how long it wants to be left alone; 0: it does not say
}

// Read reads an error body by its kind. What the overlay says about the
// places comes first, then the forms that are common; what is none of them gives nothing.
func Read(a *Answer, errs *tool.Errors) *Report {
	r := readBody(a, errs)
	if code, scope := challenge(a.Header); code != "" && r.Code == "" {
		r.Code = code
		if scope != "" {
			r.add("needed scope: " + scope)
		}
	}
	return r
}

func readBody(a *Answer, errs *tool.Errors) *Report {
	r := &Report{}
	media := a.Media()
	switch {
	case len(a.Body) == 0:
		return r
	case encode.IsJSON(media), media == "", a.Body[0] == '{':
		v, err := encode.DecodeValue(a.Body)
		if err != nil {
			break
		}
		r.Body = v
		r.Take(v, errs)
		return r
	}
	text := decodeText(a.Header.Get("Content-Type"), a.Body)
	if media == "text/html" || media == "application/xhtml+xml" {
		text = htmlTitle(text)
	}
	if strings.HasPrefix(media, "text/") || media == "application/xhtml+xml" || media == "" {
		r.Message = text
	}
	return r
}

// Upstream gives the report as it is passed on: in one line, without what clean
// takes out, and short only then: half a secret is not known as one.
func (r *Report) Upstream(a *Answer, clean func(string) string) *runtime.UpstreamError {
	return &runtime.UpstreamError{
		Status:    a.Status,
		Code:      Clip(clean(r.Code), 100),
		Message:   Clip(clean(r.Message), maxMessage),
		RequestID: RequestID(a.Header, clean),
	}
}

// Clip makes one line of a foreign text, without control characters, of at most
// n characters.
func Clip(s string, n int) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.Join(strings.FieldsFunc(s, func(c rune) bool { return c <= ' ' || 0x7F <= c && c <= 0x9F }), " ")
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}

// htmlTitle gives the title of a page, which is all of it that is worth reading.
func htmlTitle(page string) string {
	low := strings.ToLower(page)
	start := strings.Index(low, "<title")
	if start < 0 || len(low) != len(page) {
		return ""
	}
	rest := page[start:]
	open := strings.IndexByte(rest, '>')
	end := strings.Index(strings.ToLower(rest), "</title")
	if open < 0 || end < open {
		return ""
	}
	return rest[open+1 : end]
}

// RequestID gives the upstream's own id of the request, by the usual headers,
// without what clean takes out.
func RequestID(h http.Header, clean func(string) string) string {
	for _, name := range []string{"X-Request-Id", "Request-Id", "X-Correlation-Id", "X-Amzn-Requestid", "X-Amz-Request-Id", "X-Ms-Request-Id", "X-Github-Request-Id", "X-Trace-Id", "Cf-Ray"} {
		if v := h[name]; len(v) > 0 && v[0] != "" {
			return Clip(clean(v[0]), 128)
		}
	}
	return ""
}

func firstText(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}
