package scaffold

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/source"
)

// auth writes one entry for each scheme that the operations need, and for each
// credential that they take as a plain parameter.
func (w *writer) auth(ops []*oas.Operation) {
	entries := map[string]string{}
	secret := `secret: "env:` + source.EnvName(w.name()) + `"`
	for _, op := range ops {
		anonymous := slices.ContainsFunc(op.Security, func(a oas.Alternative) bool { return len(a) == 0 })
		if len(op.Security) > 0 && !anonymous {
			for _, use := range w.alternative(op.Security) {
				entries[use.Name] = w.entry(use.Name, secret)
			}
		}
		for _, prm := range op.Params {
			w.credential(op, prm, secret, entries)
		}
	}
	if len(entries) == 0 {
		if len(w.doc.Schemes) == 0 {
			w.lines("    # auth: {key: {type: bearer, " + secret + "}}   # the description says nothing about security")
		}
		return
	}
	w.lines("    auth:")
	for _, name := range slices.Sorted(maps.Keys(entries)) {
		w.lines("      " + quote(name) + ": " + entries[name])
	}
}

// credential writes an entry for a required parameter that carries one.
func (w *writer) credential(op *oas.Operation, prm oas.Param, secret string, entries map[string]string) {
	at := tool.Locator{In: prm.In, Name: prm.Name}
	name := ""
	for _, key := range slices.Sorted(maps.Keys(w.doc.Schemes)) {
		if s := w.doc.Schemes[key]; s.Type == "apiKey" && s.In == prm.In && strings.EqualFold(s.Param, prm.Name) {
			name = key
		}
	}
	switch {
	case !prm.Required && prm.In != tool.InPath || name == "" && place.Credential(op, at) == "":
	case prm.In == tool.InPath:
		w.diags.Errorf(prm.Pos, "credential-in-path", "%s %s takes a credential in its path, which cannot be bound", op.Method, op.Path)
	case name != "":
		entries[name] = "{" + secret + "}"
	default:
		entries[string(prm.In)+"_"+slugForm().ReplaceAllString(strings.ToLower(prm.Name), "_")] =
			fmt.Sprintf("{type: apiKey, in: %s, name: %s, %s}", prm.In, quote(prm.Name), secret)
	}
}

// alternative prefers one whose schemes can all be configured.
func (w *writer) alternative(alts []oas.Alternative) oas.Alternative {
	for _, alt := range alts {
		if !slices.ContainsFunc(alt, func(u oas.Use) bool { return !supported(w.doc.Schemes[u.Name]) }) {
			return alt
		}
	}
	return alts[0]
}

// supported reports whether a secret alone satisfies the scheme.
func supported(s oas.Scheme) bool {
	return s.Type == "apiKey" || s.Type == "oauth2" || s.Type == "openIdConnect" ||
		s.Type == "http" && (s.HTTP == "basic" || s.HTTP == "bearer")
}

func (w *writer) entry(name, secret string) string {
	switch s := w.doc.Schemes[name]; {
	case s.Type == "http" && s.HTTP == "basic":
		return "{username: TODO, " + secret + "}"
	case supported(s):
		return "{" + secret + "}"
	}
	return `{none: "TODO: this kind of scheme is not supported; say another way, or why none is needed"}`
}
