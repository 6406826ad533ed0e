package cond

import (
	"encoding/json"
	"fmt"

	"cel.dev/cel-go/cel"
	celast "cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/types"
)

// Bounds of one condition. They are far above what a person reviews, and keep
// an evaluation in the order of milliseconds.
const (
	maxSource = 4096 // code points
	maxCost   = 100_000
)

// Scope says which names a condition may use. A nil schema leaves its name out.
type Scope struct {
	Args   json.RawMessage // JSON Schema of args
	Result json.RawMessage // JSON Schema of result; "true" admits anything
	Caller bool            // caller is known
}

// Caller is who calls, as conditions see it.
type Caller struct {
	ID, Tenant    string
	Roles, Scopes []string
	Claims        map[string]any
}

// Problem is a mistake in the text of a condition.
type Problem struct {
	Line, Col int // from 1, in the text
	Message   string
}

// Env compiles conditions over one scope. It is safe for concurrent use.
type Env struct {
	env   *cel.Env
	types *provider
	scope Scope
}

// New makes an Env. The error is a schema that is not JSON.
func New(scope Scope) (*Env, error) {
	p := newProvider()
	opts := []cel.EnvOption{
		cel.CustomTypeAdapter(types.DefaultTypeAdapter),
		cel.CustomTypeProvider(p),
		cel.CrossTypeNumericComparisons(true),
		cel.EnableIdentifierEscapeSyntax(),
		cel.ParserExpressionSizeLimit(maxSource),
	}
	for _, v := range []struct {
		name   string
		schema json.RawMessage
	}{{"args", scope.Args}, {"result", scope.Result}} {
		if v.schema == nil {
			continue
		}
		t, err := p.root(v.name, v.schema)
		if err != nil {
			return nil, fmt.Errorf("condition scope %s: %w", v.name, err)
		}
		opts = append(opts, cel.Variable(v.name, t))
	}
	if scope.Caller {
		opts = append(opts, cel.Variable("caller", p.caller()))
	}
	env, err := cel.NewEnv(opts...)
	if err != nil {
		return nil, fmt.Errorf("condition scope: %w", err)
	}
	return &Env{env: env, types: p, scope: scope}, nil
}

// Compile reads one condition. Its problems are the author's; with any of them
// the condition is nil.
func (e *Env) Compile(source string) (*Condition, []Problem) {
	tree, issues := e.env.Compile(source)
	if issues.Err() != nil {
		var list []Problem
		for _, err := range issues.Errors() {
			list = append(list, Problem{Line: max(err.Location.Line(), 1), Col: max(err.Location.Column()+1, 1), Message: err.Message})
		}
		return nil, list
	}
	if out := tree.OutputType(); !out.IsExactType(cel.BoolType) {
		return nil, []Problem{{Line: 1, Col: 1, Message: fmt.Sprintf("a condition gives true or false, this gives %s", out)}}
	}
	program, err := e.env.Program(tree, cel.CostLimit(maxCost), cel.EvalOptions(cel.OptOptimize))
	if err != nil {
		return nil, []Problem{{Line: 1, Col: 1, Message: err.Error()}}
	}
	return &Condition{program: program, env: e, unguarded: e.unguarded(tree)}, nil
}

// Condition is a compiled condition. It is safe for concurrent use.
type Condition struct {
	program   cel.Program
	env       *Env
	unguarded []string
}

// Values are what the names of a condition stand for at run time. Args and
// Result are JSON values as package check decodes them.
type Values struct {
	Args   any
	Result any
	Caller Caller
}

// Holds evaluates the condition. On an error the caller must act as if the
// answer were the careful one, whichever that is.
func (c *Condition) Holds(v Values) (bool, error) {
	vars := map[string]any{}
	var err error
	if c.env.scope.Args != nil {
		if vars["args"], err = c.env.types.value(v.Args, c.env.types.roots["args"]); err != nil {
			return false, fmt.Errorf("condition: args: %w", err)
		}
	}
	if c.env.scope.Result != nil {
		if vars["result"], err = c.env.types.value(v.Result, c.env.types.roots["result"]); err != nil {
			return false, fmt.Errorf("condition: result: %w", err)
		}
	}
	if c.env.scope.Caller {
		claims, err := c.env.types.value(v.Caller.Claims, nil)
		if err != nil {
			return false, fmt.Errorf("condition: caller: %w", err)
		}
		vars["caller"] = map[string]any{
			"id": v.Caller.ID, "tenant": v.Caller.Tenant, "claims": claims,
			"roles": notNil(v.Caller.Roles), "scopes": notNil(v.Caller.Scopes),
		}
	}
	out, _, err := c.program.Eval(vars)
	if err != nil {
		return false, fmt.Errorf("condition: %w", err)
	}
	holds, ok := out.Value().(bool)
	if !ok {
		return false, fmt.Errorf("condition: gave %s, not true or false", out.Type())
	}
	return holds, nil
}

// Unguarded lists the optional arguments that the condition reads without
// asking for them with has(): where one is absent, evaluation fails.
func (c *Condition) Unguarded() []string { return c.unguarded }

// unguarded finds reads of optional arguments that no has() mentions.
func (e *Env) unguarded(tree *cel.Ast) []string {
	asked, read := map[string]bool{}, []string{}
	args := e.types.roots["args"]
	for _, n := range celast.MatchDescendants(celast.NavigateAST(tree.NativeRep()), celast.KindMatcher(celast.SelectKind)) {
		sel := n.AsSelect()
		if op := sel.Operand(); op.Kind() != celast.IdentKind || op.AsIdent() != "args" {
			continue
		}
		name := sel.FieldName()
		switch {
		case sel.IsTestOnly():
			asked[name] = true
		case args != nil && args.props[name] != nil && !args.required[name]:
			read = append(read, name)
		}
	}
	var out []string
	for _, name := range read {
		if !asked[name] {
			asked[name] = true
			out = append(out, name)
		}
	}
	return out
}

func notNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
