package plan

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/encode"
)

// Arguments turns what an upstream blames, in its own names, into the arguments
// that the caller knows.
func (p *Plan) Arguments(blamed []string) []runtime.Field {
	var fields []runtime.Field
	for _, name := range blamed {
		arg, ok := p.argument(name)
		if !ok || slices.ContainsFunc(fields, func(f runtime.Field) bool { return f.Arg == arg }) {
			continue
		}
		fields = append(fields, runtime.Field{Arg: arg, Problem: "the upstream does not accept this value; error.upstream.message quotes its reason"})
	}
	return fields
}

// argument finds the argument that went where name points: a pointer or a dotted
// path into the body, or a parameter.
func (p *Plan) argument(name string) (string, bool) {
	at := blamedPath(name)
	for ; len(at) > 0; at = at[1:] {
		if arg, ok := p.bodyArgument(at); ok {
			return arg, true
		}
		if arg, ok := p.paramArgument(at[0]); ok {
			return arg, true
		}
	}
	return "", false
}

func blamedPath(name string) []string {
	name = strings.TrimPrefix(name, "#")
	if strings.HasPrefix(name, "/") {
		at, _ := encode.Tokens(name)
		return at
	}
	name = strings.NewReplacer("[", ".", "]", "").Replace(strings.TrimPrefix(name, "$."))
	return strings.Split(name, ".")
}

func (p *Plan) bodyArgument(at []string) (string, bool) {
	if p.body == nil {
		return "", false
	}
	best := -1
	for i, f := range p.body.fields {
		if f.value.from == fromArg && len(f.to) > 0 && len(f.to) <= len(at) && equal(f.to, at) && (best < 0 || len(f.to) > len(p.body.fields[best].to)) {
			best = i
		}
	}
	if best < 0 {
		return "", false
	}
	arg := p.body.fields[best].value.name
	for _, token := range at[len(p.body.fields[best].to):] {
		arg += "/" + tool.PointerToken(token)
	}
	return arg, true
}

func (p *Plan) paramArgument(name string) (string, bool) {
	for _, list := range [][]param{p.query, p.header, p.cookie} {
		for _, pm := range list {
			if pm.value.from == fromArg && strings.EqualFold(pm.Name, name) {
				return pm.value.name, true
			}
		}
	}
	for _, s := range p.path {
		if s.param != nil && s.param.value.from == fromArg && s.param.Name == name {
			return s.param.value.name, true
		}
	}
	return "", false
}
