package comparison

import (
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/diff/journal"
)

// step is a request of a tool in its role.
type step struct {
	ptr, words string
	get        func(*tool.Tool) *tool.Step
	came, went string // rules; empty: the rules for any request
}

// replyRole is the one request with an argument of its own.
const replyRole = "/agent/reply"

// roles lists the requests that a tool can send. A test holds it to
// tool.Steps.
func roles() []step {
	command := func(f func(*tool.Command) *tool.Step) func(*tool.Tool) *tool.Step {
		return func(t *tool.Tool) *tool.Step {
			if t.Command == nil {
				return nil
			}
			return f(t.Command)
		}
	}
	job := func(f func(*tool.Job) *tool.Step) func(*tool.Tool) *tool.Step {
		return func(t *tool.Tool) *tool.Step {
			if t.JobContract() == nil {
				return nil
			}
			return f(t.JobContract())
		}
	}
	return []step{
		{"/main", "the request", func(t *tool.Tool) *tool.Step { return t.Main }, "", ""},
		{"/command/dry_run/preview", "the request of a dry run", command(func(c *tool.Command) *tool.Step { return c.DryRun.Preview }), "", ""},
		{"/command/before", "the request before", command(func(c *tool.Command) *tool.Step { return c.Before }), "", ""},
		{"/command/verify/step", "the request that reads back", command(func(c *tool.Command) *tool.Step {
			if c.Verify == nil {
				return nil
			}
			return &c.Verify.Step
		}), "", ""},
		{"/job/status", "the request for the state", job(func(j *tool.Job) *tool.Step { return j.Status }), "", ""},
		{"/job/fetch", "the request for the result", job(func(j *tool.Job) *tool.Step { return j.Fetch }), "", ""},
		{"/job/cancel", "the request that cancels", job(func(j *tool.Job) *tool.Step { return j.Cancel }), "cancel-added", "cancel-removed"},
		{replyRole, "the request that answers the agent", func(t *tool.Tool) *tool.Step {
			if t.Agent == nil {
				return nil
			}
			return t.Agent.Reply
		}, "reply-added", "reply-removed"},
	}
}

// steps compares every request that the tool can send.
func (c *comparison) steps() {
	for _, r := range roles() {
		o, n := r.get(c.o), r.get(c.n)
		switch {
		case o == nil && n == nil:
		case o == nil:
			c.Add(journal.Or(r.came, "step-added"), r.ptr, "operation", nil, opName(n), "%s is new: %s.", journal.Upper(r.words), opName(n))
		case n == nil:
			c.Add(journal.Or(r.went, "step-removed"), r.ptr, "operation", opName(o), nil, "%s is gone: %s.", journal.Upper(r.words), opName(o))
		case !journal.Equal(o, n) || o.Binding.Server != n.Binding.Server:
			c.step(r, o, n)
		}
	}
}

func opName(s *tool.Step) string { return s.Op.Method + " " + s.Op.Path }

func (c *comparison) step(r step, o, n *tool.Step) {
	ptr := r.ptr
	another := o.Op.Method != n.Op.Method || o.Op.Path != n.Op.Path || o.Op.Source != n.Op.Source && o.Op.Digest != n.Op.Digest ||
		o.Binding.Method != n.Binding.Method || !journal.Equal(o.Binding.Path, n.Binding.Path)
	switch {
	case another:
		c.Add("operation-changed", ptr+"/op", "operation", opName(o)+" "+way(o), opName(n)+" "+way(n),
			"%s is %s now and was %s.", journal.Upper(r.words), opName(n)+different(way(o), way(n), " with the path "+way(n)), opName(o))
	case o.Op.Digest != n.Op.Digest:
		c.once("operation-digest", ptr, "/op/digest", "operation", o.Op.Digest, n.Op.Digest,
			"The description of %s changed. What the tool takes of it is compared here; nothing else reaches it.", opName(n))
	}
	if o.Op.ID != n.Op.ID || o.Op.Source != n.Op.Source {
		c.once("operation-renamed", ptr, "/op/id", "operation", o.Op.Source+" "+o.Op.ID, n.Op.Source+" "+n.Op.ID, "%s",
			journal.Moved("The operation's id", o.Op.Source+" "+o.Op.ID, n.Op.Source+" "+n.Op.ID))
	}
	c.server(ptr, o, n)
	if !journal.Equal(required(o), required(n)) {
		c.once("auth-changed", ptr, "/binding/auth", "auth", o.Binding.Auth, n.Binding.Auth,
			"%s proves itself otherwise: %s before, %s now.", journal.Upper(r.words), credentials(o), credentials(n))
	}
	c.once2("request-format", ptr, "/binding/accept", "operation", o.Binding.Accept, n.Binding.Accept, "What is accepted")
	c.body(ptr, o.Binding.Body, n.Binding.Body)
	c.values(r, o, n)
	c.answers(r, o, n)
}

func different(a, b, text string) string {
	if a == b {
		return ""
	}
	return text
}

// way writes a bound path.
func way(s *tool.Step) string {
	var b strings.Builder
	for _, seg := range s.Binding.Path {
		if seg.Param != "" {
			b.WriteString("{" + seg.Param + "}")
		}
		b.WriteString(seg.Lit)
	}
	return b.String()
}

// required gives the alternatives of a request that name a credential: that the
// API could do without changes nothing for who has bound one.
func required(s *tool.Step) [][]tool.AuthUse {
	var out [][]tool.AuthUse
	for _, alternative := range s.Binding.Auth {
		if len(alternative) > 0 {
			out = append(out, alternative)
		}
	}
	return out
}

// credentials names the schemes of a request.
func credentials(s *tool.Step) string {
	var any []string
	for _, alternative := range required(s) {
		var all []string
		for _, use := range alternative {
			name := use.Scheme
			if len(use.Scopes) > 0 {
				name += " (" + strings.Join(use.Scopes, " ") + ")"
			}
			all = append(all, name)
		}
		any = append(any, strings.Join(all, " and "))
	}
	if len(any) == 0 {
		return "nothing"
	}
	return strings.Join(any, " or ")
}

// server compares where a request goes; what a server's entry says is compared
// once for the set.
func (c *comparison) server(ptr string, o, n *tool.Step) {
	was, is := o.Binding.Server, n.Binding.Server
	if was == is {
		return
	}
	if journal.Equal(c.old.Servers[was], c.new.Servers[is]) {
		c.once("server-key", ptr, "/binding/server", "server", was, is, "%s", journal.Moved("The server's name in the set", was, is))
		return
	}
	c.once("server-changed", ptr, "/binding/server", "server", c.old.Servers[was], c.new.Servers[is],
		"Requests go to %s now and went to %s.", c.new.Servers[is].URL, c.old.Servers[was].URL)
}

// body compares how a body is encoded; its values are compared with all others.
func (c *comparison) body(ptr string, o, n *tool.Body) {
	if o == nil || n == nil {
		if o != n {
			c.once("request-format", ptr, "/binding/body", "operation", bodyForm(o), bodyForm(n), "%s", journal.Moved("The body", bodyForm(o), bodyForm(n)))
		}
		return
	}
	c.once2("request-format", ptr, "/binding/body/media", "operation", bodyForm(o), bodyForm(n), "The body's form")
	c.once2("request-format", ptr, "/binding/body/parts", "operation", o.Parts, n.Parts, "The encoding of the body's parts")
	c.once2("request-format", ptr, "/binding/body/layout", "operation", o.Layout, n.Layout, "The layout of the body")
	c.once2("request-format", ptr, "/binding/body/required", "operation", o.Required, n.Required, "That there is always a body")
}

func bodyForm(b *tool.Body) string {
	if b == nil {
		return ""
	}
	return b.Media + " as " + string(b.Mode)
}
