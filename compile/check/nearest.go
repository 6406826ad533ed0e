package check

import "strings"

// nearest gives the candidate that is most probably meant by name, or "".
func nearest(name string, candidates []string) string {
	fold := func(s string) string {
		return strings.NewReplacer("_", "", "-", "", " ", "", ".", "").Replace(strings.ToLower(s))
	}
	want := fold(name)
	if want == "" || len(want) > 64 {
		return ""
	}
	best, bestDist := "", 0
	for _, c := range candidates {
		have := fold(c)
		if len(have) > 64 || have == "" {
			continue
		}
		limit := min(len(want), len(have)) / 3
		if d := distance(want, have); d <= limit && (best == "" || d < bestDist) {
			best, bestDist = c, d
		}
	}
	return best
}

// distance counts insertions, deletions, changes and swaps of neighbours.
func distance(a, b string) int {
	var before []int
	prev := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur := make([]int, len(b)+1)
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
		}
		before, prev = prev, cur
	}
	return prev[len(b)]
}
