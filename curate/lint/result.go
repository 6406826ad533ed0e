package lint

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/naming"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
)

// capHigh is the size from which on clients put a result into a file.
const capHigh = 50_000

// answers gives the success answer of a tool that has JSON for one, or nil.
func (s *subject) answers() *tool.Response {
	if s.t.Main == nil {
		return nil
	}
	for i := range s.t.Main.Results {
		if r := &s.t.Main.Results[i]; r.Success && r.Decode == tool.DecodeJSON {
			return r
		}
	}
	return nil
}

// direct reports whether the main operation's answer is the result.
func (s *subject) direct() bool {
	return s.t.Shape == tool.ShapeQuery || s.t.Shape == tool.ShapeCommand || s.t.Shape == tool.ShapeHandle
}

func noSelect(c *check, s *subject) {
	if s.direct() && s.answers() != nil && len(s.t.Result.Select) == 0 {
		c.report(s.pos, false, "the whole answer passes, fields of the API's next version too").hint("list what the model needs: result: {select: […]}")
	}
}

func capTooHigh(c *check, s *subject) {
	if n := s.t.Result.MaxBytes; n > capHigh && s.t.Shape != tool.ShapeHandle {
		c.report(s.where("result"), false, "a result may have %d bytes; clients cut or hide what is over %d", n, capHigh).hint("lower max_bytes, or make it a handle")
	}
}

var sensitiveForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(iban|bic|ssn|socialsecurity(number)?|nationalid|taxid|passport(number)?|password|passwd|secret|clientsecret|token|accesstoken|refreshtoken|apikey|privatekey|creditcard(number)?|cardnumber|cvv|cvc|pan|pin|email|emailaddress|dateofbirth|birthdate|birthday|dob|salary|accountnumber|routingnumber)$`)
})

// sensitiveField finds fields of the result that are about people or are
// secrets.
func sensitiveField(c *check, s *subject) {
	if !s.direct() && s.output == nil {
		return
	}
	found := map[string]bool{}
	for _, pick := range s.t.Result.Select {
		for _, field := range append([][]string{nil}, pick.Fields...) {
			from := slices.Concat(pick.From, field)
			if name := from[len(from)-1]; sensitiveForm().MatchString(fold(name)) && !s.redacted(from) {
				found[fold(name)] = true
				c.report(s.where("result:"+pick.To, "result:"+strings.Join(pick.From, ".")), false, "the result holds %s", strings.Join(from, ".")).
					hint("leave it out, or add it to redact; where the model needs it, waive this rule and say why")
			}
		}
	}
	if len(s.t.Result.Select) > 0 && s.direct() {
		return
	}
	walk(s.output, func(at []string, _ *node.Node) {
		if name := fold(at[len(at)-1]); sensitiveForm().MatchString(name) && !found[name] && !s.redacted(at) {
			found[name] = true
			c.report(s.pos, false, "the result holds %s", strings.Join(at, ".")).hint("select what the model needs, or add it to redact")
		}
	})
}

// walk visits every property of a schema with its path. Arrays are walked
// through, each definition once.
func walk(root *node.Node, visit func(at []string, n *node.Node)) {
	seen := map[string]bool{}
	var into func(n *node.Node, at []string)
	into = func(n *node.Node, at []string) {
		if ref, ok := n.Get("$ref").Str(); ok {
			if seen[ref] {
				return
			}
			seen[ref] = true
			n = follow(root, n)
		}
		for name, p := range n.Get("properties").All() {
			here := append(slices.Clone(at), name)
			visit(here, p)
			into(p, here)
		}
		for _, key := range []string{"items", "additionalProperties"} {
			if sub := n.Get(key); sub.Is(node.Object) {
				into(sub, at)
			}
		}
		for _, key := range []string{"anyOf", "oneOf", "allOf"} {
			for _, sub := range n.Get(key).Items() {
				into(sub, at)
			}
		}
	}
	into(root, nil)
}

// redacted reports whether a path is removed before the model sees it.
func (s *subject) redacted(at []string) bool {
	full := at
	if items, err := node.ParsePointer(s.t.Result.Items); err == nil {
		full = slices.Concat(items, at)
	}
	for _, r := range s.t.Result.Redact {
		parts := strings.Split(strings.TrimPrefix(strings.ReplaceAll(r, "/", "."), "."), ".")
		if matches(parts, full) || matches(parts, at) {
			return true
		}
	}
	return false
}

// matches compares a pattern, in which ** is any depth, with a path or with
// what stands above it.
func matches(pattern, at []string) bool {
	switch {
	case len(pattern) == 0:
		return true // what stands above is removed, and this with it
	case pattern[0] == "**":
		return matches(pattern[1:], at) && len(pattern) > 1 || len(at) > 0 && matches(pattern, at[1:])
	case len(at) == 0:
		return false
	}
	ok, _ := path.Match(pattern[0], at[0])
	return ok && matches(pattern[1:], at[1:])
}

var opaqueWord = []string{"id", "ids", "uuid", "guid", "url", "uri", "href", "link", "key", "etag", "hash", "digest"}

// opaqueOnly finds results of which a model can say nothing to a person.
func opaqueOnly(c *check, s *subject) {
	if s.t.Shape != tool.ShapeQuery || s.output == nil {
		return
	}
	n, plain := 0, false
	walk(s.output, func(at []string, p *node.Node) {
		if p.Has("properties") || p.Has("items") {
			return
		}
		n++
		words := naming.Words(at[len(at)-1])
		if len(words) == 0 || !slices.Contains(opaqueWord, words[len(words)-1]) {
			plain = true
		}
	})
	if n > 0 && !plain {
		c.report(s.where("result"), false, "the result holds nothing but ids and addresses; a person cannot be told what they are").hint("select a name or a title too")
	}
}

func outputSchema(c *check, s *subject) {
	if r := s.answers(); s.direct() && r != nil && s.output == nil {
		c.report(s.pos, false, "the description does not say what comes back, so nothing of it is checked").hint("patch the description with a schema of the answer")
	}
}

// errorUnmapped asks how the API says that something failed.
func errorUnmapped(c *check, s *subject) {
	if s.t.Errors != nil {
		return
	}
	for _, r := range s.op.Responses {
		if r.Status == "default" || strings.HasPrefix(r.Status, "4") {
			for _, m := range r.Content {
				if m.Schema != nil {
					return
				}
			}
		}
	}
	c.report(s.pos, false, "neither the description nor errors says what a failure looks like").
		hint("state errors: {code_path: …, message_path: …}").relate(s.op.Pos, "the operation")
}

var sizeForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(limit|pagesize|perpage|pagelimit|size|maxresults|maxitems|count|top|first|rows|resultsperpage|pagecount|itemsperpage|take|numresults|maxpagesize)$`)
})

// noPageLimit finds lists whose length the model or the API chooses alone.
func noPageLimit(c *check, s *subject) {
	if s.t.Shape != tool.ShapeQuery || s.t.Main == nil || s.t.Result.Items == "" && !is(s.output, "array") {
		return
	}
	for i := range s.op.Params {
		p := &s.op.Params[i]
		if p.In != tool.InQuery || !sizeForm().MatchString(fold(p.Name)) || !is(p.Schema, "integer") && !is(p.Schema, "number") {
			continue
		}
		at := tool.Locator{In: p.In, Name: p.Name}
		switch a := s.argAt(at); {
		case s.fixed(p.Name), s.t.Result.Page != nil && s.t.Result.Page.Size != nil && *s.t.Result.Page.Size == at:
		case a == nil:
			c.report(s.where("params"), false, "nothing says how many come back").hint("pin %q", at.String()).relate(p.Pos, "the API lets one choose")
		case !a.schema.Has("maximum") && !a.closed():
			c.report(s.at(a, ""), false, "argument %s: a model may ask for any number", a.name).hint("add maximum, or pin %q", at.String())
		}
		return
	}
}

// argAt gives the argument that fills a place, or nil.
func (s *subject) argAt(at tool.Locator) *arg {
	for i := range s.args {
		if s.args[i].at == at {
			return &s.args[i]
		}
	}
	return nil
}

// fixed reports whether a query parameter is filled without the model.
func (s *subject) fixed(name string) bool {
	return slices.ContainsFunc(s.t.Main.Binding.Params, func(p tool.Param) bool {
		return p.In == tool.InQuery && p.Name == name && p.Value.Arg == ""
	})
}

// idUnreachable finds ids that no tool gives to whoever needs them.
func idUnreachable(c *check, s *subject, a *arg) {
	if !isID(a) || s.t.Main == nil {
		return
	}
	x, noun := c.indexed(), s.noun(a)
	wire := fold(a.at.Name[strings.LastIndexByte(a.at.Name, '/')+1:])
	reaches := func(list []*subject, bare bool) bool {
		return slices.ContainsFunc(list, func(o *subject) bool {
			// A bare id is the id of whatever its tool is about.
			return o != s && visible(o, s) && (!bare || slices.Contains(x.nouns[o], noun))
		})
	}
	for _, field := range []string{fold(a.name), wire, noun + "id"} {
		if reaches(x.fields[field], field == "id" || field == "uuid") {
			return
		}
	}
	if reaches(x.ids[noun], true) {
		return
	}
	c.report(s.at(a, ""), false, "argument %s: no tool that the same people see returns the id of a %s", a.name, noun).
		hint("add a tool that finds it, or select the id where one does")
}

// idDropped finds results that leave out the id which a sibling asks for.
func idDropped(c *check, s *subject) {
	if s.t.Shape != tool.ShapeQuery && s.t.Shape != tool.ShapeHandle && s.t.Shape != tool.ShapeCommand || len(s.t.Result.Select) == 0 {
		return
	}
	x := c.indexed()
	if x.returns[s]["id"] {
		return
	}
	for _, noun := range x.nouns[s] {
		takes := slices.ContainsFunc(s.args, func(a arg) bool { return isID(&a) && s.noun(&a) == noun })
		i := slices.IndexFunc(x.takers[noun], func(o *subject) bool { return o != s && meet(o, s) })
		if takes || i < 0 || x.returns[s][noun+"id"] {
			continue
		}
		if at, ok := s.declares("id", noun+"id"); ok {
			first := s.t.Result.Select[0]
			c.report(s.where("result:"+first.To, "result:"+strings.Join(first.From, ".")), false,
				"select leaves out %s, which %s asks for", at, x.takers[noun][i].t.Name)
			return
		}
	}
}

// declares finds a field beside what is selected in the API's answer.
func (s *subject) declares(names ...string) (string, bool) {
	above := [][]string{}
	for _, pick := range s.t.Result.Select {
		parent := pick.From[:len(pick.From)-1]
		if !slices.ContainsFunc(above, func(p []string) bool { return slices.Equal(p, parent) }) && len(above) < 4 {
			above = append(above, parent)
		}
	}
	for _, parent := range above {
		probe := compile.LocateResult(s.op, s.t.Result.Items, append(slices.Clone(parent), "\x00"))
		for _, have := range probe.Names {
			name := have[strings.LastIndexAny(have, "./")+1:]
			if slices.Contains(names, fold(name)) {
				return strings.Join(append(slices.Clone(parent), name), "."), true
			}
		}
	}
	return "", false
}
