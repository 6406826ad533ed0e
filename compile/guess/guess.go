// Package guess proposes what a document suggests but does not say: that an
// operation is paged, long-running, idempotent or can be tried out. Proposals
// have a reason and are never acted upon by themselves.
//
// Start at Of.
package guess

import (
	"slices"
	"strings"
	"sync"

	"github.com/oatools/oatools/compile/media"
	"github.com/oatools/oatools/compile/naming"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/tool"
)

// Guess is something that the document suggests but does not say.
type Guess struct {
	What       string // "shape", "effect", "paging", "items", "idempotency", "dry_run"
	Value      string // as an overlay would state it
	Reason     string
	Confidence Confidence
	Page       *tool.Page // paging: the value as data
}

// Confidence says how far a guess can be trusted.
type Confidence string

// The degrees of confidence.
const (
	High   Confidence = "high"
	Medium Confidence = "medium"
	Low    Confidence = "low"
)

// Shape gives the shape that follows from a method: what only reads is a query
// (RFC 9110 §9.2.1), everything else a command.
func Shape(method string) tool.Shape {
	switch method {
	case "GET", "HEAD", "OPTIONS", "QUERY", "TRACE":
		return tool.ShapeQuery
	}
	return tool.ShapeCommand
}

// Effect gives the effect of a command that its method suggests.
func Effect(method string) tool.Effect {
	switch method {
	case "PUT", "PATCH":
		return tool.EffectUpdate
	case "DELETE":
		return tool.EffectDelete
	}
	return tool.EffectCreate
}

// Of lists what op suggests: proposals for an author, each with its reason.
// The plan itself follows only the method, because names lie: two fifths of
// producers have reading POSTs, a tenth mutating GETs.
func Of(op *oas.Operation) []Guess {
	list := []Guess{{What: "shape", Value: string(Shape(op.Method)), Reason: op.Method, Confidence: High}}
	if Shape(op.Method) == tool.ShapeCommand {
		list = append(list, Guess{What: "effect", Value: string(Effect(op.Method)), Reason: op.Method, Confidence: Medium})
	}
	for _, g := range []func(*oas.Operation) (Guess, bool){guessReading, guessMutating, guessJob, guessHandle, guessKey, guessDryRun, guessPaging, guessItems} {
		if found, ok := g(op); ok {
			list = append(list, found)
		}
	}
	return list
}

// opWords gives the words of an operation's name and last path segment.
func opWords(op *oas.Operation) []string {
	last := op.Path[strings.LastIndexByte(op.Path, '/')+1:]
	return append(naming.Words(op.ID), naming.Words(last)...)
}

func guessReading(op *oas.Operation) (Guess, bool) {
	if op.Method != "POST" {
		return Guess{}, false
	}
	for _, w := range opWords(op) {
		switch w {
		case "search", "query", "find", "filter", "lookup", "list", "count", "aggregate", "calculate", "estimate", "preview",
			"quote", "validate", "check", "verify", "convert", "translate", "analyze", "analyse", "parse", "simulate":
			return Guess{What: "query", Value: "safe", Reason: "its name says " + w + ": it may only read", Confidence: Medium}, true
		}
	}
	return Guess{}, false
}

func guessMutating(op *oas.Operation) (Guess, bool) {
	if op.Method != "GET" {
		return Guess{}, false
	}
	if all := naming.Words(op.ID); len(all) > 0 {
		switch w := all[0]; w {
		case "delete", "remove", "create", "add", "update", "set", "send", "cancel", "approve", "reset", "start", "stop", "revoke", "enable", "disable":
			return Guess{What: "command", Value: w, Reason: "its name says " + w + ": it may change something", Confidence: Medium}, true
		}
	}
	return Guess{}, false
}

func guessJob(op *oas.Operation) (Guess, bool) {
	for _, r := range op.Responses {
		for _, h := range r.Headers {
			if key := naming.Fold(h); key == "operationlocation" || key == "azureasyncoperation" || key == "location" && r.Status == "202" {
				return Guess{What: "job", Value: "location", Reason: r.Status + " with " + h, Confidence: High}, true
			}
		}
	}
	for _, r := range op.Responses {
		if r.Status == "202" {
			return Guess{What: "job", Value: "status", Reason: "answers 202 Accepted", Confidence: Medium}, true
		}
	}
	return Guess{}, false
}

func guessHandle(op *oas.Operation) (Guess, bool) {
	if r := media.Success(op); r != nil && Shape(op.Method) == tool.ShapeQuery {
		if m := media.Of(r); m != nil && media.Decoding(m.Type) == tool.DecodeBytes {
			return Guess{What: "handle", Value: m.Type, Reason: "answers " + m.Type, Confidence: Medium}, true
		}
	}
	return Guess{}, false
}

// places of a request by which guesses are made: parameters of query and
// header, and properties of a body.
func requestPlaces(op *oas.Operation) []tool.Locator {
	var list []tool.Locator
	for _, p := range op.Params {
		if p.In == tool.InQuery || p.In == tool.InHeader {
			list = append(list, tool.Locator{In: p.In, Name: p.Name})
		}
	}
	for _, p := range place.BodyProperties(op, "") {
		list = append(list, tool.Locator{In: tool.InBody, Name: "/" + tool.PointerToken(p.Name)})
	}
	return list
}

// named gives the first place whose folded name is one of names.
func named(places []tool.Locator, names ...string) *tool.Locator {
	folded := make([]string, len(places))
	for i := range places {
		folded[i] = naming.Fold(strings.TrimPrefix(places[i].Name, "/"))
	}
	for _, name := range names {
		if i := slices.Index(folded, name); i >= 0 {
			return &places[i]
		}
	}
	return nil
}

func guessKey(op *oas.Operation) (Guess, bool) {
	at := named(requestPlaces(op), "idempotencykey", "xidempotencykey", "idempotencytoken", "clienttoken", "requestid", "xrequestid",
		"paypalrequestid", "repeatabilityrequestid", "clientrequesttoken")
	if at == nil || Shape(op.Method) != tool.ShapeCommand {
		return Guess{}, false
	}
	sure := Medium
	if strings.Contains(naming.Fold(at.Name), "idempotency") {
		sure = High
	}
	if name := naming.Fold(at.Name); name == "xrequestid" || name == "requestid" {
		sure = Low
	}
	return Guess{What: "idempotency", Value: at.String(), Reason: "it takes " + at.Name, Confidence: sure}, true
}

func guessDryRun(op *oas.Operation) (Guess, bool) {
	at := named(requestPlaces(op), "dryrun", "validateonly", "validationonly", "xdryrun", "preview", "simulate", "testmode", "checkonly")
	if at == nil || Shape(op.Method) != tool.ShapeCommand {
		return Guess{}, false
	}
	value := "true"
	core, _ := place.Unwrap(place.Resolver(op), place.Locate(op, "", *at).Schema)
	if enum := core.Get("enum").Items(); len(enum) > 0 {
		value, _ = enum[0].Str() // Kubernetes: dryRun=All
	}
	return Guess{What: "dry_run", Value: at.String() + "=" + value, Reason: "it takes " + at.Name, Confidence: Medium}, true
}

// pagingRule is one idiom of paging: what the request takes and what the answer
// holds. Names are folded; an empty list of next fields asks for none.
type pagingRule struct {
	style    string
	params   []string
	next     []string
	evidence string // a field that the answer must have; empty: none
	sure     Confidence
	start    int
}

func pagingRules() []pagingRule {
	cursors := []string{"cursor", "pagetoken", "pagecursor", "nexttoken", "after", "pageafter", "startingafter", "continuation",
		"continuationtoken", "marker", "startcursor", "next", "scrollid"}
	return []pagingRule{
		{style: "token", params: []string{"pagetoken"}, next: []string{"nextpagetoken"}, sure: High},
		{style: "keyset", params: []string{"startingafter"}, evidence: "hasmore", sure: High},
		{style: "cursor", params: cursors, next: []string{"nextcursor", "nextpagetoken", "nexttoken", "nextpagecursor", "endcursor",
			"continuationtoken", "continuation", "nextmarker", "marker", "scrollid", "cursor", "next"}, sure: High},
		{style: "odata", params: []string{"skip", "top", "skiptoken"}, next: []string{"@odatanextlink", "odatanextlink"}, sure: High},
		{style: "page", params: []string{"page", "pagenumber", "pageno", "pagenum", "pageindex", "currentpage"}, sure: Medium, start: 1},
		{style: "offset", params: []string{"offset", "skip", "startat", "startindex", "from"}, sure: Medium},
	}
}

// guessPaging recognises how op is paged.
func guessPaging(op *oas.Operation) (Guess, bool) {
	places := requestPlaces(op)
	fields := sync.OnceValue(func() [][]string { return answerFields(op) }) // most operations take nothing that pages
	size := named(places, "limit", "pagesize", "perpage", "maxresults", "pagelimit", "size", "count", "top", "maxitems", "maxpagesize", "first", "itemsperpage", "take")
	for _, key := range []string{"x-ms-pageable", "x-speakeasy-pagination", "x-pagination"} {
		if ext := op.Extensions[key]; ext != nil {
			page := &tool.Page{Style: "next_url", Next: "/nextLink", Size: size}
			if name, ok := ext.Get("nextLinkName").Str(); ok {
				page.Next = "/" + tool.PointerToken(name)
			}
			if key == "x-ms-pageable" {
				return pagingGuess(page, "it has "+key, High), true
			}
		}
	}
	for _, rule := range pagingRules() {
		at := named(places, rule.params...)
		if at == nil {
			continue
		}
		page := &tool.Page{Style: rule.style, Param: at, Size: size, Start: rule.start}
		if page.Size != nil && *page.Size == *at {
			page.Size = nil
		}
		reason := "it takes " + at.Name
		if rule.next != nil {
			found := fieldNamed(fields(), rule.next)
			if found == nil {
				continue
			}
			page.Next = node.Pointer(found).String()
			reason += " and answers " + strings.Join(found, ".")
		}
		if rule.evidence != "" && fieldNamed(fields(), []string{rule.evidence}) == nil {
			continue
		}
		if rule.style == "keyset" {
			page.Next = "/id"
		}
		return pagingGuess(page, reason, rule.sure), true
	}
	if r := media.Success(op); r != nil && slices.ContainsFunc(r.Headers, func(h string) bool { return strings.EqualFold(h, "Link") }) {
		return pagingGuess(&tool.Page{Style: "link", Size: size}, "it answers with a Link header", High), true
	}
	return Guess{}, false
}

func pagingGuess(page *tool.Page, reason string, sure Confidence) Guess {
	value := "style: " + page.Style
	if page.Param != nil {
		value += ", param: " + page.Param.String()
	}
	if page.Next != "" {
		value += ", next: " + page.Next
	}
	if page.Size != nil {
		value += ", size: " + page.Size.String()
	}
	return Guess{What: "paging", Value: "{" + value + "}", Reason: reason, Confidence: sure, Page: page}
}

// answerFields gives the fields of the success response, two levels deep, as
// paths.
func answerFields(op *oas.Operation) [][]string {
	root, _ := place.ResultRoot(op, "")
	if root == nil {
		return nil
	}
	var list [][]string
	props, _ := raw.Properties(place.Resolver(op), root)
	for _, p := range props {
		list = append(list, []string{p.Name})
	}
	for _, p := range props {
		core, _ := place.Unwrap(place.Resolver(op), p.Node)
		if !place.IsObject(core) {
			continue
		}
		inner, _ := raw.Properties(place.Resolver(op), core)
		for _, q := range inner {
			list = append(list, []string{p.Name, q.Name})
		}
	}
	return list
}

func fieldNamed(fields [][]string, names []string) []string {
	for _, name := range names {
		for _, f := range fields {
			if naming.Fold(f[len(f)-1]) == name {
				return f
			}
		}
	}
	return nil
}

// guessItems finds the list in an answer: its only list of objects, else the
// one with a usual name.
func guessItems(op *oas.Operation) (Guess, bool) {
	root, _ := place.ResultRoot(op, "")
	if root == nil || Shape(op.Method) != tool.ShapeQuery {
		return Guess{}, false
	}
	props, _ := raw.Properties(place.Resolver(op), root)
	var lists []string
	for _, p := range props {
		core, _ := place.Unwrap(place.Resolver(op), p.Node)
		if item, _ := place.Unwrap(place.Resolver(op), core.Get("items")); place.IsArray(core) && place.IsObject(item) {
			lists = append(lists, p.Name)
		}
	}
	pick, sure, reason := "", Medium, "one of several lists in the answer"
	if len(lists) == 1 {
		pick, sure, reason = lists[0], High, "the only list in the answer"
	}
	for _, usual := range []string{"data", "items", "results", "value", "records", "entries"} {
		if pick == "" && slices.Contains(lists, usual) {
			pick = usual
		}
	}
	if pick == "" {
		return Guess{}, false
	}
	return Guess{What: "items", Value: node.Pointer{pick}.String(), Reason: reason, Confidence: sure}, true
}
