package main

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/provider"
	"github.com/oatools/oatools/compile/tool"
)

// checkProfiles judges the declarations for providers: their form for every
// tool, what they accept for the one that the case is about.
func (c *caseRun) checkProfiles(e expectCompile, set *tool.Set, subject *tool.Tool) {
	for _, id := range e.Profiles {
		p, ok := profileFor(id, e)
		if !c.expect(ok, "compile.profiles", "there is no profile %s", id) {
			continue
		}
		for i := range set.Tools {
			t := &set.Tools[i]
			decl, back, losses, err := provider.Lower(t, p)
			if !c.expect(err == nil, "compile.profiles", "%s for %s: %v", t.Name, id, err) {
				continue
			}
			d := &declared{decl: decl, schema: schemaOf(decl), back: back, losses: losses}
			c.declaredForm(e.expectProfile, d)
			if t == subject {
				c.declaredWords(e, d, t)
				c.declaredAcceptance(e, d, t)
			}
		}
	}
}

// declared is one tool as a provider's API takes it.
type declared struct {
	decl   json.RawMessage
	schema map[string]any
	back   *provider.ReverseMap
	losses []provider.Loss
}

// profileFor gives a profile; one for the import of actions is the plain one
// with that import's limit, which profiles as data permit.
func profileFor(id string, e expectCompile) (provider.Profile, bool) {
	if id != "gpt-actions" {
		return provider.Find(id)
	}
	p, ok := provider.Find("openai")
	p.ID, p.DescMax = id, e.MaxDescription
	return p, ok
}

// schemaOf gives the schema of the arguments in a declaration.
func schemaOf(decl json.RawMessage) map[string]any {
	var d map[string]any
	if json.Unmarshal(decl, &d) != nil {
		return nil
	}
	for _, key := range []string{"parameters", "input_schema", "parametersJsonSchema", "inputSchema"} {
		if s, ok := d[key].(map[string]any); ok {
			return s
		}
	}
	return map[string]any{"type": "object", "properties": map[string]any{}}
}

// declaredForm checks what holds for every schema in a declaration.
func (c *caseRun) declaredForm(e expectProfile, d *declared) {
	for _, key := range e.RootForbids {
		c.expect(d.schema[key] == nil, "compile.rootForbids", "%s at the root of %s", key, d.decl)
	}
	if e.RootType != "" {
		c.expect(d.schema["type"] == e.RootType, "compile.rootType", "%s", d.decl)
	}
	eachSchema(d.schema, func(s map[string]any) {
		for _, key := range e.ForbiddenKeywords {
			c.expect(s[key] == nil, "compile.forbiddenKeywords", "%s in %s", key, d.decl)
		}
		if e.ArrayItems && s["type"] == "array" {
			c.expect(s["items"] != nil, "compile.everyArrayHasItems", "%s", d.decl)
		}
		if e.ObjectProperties && s["type"] == "object" {
			c.expect(s["properties"] != nil, "compile.everyObjectHasProperties", "%s", d.decl)
		}
		if e.EnumOnlyOnStrings && s["enum"] != nil {
			c.expect(s["type"] == "string", "compile.enumOnlyOnStrings", "%s", d.decl)
		}
	})
}

// eachSchema calls f for a schema and all below it.
func eachSchema(s map[string]any, f func(map[string]any)) {
	f(s)
	for key, v := range s {
		switch v := v.(type) {
		case map[string]any:
			if key == "properties" || key == "$defs" {
				for _, inner := range v {
					if m, ok := inner.(map[string]any); ok {
						eachSchema(m, f)
					}
				}
			} else if key != "default" && key != "const" {
				eachSchema(v, f)
			}
		case []any:
			for _, inner := range v {
				if m, ok := inner.(map[string]any); ok && key != "enum" && key != "examples" {
					eachSchema(m, f)
				}
			}
		}
	}
}

// declaredWords checks descriptions.
func (c *caseRun) declaredWords(e expectCompile, d *declared, t *tool.Tool) {
	at := func(place string) string {
		path, _ := argumentAt(t, place)
		text, _ := schemaAt(d.schema, path)["description"].(string)
		return text
	}
	for place, want := range e.DescriptionOf {
		c.expect(at(place) == want, "compile.descriptionOf", "%s: %q, want %q", place, at(place), want)
	}
	for place, words := range e.DescriptionContains.Properties {
		for _, word := range words {
			c.expect(strings.Contains(at(place), word), "compile.descriptionContains", "no %q in %q", word, at(place))
		}
	}
	var words struct{ Description string }
	if json.Unmarshal(d.decl, &words) != nil {
		c.errorf("compile.profiles", "no JSON: %s", d.decl)
	}
	if e.MaxDescription > 0 {
		n := utf8.RuneCountInString(words.Description)
		c.expect(n > 0 && n <= e.MaxDescription, "compile.maxDescriptionRunes", "%d characters", n)
		c.expect(slices.ContainsFunc(d.losses, func(l provider.Loss) bool { return l.Keyword == "description" }), "compile.outcome", "nobody is told: %v", d.losses)
	}
	if e.ValidUTF8 {
		c.expect(utf8.Valid(d.decl) && !strings.ContainsRune(words.Description, utf8.RuneError), "compile.validUTF8", "%q", words.Description)
	}
}

// declaredAcceptance tries what a model that keeps to the declaration could
// send: the declaration takes what is right, and the tool takes it as restored.
func (c *caseRun) declaredAcceptance(e expectCompile, d *declared, t *tool.Tool) {
	declared, err := check.Compile(asJSON(plainSchema(d.schema)))
	if !c.expect(err == nil, "compile.profiles", "%v: %s", err, d.decl) {
		return
	}
	real, err := check.Compile(t.Input)
	if !c.expect(err == nil, "compile.profiles", "%v", err) {
		return
	}
	verdicts := func(in caseArgs) (byDecl, byTool []check.Problem) {
		args := toolArgs(t, in)
		if slices.Contains(t.ControlArgs(), tool.ArgDryRun) {
			args[tool.ArgDryRun] = true
		}
		v, _ := check.Decode(asJSON(args), check.Limits{})
		restored, err := d.back.Restore(asJSON(args))
		if err != nil {
			return declared.Validate(v), []check.Problem{{Message: err.Error()}}
		}
		r, _ := check.Decode(restored, check.Limits{})
		return declared.Validate(v), real.Validate(r)
	}
	for _, in := range e.MustAccept {
		byDecl, byTool := verdicts(in)
		c.expect(len(byDecl)+len(byTool) == 0, "compile.profiles.mustAccept", "%s: %v %v\n%s", asJSON(in), byDecl, byTool, d.decl)
	}
	for _, in := range e.MustReject {
		byDecl, _ := verdicts(in)
		c.expect(len(byDecl) > 0, "compile.profiles.mustReject", "%s is accepted by %s", asJSON(in), d.decl)
	}
	for _, in := range e.RuntimeMustReject {
		_, byTool := verdicts(in)
		c.expect(len(byTool) > 0, "compile.profiles.runtimeMustReject", "%s is accepted after %s", asJSON(in), d.decl)
	}
}

// plainSchema gives a copy in which nullable is said by the type.
func plainSchema(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, inner := range v {
			out[key] = plainSchema(inner)
		}
		if nullable, ok := out["nullable"].(bool); ok && nullable {
			out["type"] = []any{out["type"], "null"}
			delete(out, "nullable")
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = plainSchema(v[i])
		}
		return out
	}
	return v
}
