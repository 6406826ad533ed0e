package plan

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime/wire/encode"
)

// accept says what is understood, in the order of preference: JSON first.
func accept(s *tool.Step) string {
	if len(s.Binding.Accept) > 0 {
		return strings.Join(s.Binding.Accept, ", ")
	}
	var media []string
	for _, r := range s.Results {
		if r.Success && r.Media != "" && !slices.Contains(media, r.Media) && encode.HeaderText(r.Media) == nil {
			media = append(media, r.Media)
		}
	}
	rank := func(m string) int {
		switch m = encode.MediaType(m); {
		case m == "application/json":
			return 0
		case encode.IsJSON(m):
			return 1
		case strings.HasPrefix(m, "text/"):
			return 2
		}
		return 3
	}
	slices.SortStableFunc(media, func(a, b string) int { return rank(a) - rank(b) })
	if len(media) == 0 {
		return "application/json, */*;q=0.5"
	}
	return strings.Join(media, ", ")
}
