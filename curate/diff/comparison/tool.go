package comparison

import (
	"reflect"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/diff/journal"
)

// Tools compares a tool of the set old with what became of it in the set new,
// and records in s all that is to be told but a new name.
func Tools(s *journal.Scope, old, new *tool.Set, o, n *tool.Tool) {
	c := comparison{
		Scope: s, o: o, n: n, old: old, new: new, first: len(s.Report.Changes),
		seen: map[string]bool{}, gone: map[string]bool{},
	}
	c.run()
}

// comparison is one tool before and after.
type comparison struct {
	*journal.Scope
	o, n     *tool.Tool
	old, new *tool.Set
	renamed  map[string]string // arguments, old name → new name
	first    int               // index of the tool's first change
	seen     map[string]bool   // changes of requests, so that each is told once a tool
	gone     map[string]bool   // fields of the result whose loss is told
}

func (c *comparison) run() {
	o, n := c.o, c.n
	before := len(c.Report.Changes)
	journal.Value(c.Scope, "title-changed", "/title", "title", "The title", o.Title, n.Title)
	if o.Description != n.Description {
		c.Add("description-changed", "/description", "description", o.Description, n.Description, "The description is other text.")
	}
	c.hints()
	c.input()
	c.output()
	c.steps()
	c.policy()
	c.result("/result", "result", &o.Result, &n.Result)
	c.replaces()
	journal.Value(c.Scope, "tool-version", "/version", "version", "The tool's version", o.Version, n.Version)
	c.evals()
	if o.Shape != n.Shape {
		c.Add("shape-changed", "/shape", "shape", o.Shape, n.Shape,
			"The tool is a %s and was a %s: its calls run and answer in another way.", n.Shape, o.Shape)
	}
	c.contract()
	if len(c.Report.Changes) == before {
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
	case journal.Equal(o, n):
		if c.o.Name != c.n.Name {
			return // told
		}
		if c.o.Tokens != c.n.Tokens {
			journal.Value(c.Scope, "tokens-changed", "/tokens", "", "The token estimate", c.o.Tokens, c.n.Tokens)
		} else if stated := *c.n; !reflect.DeepEqual(withHash(stated, c.o.Hash), *c.o) {
			c.Add("restated", "", "name", nil, nil, "The tool is the same, written otherwise.")
		}
	default:
		c.Add("unknown-changed", "", "name", o, n, "The tool differs in a way that cannot be judged.").Unproven = true
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
		handle.TTL, handle.Scope = orDefault(handle.TTL, defaultHandle), journal.Or(handle.Scope, "caller")
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
		c.Add(rule, "/hints/"+h.name, "hints."+h.name, h.old, h.new,
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
			c.Add("alias-removed", "/replaces/"+journal.Token(was), "replaces", was, nil, "Nothing answers to %s any more.", was)
		}
		if is != "" {
			c.Add("alias-added", "/replaces/"+journal.Token(is), "replaces", nil, is, "The tool answers to %s, too.", is)
		}
	case was != "":
		if o.Sunset != n.Sunset {
			// Dates are YYYY-MM-DD, so they compare as text.
			rule := "sunset-later"
			if n.Sunset < o.Sunset {
				rule = "sunset-earlier"
			}
			c.Add(rule, "/replaces/sunset", "replaces", o.Sunset, n.Sunset, "The name %s ends on %s and not on %s.", is, n.Sunset, o.Sunset)
		}
		if o.Listed != n.Listed {
			c.Add("alias-listed", "/replaces/listed", "replaces", o.Listed, n.Listed, "Whether %s is listed goes from %t to %t.", is, o.Listed, n.Listed)
		}
	}
}

func (c *comparison) evals() {
	if !journal.Equal(c.o.Evals, c.n.Evals) {
		c.Add("evals-changed", "/evals", "evals", c.o.Evals, c.n.Evals, "The evals are others: %d before, %d now.", len(c.o.Evals), len(c.n.Evals))
	}
}
