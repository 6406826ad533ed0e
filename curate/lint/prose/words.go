package prose

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/naming"
)

// stop lists words that say nothing about what a tool does.
const stop = ` a an the this that these those of in on at by for from to with and or not no is are was be been it its as if
 when use used using which who whose what will can may must should do does done get gets got give gives given you your
 one all any each every some only also than then there here into about after before up out per via new
 tool api endpoint operation function call calls request response method returns return value values parameter argument field `

// Content gives the words of a text that carry meaning, in their stems, sorted,
// each once.
func Content(text string) []string {
	var out []string
	for _, w := range naming.Words(text) {
		if len(w) > 1 && !strings.Contains(stop, " "+w+" ") {
			out = append(out, stem(w))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// stem takes the commonest endings off a word, so that "finds", "finding" and
// "find" are one. It is no linguist: equal stems are what counts.
func stem(w string) string {
	for _, end := range []struct{ old, new string }{
		{"ies", "y"}, {"sses", "ss"}, {"shes", "sh"}, {"ches", "ch"}, {"ations", "at"}, {"ation", "at"}, {"ings", ""}, {"ing", ""}, {"ed", ""}, {"es", "e"}, {"s", ""},
	} {
		if rest, ok := strings.CutSuffix(w, end.old); ok && len(rest) > 2 && !strings.HasSuffix(w, "ss") {
			w = rest + end.new
			break
		}
	}
	if len(w) > 3 {
		w = strings.TrimSuffix(w, "e")
	}
	return w
}

// Echo reports whether a text says nothing that the name does not say. A number
// always says something.
func Echo(name, text string) bool {
	if strings.ContainsAny(text, "0123456789") {
		return false
	}
	known := Content(name)
	words := Content(text)
	for _, w := range words {
		if !slices.ContainsFunc(known, func(k string) bool { return alike(k, w) }) {
			return false
		}
	}
	return len(words) > 0 || len(strings.Fields(text)) > 0
}

// alike reports whether two stems are forms of one word: "config" and
// "configurat".
func alike(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	return a == b || len(a) >= 4 && strings.HasPrefix(b, a) && len(b)-len(a) <= 6
}

// Likeness gives the share of words that two sorted lists have in common: 0 to 1.
func Likeness(a, b []string) float64 {
	both, i, j := 0, 0, 0
	for i < len(a) && j < len(b) {
		switch strings.Compare(a[i], b[j]) {
		case 0:
			both, i, j = both+1, i+1, j+1
		case -1:
			i++
		default:
			j++
		}
	}
	if both == 0 {
		return 0
	}
	return float64(both) / float64(len(a)+len(b)-both)
}

// FirstSentence gives what stands before the first full stop or line end.
func FirstSentence(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	text, _, _ = strings.Cut(text, ". ")
	return text
}

// verbs lists what tools do; with it a name's pattern can be told.
const verbs = ` get list find search read fetch show lookup look query count check create add make open start submit place book file
 update change edit set put patch replace rename move assign approve reject accept decline confirm cancel close delete remove drop
 send post publish notify invite ask answer reply pay refund charge transfer order buy export import upload download build run stop
 restart enable disable archive restore merge split convert translate calculate estimate validate verify compare summarize explain
 reconcile schedule reserve release lock unlock sync refresh reset revoke grant share subscribe unsubscribe watch poll describe `

// Verb reports whether a word of a name says what is done.
func Verb(word string) bool { return strings.Contains(verbs, " "+word+" ") }

// vague lists words of names that could mean anything.
const vague = ` handle handler process processor data manage util utils utility helper do misc stuff thing things perform execute run
 generic common main tool api operation action `

// Vague gives the words of a name that could mean anything.
func Vague(name string) []string {
	var out []string
	for _, w := range naming.Words(name) {
		if strings.Contains(vague, " "+w+" ") {
			out = append(out, w)
		}
	}
	return out
}
