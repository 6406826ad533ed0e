package wire

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/encode"
)

// maxMessage caps what of an upstream's words is passed on, in characters.
const maxMessage = 500

// report is what an upstream says of a failure. All its texts are foreign.
type report struct {
	body    any    // the decoded JSON; nil if it is none
	kind    string // type of a problem of RFC 9457
	code    string
	message string
	fields  []string // what it blames: names, dotted paths or pointers
	delay   time.Duration
}

// readReport reads an error body by its kind. path settings of the overlay come
// first, then the forms that are common; what is none of them gives nothing.
func readReport(a *attempt, errs *tool.Errors) *report {
	r := &report{}
	media := encode.MediaType(a.header.Get("Content-Type"))
	switch {
	case len(a.body) == 0:
		return r
	case encode.IsJSON(media), media == "", a.body[0] == '{':
		v, err := encode.DecodeValue(a.body)
		if err != nil {
			break
		}
		r.body = v
		r.read(v, errs)
		return r
	}
	text := decodeText(a.header.Get("Content-Type"), a.body)
	if media == "text/html" || media == "application/xhtml+xml" {
		text = htmlTitle(text)
	}
	if strings.HasPrefix(media, "text/") || media == "application/xhtml+xml" || media == "" {
		r.message = text
	}
	return r
}

// wait gives how long the upstream wants to be left alone.
func (r *report) wait(a *attempt, now time.Time) (time.Duration, bool) {
	if d, ok := retryAfter(a.header, now); ok {
		return d, true
	}
	return r.delay, r.delay > 0
}

// upstream gives the report as it is passed on.
func (r *report) upstream(a *attempt, scrub func(string) string) *runtime.UpstreamError {
	return &runtime.UpstreamError{
		Status:    a.status,
		Code:      clip(scrub(r.code), 100),
		Message:   clip(scrub(r.message), maxMessage),
		RequestID: requestID(a.header),
	}
}

// clip makes one line of a foreign text, without control characters, of at most
// n characters.
func clip(s string, n int) string {
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

// requestID gives the upstream's own id of the request, by the usual headers.
func requestID(h map[string][]string) string {
	for _, name := range []string{"X-Request-Id", "Request-Id", "X-Correlation-Id", "X-Amzn-Requestid", "X-Amz-Request-Id", "X-Ms-Request-Id", "X-Github-Request-Id", "X-Trace-Id", "Cf-Ray"} {
		if v := h[name]; len(v) > 0 && v[0] != "" {
			return clip(v[0], 128)
		}
	}
	return ""
}
