package oas

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas/grammar"
)

// responses reads the declared responses. None of them is worth the operation:
// what is wrong here costs a warning and the response.
func (g *gatherer) responses(w *gathered, op *node.Node) {
	g.Soft = true
	defer func() { g.Soft = false }()
	for _, o := range g.Objects(op.Get("responses"), grammar.Response) {
		status, ok := statusKey(o.Name)
		if !ok {
			g.Tell("response-status", o.Pos, o.Name)
			continue
		}
		if len(strings.TrimSpace(o.Name)) != len(status) {
			g.Tell("response-key", o.Pos, o.Name, status)
		}
		r := Response{
			Status:      status,
			Description: scalar(o.Node.Get("description")),
			Headers:     o.Node.Get("headers").Keys(),
			Content:     g.content(o.Node.Get("content")),
			Links:       o.Node.Get("links").Keys(),
			Pos:         o.Pos,
		}
		w.Responses = append(w.Responses, r)
		w.at = append(w.at, o)
		for _, name := range r.Links {
			if !slices.Contains(w.Links, name) {
				w.Links = append(w.Links, name)
			}
		}
	}
	if len(w.Responses) == 0 {
		g.Tell("responses-missing", w.Pos)
	}
}

// statusKey reads the key of a response: a code, a range or default.
func statusKey(key string) (string, bool) {
	key = strings.TrimSpace(key)
	if strings.EqualFold(key, "default") {
		return "default", true
	}
	key, _, _ = strings.Cut(key, " ") // "200 OK"
	upper := strings.ToUpper(key)
	if len(upper) != 3 || upper[0] < '1' || upper[0] > '9' {
		return "", false
	}
	if upper[1:] == "XX" || digit(upper[1]) && digit(upper[2]) {
		return upper, true
	}
	return "", false
}

func digit(c byte) bool { return '0' <= c && c <= '9' }
