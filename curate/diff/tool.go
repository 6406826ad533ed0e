package diff

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/oatools/oatools/compile/tool"
)

// comparison is one tool before and after.
type comparison struct {
	*scope
	o, n     *tool.Tool
	old, new *tool.Set
	renamed  map[string]string // arguments, old name → new name
}

func (c *comparison) run() {
	o, n := c.o, c.n
	before := len(c.report.Changes)
	value(c.scope, "title-changed", "/title", "title", "The title", o.Title, n.Title)
	if o.Description != n.Description {
		c.add("description-changed", "/description", "description", o.Description, n.Description, "The description is other text.")
	}
	c.hints()
	c.input()
	c.output()
	c.steps()
	c.policy()
	c.result("/result", "result", &o.Result, &n.Result)
	c.replaces()
	value(c.scope, "tool-version", "/version", "version", "The tool's version", o.Version, n.Version)
	c.evals()
	if o.Shape != n.Shape {
		c.add("shape-changed", "/shape", "shape", o.Shape, n.Shape,
			"The tool is a %s and was a %s: its calls run and answer in another way.", n.Shape, o.Shape)
	}
	c.contract()
	if len(c.report.Changes) == before {
		c.leftover()
	}
}

// leftover records that tools differ of which nothing else was told, so that no
// difference is silent.
func (c *comparison) leftover() {
	o, n := stripped(c.o), stripped(c.n)
	if c.o.Name != c.n.Name {
		o.Replaces, n.Replaces = nil, nil // told with the name
	}
	switch {
	case equal(o, n):
		if c.o.Name != c.n.Name {
			return // told
		}
		if c.o.Tokens != c.n.Tokens {
			value(c.scope, "tokens-changed", "/tokens", "", "The token estimate", c.o.Tokens, c.n.Tokens)
		} else if stated := *c.n; !reflect.DeepEqual(withHash(stated, c.o.Hash), *c.o) {
			c.add("restated", "", "name", nil, nil, "The tool is the same, written otherwise.")
		}
	default:
		c.add("unknown-changed", "", "name", o, n, "The tool differs in a way that cannot be judged.").Unproven = true
	}
}

func withHash(t tool.Tool, h tool.Hash) tool.Tool {
	t.Hash = h
	return t
}

// stripped gives a tool without what follows from the rest, and with the
// defaults that it leaves out.
func stripped(t *tool.Tool) *tool.Tool {
	out := *t
	out.Name, out.Tokens, out.Hash = "", 0, tool.Hash{}
	out.Timeout = timeout(t)
	retry := deref(t.Retry)
	retry.Attempts = atLeast(retry.Attempts, defaultAttempts)
	out.Retry = &retry
	out.Result.MaxBytes = atLeast(t.Result.MaxBytes, defaultMaxBytes)
	if t.Command != nil {
		command := *t.Command
		command.Confirm.TTL = orDefault(command.Confirm.TTL, defaultConfirm)
		out.Command = &command
	}
	if t.Handle != nil {
		handle := *t.Handle
		handle.TTL, handle.Scope = orDefault(handle.TTL, defaultHandle), orWord(handle.Scope, "caller")
		out.Handle = &handle
	}
	// Copies, because the sets are only read.
	out.Job, out.Agent, out.Human = copied(t.Job), copied(t.Agent), copied(t.Human)
	if job := out.JobContract(); job != nil {
		job.Result.MaxBytes = atLeast(job.Result.MaxBytes, defaultMaxBytes)
	}
	return &out
}

func copied[T any](p *T) *T {
	if p == nil {
		return nil
	}
	c := *p
	return &c
}

// added records a new tool and who could be taken for it.
func (s *scope) added(t *tool.Tool, siblings *siblings) {
	what := fmt.Sprintf("A new %s, ~%d tokens", t.Shape, t.Tokens)
	if t.Main != nil {
		what += ": " + t.Main.Op.Method + " " + t.Main.Op.Path
	}
	if t.Command != nil {
		what += fmt.Sprintf(" (effect: %s)", t.Command.Effect)
	}
	what += "."
	if like := siblings.of(t); len(like) > 0 {
		what += " A model could take it for " + strings.Join(like, ", ") + "."
	}
	s.add("tool-added", "", "name", nil, t.Name, "%s", what)
}

func (s *scope) removed(p pair) {
	if p.heir == nil {
		s.add("tool-removed", "", "name", p.old.Name, nil, "The tool is gone: calls of it fail.")
		return
	}
	s.add("tool-merged", "", "name", p.old.Name, p.heir.Name,
		"The tool is gone; %s answers for it until %s. Arguments that %s does not take are refused.",
		p.heir.Name, p.heir.Replaces.Sunset, p.heir.Name)
}

func (s *scope) renamed(p pair) {
	if p.kept {
		s.add("tool-renamed-kept", "/name", "name", p.old.Name, p.new.Name,
			"%s is called %s now; the old name stays callable until %s.", p.old.Name, p.new.Name, p.new.Replaces.Sunset)
		return
	}
	s.add("tool-renamed", "/name", "name", p.old.Name, p.new.Name,
		"%s is called %s now, and nothing answers to the old name. With replaces: {name: %s, sunset: …} it would stay callable.",
		p.old.Name, p.new.Name, p.old.Name)
}

// hints compares MCP's annotations: clients ask a person less when a tool says
// that it is harmless.
func (c *comparison) hints() {
	for _, h := range [...]struct {
		name     string
		old, new bool
		calm     bool // the value that makes clients less careful
	}{
		{"read_only", c.o.Hints.ReadOnly, c.n.Hints.ReadOnly, true},
		{"destructive", c.o.Hints.Destructive, c.n.Hints.Destructive, false},
		{"idempotent", c.o.Hints.Idempotent, c.n.Hints.Idempotent, true},
		{"open_world", c.o.Hints.OpenWorld, c.n.Hints.OpenWorld, false},
	} {
		if h.old == h.new {
			continue
		}
		rule, so := "hint-cautious", "more"
		if h.new == h.calm {
			rule, so = "hint-reassuring", "less"
		}
		c.add(rule, "/hints/"+h.name, "hints."+h.name, h.old, h.new,
			"The hint %s goes from %t to %t: clients will be %s careful.", h.name, h.old, h.new, so)
	}
}

// replaces compares the old name that a tool answers to, unless it is the name
// that the tool had, or has again.
func (c *comparison) replaces() {
	o, n := c.o.Replaces, c.n.Replaces
	was, is := "", ""
	if o != nil && o.Name != c.n.Name {
		was = o.Name
	}
	if n != nil && n.Name != c.o.Name {
		is = n.Name
	}
	switch {
	case was != is:
		if was != "" {
			c.add("alias-removed", "/replaces/"+esc(was), "replaces", was, nil, "Nothing answers to %s any more.", was)
		}
		if is != "" {
			c.add("alias-added", "/replaces/"+esc(is), "replaces", nil, is, "The tool answers to %s, too.", is)
		}
	case was != "":
		if o.Sunset != n.Sunset {
			// Dates are YYYY-MM-DD, so they compare as text.
			rule := "sunset-later"
			if n.Sunset < o.Sunset {
				rule = "sunset-earlier"
			}
			c.add(rule, "/replaces/sunset", "replaces", o.Sunset, n.Sunset, "The name %s ends on %s and not on %s.", is, n.Sunset, o.Sunset)
		}
		if o.Listed != n.Listed {
			c.add("alias-listed", "/replaces/listed", "replaces", o.Listed, n.Listed, "Whether %s is listed goes from %t to %t.", is, o.Listed, n.Listed)
		}
	}
}

func (c *comparison) evals() {
	if !equal(c.o.Evals, c.n.Evals) {
		c.add("evals-changed", "/evals", "evals", c.o.Evals, c.n.Evals, "The evals are others: %d before, %d now.", len(c.o.Evals), len(c.n.Evals))
	}
}
