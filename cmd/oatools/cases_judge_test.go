package main

import (
	"bytes"
	"encoding/hex"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// judge holds what came of a call against what is right.
func (c *caseRun) judge(place string, want expectRun, got *caseOutcome) {
	if want.OneOf != nil {
		c.judgeOneOf(place, want.OneOf, got)
		return
	}
	if got.refused && !c.expect(want.Error != "" && classOfDiags(got.diags, want.Error), place+".compile", "does not compile:\n%s", got.diags) {
		return
	}
	if want.Error != "" && !got.refused {
		c.errorClass(place+".error", want.Error, got)
	}
	for _, words := range want.MustMention {
		c.expect(strings.Contains(got.diags+strings.Join(got.texts, "\n"), words), place+".mustMention", "nothing mentions %q", words)
	}
	if want.Requests != nil {
		c.judgeRequests(place+".requests", want.Requests, got.sent)
	}
	if n := want.RequestCount; n != nil {
		c.expect(len(got.sent) == *n, place+".requestCount", "%d requests, want %d", len(got.sent), *n)
	}
	if n := want.RequestCountMax; n != nil {
		c.expect(len(got.sent) <= *n, place+".requestCountMax", "%d requests, want at most %d", len(got.sent), *n)
	}
	if n := want.TokenRequestCount; n != nil {
		c.expect(got.tokens == *n, place+".tokenRequestCount", "%d requests for tokens, want %d", got.tokens, *n)
	}
	for _, r := range got.sent {
		c.expect(want.HostsContacted == nil || slices.Contains(want.HostsContacted, r.host), place+".hostsContacted", "%s was contacted", r.host)
	}
	if want.MinMillis > 0 {
		c.expect(got.took.Milliseconds() >= int64(want.MinMillis), place+".minMillis", "took %s", got.took)
	}
	if want.MaxMillis > 0 {
		c.expect(got.took.Milliseconds() <= int64(want.MaxMillis), place+".maxMillis", "took %s", got.took)
	}
	if want.ArgumentsUnchanged {
		c.expect(bytes.Equal(got.args, got.argsWere), place+".argumentsUnchanged", "%s became %s", got.argsWere, got.args)
	}
	for _, text := range want.LogsNotContain {
		c.expect(!strings.Contains(got.logs, text), place+".logsNotContain", "logged:\n%s", got.logs)
	}
	for _, text := range want.ListNotContain {
		c.expect(!strings.Contains(string(asJSON(got.list)), text), place+".listNotContain", "%q is listed", text)
	}
	if want.JSONRPCError != nil {
		c.expect(!*want.JSONRPCError && len(got.results) > 0, place+".jsonrpcError", "no result")
	}
	if want.Result != nil {
		c.judgeResult(place+".result", *want.Result, got)
	}
}

// judgeOneOf wants one of several behaviours.
func (c *caseRun) judgeOneOf(place string, list []expectRun, got *caseOutcome) {
	var all []caseProblem
	for _, want := range list {
		try := &caseRun{}
		if try.judge(place, want, got); len(try.problems) == 0 && try.checks > 0 {
			c.checks += try.checks
			return
		}
		all = append(all, try.problems...)
	}
	for _, p := range all {
		c.errorf(place+".oneOf", "%s: %s", p.place, p.text)
	}
}

func (c *caseRun) judgeRequests(place string, want []expectRequest, got []caseSent) {
	if !c.expect(len(got) == len(want), place, "%d requests, want %d", len(got), len(want)) {
		return
	}
	for i := range want {
		c.judgeRequest(place, want[i], got[i])
	}
}

func (c *caseRun) judgeRequest(place string, want expectRequest, got caseSent) {
	if want.Method != "" {
		c.expect(got.method == want.Method, place+".method", "%s, want %s", got.method, want.Method)
	}
	if want.URL != "" {
		c.expect(got.url == want.URL || slices.Contains(want.AlsoAccept, got.url), place+".url", "%s\nwant %s", got.url, want.URL)
	}
	for name, value := range want.Headers {
		c.expect(slices.Equal(got.header.Values(name), []string{value}), place+".headers", "%s: %q, want %q", name, got.header.Values(name), value)
	}
	for _, name := range want.AbsentHeaders {
		c.expect(got.header.Values(name) == nil, place+".absentHeaders", "%s: %q", name, got.header.Values(name))
	}
	if want.BodyJSON != nil {
		c.expect(sameJSON(got.body, want.BodyJSON), place+".bodyJSON", "%s, want %s", got.body, asJSON(want.BodyJSON))
	}
	if want.BodyText != nil {
		c.expect(string(got.body) == *want.BodyText, place+".bodyText", "%q, want %q", got.body, *want.BodyText)
	}
	if want.BodyHex != "" {
		c.expect(hex.EncodeToString(got.body) == want.BodyHex, place+".bodyHex", "%x, want %s", got.body, want.BodyHex)
	}
	if want.Form != nil {
		form, err := formPairs(string(got.body))
		c.expect(err == nil && slices.Equal(form, want.Form), place+".form", "%q is %v, want %v", got.body, form, want.Form)
	}
	if want.Multipart != nil {
		c.judgeParts(place+".multipart", want.Multipart, got)
	}
}

// formPairs reads a form in its order.
func formPairs(body string) (pairs [][2]string, err error) {
	for part := range strings.SplitSeq(body, "&") {
		name, value, _ := strings.Cut(part, "=")
		if name, err = url.QueryUnescape(name); err != nil {
			return nil, err
		}
		if value, err = url.QueryUnescape(value); err != nil {
			return nil, err
		}
		pairs = append(pairs, [2]string{name, value})
	}
	return pairs, nil
}

// judgeParts compares the parts of a multipart body by name; the order of parts
// of other names is free.
func (c *caseRun) judgeParts(place string, want []expectPart, got caseSent) {
	kind, params, err := mime.ParseMediaType(got.header.Get("Content-Type"))
	if !c.expect(err == nil && kind == "multipart/form-data", place, "content type %q", got.header.Get("Content-Type")) {
		return
	}
	reader := multipart.NewReader(bytes.NewReader(got.body), params["boundary"])
	left := slices.Clone(want)
	for {
		part, err := reader.NextRawPart()
		if err == io.EOF {
			break
		}
		if !c.expect(err == nil, place, "%v", err) {
			return
		}
		data, err := io.ReadAll(part)
		i := slices.IndexFunc(left, func(w expectPart) bool { return w.Name == part.FormName() })
		if !c.expect(err == nil && i >= 0, place, "part %q: %v", part.FormName(), err) {
			return
		}
		c.judgePart(place, left[i], http.Header(part.Header), part.FileName(), data)
		left = slices.Delete(left, i, i+1)
	}
	c.expect(len(left) == 0, place, "%d parts are missing: %v", len(left), left)
}

func (c *caseRun) judgePart(place string, want expectPart, header http.Header, file string, data []byte) {
	place += "." + want.Name
	if want.ContentType != "" {
		c.expect(header.Get("Content-Type") == want.ContentType, place, "content type %q, want %q", header.Get("Content-Type"), want.ContentType)
	}
	c.expect(want.HasFilename == (file != ""), place, "file name %q", file)
	if want.JSON != nil {
		c.expect(sameJSON(data, want.JSON), place, "%s, want %s", data, asJSON(want.JSON))
	}
	if want.Hex != "" {
		c.expect(hex.EncodeToString(data) == want.Hex, place, "%x, want %s", data, want.Hex)
	}
}
