package comparison

import (
	"slices"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/diff/journal"
)

// policy compares who may call and how calls are run, for every shape.
func (c *comparison) policy() {
	o, n, s := c.o, c.n, c.Scope
	c.audience()
	s.Members("scope-added", "scope-removed", "/scopes", "scopes",
		"Callers need the right %s, too: others are refused.", "Callers do not need the right %s any more.", o.Scopes, n.Scopes)
	s.Order("audience-order", "/scopes", "scopes", "The order of scopes", o.Scopes, n.Scopes)
	c.requirements()
	c.approvals()
	if was, is := timeout(o), timeout(n); was != is {
		s.Add("timeout-changed", "/timeout", "timeout", was, is, "%s", journal.Moved("The timeout of one attempt", was, is))
	}
	c.retry()
	c.rate("/rate", "rate", rateOf(o.Rate), rateOf(n.Rate))
	journal.Value(s, "errors-changed", "/errors", "errors", "How failures are read", deref(o.Errors), deref(n.Errors))
	journal.Value(s, "next-changed", "/next", "next", "What is proposed to call next", o.Next, n.Next)
	s.Members("middleware-added", "middleware-removed", "/with", "with",
		"The middleware %s sees the calls.", "The middleware %s does not see the calls any more.", o.With, n.With)
	s.Order("middleware-order", "/with", "with", "The order of middleware", o.With, n.With)
	journal.Value(s, "cost-changed", "/cost", "cost", "The cost of a call", deref(o.Cost), deref(n.Cost))
	c.remember()
}

// deref gives the value behind a pointer, the zero value for nil.
func deref[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}

func (c *comparison) audience() {
	o, n := c.o.Audience, c.n.Audience
	const ptr, field = "/audience", "audience"
	switch {
	case len(o) > 0 && len(n) == 0:
		c.Add("audience-added", ptr, field, o, nil, "Every authenticated caller may call; only %s could.", strings.Join(o, ", "))
	case len(o) == 0 && len(n) > 0:
		c.Add("audience-removed", ptr, field, nil, n, "Only %s may call; every authenticated caller could.", strings.Join(n, ", "))
	default:
		c.Members("audience-added", "audience-removed", ptr, field, "The audience %s may call, too.", "The audience %s may not call any more.", o, n)
		c.Order("audience-order", ptr, field, "The order of audiences", o, n)
	}
}

// requirements compares conditions by their text: whether one lets more pass
// than another is not decided here, so another text is one that went and one
// that came.
func (c *comparison) requirements() {
	was, is := map[string]tool.Requirement{}, map[string]tool.Requirement{}
	var old, new []string
	for _, r := range c.o.Require {
		was[r.When], old = r, append(old, r.When)
	}
	for _, r := range c.n.Require {
		is[r.When], new = r, append(new, r.When)
	}
	c.Members("requirement-added", "requirement-removed", "/require", "require",
		"Calls are refused unless %s.", "Calls are not refused any more when not %s.", old, new)
	for _, when := range new {
		if r, known := was[when]; known && !journal.Equal(r, is[when]) {
			c.Add("requirement-answer", "/require/"+journal.Token(when), "require", r, is[when], "The refusal of %s says something else.", journal.Shown(when))
		}
	}
	c.Order("retry-changed", "/require", "require", "The order of requirements", old, new)
}

// approvals compares who is asked when. Conditions are compared by their text.
func (c *comparison) approvals() {
	old, new := slices.Clone(c.o.Approval), slices.Clone(c.n.Approval)
	same := func(a, b tool.Approval) bool { return a.When == b.When && a.By == b.By }
	take := func(match func(a, b tool.Approval) bool, f func(a, b tool.Approval)) {
		old = slices.DeleteFunc(old, func(a tool.Approval) bool {
			i := slices.IndexFunc(new, func(b tool.Approval) bool { return match(a, b) })
			if i < 0 {
				return false
			}
			f(a, new[i])
			new = slices.Delete(new, i, i+1)
			return true
		})
	}
	ptr := func(a tool.Approval) string { return "/approval/" + journal.Token(a.By) }
	take(same, func(a, b tool.Approval) {
		journal.Value(c.Scope, "approval-text", ptr(b)+"/ask", "approval", "What the person is asked", a.Ask, b.Ask)
		journal.Value(c.Scope, "approval-ttl", ptr(b)+"/ttl", "approval", "The life of an approval", a.TTL, b.TTL)
	})
	change := func(a, b tool.Approval) {
		c.Add("approval-changed", ptr(b), "approval", a, b, "%s decides when %s; before, %s did when %s. Whether fewer calls wait is not proved.",
			b.By, always(b.When), a.By, always(a.When)).Unproven = true
	}
	take(func(a, b tool.Approval) bool { return a.By == b.By }, change)
	take(func(a, b tool.Approval) bool { return a.When == b.When }, change)
	for _, a := range old {
		c.Add("approval-removed", ptr(a), "approval", a, nil, "Nobody approves any more when %s; %s did.", always(a.When), a.By)
	}
	for _, b := range new {
		c.Add("approval-added", ptr(b), "approval", nil, b, "%s has to approve when %s.", b.By, always(b.When))
	}
}

func always(when string) string {
	if when == "" {
		return "the tool is called"
	}
	return when
}

// timeout is the time that one attempt really has.
func timeout(t *tool.Tool) tool.Duration {
	switch {
	case t.Timeout != 0:
		return t.Timeout
	case t.Shape == tool.ShapeQuery:
		return defaultTimeoutQuery
	}
	return defaultTimeout
}

func (c *comparison) retry() {
	o, n := deref(c.o.Retry), deref(c.n.Retry)
	o.Attempts, n.Attempts = atLeast(o.Attempts, defaultAttempts), atLeast(n.Attempts, defaultAttempts)
	journal.Value(c.Scope, "retry-changed", "/retry/attempts", "retry", "The number of attempts", o.Attempts, n.Attempts)
	journal.Value(c.Scope, "retry-changed", "/retry/within", "retry", "The time of all attempts", o.Within, n.Within)
	journal.Value(c.Scope, "retry-changed", "/retry/on", "retry", "What is retried", o.On, n.On)
	journal.Value(c.Scope, "retry-changed", "/retry/never", "retry", "What is never retried", deref(o.Never), deref(n.Never))
}

func rateOf(r *tool.Rate) tool.Rate { return deref(r) }

// rate compares two limits; an empty one lets everything through.
func (c *comparison) rate(ptr, field string, o, n tool.Rate) {
	if o == n {
		return
	}
	was, onceOld, okOld := perHour(o.Limit)
	is, onceNew, okNew := perHour(n.Limit)
	rule := "rate-lowered"
	switch {
	case o.Limit != "" && n.Limit == "", okOld && okNew && (is > was || onceNew > onceOld):
		rule = "rate-raised"
	case o.Limit == "" || okOld && okNew && is <= was && (o.Per == n.Per || breadth(n.Per) > breadth(o.Per)):
	default:
		rule = "rate-raised" // counted otherwise
	}
	c.Add(rule, ptr, field, rateWords(o), rateWords(n), "%s", journal.Moved("The limit of calls", rateWords(o), rateWords(n)))
}

// breadth is how many share a limit: the broader, the stricter.
func breadth(per string) int { return slices.Index([]string{"caller", "tenant", "set"}, per) }

func rateWords(r tool.Rate) string {
	if r.Limit == "" {
		return ""
	}
	if r.Per == "" {
		return r.Limit
	}
	return r.Limit + " per " + r.Per
}

// perHour reads N/s, N/m or N/h: how many calls come through in an hour, and how
// many at once, since a limit may be used up at any time.
func perHour(limit string) (n, once float64, ok bool) {
	count, unit, ok := strings.Cut(limit, "/")
	once, err := strconv.ParseFloat(count, 64)
	if !ok || err != nil {
		return 0, 0, false
	}
	switch unit {
	case "s":
		return once * 3600, once, true
	case "m":
		return once * 60, once, true
	case "h":
		return once, once, true
	}
	return 0, 0, false
}

func (c *comparison) remember() {
	for _, name := range journal.Names(c.o.Remember, c.n.Remember) {
		o, before := c.o.Remember[name]
		n, now := c.n.Remember[name]
		ptr := "/remember/" + journal.Token(name)
		switch {
		case !before:
			c.Add("remember-added", ptr, "remember", nil, n, "%s is kept for later calls, for the %s: %s.", name, n.Scope, n.Value)
		case !now:
			c.Add("remember-removed", ptr, "remember", o, nil, "%s is not kept any more.", name)
		case o != n:
			c.Add("remember-changed", ptr, "remember", o, n, "%s", journal.Moved("What is kept as "+name, o, n))
		}
	}
}
