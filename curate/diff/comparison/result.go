package comparison

import (
	"slices"
	"strings"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/diff/journal"
)

// The values of what a tool does not state; package tool documents them.
const (
	defaultMaxBytes     = 24 << 10
	defaultAttempts     = 3
	defaultTimeoutQuery = tool.Duration(10 * time.Second)
	defaultTimeout      = tool.Duration(30 * time.Second)
	defaultConfirm      = tool.Duration(10 * time.Minute)
	defaultHandle       = tool.Duration(time.Hour)
)

// result compares what of an answer the model gets.
func (c *comparison) result(ptr, field string, o, n *tool.Result) {
	journal.Value(c.Scope, "result-items", ptr+"/items", field, "The place of the answer that the result is read from", o.Items, n.Items)
	c.selection(ptr+"/select", o.Select, n.Select)
	c.page(ptr+"/page", o.Page, n.Page)
	if was, is := atLeast(o.MaxBytes, defaultMaxBytes), atLeast(n.MaxBytes, defaultMaxBytes); was != is {
		rule := "max-bytes-changed"
		if is > 2*was {
			rule = "max-bytes-raised"
		}
		c.Add(rule, ptr+"/max_bytes", field+".max_bytes", was, is, "The cap of the answer goes from %d to %d bytes.", was, is)
	}
	switch {
	case n.Verbatim && !o.Verbatim:
		c.Add("result-verbatim", ptr+"/verbatim", field, false, true, "Text of the answer passes as it is.")
	case o.Verbatim && !n.Verbatim:
		c.Add("result-marked", ptr+"/verbatim", field, true, false, "Text of the answer does not pass as it is any more.")
	}
	c.extras(ptr+"/extras", field, o.Extras, n.Extras)
	c.Members("redaction-added", "redaction-removed", ptr+"/redact", "redact",
		"%s is redacted now.", "%s is not redacted any more.", o.Redact, n.Redact)
	c.Order("max-bytes-changed", ptr+"/redact", "redact", "The order of redactions", o.Redact, n.Redact)
}

func atLeast(v, otherwise int) int {
	if v == 0 {
		return otherwise
	}
	return v
}

// pickName is a pick's name in the result.
func pickName(p tool.Pick) string {
	if p.To != "" {
		return p.To
	}
	return strings.Join(p.From, ".")
}

// selection compares the fields that are kept.
func (c *comparison) selection(ptr string, old, new []tool.Pick) {
	switch {
	case len(old) > 0 && len(new) == 0:
		c.Add("result-unselected", ptr, "result", pickNames(old), nil, "Nothing is selected any more: the whole answer passes.")
		return
	case len(old) == 0 && len(new) > 0:
		c.Add("result-selected", ptr, "result", nil, pickNames(new), "Only %s is kept of the answer now.", strings.Join(pickNames(new), ", "))
		return
	}
	was := map[string]tool.Pick{}
	for _, p := range old {
		was[pickName(p)] = p
	}
	for _, p := range new {
		name := pickName(p)
		o, known := was[name]
		at := ptr + "/" + journal.Token(name)
		switch {
		case !known:
			c.Add("result-field-added", at, "result:"+name, nil, p.From, "One more field is kept: %s ← %s.", name, strings.Join(p.From, "."))
			continue
		case !slices.Equal(o.From, p.From):
			c.Add("result-field-source", at, "result:"+name, o.From, p.From, "%s is read from %s now and was from %s.",
				name, strings.Join(p.From, "."), strings.Join(o.From, "."))
		}
		c.fields(at, name, o.Fields, p.Fields)
	}
	for _, name := range journal.Without(pickNames(old), pickNames(new)) {
		if c.gone[name] {
			continue
		}
		c.Add("result-field-removed", ptr+"/"+journal.Token(name), "result", was[name].From, nil, "%s is not kept any more.", name)
	}
	c.Order("result-field-order", ptr, "result", "The order of the fields that are kept", pickNames(old), pickNames(new))
}

func pickNames(list []tool.Pick) []string {
	var out []string
	for _, p := range list {
		out = append(out, pickName(p))
	}
	return out
}

// fields compares what is kept of a picked object; nothing means all of it.
func (c *comparison) fields(ptr, name string, old, new [][]string) {
	join := func(list [][]string) []string {
		var out []string
		for _, f := range list {
			out = append(out, strings.Join(f, "."))
		}
		return out
	}
	o, n := join(old), join(new)
	switch {
	case len(o) > 0 && len(n) == 0:
		c.Add("result-unselected", ptr+"/fields", "result:"+name, o, nil, "All of %s passes now.", name)
	case len(o) == 0 && len(n) > 0:
		c.Add("result-selected", ptr+"/fields", "result:"+name, nil, n, "Only %s of %s is kept now.", strings.Join(n, ", "), name)
	default:
		c.Members("result-field-added", "result-field-removed", ptr+"/fields", "result:"+name,
			name+" keeps one more field: %s.", name+" does not keep %s any more.", o, n)
		c.Order("result-field-order", ptr+"/fields", "result:"+name, "The order of the fields of "+name, o, n)
	}
}

func (c *comparison) page(ptr string, o, n *tool.Page) {
	was, is := autoOf(o), autoOf(n)
	c.auto(ptr+"/auto/pages", "The most pages that one call reads", was.Pages, is.Pages)
	c.auto(ptr+"/auto/items", "The most items of one call that joins pages", was.Items, is.Items)
	o, n = pageAlone(o, was.Size), pageAlone(n, is.Size)
	if journal.Equal(o, n) {
		return
	}
	form := func(p *tool.Page) any {
		if p == nil {
			return nil
		}
		return p
	}
	c.Add("paging-changed", ptr, "page", form(o), form(n), "%s", journal.Moved("The way to read pages", form(o), form(n)))
}

// autoOf gives how much one call may read: one page where nothing is said.
func autoOf(p *tool.Page) tool.Auto {
	if p == nil || p.Auto == nil {
		return tool.Auto{Pages: 1}
	}
	return *p.Auto
}

// pageAlone gives how one page is read. Of an auto only the size asked for says
// something about that.
func pageAlone(p *tool.Page, size int) *tool.Page {
	if p == nil || p.Auto == nil {
		return p
	}
	alone := *p
	alone.Auto = nil
	if size > 0 {
		alone.Auto = &tool.Auto{Size: size}
	}
	return &alone
}

// auto compares a limit of a call that joins pages. A higher one lets each call
// send more requests, or bring more of the API's data.
func (c *comparison) auto(ptr, subject string, was, is int) {
	rule := "auto-pages-lowered"
	if is > was {
		rule = "auto-pages-raised"
	}
	journal.Value(c.Scope, rule, ptr, "page.auto", subject, was, is)
}

// extras compares the parts that the envelope takes out of the body.
func (c *comparison) extras(ptr, field string, o, n map[string]string) {
	for _, name := range journal.Names(o, n) {
		was, is := o[name], n[name]
		at := ptr + "/" + journal.Token(name)
		switch {
		case was == is:
		case was == "":
			c.Add("result-field-added", at, field, nil, is, "The envelope carries %s ← %s, too.", name, is)
		case is == "":
			c.Add("result-field-removed", at, field, was, nil, "The envelope does not carry %s any more.", name)
		default:
			c.Add("result-field-source", at, field, was, is, "The envelope's %s is read from %s now and was from %s.", name, is, was)
		}
	}
}
