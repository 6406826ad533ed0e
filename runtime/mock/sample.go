package mock

import (
	"encoding/json"
	"hash/fnv"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/sample"
	"github.com/oatools/oatools/compile/tool"
)

// tries is how many sampled bodies are looked at for one that later steps can
// work with.
const tries = 64

// tag is the version that played resources have.
const tag = `"v1"`

// play makes the answer of r, one of s's results; nil is an operation that
// declares nothing. The seed, the operation and the status decide it.
func (u *Upstream) play(s *tool.Step, r *tool.Response, needs []string) Answer {
	a := Answer{Status: 200, Header: map[string]string{"ETag": tag}}
	if r == nil {
		a.Body, a.Media = []byte("{}"), "application/json"
		u.meet(&a, needs, map[string]any{})
		return a
	}
	a.Status, a.Media = statusOf(r.Status), r.Media
	if u.opts.Example != nil {
		if body := u.opts.Example(s, r); len(body) > 0 {
			a.Body = body
			return a
		}
	}
	switch r.Decode {
	case tool.DecodeText:
		a.Body = []byte("A text of the upstream.\n")
		if strings.Contains(a.Media, "json") {
			a.Body = []byte("{}\n")
		}
	case tool.DecodeBytes:
		a.Body = []byte("bytes of the upstream\n")
	case tool.DecodeJSON:
		if a.Media == "" || strings.Contains(a.Media, "*") {
			a.Media = "application/json"
		}
		u.sampled(&a, s, r, needs)
	}
	if a.Media == "" && len(a.Body) > 0 || strings.Contains(a.Media, "*") {
		a.Media = "application/octet-stream"
	}
	if bodiless(a.Status) {
		a.Body, a.Media = nil, ""
	}
	u.meet(&a, needs, nil)
	return a
}

// sampled fills in a JSON body that the schema takes, if it can: one that holds
// what later steps resolve and that whoever asked for the mock likes best.
func (u *Upstream) sampled(a *Answer, s *tool.Step, r *tool.Response, needs []string) {
	var best any = map[string]any{}
	rank := -1
	if smp, err := sample.New(r.Schema, u.seed(s, r)); err == nil && len(r.Schema) > 0 {
		for range tries {
			v, err := smp.Valid()
			if err != nil {
				break
			}
			n := 0
			if holds(v, needs) {
				n = 1
				if u.opts.Fit == nil || u.opts.Fit(s, v) {
					n = 2
				}
			}
			if n > rank {
				best, rank = v, n
			}
			if n == 2 {
				break
			}
		}
	}
	if rank < 1 {
		u.meet(a, needs, best)
		return
	}
	a.Body, _ = json.Marshal(best)
}

// seed gives an operation's own seed, so that adding a tool changes no other's
// values.
func (u *Upstream) seed(s *tool.Step, r *tool.Response) uint64 {
	h := fnv.New64a()
	for _, part := range []string{strconv.FormatUint(u.opts.Seed, 10), s.Op.Source, s.Op.Method, s.Op.Path, r.Status, r.Media} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	return h.Sum64()
}

// expression gives what a runtime expression asks of an answer: a pointer into
// its body, or a header.
func expression(e string) (pointer []string, header string) {
	if name, ok := strings.CutPrefix(e, "$response.header."); ok {
		return nil, name
	}
	if p, ok := strings.CutPrefix(e, "$response.body#/"); ok {
		for _, token := range strings.Split(p, "/") {
			pointer = append(pointer, strings.NewReplacer("~1", "/", "~0", "~").Replace(token))
		}
	}
	return pointer, ""
}

// holds reports whether v has a value wherever later steps look for one.
func holds(v any, needs []string) bool {
	for _, e := range needs {
		pointer, _ := expression(e)
		at := v
		for _, token := range pointer {
			obj, ok := at.(map[string]any)
			if !ok || obj[token] == nil {
				return false
			}
			at = obj[token]
		}
	}
	return true
}

// meet puts in what later steps look for and the schema does not promise:
// headers, and, where body is given, values of it. It then becomes the answer's.
func (u *Upstream) meet(a *Answer, needs []string, body any) {
	for _, e := range needs {
		pointer, header := expression(e)
		if header != "" && !strings.EqualFold(header, "ETag") {
			a.Header[header] = "1"
			if strings.EqualFold(header, "Location") {
				a.Header[header] = "/1"
			}
		}
		at, _ := body.(map[string]any)
		for i, token := range pointer {
			if at == nil {
				break
			}
			next, _ := at[token].(map[string]any)
			switch {
			case i == len(pointer)-1 && at[token] == nil:
				at[token] = "1"
			case next == nil && i < len(pointer)-1:
				next = map[string]any{}
				at[token] = next
			}
			at = next
		}
	}
	if body != nil {
		a.Body, _ = json.Marshal(body)
	}
}
