package mock

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/tool"
)

// route is one step and the requests that are its.
type route struct {
	step     *tool.Step
	host     string
	base     string         // escaped path before the operation's
	path     *regexp.Regexp // of the escaped path after the base
	literals int            // bytes of the path that are no value
	fixed    [][2]string    // query pairs that the step always sends
	needs    []string       // runtime expressions that later steps resolve in the answer

	played *Answer // made at the first request
}

// newRoute reads the path of a step's binding.
func newRoute(s *tool.Step, host, base string) (*route, error) {
	r := &route{step: s, host: host, base: base}
	var pattern strings.Builder
	for _, seg := range s.Binding.Path {
		if seg.Param == "" {
			lit := escapedPath(seg.Lit)
			pattern.WriteString(regexp.QuoteMeta(lit))
			r.literals += len(lit)
			continue
		}
		value := "([^/]+)"
		if p := pathParam(s, seg.Param); p != nil && p.Slash == "segments" {
			value = "(.+)"
		}
		pattern.WriteString(value)
	}
	var err error
	r.path, err = regexp.Compile("^" + pattern.String() + "$")
	if err != nil {
		return nil, err
	}
	for _, p := range s.Binding.Params {
		if text, ok := scalar(p.Value.Const); ok && p.In == tool.InQuery {
			r.fixed = append(r.fixed, [2]string{p.Name, text})
		}
	}
	return r, nil
}

func pathParam(s *tool.Step, name string) *tool.Param {
	i := slices.IndexFunc(s.Binding.Params, func(p tool.Param) bool { return p.In == tool.InPath && p.Name == name })
	if i < 0 {
		return nil
	}
	return &s.Binding.Params[i]
}

// escapedPath spells literal text of a path as a URL does.
func escapedPath(lit string) string { return (&url.URL{Path: lit}).EscapedPath() }

// scalar gives the text of a constant that is one value.
func scalar(text json.RawMessage) (string, bool) {
	if len(text) == 0 || text[0] == '{' || text[0] == '[' || string(text) == "null" {
		return "", false
	}
	var s string
	if json.Unmarshal(text, &s) == nil {
		return s, true
	}
	return string(text), true
}

// target gives the escaped path of a request relative to the route's server.
func (r *route) target(u *url.URL) (string, bool) {
	path, ok := strings.CutPrefix(u.EscapedPath(), r.base)
	return path, ok && (strings.HasPrefix(path, "/") || path == "")
}

// fits reports whether a request may be the step's, whatever its method.
func (r *route) fits(req *http.Request, anyHost bool) bool {
	if !anyHost && !strings.EqualFold(hostOf(req), r.host) {
		return false
	}
	path, ok := r.target(req.URL)
	if !ok || !r.path.MatchString(path) && !r.path.MatchString(path+"/") && !(path == "/" && r.path.MatchString("")) {
		return false
	}
	query := req.URL.Query()
	for _, pair := range r.fixed {
		if !slices.Contains(query[pair[0]], pair[1]) {
			return false
		}
	}
	return true
}

func hostOf(req *http.Request) string {
	if req.URL.Host != "" {
		return req.URL.Host
	}
	return req.Host
}

// better reports whether r says more about its requests than other does.
func (r *route) better(other *route) bool {
	if r.literals != other.literals {
		return r.literals > other.literals
	}
	return len(r.fixed) > len(other.fixed)
}

// sameOp reports whether two steps are one operation of one API.
func sameOp(a, b *tool.Step) bool {
	return a.Op.Source == b.Op.Source && a.Binding.Method == b.Binding.Method && a.Op.Path == b.Op.Path && a.Binding.Server == b.Binding.Server
}

// find gives the route of a request; other reports whether its path is known
// under another method.
func (u *Upstream) find(req *http.Request, anyHost bool) (best *route, other bool) {
	for _, r := range u.routes {
		if !r.fits(req, anyHost) {
			continue
		}
		if r.step.Binding.Method != req.Method {
			other = true
			continue
		}
		if best == nil || r.better(best) {
			best = r
		}
	}
	return best, other
}
