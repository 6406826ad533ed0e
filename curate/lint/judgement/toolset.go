package judgement

import (
	"bytes"
	"strings"
	"time"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/provider"
	"github.com/oatools/oatools/compile/secret"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/lint/subject"
)

// Limits on sets.
const (
	tokensTool    = 400
	tokensToolMax = 1000
	tokensSet     = 5000
	toolsSet      = 20
	toolsSetMax   = 40
	sunsetWindow  = 30 * 24 * time.Hour
)

func toolTokens(c *check, s *subject.Tool) {
	if n := s.Tool.Tokens; n > tokensTool {
		c.report(s.Pos, n > tokensToolMax, "listing it costs ~%d tokens in every request; aim at %d", n, tokensTool)
	}
}

// budget gives the declared caps; zero is none.
func (j *Judge) budget() tool.Budget {
	if b := j.built.Set.Budget; b != nil {
		return *b
	}
	return tool.Budget{}
}

func setTokens(c *check) {
	for _, cost := range c.AudienceCosts() {
		switch b := c.budget().Tokens; {
		case b > 0 && cost.Tokens > b:
			c.report(c.meta("budget"), true, "%s is shown ~%d tokens, the budget is %d", cost.Who(), cost.Tokens, b)
		case b == 0 && cost.Tokens > tokensSet:
			c.report(c.meta("name"), false, "%s is shown ~%d tokens; aim at %d", cost.Who(), cost.Tokens, tokensSet)
		}
	}
}

func setCount(c *check) {
	for _, cost := range c.AudienceCosts() {
		switch b := c.budget().Tools; {
		case b > 0 && cost.Tools > b:
			c.report(c.meta("budget"), true, "%s is shown %d tools, the budget is %d", cost.Who(), cost.Tools, b)
		case b == 0 && cost.Tools > toolsSet:
			c.report(c.meta("name"), cost.Tools > toolsSetMax, "%s is shown %d tools; models choose well among %d", cost.Who(), cost.Tools, toolsSet).
				hint("split the set, or give tools an audience")
		}
	}
}

func sunset(past bool) func(*check, *subject.Tool) {
	return func(c *check, s *subject.Tool) {
		if s.Tool.Replaces == nil || c.opts.Now.IsZero() {
			return
		}
		day, err := time.Parse(time.DateOnly, s.Tool.Replaces.Sunset)
		if err != nil {
			return
		}
		pos := s.Pos
		if s.Decl != nil {
			pos = s.Decl.Replaces.Sunset.Pos
		}
		over := Over(s.Tool.Replaces.Sunset, c.opts.Now)
		switch {
		case past && over:
			c.report(pos, false, "%s should have gone on %s", s.Tool.Replaces.Name, s.Tool.Replaces.Sunset).hint("delete replaces, or move the date")
		case !past && !over && day.Sub(c.opts.Now) < sunsetWindow:
			c.report(pos, false, "%s goes on %s, in less than 30 days", s.Tool.Replaces.Name, s.Tool.Replaces.Sunset).hint("look up in the audit log who still calls it")
		}
	}
}

// evalMissing asks for three kinds of checks.
func evalMissing(c *check, s *subject.Tool) {
	var happy, wrong, failing bool
	for i := range s.Tool.Evals {
		switch e := &s.Tool.Evals[i]; {
		case e.Call == nil:
		case e.Error == "":
			happy = true
		case e.Upstream == nil:
			wrong = true
		default:
			failing = true
		}
	}
	var lacks []string
	if !happy {
		lacks = append(lacks, "a call that works")
	}
	if !wrong && len(s.Args) > 0 {
		lacks = append(lacks, "a wrong argument")
	}
	if !failing && s.Tool.Main != nil {
		lacks = append(lacks, "a failure of the API")
	}
	if len(lacks) > 0 {
		c.report(s.Pos, s.Tool.Shape == tool.ShapeCommand, "no eval checks %s", strings.Join(lacks, ", "))
	}
}

func ownerMissing(c *check) {
	if len(c.built.Set.Owners) == 0 {
		c.report(c.meta("name"), false, "the set has no owners: nobody is told when it breaks").hint("add metadata.owners")
	}
}

func titleMissing(c *check, s *subject.Tool) {
	if s.Tool.Title == "" {
		c.report(s.Pos, false, "it has no title; directories of connectors ask for one")
	}
}

// unused finds what is declared for nothing.
func unused(c *check) {
	o := c.built.Overlay
	used := map[string]bool{}
	for _, s := range c.subjects {
		for _, a := range s.Tool.Audience {
			used["audience "+a] = true
		}
		for _, a := range s.Tool.Approval {
			used["audience "+a.By] = true
		}
		if s.Tool.Human != nil {
			used["audience "+s.Tool.Human.To] = true
		}
		for _, step := range s.Tool.Steps() {
			used["source "+step.Op.Source] = true
		}
		switch {
		case s.Tool.JobContract() != nil:
			for _, name := range []string{"get_job", "cancel_job", "reply_job", "get_ticket"} {
				used["companion "+name] = true
			}
		case s.Tool.Shape == tool.ShapeCommand:
			used["companion get_operation"], used["companion get_ticket"] = true, true
		}
		used["companion read_result"] = true // any result may be too large
	}
	say := func(what, name string, pos diag.Pos) {
		if !used[what+" "+name] {
			c.report(pos, false, "no tool uses the %s %s", what, name)
		}
	}
	for _, a := range o.Audiences {
		say("audience", a.Name.V, a.Name.Pos)
	}
	for i := range o.Sources {
		say("source", o.Sources[i].Name.V, o.Sources[i].Name.Pos)
	}
	for _, d := range o.Defaults.Companions {
		say("companion", d.Tool.V, d.Tool.Pos)
	}
}

// secretLiteral reads every text of the overlay, keys included. It never
// repeats what it finds.
func secretLiteral(c *check) {
	var visit func(n *node.Node)
	visit = func(n *node.Node) {
		if t, ok := n.Str(); ok && secret.Random(t) {
			c.report(n.Pos(), false, "this reads like a secret, made by chance and not by a person").hint("write env:NAME, file:PATH or exec:COMMAND, and replace it if it was real")
			c.last.Tool = c.owner[n.Pos()]
		}
		for _, m := range n.Members() {
			visit(m.Value)
		}
		for _, it := range n.Items() {
			visit(it)
		}
	}
	visit(c.built.Tree)
}

// lockStale compares the committed artifact with what the overlay compiles to.
func lockStale(c *check) {
	if c.opts.Artifact == nil {
		return
	}
	want, err := tool.Encode(c.built.Set)
	if err == nil && !bytes.Equal(want, c.opts.Artifact) {
		c.report(c.meta("name"), false, "the artifact beside it is not what it compiles to now").hint("run oatools compile")
	}
}

// provider reports what a provider cannot say of the tools, and what it cannot
// take at all.
func (j *Judge) provider(p *provider.Profile) {
	loss, refused := &check{Judge: j, rule: j.rules["provider-loss"]}, &check{Judge: j, rule: j.rules["provider-refused"]}
	if p.ToolsMax > 0 && len(j.subjects) > p.ToolsMax {
		refused.report(j.meta("name"), false, "the set has %d tools, %s takes %d", len(j.subjects), p.ID, p.ToolsMax)
	}
	for _, s := range j.subjects {
		loss.subject, refused.subject = s, s
		_, _, losses, err := provider.Lower(s.Tool, *p)
		for _, lost := range losses {
			pos := s.Pos
			if at, err := node.ParsePointer(lost.At); err == nil && len(at) > 1 && at[0] == "properties" {
				pos = s.Where("arg:" + at[1])
			}
			loss.report(pos, false, "%s: %s", p.ID, lost)
		}
		if err != nil {
			refused.report(s.Pos, false, "%v", err)
		}
	}
}
