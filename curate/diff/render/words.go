package render

import (
	"encoding/json"
	"strings"

	"github.com/oatools/oatools/curate/diff"
)

// span is a run of words that stayed (' '), went ('-') or came ('+').
type span struct {
	op   byte
	text string
}

// longText is how long a value must be to be shown word by word.
const longText = 40

// wording gives the words of a change whose values are texts, when they are
// worth more than its sentence; nil otherwise.
func wording(c *diff.Change) []span {
	var old, new string
	if c.Old != nil && json.Unmarshal(c.Old, &old) != nil || c.New != nil && json.Unmarshal(c.New, &new) != nil {
		return nil
	}
	if len(old) < longText && len(new) < longText {
		return nil
	}
	switch c.Rule {
	case "description-changed", "instructions-changed", "title-changed", "set-title", "input-text", "output-text",
		"companion-text", "dry-run-text", "approval-text":
		return words(old, new)
	}
	return nil
}

// maxCells bounds the work of one comparison; longer texts are replaced as a
// whole.
const maxCells = 1 << 21

// words compares two texts word by word.
func words(old, new string) []span {
	a, b := strings.Fields(old), strings.Fields(new)
	start := 0
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < len(a)-start && end < len(b)-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	var out []span
	add := func(op byte, words ...string) {
		if len(words) == 0 {
			return
		}
		text := strings.Join(words, " ")
		if n := len(out); n > 0 && out[n-1].op == op {
			out[n-1].text += " " + text
			return
		}
		out = append(out, span{op, text})
	}
	add(' ', a[:start]...)
	middle(a[start:len(a)-end], b[start:len(b)-end], add)
	add(' ', a[len(a)-end:]...)
	return out
}

// middle compares by a longest common subsequence.
func middle(a, b []string, add func(op byte, words ...string)) {
	if len(a)*len(b) > maxCells || len(a) == 0 || len(b) == 0 {
		add('-', a...)
		add('+', b...)
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
			add(' ', a[i])
			i, j = i+1, j+1
		case best[(i+1)*width+j] >= best[i*width+j+1]:
			add('-', a[i])
			i++
		default:
			add('+', b[j])
			j++
		}
	}
	add('-', a[i:]...)
	add('+', b[j:]...)
}
