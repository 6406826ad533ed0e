package plan

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/encode"
)

// finish puts the URL together, reads it again with the parser that the
// transport trusts, and holds the result against the plan. The encoders already
// keep values in their places; this is the proof that they did, and a failure is
// a bug of ours that must never be sent.
func (p *Plan) finish(path []byte, ends []int, query *encode.Query) (*url.URL, error) {
	s := p.server
	var b strings.Builder
	b.Grow(len(s.Scheme) + 3 + len(s.Host) + len(path) + 1 + 64)
	b.WriteString(s.Scheme)
	b.WriteString("://")
	b.WriteString(s.Host)
	b.Write(path)
	if query.Len() > 0 {
		b.WriteByte('?')
		b.WriteString(query.String())
	}
	text := b.String()
	u, err := url.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("finished URL does not parse")
	}
	switch {
	case u.Scheme != s.Scheme || u.Host != s.Host || u.User != nil || u.Opaque != "":
		return nil, fmt.Errorf("finished URL leaves %s", s.Origin())
	case u.Fragment != "" || strings.Contains(text, "#"):
		return nil, fmt.Errorf("finished URL has a fragment")
	case !query.Fits(u.RawQuery) || u.ForceQuery:
		return nil, fmt.Errorf("finished URL has other query pairs than were written")
	}
	return u, p.holds(u.EscapedPath(), ends)
}

// given reads an address that the upstream gave. It is followed at our own
// origin only: credentials go along.
func (p *Plan) given(text string) (*url.URL, *runtime.Problem) {
	s := p.server
	u, err := (&url.URL{Scheme: s.Scheme, Host: s.Host, Path: "/"}).Parse(text)
	if err != nil || !s.Same(u) {
		return nil, runtime.NewProblem(runtime.CodeBlockedDestination, "The upstream gave an address that leads to another server; it is not followed. Tell the operator.")
	}
	u.Host, u.Fragment, u.RawFragment = s.Host, "", ""
	return u, nil
}

// holds compares a finished path with the template: the literals at their
// places, as many segments as there have to be, no dot segment.
func (p *Plan) holds(path string, ends []int) error {
	slashes, pos := p.slashes, 0
	for i, s := range p.path {
		if ends[i] < pos || ends[i] > len(path) {
			return fmt.Errorf("finished path is shorter than it was written")
		}
		piece := path[pos:ends[i]]
		pos = ends[i]
		switch {
		case s.param == nil && piece != s.lit:
			return fmt.Errorf("finished path differs from its template at %q", s.lit)
		case s.param != nil && s.param.Slash == "segments":
			slashes += strings.Count(piece, "/")
		}
	}
	if pos != len(path) || strings.Count(path, "/") != slashes {
		return fmt.Errorf("finished path has other segments than its template")
	}
	for segment := range strings.SplitSeq(path, "/") {
		if len(segment) > 2*len("%2E") {
			continue
		}
		if d, err := url.PathUnescape(segment); err != nil || d == "." || d == ".." {
			return fmt.Errorf("finished path has a dot segment")
		}
	}
	return nil
}
