package diag

import "strings"

// Nearest gives the candidate that is most probably meant by name, or "" when
// none is near. Comparison ignores case and the signs - _ . and blank; a
// candidate is near when at most a third of its characters differ.
func Nearest(name string, candidates []string) string {
	want := fold(name)
	best, bestDist := "", -1
	for _, c := range candidates {
		have := fold(c)
		limit := max(len(want), len(have))/3 + 1
		d := distance(want, have, limit)
		if d > limit || d >= max(len(want), len(have), 1) {
			continue
		}
		if bestDist < 0 || d < bestDist || d == bestDist && c < best {
			best, bestDist = c, d
		}
	}
	return best
}

// DidYouMean gives " (did you mean X?)" for the nearest candidate, else "".
func DidYouMean(name string, candidates []string) string {
	if n := Nearest(name, candidates); n != "" {
		return " (did you mean " + n + "?)"
	}
	return ""
}

func fold(s string) string {
	return strings.NewReplacer("-", "", "_", "", ".", "", " ", "").Replace(strings.ToLower(s))
}

// distance is the optimal string alignment distance of a and b (a transposition
// counts one). It gives up with limit+1 once the distance must exceed limit, and
// treats very long strings as distant, since names of hostile length reach here.
func distance(a, b string, limit int) int {
	const longest = 256
	ra, rb := []rune(a), []rune(b)
	if len(ra) > longest || len(rb) > longest || abs(len(ra)-len(rb)) > limit {
		return limit + 1
	}
	var before []int
	prev := make([]int, len(rb)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(ra); i++ {
		cur := make([]int, len(rb)+1)
		cur[0] = i
		lowest := i
		for j := 1; j <= len(rb); j++ {
			cost := 1
			if ra[i-1] == rb[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && ra[i-1] == rb[j-2] && ra[i-2] == rb[j-1] {
				cur[j] = min(cur[j], before[j-2]+1)
			}
			lowest = min(lowest, cur[j])
		}
		if lowest > limit {
			return limit + 1
		}
		before, prev = prev, cur
	}
	return prev[len(rb)]
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
