package compile

import (
	"cmp"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/guess"
	"github.com/oatools/oatools/compile/media"
	"github.com/oatools/oatools/compile/naming"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/tool"
)

// flattenMax is the number of properties up to which a body becomes arguments
// of its own.
const flattenMax = 20

// Default lays op out as a plan without any overlay.
//
// Arguments are flat: one for each parameter, then one for each property of a
// body that is a plain object of at most 20 properties whose names nobody else
// has; any other body is one argument, body. Names are letters, digits and
// underscores. A name that is taken gets its place as prefix: path comes first,
// then query, header and cookie; the control arguments dry_run, confirm_token,
// cursor and limit are always taken, so a parameter limit becomes query_limit.
//
// Left out are places that no model may set: headers of the transport and of
// security schemes, credentials, cookies. Where the operation demands one of
// them, a diagnostic says so.
func Default(op *oas.Operation, diags *diag.List) *Plan {
	p := &Plan{Shape: guess.Shape(op.Method), Media: mediaType(media.Body(op, ""))}
	p.Name, _ = naming.Tool(op.ID, op.Method, op.Path)
	p.Title = clean(op.Summary, titleMax, op.Pos, diags)
	p.Description = describe(op, diags)
	if p.Shape == tool.ShapeCommand {
		p.Effect = guess.Effect(op.Method)
	}
	p.Hints = HintsOf(p.Shape, p.Effect, op.Method)
	p.Guesses = guess.Of(op)

	names := naming.NewNamer()
	p.Args = defaultParams(op, names, diags)
	p.Args = append(p.Args, defaultBody(op, names, diags)...)
	return p
}

func mediaType(m *oas.Media) string {
	if m == nil {
		return ""
	}
	return m.Type
}

// HintsOf gives the hints that follow from a tool's shape, effect and method;
// OpenWorld is true. A create adds and destroys nothing; RFC 9110 §9.2.2 has
// PUT and DELETE idempotent.
func HintsOf(shape tool.Shape, effect tool.Effect, method string) tool.Hints {
	switch shape {
	case tool.ShapeQuery, tool.ShapeHandle:
		return tool.Hints{ReadOnly: true, Idempotent: true, OpenWorld: true}
	case tool.ShapeCommand:
		return tool.Hints{
			Destructive: effect != tool.EffectCreate,
			Idempotent:  method == "PUT" || method == "DELETE",
			OpenWorld:   true,
		}
	}
	return tool.Hints{OpenWorld: true}
}

// defaultParams gives the arguments for op's parameters in document order.
func defaultParams(op *oas.Operation, names *naming.Namer, diags *diag.List) []Arg {
	type candidate struct {
		arg   Arg
		order int // the place of its In in the order of precedence
	}
	var list []candidate
	for i := range op.Params {
		param := &op.Params[i]
		at := tool.Locator{In: param.In, Name: param.Name}
		if why := withheld(op, at); why != "" {
			if (param.Required || param.In == tool.InPath) && missed(op, at) {
				diags.Warnf(param.Pos, "required-withheld", "%s is required, but %s, so the model cannot set it", at, why)
				diags.Hint("pin it, inject it or bind it to a secret in an overlay")
			}
			continue
		}
		list = append(list, candidate{
			arg: Arg{
				At: at, Schema: param.Schema, Required: param.Required || param.In == tool.InPath,
				Describe: clean(param.Description, argTextMax, param.Pos, diags), Examples: examplesOf(op, param), Spec: param.Pos,
			},
			order: slices.Index([]tool.In{tool.InPath, tool.InQuery, tool.InQueryString, tool.InHeader, tool.InCookie}, param.In),
		})
	}
	// Names that are legal as they are come first: what others are called
	// instead must not take them away.
	byRank := make([]int, len(list))
	for i := range byRank {
		byRank[i] = i
	}
	slices.SortStableFunc(byRank, func(a, b int) int {
		la, lb := naming.Legal(list[a].arg.At.Name), naming.Legal(list[b].arg.At.Name)
		return cmp.Or(list[a].order-list[b].order, boolOrder(la, lb))
	})
	for _, i := range byRank {
		a := &list[i].arg
		wire := a.At.Name
		if a.At.In == tool.InQueryString {
			wire = cmp.Or(wire, "querystring")
		}
		a.Name = names.Take(naming.Arg(wire), a.At.In)
	}
	args := make([]Arg, len(list))
	for i := range list {
		args[i] = list[i].arg
	}
	return args
}

// examplesOf gives what the document has as examples of a parameter.
func examplesOf(op *oas.Operation, p *oas.Param) []*node.Node {
	core, _ := place.Unwrap(place.Resolver(op), p.Schema)
	list := slices.Concat(p.Examples, core.Get("examples").Items())
	if v := core.Get("example"); v != nil {
		list = append(list, v)
	}
	return list
}

func boolOrder(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// withheld says why Default does not offer a place to the model; a phrase that
// can follow "X is required, but".
func withheld(op *oas.Operation, at tool.Locator) string {
	if why := place.Reserved(op, at); why != "" {
		return "is " + why
	}
	if why := place.Credential(op, at); why != "" {
		return why
	}
	if at.In == tool.InCookie {
		return "is a cookie"
	}
	return ""
}

// missed reports whether a withheld place stays empty: the runtime sets the
// rest itself.
func missed(op *oas.Operation, at tool.Locator) bool {
	if at.In == tool.InHeader {
		switch strings.ToLower(at.Name) {
		case "accept", "content-type", "host", "content-length", "connection", "accept-encoding", "authorization":
			return false
		}
	}
	scheme := place.SchemeOf(op, at)
	return scheme == "" || !slices.ContainsFunc(op.Security, func(alt oas.Alternative) bool {
		return slices.ContainsFunc(alt, func(u oas.Use) bool { return u.Name == scheme })
	})
}

// defaultBody gives the arguments for op's body.
func defaultBody(op *oas.Operation, names *naming.Namer, diags *diag.List) []Arg {
	m := media.Body(op, "")
	if m == nil {
		return nil
	}
	if core, _ := place.Unwrap(place.Resolver(op), m.Schema); emptyObject(op, core) {
		return nil // nothing to say: documents of generators are full of these
	}
	if args, ok := flatBody(op, m, names, diags); ok {
		return args
	}
	name := "body"
	if !names.Free(name) {
		name = "request_body"
	}
	return []Arg{{
		Name: names.Take(name, tool.InBody), At: tool.Locator{In: tool.InBody}, Schema: m.Schema,
		Required: op.Body.Required, Describe: clean(op.Body.Description, argTextMax, op.Body.Pos, diags), Spec: m.Pos,
	}}
}

// emptyObject reports whether a schema is that of an object which can hold no
// property at all.
func emptyObject(op *oas.Operation, core *node.Node) bool {
	if !place.IsObject(core) || core.Has("allOf") || core.Has("anyOf") || core.Has("oneOf") || len(core.Get("properties").Members()) > 0 {
		return false
	}
	extra := core.Get("additionalProperties")
	closed, isBool := extra.Truth()
	if isBool && !closed {
		return true
	}
	return extra == nil && core.Has("properties") && !op.Body.Required
}

func flatBody(op *oas.Operation, m *oas.Media, names *naming.Namer, diags *diag.List) ([]Arg, bool) {
	switch media.Mode(m.Type) {
	case tool.BodyText, tool.BodyBytes:
		return nil, false
	}
	all, plain := raw.Properties(place.Resolver(op), m.Schema)
	if !plain {
		return nil, false
	}
	var props []raw.Property
	for _, p := range all {
		if !p.ReadOnly {
			props = append(props, p)
		}
	}
	if len(props) == 0 || len(props) > flattenMax {
		return nil, false
	}
	own := map[string]bool{}
	for _, p := range props {
		name := naming.Arg(p.Name)
		if key := strings.ToLower(name); own[key] || !names.Free(name) && !naming.Reserved(name) {
			return nil, false
		} else {
			own[key] = true
		}
	}
	args := make([]Arg, 0, len(props))
	for _, p := range props {
		var text string
		if long, _ := p.Node.Get("description").Str(); len(long) > argTextMax {
			text = clean(long, argTextMax, p.Pos, diags)
		}
		args = append(args, Arg{
			Describe: text, Name: names.Take(naming.Arg(p.Name), tool.InBody), At: tool.Locator{In: tool.InBody, Name: "/" + tool.PointerToken(p.Name)},
			Schema: p.Node, Required: p.Required && op.Body.Required, Spec: p.Pos,
		})
	}
	return args, true
}
