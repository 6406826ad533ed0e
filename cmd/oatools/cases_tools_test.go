package main

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/tool"
)

// checkNames judges the names of the tools.
func (c *caseRun) checkNames(e expectCompile, set *tool.Set) {
	seen := map[string]bool{}
	var ids []string
	for _, t := range set.Tools {
		key := t.Name
		if e.UniqueFolded {
			key = strings.ToLower(key)
		}
		c.expect(!seen[key], "compile.uniqueNames", "two tools are named %s", key)
		seen[key] = true
		ids = append(ids, t.Main.Op.ID)
		if e.ToolNameRegex != "" {
			c.expect(regexp.MustCompile(e.ToolNameRegex).MatchString(t.Name), "compile.toolNameRegex", "tool name %q", t.Name)
		}
		if want, ok := e.ProposedNames[t.Main.Op.ID]; ok {
			c.expect(t.Name == strings.ReplaceAll(want, "-", "_"), "compile.proposedNames", "%q is named %q, want the words of %q", t.Main.Op.ID, t.Name, want)
		}
	}
	if e.ToolCount > 0 {
		c.expect(len(set.Tools) == e.ToolCount, "compile.toolCount", "%d tools, want %d", len(set.Tools), e.ToolCount)
	}
	if e.Tools != nil {
		slices.Sort(ids)
		c.expect(slices.Equal(ids, e.Tools), "compile.tools", "tools for %v, want %v", ids, e.Tools)
	}
}

// checkTools judges schemas and words of the tools.
func (c *caseRun) checkTools(e expectCompile, set *tool.Set) {
	for id, want := range e.OutputSchemaContains {
		t := toolFor(set, id)
		c.expect(t != nil && contains(parsed(t.Output), want), "compile.outputSchemaContains", "output of %s: %s, want %s in it", id, t.Output, asJSON(want))
	}
	t := c.subject(e, set)
	if t == nil {
		c.errorf("compile", "which operation is meant?")
		return
	}
	c.schemaChecks(e, t)
	c.describes(e, t)
	c.acceptance(e, t)
	c.checkProfiles(e, set, t)
}

// subject gives the tool that checks of one tool are about.
func (c *caseRun) subject(e expectCompile, set *tool.Set) *tool.Tool {
	id := e.ForOperation
	if id == "" && c.call != nil && c.call.Operation != "" {
		id = c.call.Operation
	}
	if id == "" {
		return &set.Tools[0]
	}
	return toolFor(set, id)
}

func toolFor(set *tool.Set, id string) *tool.Tool {
	i := slices.IndexFunc(set.Tools, func(t tool.Tool) bool { return t.Main.Op.ID == id })
	if i < 0 {
		return nil
	}
	return &set.Tools[i]
}

func (c *caseRun) schemaChecks(e expectCompile, t *tool.Tool) {
	input, output := parsed(t.Input), parsed(t.Output)
	if e.FiniteJSON {
		c.expect(input != nil, "compile.finiteJSON", "input is no JSON: %s", t.Input)
	}
	if e.NoDanglingRefs {
		c.expect(!dangling(input, input) && !dangling(output, output), "compile.noDanglingRefs", "%s\n%s", t.Input, t.Output)
	}
	for _, place := range e.InputHasNoProperty {
		path, placed := argumentAt(t, place)
		c.expect(!placed || schemaAt(input, path) == nil, "compile.inputHasNoProperty", "%s is shown: %s", place, t.Input)
	}
	for _, name := range e.OutputHasNoProperty {
		c.expect(schemaAt(output, []string{name}) == nil, "compile.outputHasNoProperty", "%s is shown: %s", name, t.Output)
	}
	if want := e.RootAdditional; want != nil {
		c.expect(input["additionalProperties"] == *want, "compile.rootAdditionalProperties", "%s", t.Input)
	}
	for place, want := range e.EnumOf {
		path, _ := argumentAt(t, place)
		s := schemaAt(input, path)
		c.expect(sameJSON(asJSON(s["enum"]), want), "compile.enumOf", "%s: %s, want %s", place, asJSON(s["enum"]), asJSON(want))
	}
	props, _ := input["properties"].(map[string]any)
	if e.PropertyKeyRegex != "" {
		for name := range props {
			c.expect(regexp.MustCompile(e.PropertyKeyRegex).MatchString(name), "compile.propertyKeyRegex", "argument %q", name)
		}
	}
	if e.PropertyCount > 0 {
		c.expect(len(props) == e.PropertyCount, "compile.propertyCount", "%d arguments: %s", len(props), t.Input)
	}
	whole := string(asJSON(t))
	for _, text := range e.ContainsText {
		c.expect(strings.Contains(string(t.Input), text), "compile.containsText", "no %s in %s", text, t.Input)
	}
	for _, text := range e.MustNotContainText {
		c.expect(!strings.Contains(whole, text), "compile.mustNotContainText", "%s in the tool", text)
	}
}

// describes checks what the model reads about the tool.
func (c *caseRun) describes(e expectCompile, t *tool.Tool) {
	words := t.Title + "\n" + t.Description
	for _, code := range e.DescriptionNotContainsRunes {
		r, err := strconv.ParseInt(strings.TrimPrefix(code, "U+"), 16, 32)
		if err != nil {
			c.errorf("compile.descriptionNotContainsRunes", "%v", err)
			continue
		}
		c.expect(!strings.ContainsRune(words+string(t.Input)+string(t.Output), rune(r)), "compile.descriptionNotContainsRunes", "%s in %q", code, words)
	}
	for _, text := range e.DescriptionContains.Tool {
		c.expect(strings.Contains(words, text), "compile.descriptionContains", "no %q in %q", text, words)
	}
}

// acceptance tries arguments against the input schema.
func (c *caseRun) acceptance(e expectCompile, t *tool.Tool) {
	v, err := check.Compile(t.Input)
	if err != nil {
		c.errorf("compile", "input does not compile: %v", err)
		return
	}
	verdict := func(in caseArgs) []check.Problem {
		args := toolArgs(t, in)
		if slices.Contains(t.ControlArgs(), tool.ArgDryRun) {
			args[tool.ArgDryRun] = true
		}
		decoded, problems := check.Decode(asJSON(args), check.Limits{})
		if problems != nil {
			return problems
		}
		return v.Validate(decoded)
	}
	for _, in := range e.MustAccept {
		problems := verdict(in)
		c.expect(len(problems) == 0, "compile.mustAccept", "%s is refused: %v\n%s", asJSON(in), problems, t.Input)
	}
	for place, list := range map[string][]caseArgs{
		"compile.mustReject": e.MustReject, "compile.runtimeMustReject": e.RuntimeMustReject, "compile.shouldReject": e.ShouldReject,
	} {
		for _, in := range list {
			c.expect(len(verdict(in)) > 0, place, "%s is accepted by %s", asJSON(in), t.Input)
		}
	}
}
