package paging

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"

	"github.com/oatools/oatools/compile/tool"
)

// CheckAddress turns the address of the next page into its query, a JSON object.
// It must stay on the server that was asked; its path is not used, ours is: some
// upstreams link to another name of the same collection. Names that are fixed
// are left out.
func CheckAddress(asked string, state json.RawMessage, fixed map[string]bool) (json.RawMessage, error) {
	base, err := url.Parse(asked)
	if err != nil {
		return nil, fmt.Errorf("parse the planned address: %w", err)
	}
	var target string
	if err := json.Unmarshal(state, &target); err != nil {
		return nil, fmt.Errorf("parse the next address: %w", err)
	}
	next, err := base.Parse(target)
	if err != nil {
		return nil, fmt.Errorf("the upstream's address of the next page cannot be read")
	}
	if next.Scheme != base.Scheme || !strings.EqualFold(next.Host, base.Host) || next.User != nil {
		return nil, fmt.Errorf("the upstream's address of the next page leads to another server")
	}
	query := map[string]any{}
	for name, values := range next.Query() {
		switch {
		case name == "" || fixed[name]:
		case len(values) == 1:
			query[name] = values[0]
		default:
			query[name] = values
		}
	}
	return json.Marshal(query)
}

// FollowingStep is the step that reads the page of an address: the query that
// the address gave stands in place of the one that the arguments give. What the
// model may not choose stays as it is bound.
func FollowingStep(s *tool.Step) *tool.Step {
	out := *s
	out.Binding.Params = []tool.Param{{In: tool.InQueryString, Media: "application/x-www-form-urlencoded", Value: tool.Value{Page: true}}}
	for _, p := range s.Binding.Params {
		if !chosen(p) {
			out.Binding.Params = append(out.Binding.Params, p)
		}
	}
	return &out
}

// chosen reports whether p is a part of the query that varies with the call.
func chosen(p tool.Param) bool {
	return p.In == tool.InQueryString || p.In == tool.InQuery && (p.Value.Arg != "" || p.Value.Page || p.Value.Size)
}

// FixedNames lists the query parameters that an address may not set: pinned,
// injected and secret ones, and those that carry credentials.
func FixedNames(s *tool.Step, set *tool.Set) map[string]bool {
	names := map[string]bool{}
	for _, p := range s.Binding.Params {
		if p.In == tool.InQuery && !chosen(p) {
			names[p.Name] = true
		}
	}
	for _, a := range set.Auth {
		if a.In == string(tool.InQuery) && a.Name != "" {
			names[a.Name] = true
		}
	}
	return names
}
