package comparison

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/diff/journal"
)

// slot is a place of a request with its value and how it is written.
type slot struct {
	Value tool.Value
	Form  any  // everything about the writing that is not below
	Loose bool // the value may hold what else ends a part of the address
	index int
}

// slots gives a request's places by locator.
func slots(s *tool.Step) map[string]slot {
	out := map[string]slot{}
	if s == nil {
		return out
	}
	for i, p := range s.Binding.Params {
		v, loose := p.Value, p.AllowReserved || p.Slash != ""
		p.Value, p.Name, p.In = tool.Value{}, "", ""
		at := tool.Locator{In: s.Binding.Params[i].In, Name: s.Binding.Params[i].Name}
		out[at.String()] = slot{v, p, loose, i}
	}
	if s.Binding.Body != nil {
		for i, f := range s.Binding.Body.Fields {
			out[tool.Locator{In: tool.InBody, Name: f.To}.String()] = slot{f.Value, f.Layout, false, i}
		}
	}
	return out
}

// inOrder gives the places in the order in which they are written.
func inOrder(s map[string]slot) []string {
	return slices.SortedFunc(maps.Keys(s), func(a, b string) int {
		ba, bb := strings.HasPrefix(a, "body:"), strings.HasPrefix(b, "body:")
		switch {
		case ba != bb && bb:
			return -1
		case ba != bb:
			return 1
		}
		return s[a].index - s[b].index
	})
}

// Arguments lists the names of t's arguments, as its input declares them.
func Arguments(t *tool.Tool) []string { return journal.Parse(t.Input).Get("properties").Keys() }

// Wires gives the places of the request that t's arguments go to.
func Wires(t *tool.Tool) []string {
	var out []string
	for at, v := range slots(t.Main) {
		if v.Value.Arg != "" {
			out = append(out, at)
		}
	}
	slices.Sort(out)
	return out
}

// values compares where every value of a request comes from.
func (c *comparison) values(r step, o, n *tool.Step) {
	was, is := slots(o), slots(n)
	for _, at := range journal.Names(was, is) {
		a, b := was[at], is[at]
		_, before := was[at]
		_, now := is[at]
		ptr := "/binding/values/" + journal.Token(at)
		if !journal.Equal(a.Value, b.Value) {
			c.origin(r, ptr, at, a.Value, b.Value)
		}
		if !before || !now || journal.Equal(a.Form, b.Form) {
			continue
		}
		rule, what := "request-format", at+" is written in another form"
		if b.Loose && !a.Loose {
			rule, what = "request-unescaped", at+" may hold characters that reach further into the address"
		}
		c.once(rule, r.ptr, ptr+"/form", kindField(b.Value, at), a.Form, b.Form, "%s.", what)
	}
	c.Order("request-format", r.ptr+"/binding/order", "operation", "The order of values", inOrder(was), inOrder(is))
}

// kind is where a value comes from, in one word.
func kind(v tool.Value) string {
	switch {
	case v.Arg != "":
		return "arg"
	case v.Const != nil:
		return "pin"
	case v.Caller != "":
		return "inject"
	case v.Secret != "":
		return "secret"
	case v.Gen != "":
		return "generated"
	case v.Start != "", v.Page, v.Size:
		return "runtime"
	case v.Run != "":
		return "remembered"
	}
	return ""
}

// kindField is the part of the provenance that explains a value.
func kindField(v tool.Value, at string) string {
	switch k := kind(v); k {
	case "arg":
		name, _, _ := strings.Cut(strings.TrimPrefix(v.Arg, "/"), "/")
		return "arg:" + name
	case "pin", "inject", "secret", "generated":
		return k + ":" + at
	case "remembered":
		return "inject:" + at
	}
	return "operation"
}

// origin records that a value comes from elsewhere. Values that a model cannot
// choose are policy, so letting go of one, or exchanging it, is an exposure.
func (c *comparison) origin(r step, ptr, at string, o, n tool.Value) {
	field := kindField(n, at)
	if kind(n) == "" {
		field = "operation"
	}
	add := func(rule, what string, args ...any) {
		c.once(rule, r.ptr, ptr, field, journal.Stated(o), journal.Stated(n), what, args...)
	}
	was, is := kind(o), kind(n)
	switch {
	case was == "arg" && is == "arg":
		c.argumentMoved(r, ptr, at, o, n)
	case is == "arg":
		c.opened(r, add, at, was, n)
	case was == "arg" && is == "":
		if takes(r, c.n, o.Arg) {
			add("argument-unbound", "Argument %s is taken and not sent in %s any more.", o.Arg[1:], at)
		}
	case was == "secret" || is == "secret":
		if is == "" {
			add("value-changed", "The secret %s is not sent in %s any more.", o.Secret, at)
			return
		}
		add("secret-value", "A secret is sent in %s.", at)
	case was == "pin" && is == "pin":
		add("pin-changed", "The fixed value of %s goes from %s to %s.", at, journal.Shown(o.Const), journal.Shown(n.Const))
	case was == "pin" && is == "":
		add("pin-removed", "%s is not fixed to %s any more: the service decides.", at, journal.Shown(o.Const))
	case was == "inject" && is == "":
		add("inject-removed", "%s does not carry caller.%s any more.", at, o.Caller)
	case was == "inject":
		add("inject-changed", "%s carried caller.%s and carries %s now.", at, o.Caller, originWords(n))
	case was == "pin":
		add("pin-removed", "%s is not fixed to %s any more, it carries %s.", at, journal.Shown(o.Const), originWords(n))
	case is == "pin":
		add("pin-added", "%s is fixed to %s now.", at, journal.Shown(n.Const))
	case is == "inject":
		add("inject-added", "%s carries caller.%s now.", at, n.Caller)
	default:
		add("value-changed", "%s", journal.Moved("The origin of "+at, journal.Stated(o), journal.Stated(n)))
	}
}

// originWords says where a value comes from.
func originWords(v tool.Value) string {
	switch {
	case v.Caller != "":
		return "caller." + v.Caller
	case v.Const != nil:
		return journal.Shown(v.Const)
	case v.Run != "":
		return "run." + v.Run
	}
	return journal.Shown(v)
}

// opened records that the model chooses a value now.
func (c *comparison) opened(r step, add func(rule, what string, args ...any), at, was string, n tool.Value) {
	name := n.Arg[1:]
	switch was {
	case "":
		if takes(r, c.o, n.Arg) {
			add("argument-bound", "Argument %s is sent in %s, too.", name, at)
		}
	case "pin":
		add("pin-removed", "%s was fixed; the model may choose it now, with %s.", at, name)
	case "inject":
		add("inject-replaced", "%s said who calls; the model may choose it now, with %s.", at, name)
	default:
		add("value-opened", "%s was made by the runtime; the model may choose it now, with %s.", at, name)
	}
}

// argumentMoved compares two values that the model chooses.
func (c *comparison) argumentMoved(r step, ptr, at string, o, n tool.Value) {
	if o.Arg != n.Arg && c.renamed[o.Arg[1:]] != n.Arg[1:] {
		c.once("argument-rebound", r.ptr, ptr, kindField(n, at), o.Arg, n.Arg,
			"%s is filled by argument %s now and was by %s.", at, n.Arg[1:], o.Arg[1:])
	}
	if journal.Equal(o.Default, n.Default) || journal.Equal(c.defaultOf(c.o, o), o.Default) && journal.Equal(c.defaultOf(c.n, n), n.Default) {
		return // the schemas tell it
	}
	c.once("default-applied", r.ptr, ptr+"/default", kindField(n, at), o.Default, n.Default, "%s",
		journal.Moved("What is sent in "+at+" for an argument that is left out", journal.Stated(o.Default), journal.Stated(n.Default)))
}

// takes reports whether a request of t in role r can have the argument.
func takes(r step, t *tool.Tool, arg string) bool {
	name, _, _ := strings.Cut(strings.TrimPrefix(arg, "/"), "/")
	return r.ptr == replyRole && name == tool.ArgText || slices.Contains(Arguments(t), name)
}

// defaultOf gives the default that the schema states for a value's argument.
func (c *comparison) defaultOf(t *tool.Tool, v tool.Value) json.RawMessage {
	name, rest, _ := strings.Cut(strings.TrimPrefix(v.Arg, "/"), "/")
	if rest != "" {
		return nil
	}
	return journal.JSON(journal.Parse(t.Input).At("properties", name, "default"))
}
