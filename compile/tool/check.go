package tool

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// toolName is the form of a tool's name.
const toolName = "^[a-z][a-z0-9_]{0,63}$"

// ValidName reports whether s can be the name of a tool: 1 to 64 of a-z, 0-9 and _,
// a letter first. It is written out
// because compiling an expression would be a good part of loading a set.
func ValidName(s string) bool {
	if len(s) == 0 || len(s) > 64 || s[0] < 'a' || s[0] > 'z' {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '_' {
			return false
		}
	}
	return true
}

// check proves what the runtime takes for granted: every name that the set
// mentions exists, every value has exactly one origin, every argument that a
// binding reads is one of the tool's. It costs little; schemas and conditions
// are compiled elsewhere.
func (s *Set) check() error {
	if s.Format != Format {
		return fmt.Errorf("format is %q, want %q", s.Format, Format)
	}
	if s.Name == "" {
		return fmt.Errorf("name is empty")
	}
	for i := range s.Tools {
		t := &s.Tools[i]
		if !ValidName(t.Name) {
			return fmt.Errorf("tools[%d]: name %q does not match %s", i, t.Name, toolName)
		}
		if i > 0 && s.Tools[i-1].Name >= t.Name {
			return fmt.Errorf("tools[%d]: names must be sorted and unique: %q follows %q", i, t.Name, s.Tools[i-1].Name)
		}
		if err := s.checkTool(t); err != nil {
			return fmt.Errorf("tool %s: %w", t.Name, err)
		}
	}
	return nil
}

func (s *Set) checkTool(t *Tool) error {
	if err := t.checkContract(); err != nil {
		return err
	}
	args, ok := rootProperties(t.Input)
	if !ok {
		return fmt.Errorf("input: not a schema of an object")
	}
	for _, name := range t.ControlArgs() {
		if !slices.Contains(args, name) {
			return fmt.Errorf("input: lacks the control argument %s", name)
		}
	}
	for _, name := range t.Audience {
		if _, ok := s.Audiences[name]; !ok {
			return fmt.Errorf("audience: %q is not in audiences", name)
		}
	}
	for _, a := range t.Approval {
		if _, ok := s.Audiences[a.By]; !ok {
			return fmt.Errorf("approval: %q is not in audiences", a.By)
		}
	}
	if t.Replaces != nil && s.find(t.Replaces.Name) != nil {
		return fmt.Errorf("replaces: %q is a tool of this set", t.Replaces.Name)
	}
	if t.Command != nil && t.Command.Undo != "" && s.find(t.Command.Undo) == nil {
		return fmt.Errorf("undo: %q is no tool of this set", t.Command.Undo)
	}
	for name, step := range t.Steps() {
		have := args
		if name == "reply" {
			have = append(slices.Clone(args), ArgText)
		}
		if err := s.checkStep(step, have); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func (s *Set) find(name string) *Tool {
	i, ok := slices.BinarySearchFunc(s.Tools, name, func(t Tool, n string) int { return strings.Compare(t.Name, n) })
	if !ok {
		return nil
	}
	return &s.Tools[i]
}

// checkContract proves that the contract is the one that the shape names.
func (t *Tool) checkContract() error {
	if !t.Shape.Valid() {
		return fmt.Errorf("shape %q is none of %v", t.Shape, Shapes())
	}
	has := map[Shape]bool{
		ShapeQuery: t.Query != nil, ShapeCommand: t.Command != nil, ShapeJob: t.Job != nil,
		ShapeHandle: t.Handle != nil, ShapeAgent: t.Agent != nil, ShapeHuman: t.Human != nil,
	}
	for _, shape := range Shapes() {
		switch {
		case shape == t.Shape && !has[shape]:
			return fmt.Errorf("shape is %s, but it has no %s contract", t.Shape, shape)
		case shape != t.Shape && has[shape]:
			return fmt.Errorf("shape is %s, but it has a %s contract", t.Shape, shape)
		}
	}
	if t.Command != nil && !t.Command.Effect.Valid() {
		return fmt.Errorf("effect %q is none of %v", t.Command.Effect, Effects())
	}
	if t.Main == nil && t.Shape != ShapeHuman {
		return fmt.Errorf("main is missing")
	}
	return t.checkAuto()
}

func (t *Tool) checkAuto() error {
	if t.Result.Page == nil || t.Result.Page.Auto == nil {
		return nil
	}
	switch a := t.Result.Page.Auto; {
	case t.Shape != ShapeQuery:
		return fmt.Errorf("page: a %s has no auto", t.Shape)
	case a.Pages < 2 || a.Pages > AutoPages:
		return fmt.Errorf("page: auto has %d pages, want 2 to %d", a.Pages, AutoPages)
	case a.Items < 1 || a.Items > AutoItems:
		return fmt.Errorf("page: auto has %d items, want 1 to %d", a.Items, AutoItems)
	case a.Size < 0:
		return fmt.Errorf("page: auto has the size %d", a.Size)
	}
	return nil
}

func (s *Set) checkStep(step *Step, args []string) error {
	if !slices.ContainsFunc(s.Sources, func(src Source) bool { return src.ID == step.Op.Source }) {
		return fmt.Errorf("source %q is not in sources", step.Op.Source)
	}
	b := &step.Binding
	if _, ok := s.Servers[b.Server]; !ok {
		return fmt.Errorf("server %q is not in servers", b.Server)
	}
	for _, alternative := range b.Auth {
		for _, use := range alternative {
			if _, ok := s.Auth[use.Scheme]; !ok {
				return fmt.Errorf("auth: %q is not in auth", use.Scheme)
			}
		}
	}
	if err := b.checkPath(); err != nil {
		return err
	}
	for i := range b.Params {
		p := &b.Params[i]
		if err := s.checkValue(&p.Value, args); err != nil {
			return fmt.Errorf("param %s:%s: %w", p.In, p.Name, err)
		}
		if p.Style == "" && p.Media == "" {
			return fmt.Errorf("param %s:%s: has neither style nor media", p.In, p.Name)
		}
	}
	if b.Body == nil {
		return nil
	}
	for i := range b.Body.Fields {
		f := &b.Body.Fields[i]
		if f.To != "" && f.To[0] != '/' {
			return fmt.Errorf("body: %q is not a JSON Pointer", f.To)
		}
		if err := s.checkValue(&f.Value, args); err != nil {
			return fmt.Errorf("body:%s: %w", f.To, err)
		}
	}
	return nil
}

// checkPath proves that segments and path parameters stand for each other.
func (b *Binding) checkPath() error {
	uses := 0
	for i, seg := range b.Path {
		if (seg.Lit == "") == (seg.Param == "") {
			return fmt.Errorf("path[%d]: wants exactly one of lit and param", i)
		}
		if seg.Param == "" {
			continue
		}
		uses++
		if !slices.ContainsFunc(b.Params, func(p Param) bool { return p.In == InPath && p.Name == seg.Param }) {
			return fmt.Errorf("path: {%s} has no parameter", seg.Param)
		}
	}
	for _, p := range b.Params {
		if p.In == InPath && !slices.ContainsFunc(b.Path, func(seg Seg) bool { return seg.Param == p.Name }) {
			return fmt.Errorf("param path:%s: the path does not use it", p.Name)
		}
	}
	return nil
}

func (s *Set) checkValue(v *Value, args []string) error {
	n := 0
	for _, set := range [...]bool{v.Arg != "", v.Const != nil, v.Caller != "", v.Secret != "", v.Gen != "", v.Start != "", v.Page, v.Size, v.Run != ""} {
		if set {
			n++
		}
	}
	switch {
	case n != 1:
		return fmt.Errorf("value has %d origins, want exactly one", n)
	case v.Default != nil && v.Arg == "":
		return fmt.Errorf("value has a default but no argument")
	case v.Secret != "":
		if _, ok := s.Auth[v.Secret]; !ok {
			return fmt.Errorf("secret %q is not in auth", v.Secret)
		}
	case v.Arg != "":
		first, _, _ := strings.Cut(strings.TrimPrefix(v.Arg, "/"), "/")
		first = strings.NewReplacer("~1", "/", "~0", "~").Replace(first)
		if v.Arg[0] != '/' || !slices.Contains(args, first) {
			return fmt.Errorf("argument %s is not in the input", v.Arg)
		}
	}
	return nil
}

// rootProperties gives the names of a schema's own properties; false when it is
// not a schema of an object. It reads only what it needs of a valid JSON text.
func rootProperties(schema Schema) (names []string, ok bool) {
	object := false
	err := members(schema, func(key, value []byte) {
		switch string(key) {
		case `"type"`:
			object = string(value) == `"object"`
		case `"properties"`:
			_ = members(value, func(key, _ []byte) {
				var name string
				if json.Unmarshal(key, &name) == nil {
					names = append(names, name)
				}
			})
		}
	})
	return names, err == nil && object
}

// members calls f for each member of the object in text; key keeps its quotes.
func members(text []byte, f func(key, value []byte)) error {
	i := space(text, 0)
	if i >= len(text) || text[i] != '{' {
		return fmt.Errorf("not an object")
	}
	for i = space(text, i+1); i < len(text) && text[i] == '"'; i = space(text, i) {
		end := stringEnd(text, i)
		key := text[i:end]
		start := space(text, space(text, end)+1) // after the colon
		i = valueEnd(text, start)
		f(key, text[start:i])
		if i = space(text, i); i < len(text) && text[i] == ',' {
			i++
		}
	}
	return nil
}

func space(text []byte, i int) int {
	for i < len(text) && isSpace(text[i]) {
		i++
	}
	return min(i, len(text))
}

// valueEnd gives the offset after the value that starts at text[i].
func valueEnd(text []byte, i int) int {
	depth := 0
	for i < len(text) {
		switch text[i] {
		case '"':
			i = stringEnd(text, i)
		case '{', '[':
			depth++
			i++
		case '}', ']':
			if depth == 0 {
				return i // the end of what surrounds a number or a word
			}
			depth--
			i++
		case ',', ' ', '\n', '\r', '\t':
			if depth == 0 {
				return i
			}
			i++
			continue
		default:
			i++
			continue
		}
		if depth == 0 {
			return i
		}
	}
	return i
}
