package judgement

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"

	validate "github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/naming"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/lint/prose"
	"github.com/oatools/oatools/curate/lint/subject"
	"github.com/oatools/oatools/curate/overlay"
)

// Limits on arguments.
const (
	argsMany    = 8
	argsTooMany = 20
	enumBig     = 30
	depthMax    = 2
)

// eachArg makes a rule of what is judged argument by argument.
func eachArg(judge func(c *check, s *subject.Tool, a *subject.Arg)) func(*check, *subject.Tool) {
	return func(c *check, s *subject.Tool) {
		for i := range s.Args {
			judge(c, s, &s.Args[i])
		}
	}
}

func argUndescribed(c *check, s *subject.Tool, a *subject.Arg) {
	if strings.TrimSpace(a.Says()) == "" {
		c.report(s.At(a, ""), s.Tool.Shape == tool.ShapeCommand, "argument %s has no description", a.Name).hint("add describe")
	}
	s.Nested(a.Schema, func(path node.Pointer, name string, n *node.Node) {
		if n = subject.Follow(s.Input, n); strings.TrimSpace(n.Get("description").Text()) == "" {
			c.report(s.At(a, ""), false, "argument %s: %s has no description", a.Name, path.With(name)).
				hint("give it an argument of its own, with describe, or patch the description")
		}
	})
}

func argEcho(c *check, s *subject.Tool, a *subject.Arg) {
	if t := a.Says(); t != "" && !a.Closed() && prose.Echo(a.Name, t) { // values speak for themselves
		c.report(s.At(a, "description"), false, "argument %s: %q says no more than the name", a.Name, t)
	}
}

var (
	dateWord = []string{"date", "since", "until", "day", "month", "time", "deadline"}
	// weakWord lists what is a time only behind another word, as in created_at.
	weakWord    = []string{"from", "to", "at", "on", "start", "end", "before", "after"}
	countedWord = []string{"page", "limit", "count", "size", "year", "quantity", "number", "top", "offset", "index", "version", "port", "percent",
		"seconds", "minutes", "hours", "days", "cents", "ms", "bytes", "km", "grams", "kg", "rank", "rating", "score"}
)

// unitMissing asks for the unit of a number, and the form of a date.
func unitMissing(c *check, s *subject.Tool, a *subject.Arg) {
	if a.Closed() || a.Schema.Has("pattern") || prose.Unit(a.Says()) || a.Schema.Has("examples") {
		return
	}
	words := naming.Words(a.Name)
	timed := func() bool {
		n := len(words)
		return n > 0 && (slices.Contains(dateWord, words[n-1]) || n > 1 && slices.Contains(weakWord, words[n-1]))
	}
	has := func(list []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
	}
	switch {
	case (subject.Is(a.Schema, "integer") || subject.Is(a.Schema, "number")) && !has(countedWord) && !subject.IsID(a):
		c.report(s.At(a, "description"), false, "argument %s is a number, and nothing says of what", a.Name).hint("name the unit, such as: Amount in cents: 12.50 is 1250.")
	case subject.Is(a.Schema, "string") && !a.Schema.Has("format") && timed():
		c.report(s.At(a, "description"), false, "argument %s reads like a time, and nothing says in which form", a.Name).hint("write the form, such as YYYY-MM-DD")
	}
}

// proseSchema compares the limits and values that a description names with
// those that hold.
func proseSchema(c *check, s *subject.Tool, a *subject.Arg) {
	for _, b := range prose.Bounds(a.Says()) {
		keys := []string{"minimum", "minLength", "minItems"}
		if b.Upper {
			keys = []string{"maximum", "maxLength", "maxItems"}
		}
		for _, key := range keys {
			if r, ok := a.Schema.Get(key).Rat(); ok {
				if have, _ := r.Float64(); have != b.Limit {
					c.report(s.At(a, "description"), false, "argument %s: the description says %q, the schema %s %s", a.Name, b.Text, key, a.Schema.Get(key).Text())
				}
			}
		}
	}
	if !a.Schema.Has("enum") || s.Op == nil {
		return
	}
	have := map[string]bool{}
	for _, v := range a.Schema.Get("enum").Items() {
		have[v.Text()] = true
	}
	l := s.Located(a)
	for _, v := range l.Schema.Get("enum").Items() {
		if t, ok := v.Str(); ok && len(t) > 2 && !have[t] && word(t).MatchString(a.Says()) {
			c.report(s.At(a, "description"), false, "argument %s: the description names %q, which is no longer among the values", a.Name, t).relate(l.Pos, "the values of the API")
		}
	}
}

func word(w string) *regexp.Regexp { return regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(w) + `\b`) }

func enumInProse(c *check, s *subject.Tool, a *subject.Arg) {
	if !subject.Is(a.Schema, "string") || a.Closed() || a.Schema.Has("pattern") || a.Schema.Has("format") {
		return
	}
	if part := prose.Choices(a.Says()); part != "" {
		c.report(s.At(a, "description"), false, "argument %s: the description lists the values (%s), the schema takes any text", a.Name, part).hint("write them as enum")
	}
}

func openObject(c *check, s *subject.Tool) {
	if extra, ok := s.Input.Get("additionalProperties").Truth(); !ok || extra {
		c.report(s.Pos, true, "the arguments are open: whatever else a model makes up is passed on")
	}
	open := func(n *node.Node) bool {
		extra, ok := n.Get("additionalProperties").Truth()
		return n.Get("properties").Is(node.Object) && len(n.Get("properties").Members()) > 0 && (!ok || extra) && !n.Has("unevaluatedProperties")
	}
	for i := range s.Args {
		a := &s.Args[i]
		if open(a.Schema) {
			c.report(s.At(a, ""), false, "argument %s takes properties beyond those that it declares", a.Name)
		}
	}
}

// openPayload finds arguments that may be anything.
func openPayload(c *check, s *subject.Tool, a *subject.Arg) {
	n := a.Schema
	for subject.Is(n, "array") {
		n = subject.Follow(s.Input, n.Get("items"))
	}
	kinds := []string{"type", "enum", "const", "anyOf", "oneOf", "allOf", "$ref"}
	untyped := !slices.ContainsFunc(kinds, n.Has)
	free := subject.Is(n, "object") && len(n.Get("properties").Members()) == 0 && !n.Get("additionalProperties").Is(node.Object)
	for _, part := range []string{"anyOf", "oneOf", "allOf", "patternProperties"} {
		free = free && !n.Has(part)
	}
	if untyped || free {
		c.report(s.At(a, ""), s.Tool.Shape == tool.ShapeCommand, "argument %s may hold anything: nobody can review what is sent", a.Name).
			hint("name the fields that are needed as arguments: from: \"body:/…\"")
	}
}

func topUnion(c *check, s *subject.Tool) {
	for _, key := range []string{"anyOf", "oneOf", "allOf", "not", "if"} {
		if s.Input.Has(key) {
			c.report(s.Pos, false, "the arguments are described by %s at the root, which providers refuse", key)
		}
	}
}

func refLeft(c *check, s *subject.Tool) {
	if s.Input.Has("$defs") {
		c.report(s.Where("params"), false, "the arguments use $ref and $defs; some clients do not follow them")
	}
}

func deepInput(c *check, s *subject.Tool, a *subject.Arg) {
	deepest := 0
	s.Nested(a.Schema, func(path node.Pointer, _ string, _ *node.Node) { deepest = max(deepest, len(path)+1) })
	if deepest > depthMax {
		c.report(s.At(a, ""), false, "argument %s is nested %d levels deep", a.Name, deepest).hint("make arguments of what is needed: from: \"body:/a/b\"")
	}
}

func manyArgs(c *check, s *subject.Tool) {
	if n := len(s.Args); n > argsMany {
		c.report(s.Where("params"), n > argsTooMany, "it has %d arguments; a model fills in up to %d well", n, argsMany)
	}
}

func paramsAll(c *check, s *subject.Tool) {
	if s.Decl.Params.Mode == overlay.ParamsAll {
		c.report(s.Decl.Params.Pos, false, "\"*\" shows the model every parameter, those of the API's next version too").hint("list those that are needed")
	}
}

func bigEnum(c *check, s *subject.Tool, a *subject.Arg) {
	n := a.Schema
	if subject.Is(n, "array") {
		n = subject.Follow(s.Input, n.Get("items"))
	}
	if k := len(n.Get("enum").Items()); k > enumBig {
		c.report(s.At(a, "enum"), false, "argument %s has %d values; each costs tokens in every request", a.Name, k).hint("narrow it with enum")
	}
}

// freeText finds texts without end. Ids, paths and formats bound themselves.
func freeText(c *check, s *subject.Tool, a *subject.Arg) {
	if !subject.Is(a.Schema, "string") || a.Closed() || subject.IsID(a) || a.At.In == tool.InPath || a.Schema.Has("maxLength") || a.Schema.Has("pattern") || a.Schema.Has("format") {
		return
	}
	c.report(s.At(a, ""), s.Tool.Shape == tool.ShapeCommand || s.Tool.Shape == tool.ShapeHuman, "argument %s takes a text of any length", a.Name).hint("add maxLength")
}

// numberUnbounded finds numbers of commands that may be any size.
func numberUnbounded(c *check, s *subject.Tool, a *subject.Arg) {
	if s.Tool.Shape != tool.ShapeCommand || a.Closed() || subject.IsID(a) || a.At.In == tool.InPath || !subject.Is(a.Schema, "integer") && !subject.Is(a.Schema, "number") {
		return
	}
	if !a.Schema.Has("maximum") && !a.Schema.Has("exclusiveMaximum") {
		c.report(s.At(a, ""), false, "argument %s of a command may be any number", a.Name).hint("add maximum: what is the most that one call may do?")
	}
}

// defaultInvalid finds defaults that their own schema refuses.
func defaultInvalid(c *check, s *subject.Tool, a *subject.Arg) {
	if !a.Schema.Has("default") {
		return
	}
	whole := a.Schema
	if defs := s.Input.Get("$defs"); defs != nil {
		whole = whole.With("$defs", defs)
	}
	v, err := validate.Compile(tool.Schema(whole.AppendJSON(nil)))
	if err != nil {
		return
	}
	value, problems := validate.Decode(json.RawMessage(a.Schema.Get("default").AppendJSON(nil)), validate.Limits{})
	if len(problems) == 0 {
		problems = v.Validate(value)
	}
	if len(problems) > 0 {
		c.report(s.At(a, "default"), false, "argument %s: its default is refused by its own schema: %s", a.Name, problems[0].Message)
	}
}

var urlWord = []string{"url", "uri", "webhook", "callback", "host", "hostname", "endpoint", "proxy"}

// urlArgument finds addresses that a model chooses.
func urlArgument(c *check, s *subject.Tool, a *subject.Arg) {
	words := naming.Words(a.Name)
	format := a.Schema.Get("format").Text()
	address := format == "uri" || format == "url" || format == "hostname" || len(words) > 0 && slices.Contains(urlWord, words[len(words)-1])
	if address && subject.Is(a.Schema, "string") && !a.Closed() && !strings.HasPrefix(a.Schema.Get("pattern").Text(), "^http") {
		c.report(s.At(a, ""), s.Acts(), "argument %s: the model chooses an address that the API may call", a.Name).
			hint("narrow it with enum, or with pattern: %s", strconv.Quote("^https://[a-z]+[.]example[.]com/"))
	}
}
