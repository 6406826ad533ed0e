package reply

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/encode"
)

// Declared finds what the description says about an answer: its exact status
// before its range before the default, and among those the media type that came.
func Declared(results []tool.Response, status int, media string) *tool.Response {
	exact, class := strconv.Itoa(status), strconv.Itoa(status/100)+"XX"
	var best *tool.Response
	rank := 0
	for i := range results {
		r := &results[i]
		n := 0
		switch {
		case r.Status == exact:
			n = 6
		case strings.EqualFold(r.Status, class):
			n = 4
		case r.Status == "default":
			n = 2
		default:
			continue
		}
		if encode.MediaType(r.Media) == media {
			n++
		}
		if n > rank {
			best, rank = r, n
		}
	}
	return best
}

// Succeeded reports whether an answer is a success. The description can declare
// a 3xx or 4xx answer one, but not a 2xx answer a failure.
func Succeeded(status int, d *tool.Response) bool {
	if status/100 == 2 {
		return true
	}
	return status >= 300 && d != nil && d.Success && d.Status == strconv.Itoa(status)
}

// Decode reads a successful answer's body by what it actually is. Nil is an
// answer without content.
func Decode(a *Answer, d *tool.Response) (v any, note string, problem *runtime.Problem) {
	switch {
	case a.Foreign != "":
		return nil, "", unsupported(packed(a.Foreign))
	case len(a.Body) == 0:
		return nil, "", nil
	}
	var want tool.Decoding
	if d != nil {
		want = d.Decode
	}
	contentType := a.Header.Get("Content-Type")
	media := encode.MediaType(contentType)
	isText := strings.HasPrefix(media, "text/") || strings.HasSuffix(media, "xml") || media == "application/javascript" || media == "application/x-ndjson" || media == "application/x-www-form-urlencoded"
	switch {
	case want == tool.DecodeBytes:
		return bytes.Clone(a.Body), "", nil
	case encode.IsJSON(media):
		return decodeJSON(contentType, a.Body)
	case want == tool.DecodeJSON:
		return mislabelled(media, contentType, a.Body)
	case isText || media == "" && want == tool.DecodeText:
		return decodeText(contentType, a.Body), "", nil
	case media == "":
		return sniff(a.Body), "the answer has no content type", nil
	}
	return bytes.Clone(a.Body), "", nil
}

func decodeJSON(contentType string, body []byte) (any, string, *runtime.Problem) {
	v, err := encode.DecodeValue(body)
	if err == nil {
		return v, "", nil
	}
	if text := decodeText(contentType, body); text != string(body) {
		if v, err := encode.DecodeValue([]byte(text)); err == nil {
			return v, "the answer is not UTF-8 and was converted", nil
		}
	}
	return nil, "", unsupported("It says that it is JSON, and is not.")
}

// mislabelled reads what should have been JSON and says that it is something
// else. Servers that send JSON as text/plain are common; a page is a login or an
// error that somebody put in front of the API.
func mislabelled(media, contentType string, body []byte) (any, string, *runtime.Problem) {
	if media != "text/html" && media != "application/xhtml+xml" {
		if v, _, problem := decodeJSON(contentType, body); problem == nil {
			return v, "the answer is JSON and says that it is " + firstText(media, "nothing"), nil
		}
	}
	if encode.HeaderText(media) != nil || len(media) > 60 {
		media = "something unreadable"
	}
	return nil, "", unsupported("It is " + firstText(media, "something without a content type") + " instead of JSON.")
}

// packed says why a body could not be unpacked. The coding's name is foreign.
func packed(coding string) string {
	switch {
	case coding == "gzip", coding == "x-gzip":
		return "It says that it is packed as gzip, and is not."
	case len(coding) <= 20 && encode.HeaderName(coding):
		return "It is packed as " + coding + ", which was not asked for."
	}
	return "It is packed in a way that was not asked for."
}

func unsupported(why string) *runtime.Problem {
	return runtime.NewProblem(runtime.CodeUnsupportedResponse, "The upstream's answer cannot be read. "+why+" Trying again does not help.")
}

// sniff reads what has no content type.
func sniff(body []byte) any {
	if text := bytes.TrimLeft(body, " \t\r\n\ufeff"); len(text) > 0 && (text[0] == '{' || text[0] == '[') {
		if v, _, problem := decodeJSON("", body); problem == nil {
			return v
		}
	}
	if utf8.Valid(body) {
		return string(body)
	}
	return bytes.Clone(body)
}

// decodeText makes UTF-8 of a text: by its byte order mark, else by the charset
// that the header names, else taking it for UTF-8 with replacements.
func decodeText(contentType string, body []byte) string {
	var enc encoding.Encoding
	switch {
	case bytes.HasPrefix(body, []byte("\xEF\xBB\xBF")):
		body = body[3:]
	case bytes.HasPrefix(body, []byte("\xFE\xFF")), bytes.HasPrefix(body, []byte("\xFF\xFE")):
		enc = unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM)
	default:
		if name := charset(contentType); name != "" && !strings.EqualFold(name, "utf-8") {
			enc, _ = htmlindex.Get(name)
		}
	}
	if enc != nil {
		if out, err := enc.NewDecoder().Bytes(body); err == nil {
			body = out
		}
	}
	return strings.ToValidUTF8(string(body), "\uFFFD")
}

func charset(contentType string) string {
	for part := range strings.SplitSeq(contentType, ";") {
		name, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		if ok && strings.EqualFold(name, "charset") {
			return strings.Trim(value, `"' `)
		}
	}
	return ""
}
