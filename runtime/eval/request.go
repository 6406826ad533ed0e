package eval

import (
	"encoding/json"
	"fmt"
	"maps"
	"mime"
	"net/url"
	"slices"
	"strings"

	"github.com/oatools/oatools/runtime/mock"
)

// request judges what was sent: the first request that the eval is about.
func (j *judge) request(sent []mock.Request) {
	e := j.eval
	if e.Sends == "" && len(e.Body) == 0 && len(e.Headers) == 0 {
		return
	}
	if len(sent) == 0 {
		what := "sends"
		if e.Sends == "" {
			what = "body"
		}
		j.bad(Contract, what, "nothing was sent"+j.why())
		return
	}
	q := sent[0]
	if e.Sends != "" {
		got := line(q)
		j.seen.Sends = got
		problem := ""
		if got != e.Sends {
			problem = "want " + e.Sends + "\ngot  " + got
		}
		j.note(Contract, "sends", problem)
	}
	if len(e.Body) > 0 {
		j.body(q)
	}
	for _, name := range slices.Sorted(maps.Keys(e.Headers)) {
		want, got := e.Headers[name], headerOf(q, name)
		problem := ""
		if want != got {
			problem = fmt.Sprintf("%s: want %q, got %q", name, want, got)
		}
		j.note(Contract, "headers", problem)
	}
}

// why says why nothing may have been sent.
func (j *judge) why() string {
	if truth(j.eval.Call, "dry_run") && j.tool.Command != nil && j.tool.Command.DryRun.Preview == nil {
		return ": the dry run of this tool only shows the plan"
	}
	return ""
}

// line gives the request line relative to the server, without credentials.
func line(q mock.Request) string {
	text := q.Method + " " + q.Path
	if query := withoutCredentials(q.Query); query != "" {
		text += "?" + query
	}
	return text
}

func withoutCredentials(query string) string {
	if !strings.Contains(query, dummy) {
		return query
	}
	var kept []string
	for pair := range strings.SplitSeq(query, "&") {
		_, value, _ := strings.Cut(pair, "=")
		if text, err := url.QueryUnescape(value); err == nil && strings.HasSuffix(text, dummy) {
			continue
		}
		kept = append(kept, pair)
	}
	return strings.Join(kept, "&")
}

// headerOf gives a header of a request under whatever spelling it was sent.
func headerOf(q mock.Request, name string) string {
	for key, values := range q.Header {
		if strings.EqualFold(key, name) && len(values) > 0 {
			return values[0]
		}
	}
	return ""
}

// body judges a body: JSON as a value, fields of a form as texts, everything else
// as the text that was sent.
func (j *judge) body(q mock.Request) {
	want, ok := decode(j.eval.Body)
	if !ok {
		j.bad(Contract, "body", "is no JSON")
		return
	}
	got := bodyOf(q)
	if len(q.Body) > 0 {
		j.seen.Body = plain(got)
	}
	if problems := compare("", want, got, true); len(problems) > 0 {
		j.bad(Contract, "body", strings.Join(problems, "\n"))
		return
	}
	j.good(Contract, "body")
}

func bodyOf(q mock.Request) any {
	media, _, _ := mime.ParseMediaType(headerOf(q, "Content-Type"))
	if v, ok := decode(q.Body); ok && (media == "application/json" || strings.HasSuffix(media, "+json")) {
		return v
	}
	if media != "application/x-www-form-urlencoded" {
		return string(q.Body)
	}
	fields, err := url.ParseQuery(string(q.Body))
	if err != nil {
		return string(q.Body)
	}
	out := map[string]any{}
	for name, values := range fields {
		list := make([]any, len(values))
		for i, v := range values {
			list[i] = v
		}
		out[name] = any(list)
		if len(list) == 1 {
			out[name] = list[0]
		}
	}
	return out
}

// key gives the idempotency key of a request; empty when it has none.
func (j *judge) key(q *mock.Request) string {
	if j.tool.Command == nil || j.tool.Command.Idempotency == nil {
		return ""
	}
	switch i := j.tool.Command.Idempotency; {
	case i.Header != "":
		return headerOf(*q, i.Header)
	case i.Query != "":
		values, _ := url.ParseQuery(q.Query)
		return values.Get(i.Query)
	case i.Body != "":
		v := bodyOf(*q)
		for token := range strings.SplitSeq(strings.TrimPrefix(i.Body, "/"), "/") {
			obj, _ := v.(map[string]any)
			v = obj[strings.NewReplacer("~1", "/", "~0", "~").Replace(token)]
		}
		text, _ := json.Marshal(v)
		if v == nil {
			return ""
		}
		return string(text)
	}
	return ""
}
