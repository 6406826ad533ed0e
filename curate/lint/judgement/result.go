package judgement

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/oatools/oatools/compile/naming"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/lint/subject"
)

// capHigh is the size from which on clients put a result into a file.
const capHigh = 50_000

// answers gives the success answer of a tool that has JSON for one, or nil.
func answers(s *subject.Tool) *tool.Response {
	if s.Tool.Main == nil {
		return nil
	}
	for i := range s.Tool.Main.Results {
		if r := &s.Tool.Main.Results[i]; r.Success && r.Decode == tool.DecodeJSON {
			return r
		}
	}
	return nil
}

// direct reports whether the main operation's answer is the result.
func direct(s *subject.Tool) bool {
	return s.Tool.Shape == tool.ShapeQuery || s.Tool.Shape == tool.ShapeCommand || s.Tool.Shape == tool.ShapeHandle
}

func noSelect(c *check, s *subject.Tool) {
	if direct(s) && answers(s) != nil && len(s.Tool.Result.Select) == 0 {
		c.report(s.Pos, false, "the whole answer passes, fields of the API's next version too").hint("list what the model needs: result: {select: […]}")
	}
}

func capTooHigh(c *check, s *subject.Tool) {
	if n := s.Tool.Result.MaxBytes; n > capHigh && s.Tool.Shape != tool.ShapeHandle {
		c.report(s.Where("result"), false, "a result may have %d bytes; clients cut or hide what is over %d", n, capHigh).hint("lower max_bytes, or make it a handle")
	}
}

var sensitiveForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(iban|bic|ssn|socialsecurity(number)?|nationalid|taxid|passport(number)?|password|passwd|secret|clientsecret|token|accesstoken|refreshtoken|apikey|privatekey|creditcard(number)?|cardnumber|cvv|cvc|pan|pin|email|emailaddress|dateofbirth|birthdate|birthday|dob|salary|accountnumber|routingnumber)$`)
})

// sensitiveField finds fields of the result that are about people or are
// secrets.
func sensitiveField(c *check, s *subject.Tool) {
	if !direct(s) && s.Output == nil {
		return
	}
	found := map[string]bool{}
	for _, pick := range s.Tool.Result.Select {
		for _, field := range append([][]string{nil}, pick.Fields...) {
			from := slices.Concat(pick.From, field)
			if name := from[len(from)-1]; sensitiveForm().MatchString(subject.Fold(name)) && !redacted(s, from) {
				found[subject.Fold(name)] = true
				c.report(s.Where("result:"+pick.To, "result:"+strings.Join(pick.From, ".")), false, "the result holds %s", strings.Join(from, ".")).
					hint("leave it out, or add it to redact; where the model needs it, waive this rule and say why")
			}
		}
	}
	if len(s.Tool.Result.Select) > 0 && direct(s) {
		return
	}
	subject.Walk(s.Output, func(at []string, _ *node.Node) {
		if name := subject.Fold(at[len(at)-1]); sensitiveForm().MatchString(name) && !found[name] && !redacted(s, at) {
			found[name] = true
			c.report(s.Pos, false, "the result holds %s", strings.Join(at, ".")).hint("select what the model needs, or add it to redact")
		}
	})
}

// redacted reports whether a path is removed before the model sees it.
func redacted(s *subject.Tool, at []string) bool {
	full := at
	if items, err := node.ParsePointer(s.Tool.Result.Items); err == nil {
		full = slices.Concat(items, at)
	}
	for _, r := range s.Tool.Result.Redact {
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
func opaqueOnly(c *check, s *subject.Tool) {
	if s.Tool.Shape != tool.ShapeQuery || s.Output == nil {
		return
	}
	n, plain := 0, false
	subject.Walk(s.Output, func(at []string, p *node.Node) {
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
		c.report(s.Where("result"), false, "the result holds nothing but ids and addresses; a person cannot be told what they are").hint("select a name or a title too")
	}
}

func outputSchema(c *check, s *subject.Tool) {
	if r := answers(s); direct(s) && r != nil && s.Output == nil {
		c.report(s.Pos, false, "the description does not say what comes back, so nothing of it is checked").hint("patch the description with a schema of the answer")
	}
}

// errorUnmapped asks how the API says that something failed.
func errorUnmapped(c *check, s *subject.Tool) {
	if s.Tool.Errors != nil {
		return
	}
	for _, r := range s.Op.Responses {
		if r.Status == "default" || strings.HasPrefix(r.Status, "4") {
			for _, m := range r.Content {
				if m.Schema != nil {
					return
				}
			}
		}
	}
	c.report(s.Pos, false, "neither the description nor errors says what a failure looks like").
		hint("state errors: {code_path: …, message_path: …}").relate(s.Op.Pos, "the operation")
}

var sizeForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(limit|pagesize|perpage|pagelimit|size|maxresults|maxitems|count|top|first|rows|resultsperpage|pagecount|itemsperpage|take|numresults|maxpagesize)$`)
})

// noPageLimit finds lists whose length the model or the API chooses alone.
func noPageLimit(c *check, s *subject.Tool) {
	if s.Tool.Shape != tool.ShapeQuery || s.Tool.Main == nil || s.Tool.Result.Items == "" && !subject.Is(s.Output, "array") {
		return
	}
	for i := range s.Op.Params {
		p := &s.Op.Params[i]
		if p.In != tool.InQuery || !sizeForm().MatchString(subject.Fold(p.Name)) || !subject.Is(p.Schema, "integer") && !subject.Is(p.Schema, "number") {
			continue
		}
		at := tool.Locator{In: p.In, Name: p.Name}
		switch a := s.ArgAt(at); {
		case fixed(s, p.Name), s.Tool.Result.Page != nil && s.Tool.Result.Page.Size != nil && *s.Tool.Result.Page.Size == at:
		case a == nil:
			c.report(s.Where("params"), false, "nothing says how many come back").hint("pin %q", at.String()).relate(p.Pos, "the API lets one choose")
		case !a.Schema.Has("maximum") && !a.Closed():
			c.report(s.At(a, ""), false, "argument %s: a model may ask for any number", a.Name).hint("add maximum, or pin %q", at.String())
		}
		return
	}
}

// fixed reports whether a query parameter is filled without the model.
func fixed(s *subject.Tool, name string) bool {
	return slices.ContainsFunc(s.Tool.Main.Binding.Params, func(p tool.Param) bool {
		return p.In == tool.InQuery && p.Name == name && p.Value.Arg == ""
	})
}

// idUnreachable finds ids that no tool gives to whoever needs them.
func idUnreachable(c *check, s *subject.Tool, a *subject.Arg) {
	if !subject.IsID(a) || s.Tool.Main == nil {
		return
	}
	x, noun := c.index, s.Noun(a)
	wire := subject.Fold(a.At.Name[strings.LastIndexByte(a.At.Name, '/')+1:])
	reaches := func(list []*subject.Tool, bare bool) bool {
		return slices.ContainsFunc(list, func(o *subject.Tool) bool {
			// A bare id is the id of whatever its tool is about.
			return o != s && subject.Visible(o, s) && (!bare || slices.Contains(x.Nouns[o], noun))
		})
	}
	for _, field := range []string{subject.Fold(a.Name), wire, noun + "id"} {
		if reaches(x.Fields[field], field == "id" || field == "uuid") {
			return
		}
	}
	if reaches(x.IDs[noun], true) {
		return
	}
	c.report(s.At(a, ""), false, "argument %s: no tool that the same people see returns the id of a %s", a.Name, noun).
		hint("add a tool that finds it, or select the id where one does")
}

// idDropped finds results that leave out the id which a sibling asks for.
func idDropped(c *check, s *subject.Tool) {
	if s.Tool.Shape != tool.ShapeQuery && s.Tool.Shape != tool.ShapeHandle && s.Tool.Shape != tool.ShapeCommand || len(s.Tool.Result.Select) == 0 {
		return
	}
	x := c.index
	if x.Returns[s]["id"] {
		return
	}
	for _, noun := range x.Nouns[s] {
		takes := slices.ContainsFunc(s.Args, func(a subject.Arg) bool { return subject.IsID(&a) && s.Noun(&a) == noun })
		i := slices.IndexFunc(x.Takers[noun], func(o *subject.Tool) bool { return o != s && subject.Meet(o, s) })
		if takes || i < 0 || x.Returns[s][noun+"id"] {
			continue
		}
		if at, ok := declares(s, "id", noun+"id"); ok {
			first := s.Tool.Result.Select[0]
			c.report(s.Where("result:"+first.To, "result:"+strings.Join(first.From, ".")), false,
				"select leaves out %s, which %s asks for", at, x.Takers[noun][i].Tool.Name)
			return
		}
	}
}

// declares finds a field beside what is selected in the API's answer.
func declares(s *subject.Tool, names ...string) (string, bool) {
	above := [][]string{}
	for _, pick := range s.Tool.Result.Select {
		parent := pick.From[:len(pick.From)-1]
		if !slices.ContainsFunc(above, func(p []string) bool { return slices.Equal(p, parent) }) && len(above) < 4 {
			above = append(above, parent)
		}
	}
	for _, parent := range above {
		probe := place.LocateResult(s.Op, s.Tool.Result.Items, append(slices.Clone(parent), "\x00"))
		for _, have := range probe.Names {
			name := have[strings.LastIndexAny(have, "./")+1:]
			if slices.Contains(names, subject.Fold(name)) {
				return strings.Join(append(slices.Clone(parent), name), "."), true
			}
		}
	}
	return "", false
}
