package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/oatools/oatools/runtime"
)

// codesOf translates a neutral class of errors into codes.
func codesOf(class string) []runtime.Code {
	switch class {
	case "argument":
		return []runtime.Code{runtime.CodeInvalidInput}
	case "auth":
		return []runtime.Code{runtime.CodeUnauthenticated, runtime.CodeConfigurationError}
	case "contract":
		return []runtime.Code{runtime.CodeResponseContract, runtime.CodeUnsupportedResponse}
	case "not-sent":
		return []runtime.Code{runtime.CodeDependencyUnavailable}
	case "outcome-unknown":
		return []runtime.Code{runtime.CodeUnknownOutcome}
	case "rate-limited":
		return []runtime.Code{runtime.CodeRateLimited}
	case "timeout":
		return []runtime.Code{runtime.CodeTimeout}
	}
	return nil
}

// classOfDiags reports whether an overlay that does not compile is refused for a
// reason of a class.
func classOfDiags(diags, class string) bool {
	return class == "auth" && (strings.Contains(diags, "auth-missing") || strings.Contains(diags, "auth-unbound"))
}

// errorClass wants the outcome to be an error of a class.
func (c *caseRun) errorClass(place, class string, got *caseOutcome) {
	codes := codesOf(class)
	if codes == nil {
		c.errorf(place, "unknown class %q", class)
		return
	}
	last := got.last()
	c.expect(last != nil && last.Error != nil && slices.Contains(codes, last.Error.Code), place, "want %s: %s", class, got.text())
}

func (o *caseOutcome) last() *runtime.Result {
	if len(o.results) == 0 {
		return nil
	}
	return o.results[len(o.results)-1]
}

func (o *caseOutcome) text() string { return strings.Join(o.texts, "\n") }

// data gives the last result's data as it is sent.
func (o *caseOutcome) data() json.RawMessage {
	last := o.last()
	if last == nil || last.Data == nil {
		return nil
	}
	return asJSON(last.Data)
}

func (c *caseRun) judgeResult(place string, want expectResult, got *caseOutcome) {
	last := got.last()
	if !c.expect(last != nil, place, "no result") {
		return
	}
	if want.IsError != nil {
		c.expect(last.IsError() == *want.IsError, place+".isError", "want %t: %s", *want.IsError, got.text())
	}
	if want.ErrorClass != "" {
		c.errorClass(place+".errorClass", want.ErrorClass, got)
	}
	if want.JSON != nil {
		c.expect(sameJSON(got.data(), want.JSON), place+".json", "%s, want %s", got.data(), asJSON(want.JSON))
	}
	if want.ContainsJSON != nil {
		var v any
		_ = json.Unmarshal(got.data(), &v)
		c.expect(contains(v, want.ContainsJSON), place+".containsJSON", "%s, want %s in it", got.data(), asJSON(want.ContainsJSON))
	}
	if want.ItemsJSON != nil {
		items := got.items()
		c.expect(sameJSON(asJSON(items), want.ItemsJSON), place+".itemsJSON", "%s, want %s", asJSON(items), asJSON(want.ItemsJSON))
	}
	for _, text := range want.Contains {
		c.expect(strings.Contains(got.text(), text), place+".contains", "no %q in %s", text, got.text())
	}
	for _, text := range want.NotContains {
		c.expect(!strings.Contains(got.text(), text), place+".notContains", "%q in %s", text, got.text())
	}
	if want.MaxBytes > 0 {
		c.expect(len(got.text()) <= want.MaxBytes, place+".maxBytes", "%d bytes, want at most %d", len(got.text()), want.MaxBytes)
	}
	if want.ValidJSON {
		c.expect(json.Valid(got.data()), place+".validJSON", "%s", got.data())
	}
	c.judgeCut(place, want, got)
	c.judgeFile(place+".image", want.Image, got)
	c.judgeFile(place+".blob", want.Blob, got)
}

// judgeCut checks how a large or a wrong answer is shown.
func (c *caseRun) judgeCut(place string, want expectResult, got *caseOutcome) {
	if want.SaysTruncated {
		t := got.last().Truncated
		c.expect(t != nil && t.Dropped > 0 && t.How != "", place+".saysTruncated", "%s", got.text())
	}
	if want.WholeItems {
		c.wholeItems(place+".wholeItems", got)
	}
	if want.Warning {
		c.expect(strings.Contains(got.logs, "/price"), place+".warning", "nobody is told: %s\n%s", got.text(), got.logs)
	}
}

// wholeItems wants every item that is shown to be one of the upstream's, as it
// was.
func (c *caseRun) wholeItems(place string, got *caseOutcome) {
	var shown struct{ Items []json.RawMessage }
	if !c.expect(json.Unmarshal(got.data(), &shown) == nil && len(shown.Items) > 0, place, "no items: %s", got.data()) {
		return
	}
	whole := string(c.upstream.Exchanges[0].bytes())
	for _, item := range shown.Items {
		c.expect(bytes.HasPrefix(item, []byte("{")) && strings.Contains(whole, string(item)), place, "item %s", item)
	}
}

// items gives the items of all pages.
func (o *caseOutcome) items() []any {
	all := []any{}
	for _, r := range o.results {
		var page []any
		_ = decodeCase("items", asJSON(r.Data), &page)
		all = append(all, page...)
	}
	return all
}

// judgeFile wants a body of bytes to be there to read, unharmed.
func (c *caseRun) judgeFile(place string, want *expectBinary, got *caseOutcome) {
	if want == nil {
		return
	}
	data, ok := got.files[want.MimeType]
	c.expect(ok && bytes.Equal(data, want.Data), place, "want %x as %s: %v, %s", want.Data, want.MimeType, got.files, got.text())
}
