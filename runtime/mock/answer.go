package mock

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/tool"
)

// Fault is what can go wrong with an answer.
type Fault string

// The faults.
const (
	Timeout   Fault = "timeout"   // sent, and nothing comes back in time
	Reset     Fault = "reset"     // sent, and the connection is reset
	Oversized Fault = "oversized" // a success whose body does not end
	Partial   Fault = "partial"   // a success whose body is cut off
)

// Valid reports whether f is one of Faults.
func (f Fault) Valid() bool { return slices.Contains(Faults(), f) }

// Faults lists the faults in their canonical order.
func Faults() []Fault { return []Fault{Timeout, Reset, Oversized, Partial} }

// Answer is what the upstream answers, or how it fails to. The zero Answer is
// what the upstream would answer by itself.
type Answer struct {
	Status int // 0: as by itself
	Header map[string]string
	Media  string // 0-status: as by itself; empty with a body: application/json
	Body   []byte
	Fault  Fault
}

// ParseAnswer reads the form of evals: a status, the name of a fault, or
// {"status", "headers", "body"}. A body that is a text is sent as it is, anything
// else as JSON.
func ParseAnswer(text json.RawMessage) (Answer, error) {
	var status int
	if json.Unmarshal(text, &status) == nil {
		return answerOf(status, nil, nil)
	}
	var word string
	if json.Unmarshal(text, &word) == nil {
		if f := Fault(word); f.Valid() {
			return Answer{Fault: f}, nil
		}
		return Answer{}, fmt.Errorf("upstream %q is none of %v", word, Faults())
	}
	var whole struct {
		Status  int               `json:"status"`
		Headers map[string]string `json:"headers"`
		Body    json.RawMessage   `json:"body"`
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&whole); err != nil {
		return Answer{}, fmt.Errorf("upstream: want a status, a fault or {status, headers, body}: %w", err)
	}
	return answerOf(whole.Status, whole.Headers, whole.Body)
}

func answerOf(status int, header map[string]string, body json.RawMessage) (Answer, error) {
	if status < 200 || status > 599 {
		return Answer{}, fmt.Errorf("upstream: status %d is none of an answer", status)
	}
	a := Answer{Status: status, Header: header}
	if len(body) == 0 {
		return a, nil
	}
	a.Body, a.Media = body, "application/json"
	var words string
	if json.Unmarshal(body, &words) == nil {
		a.Body, a.Media = []byte(words), "text/plain; charset=utf-8"
	}
	for name, value := range header {
		if strings.EqualFold(name, "Content-Type") {
			a.Media = value
		}
	}
	if isJSON(a.Media) {
		a.Body = body // a JSON text is a JSON body where it says so
	}
	return a, nil
}

func isJSON(media string) bool {
	media, _, _ = strings.Cut(strings.ToLower(media), ";")
	media = strings.TrimSpace(media)
	return media == "application/json" || strings.HasSuffix(media, "+json")
}

// bodiless reports whether an answer of a status has no content.
func bodiless(status int) bool {
	return status == http.StatusNoContent || status == http.StatusResetContent || status == http.StatusNotModified
}

// header gives the answer's header as a server would send it.
func (a Answer) header() http.Header {
	h := http.Header{}
	if a.Media != "" && !bodiless(a.Status) {
		h.Set("Content-Type", a.Media)
	}
	for name, value := range a.Header {
		h.Set(name, value)
	}
	return h
}

// over completes a by what the upstream would answer by itself.
func (a Answer) over(own Answer) Answer {
	if a.Status == 0 {
		own.Fault = a.Fault
		if len(a.Header) == 0 {
			return own
		}
		a.Status, a.Body, a.Media = own.Status, own.Body, own.Media
	}
	return a
}

// preferred gives the success that s is played with: the one that stands for it
// when it says what it looks like, else the first one.
func preferred(s *tool.Step) *tool.Response {
	var best *tool.Response
	for i := range s.Results {
		r := &s.Results[i]
		if !r.Success {
			continue
		}
		if best == nil || len(best.Schema) == 0 && len(r.Schema) > 0 && best.Decode != tool.DecodeNone {
			best = r
		}
	}
	if best != nil && len(best.Schema) > 0 {
		return s.Answer()
	}
	return best
}

// statusOf gives a status that a declared one stands for.
func statusOf(declared string) int {
	var n int
	switch {
	case len(declared) == 3 && strings.HasSuffix(strings.ToUpper(declared), "XX"):
		_, _ = fmt.Sscan(declared[:1], &n)
		n *= 100
	default:
		_, _ = fmt.Sscan(declared, &n)
	}
	if n < 200 || n > 599 {
		return http.StatusOK
	}
	return n
}
