package prose

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// Condition reports whether a text says when to do something.
func Condition(text string) bool {
	return condition().MatchString(text)
}

var condition = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(when|whenever|if|before|after|once|while|unless|use (it|this)|to find out|prefer)\b`)
})

// Negation reports whether a text says what something is not for.
func Negation(text string) bool { return negation().MatchString(text) }

var negation = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(not|never|instead|do not|don't|cannot|only for|rather than)\b`)
})

// Answer reports whether a text says what comes back.
func Answer(text string) bool { return answer().MatchString(text) }

var answer = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(returns?|gives?|answers?|results?|responds?|yields?|comes? back|lists?|shows?|tells?|with (its|their|the)|whether)\b`)
})

// Placeholder gives the word that shows a text is not finished, or "".
func Placeholder(text string) string { return placeholder().FindString(text) }

var placeholder = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b(TODO|TBD|FIXME|XXX)\b|(?i:\blorem ipsum\b)`) })

// Bound is a limit that a text names.
type Bound struct {
	Text  string  // as it stands there
	Limit float64 // the number
	Upper bool    // at most; else at least
}

var bound = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(max(?:imum)?(?: of| is)?|at most|up to|no more than|not more than|min(?:imum)?(?: of| is)?|at least|no fewer than|no less than)[ :=]+([0-9][0-9,_]*(?:\.[0-9]+)?)`)
})

// Bounds finds the limits that a text names, such as "at most 50".
func Bounds(text string) []Bound {
	var out []Bound
	for _, m := range bound().FindAllStringSubmatch(text, -1) {
		n, err := strconv.ParseFloat(strings.NewReplacer(",", "", "_", "").Replace(m[2]), 64)
		if err != nil {
			continue
		}
		head := strings.ToLower(m[1])
		lower := strings.HasPrefix(head, "min") || head == "at least" || head == "no fewer than" || head == "no less than"
		out = append(out, Bound{Text: m[0], Limit: n, Upper: !lower})
	}
	return out
}

var choices = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`(?i)\b(one of|either|(allowed|possible|valid|accepted|supported) values?( are)?)\b[: ]+\W*\w+\W*(,|\||/| or )`),
		regexp.MustCompile("(?i)[\"'`]\\w[\\w-]*[\"'`]\\s*(,|\\||/|or)\\s*(or\\s+)?[\"'`]\\w"),
		regexp.MustCompile(`\b[\w-]+ ?\| ?[\w-]+ ?\| ?[\w-]+`),
	}
})

// Choices gives the part of a text that lists the values to choose from, or "".
func Choices(text string) string {
	for _, form := range choices() {
		if at := form.FindStringIndex(text); at != nil {
			end := at[0] + 40
			if end > len(text) {
				end = len(text)
			}
			return strings.ToValidUTF8(text[at[0]:end], "")
		}
	}
	return ""
}

var unit = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(number|count|how many|amount|quantity|index|page|year|version|level|score|rank|percent(age)?|ratio|seconds?|minutes?|hours?|days?|weeks?|months?|years?|millis(econds)?|ms|cents?|euros?|dollars?|eur|usd|bytes?|ki?b|mi?b|gi?b|metres?|meters?|km|kilomet(er|re)s?|miles?|degrees?|grams?|kg|kilos?|pixels?|px|items?|rows?|characters?|iso|rfc|epoch|unix|utc|yyyy|e\.g|example|such as|like)\b|[0-9%€$£°]`)
})

// Unit reports whether a text says in what something is counted or written, or
// shows an example.
func Unit(text string) bool { return unit().MatchString(text) }

// Hidden gives a character of a text that people do not see, or 0: controls,
// zero-width characters, tags, and those that turn the direction of writing.
func Hidden(text string) rune {
	for _, r := range text {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co) || r >= 0xe0100 && r <= 0xe01ef:
			return r
		}
	}
	return 0
}

// named is an expression and what it finds, in words.
type named struct {
	form *regexp.Regexp
	what string
}

var orders = sync.OnceValue(func() []named {
	return []named{
		{regexp.MustCompile(`<!--`), "an HTML comment"},
		{regexp.MustCompile(`(?i)\b(ignore|disregard|forget|override)\b.{0,30}\b(previous|prior|above|earlier|all|other|system|your)\b.{0,20}\b(instructions?|prompts?|rules?|messages?|context)`), "an order to ignore instructions"},
		{regexp.MustCompile(`(?i)\b(system prompt|developer message|<\s*/?\s*(system|important|instructions?|secret)\s*>|\[/?INST\])`), "words that pose as a system prompt"},
		{regexp.MustCompile(`(?i)\b(do not|don't|never|without) (tell|telling|mention|mentioning|inform|informing|show|showing|reveal|notify|notifying)\b.{0,20}\b(user|person|human|them|anyone|operator)`), "an order to keep something from the user"},
		{regexp.MustCompile(`(?i)\b(before|instead of|whenever|each time)\b.{0,40}\b(any|all|every|other) (other )?(servers?'?s? )?(tools?|mcp|servers?)\b.{0,60}\b(must|always|first|have to)\b`), "an order about other tools"},
		{regexp.MustCompile(`(?i)\b(read|send|include|append|attach|pass|upload)\b.{0,40}(~/|\.ssh|id_rsa|\.env\b|/etc/passwd|conversation history|chat history|api keys?|credentials?|private keys?)`), "an order to hand out files or secrets"},
		{regexp.MustCompile(`[A-Za-z0-9+/]{80,}={0,2}`), "a long encoded text"},
	}
})

// Orders says what in a text tries to command the model or hides what it says,
// or "".
func Orders(text string) string {
	for _, o := range orders() {
		if o.form.MatchString(text) {
			return o.what
		}
	}
	return ""
}

var leaks = sync.OnceValue(func() []named {
	return []named{
		{regexp.MustCompile(`(?i)\b[a-z0-9-]+(\.[a-z0-9-]+)*\.(internal|corp|intranet|lan|svc\.cluster\.local)\b`), "an internal host"},
		{regexp.MustCompile(`\b(10(\.[0-9]{1,3}){3}|192\.168(\.[0-9]{1,3}){2}|172\.(1[6-9]|2[0-9]|3[01])(\.[0-9]{1,3}){2})\b`), "an internal address"},
		{regexp.MustCompile(`(?i)\b[a-z0-9._%+-]+@[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z]{2,}\b`), "an e-mail address"},
		{regexp.MustCompile(`(?i)\b(stack ?trace|traceback|null ?pointer|nginx|kubernetes|k8s|postgres(ql)?|mysql|mongodb|redis|kafka|elasticsearch|stored procedure|microservice|legacy system)\b`), "a word about how it is built"},
	}
})

var ticket = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b([A-Z]{2,9})-[0-9]{2,6}\b`) })

// standards lists what looks like a ticket and is none.
const standards = " ISO UTF SHA RFC AES RSA MD IEEE EN DIN ECMA COVID UTC GMT CVE BCP STD HTTP TLS UN IEC ANSI "

// Leak says what in a text is nobody's business outside, or "".
func Leak(text string) string {
	for _, l := range leaks() {
		if l.form.MatchString(text) {
			return l.what
		}
	}
	for _, m := range ticket().FindAllStringSubmatch(text, -1) {
		if !strings.Contains(standards, " "+m[1]+" ") {
			return "a ticket's number"
		}
	}
	return ""
}
