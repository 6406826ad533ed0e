package lint

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
func eachArg(judge func(c *check, s *subject, a *arg)) func(*check, *subject) {
	return func(c *check, s *subject) {
		for i := range s.args {
			judge(c, s, &s.args[i])
		}
	}
}

// is reports whether a schema is of a type, null aside.
func is(n *node.Node, kind string) bool {
	t := n.Get("type")
	if t.Is(node.Array) {
		return slices.ContainsFunc(t.Items(), func(k *node.Node) bool { return k.Text() == kind })
	}
	return t.Text() == kind
}

// says gives an argument's description.
func (a *arg) says() string {
	t, _ := a.schema.Get("description").Str()
	return t
}

// closed reports whether a schema leaves only a few values.
func (a *arg) closed() bool { return a.schema.Has("enum") || a.schema.Has("const") }

func argUndescribed(c *check, s *subject, a *arg) {
	if strings.TrimSpace(a.says()) == "" {
		c.report(s.at(a, ""), s.t.Shape == tool.ShapeCommand, "argument %s has no description", a.name).hint("add describe")
	}
	s.nested(a.schema, func(path node.Pointer, name string, n *node.Node) {
		if n = follow(s.input, n); strings.TrimSpace(n.Get("description").Text()) == "" {
			c.report(s.at(a, ""), false, "argument %s: %s has no description", a.name, path.With(name)).
				hint("give it an argument of its own, with describe, or patch the description")
		}
	})
}

func argEcho(c *check, s *subject, a *arg) {
	if t := a.says(); t != "" && !a.closed() && prose.Echo(a.name, t) { // values speak for themselves
		c.report(s.at(a, "description"), false, "argument %s: %q says no more than the name", a.name, t)
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
func unitMissing(c *check, s *subject, a *arg) {
	if a.closed() || a.schema.Has("pattern") || prose.Unit(a.says()) || a.schema.Has("examples") {
		return
	}
	words := naming.Words(a.name)
	timed := func() bool {
		n := len(words)
		return n > 0 && (slices.Contains(dateWord, words[n-1]) || n > 1 && slices.Contains(weakWord, words[n-1]))
	}
	has := func(list []string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(list, w) })
	}
	switch {
	case (is(a.schema, "integer") || is(a.schema, "number")) && !has(countedWord) && !isID(a):
		c.report(s.at(a, "description"), false, "argument %s is a number, and nothing says of what", a.name).hint("name the unit, such as: Amount in cents: 12.50 is 1250.")
	case is(a.schema, "string") && !a.schema.Has("format") && timed():
		c.report(s.at(a, "description"), false, "argument %s reads like a time, and nothing says in which form", a.name).hint("write the form, such as YYYY-MM-DD")
	}
}

// proseSchema compares the limits and values that a description names with
// those that hold.
func proseSchema(c *check, s *subject, a *arg) {
	for _, b := range prose.Bounds(a.says()) {
		keys := []string{"minimum", "minLength", "minItems"}
		if b.Upper {
			keys = []string{"maximum", "maxLength", "maxItems"}
		}
		for _, key := range keys {
			if r, ok := a.schema.Get(key).Rat(); ok {
				if have, _ := r.Float64(); have != b.Limit {
					c.report(s.at(a, "description"), false, "argument %s: the description says %q, the schema %s %s", a.name, b.Text, key, a.schema.Get(key).Text())
				}
			}
		}
	}
	if !a.schema.Has("enum") || s.op == nil {
		return
	}
	have := map[string]bool{}
	for _, v := range a.schema.Get("enum").Items() {
		have[v.Text()] = true
	}
	l := s.located(a)
	for _, v := range l.Schema.Get("enum").Items() {
		if t, ok := v.Str(); ok && len(t) > 2 && !have[t] && word(t).MatchString(a.says()) {
			c.report(s.at(a, "description"), false, "argument %s: the description names %q, which is no longer among the values", a.name, t).relate(l.Pos, "the values of the API")
		}
	}
}

func word(w string) *regexp.Regexp { return regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(w) + `\b`) }

func enumInProse(c *check, s *subject, a *arg) {
	if !is(a.schema, "string") || a.closed() || a.schema.Has("pattern") || a.schema.Has("format") {
		return
	}
	if part := prose.Choices(a.says()); part != "" {
		c.report(s.at(a, "description"), false, "argument %s: the description lists the values (%s), the schema takes any text", a.name, part).hint("write them as enum")
	}
}

func openObject(c *check, s *subject) {
	if extra, ok := s.input.Get("additionalProperties").Truth(); !ok || extra {
		c.report(s.pos, true, "the arguments are open: whatever else a model makes up is passed on")
	}
	open := func(n *node.Node) bool {
		extra, ok := n.Get("additionalProperties").Truth()
		return n.Get("properties").Is(node.Object) && len(n.Get("properties").Members()) > 0 && (!ok || extra) && !n.Has("unevaluatedProperties")
	}
	for i := range s.args {
		a := &s.args[i]
		if open(a.schema) {
			c.report(s.at(a, ""), false, "argument %s takes properties beyond those that it declares", a.name)
		}
	}
}

// openPayload finds arguments that may be anything.
func openPayload(c *check, s *subject, a *arg) {
	n := a.schema
	for is(n, "array") {
		n = follow(s.input, n.Get("items"))
	}
	kinds := []string{"type", "enum", "const", "anyOf", "oneOf", "allOf", "$ref"}
	untyped := !slices.ContainsFunc(kinds, n.Has)
	free := is(n, "object") && len(n.Get("properties").Members()) == 0 && !n.Get("additionalProperties").Is(node.Object)
	for _, part := range []string{"anyOf", "oneOf", "allOf", "patternProperties"} {
		free = free && !n.Has(part)
	}
	if untyped || free {
		c.report(s.at(a, ""), s.t.Shape == tool.ShapeCommand, "argument %s may hold anything: nobody can review what is sent", a.name).
			hint("name the fields that are needed as arguments: from: \"body:/…\"")
	}
}

func topUnion(c *check, s *subject) {
	for _, key := range []string{"anyOf", "oneOf", "allOf", "not", "if"} {
		if s.input.Has(key) {
			c.report(s.pos, false, "the arguments are described by %s at the root, which providers refuse", key)
		}
	}
}

func refLeft(c *check, s *subject) {
	if s.input.Has("$defs") {
		c.report(s.where("params"), false, "the arguments use $ref and $defs; some clients do not follow them")
	}
}

func deepInput(c *check, s *subject, a *arg) {
	deepest := 0
	s.nested(a.schema, func(path node.Pointer, _ string, _ *node.Node) { deepest = max(deepest, len(path)+1) })
	if deepest > depthMax {
		c.report(s.at(a, ""), false, "argument %s is nested %d levels deep", a.name, deepest).hint("make arguments of what is needed: from: \"body:/a/b\"")
	}
}

func manyArgs(c *check, s *subject) {
	if n := len(s.args); n > argsMany {
		c.report(s.where("params"), n > argsTooMany, "it has %d arguments; a model fills in up to %d well", n, argsMany)
	}
}

func paramsAll(c *check, s *subject) {
	if s.decl.Params.Mode == overlay.ParamsAll {
		c.report(s.decl.Params.Pos, false, "\"*\" shows the model every parameter, those of the API's next version too").hint("list those that are needed")
	}
}

func bigEnum(c *check, s *subject, a *arg) {
	n := a.schema
	if is(n, "array") {
		n = follow(s.input, n.Get("items"))
	}
	if k := len(n.Get("enum").Items()); k > enumBig {
		c.report(s.at(a, "enum"), false, "argument %s has %d values; each costs tokens in every request", a.name, k).hint("narrow it with enum")
	}
}

// freeText finds texts without end. Ids, paths and formats bound themselves.
func freeText(c *check, s *subject, a *arg) {
	if !is(a.schema, "string") || a.closed() || isID(a) || a.at.In == tool.InPath || a.schema.Has("maxLength") || a.schema.Has("pattern") || a.schema.Has("format") {
		return
	}
	c.report(s.at(a, ""), s.t.Shape == tool.ShapeCommand || s.t.Shape == tool.ShapeHuman, "argument %s takes a text of any length", a.name).hint("add maxLength")
}

// numberUnbounded finds numbers of commands that may be any size.
func numberUnbounded(c *check, s *subject, a *arg) {
	if s.t.Shape != tool.ShapeCommand || a.closed() || isID(a) || a.at.In == tool.InPath || !is(a.schema, "integer") && !is(a.schema, "number") {
		return
	}
	if !a.schema.Has("maximum") && !a.schema.Has("exclusiveMaximum") {
		c.report(s.at(a, ""), false, "argument %s of a command may be any number", a.name).hint("add maximum: what is the most that one call may do?")
	}
}

// defaultInvalid finds defaults that their own schema refuses.
func defaultInvalid(c *check, s *subject, a *arg) {
	if !a.schema.Has("default") {
		return
	}
	whole := a.schema
	if defs := s.input.Get("$defs"); defs != nil {
		whole = whole.With("$defs", defs)
	}
	v, err := validate.Compile(tool.Schema(whole.AppendJSON(nil)))
	if err != nil {
		return
	}
	value, problems := validate.Decode(json.RawMessage(a.schema.Get("default").AppendJSON(nil)), validate.Limits{})
	if len(problems) == 0 {
		problems = v.Validate(value)
	}
	if len(problems) > 0 {
		c.report(s.at(a, "default"), false, "argument %s: its default is refused by its own schema: %s", a.name, problems[0].Message)
	}
}

var urlWord = []string{"url", "uri", "webhook", "callback", "host", "hostname", "endpoint", "proxy"}

// urlArgument finds addresses that a model chooses.
func urlArgument(c *check, s *subject, a *arg) {
	words := naming.Words(a.name)
	format := a.schema.Get("format").Text()
	address := format == "uri" || format == "url" || format == "hostname" || len(words) > 0 && slices.Contains(urlWord, words[len(words)-1])
	if address && is(a.schema, "string") && !a.closed() && !strings.HasPrefix(a.schema.Get("pattern").Text(), "^http") {
		c.report(s.at(a, ""), s.acts(), "argument %s: the model chooses an address that the API may call", a.name).
			hint("narrow it with enum, or with pattern: %s", strconv.Quote("^https://[a-z]+[.]example[.]com/"))
	}
}
