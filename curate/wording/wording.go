// Package wording compares texts: which words or lines stayed, went and came.
// It knows no format; whoever shows a comparison decides how.
package wording

import "strings"

// Op is what became of a run.
type Op byte

// The operations.
const (
	Kept Op = ' '
	Gone Op = '-'
	Come Op = '+'
)

// Run is a sequence of items that fared alike.
type Run struct {
	Op    Op
	Items []string
}

// Text joins the items.
func (r Run) Text(sep string) string { return strings.Join(r.Items, sep) }

// Words compares two texts word by word; white space does not count.
func Words(old, new string) []Run { return Compare(strings.Fields(old), strings.Fields(new)) }

// Lines compares two texts line by line.
func Lines(old, new string) []Run {
	split := func(s string) []string {
		if s == "" {
			return nil
		}
		return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
	}
	return Compare(split(old), split(new))
}

// maxCells bounds the work of one comparison; the middle of longer sequences is
// exchanged as a whole.
const maxCells = 1 << 21

// Compare gives the runs from a to b by a longest common subsequence. Runs that
// were kept and came make b; those that were kept and went make a.
func Compare(a, b []string) []Run {
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	var out []Run
	add := func(op Op, items ...string) {
		if len(items) == 0 {
			return
		}
		if n := len(out); n > 0 && out[n-1].Op == op {
			out[n-1].Items = append(out[n-1].Items, items...)
			return
		}
		out = append(out, Run{op, append([]string(nil), items...)})
	}
	add(Kept, a[:start]...)
	middle(a[start:len(a)-end], b[start:len(b)-end], add)
	add(Kept, a[len(a)-end:]...)
	return out
}

func middle(a, b []string, add func(op Op, items ...string)) {
	if len(a)*len(b) > maxCells || len(a) == 0 || len(b) == 0 {
		add(Gone, a...)
		add(Come, b...)
		return
	}
	width := len(b) + 1
	best := make([]int32, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				best[i*width+j] = best[(i+1)*width+j+1] + 1
			} else {
				best[i*width+j] = max(best[(i+1)*width+j], best[i*width+j+1])
			}
		}
	}
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] == b[j]:
			add(Kept, a[i])
			i, j = i+1, j+1
		case best[(i+1)*width+j] >= best[i*width+j+1]:
			add(Gone, a[i])
			i++
		default:
			add(Come, b[j])
			j++
		}
	}
	add(Gone, a[i:]...)
	add(Come, b[j:]...)
}
