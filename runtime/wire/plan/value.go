package plan

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/encode"
)

// source says where a compiled value comes from.
type source uint8

const (
	fromArg source = iota
	fromConst
	fromCaller
	fromKey
	fromNow
	fromCallID
	fromRun
	fromStart
	fromPage
	fromSize
	fromSecret
)

// value is a tool.Value, read once.
type value struct {
	from    source
	at      []string // fromArg: tokens of the pointer
	fixed   any      // fromConst: the constant; fromArg: the default
	hasSelf bool     // fixed is set
	name    string   // the pointer, claim, key or scheme as it is written
}

func compileValue(v tool.Value) (value, error) {
	var c value
	raw := v.Const
	switch {
	case v.Const != nil:
		c.from = fromConst
	case v.Caller != "":
		c.from, c.name = fromCaller, v.Caller
	case v.Secret != "":
		c.from, c.name = fromSecret, v.Secret
	case v.Gen == "idempotency-key":
		c.from = fromKey
	case v.Gen == "now":
		c.from = fromNow
	case v.Gen == "request-id":
		c.from = fromCallID
	case v.Gen != "":
		return c, fmt.Errorf("value: gen %q is not known", v.Gen)
	case v.Run != "":
		c.from, c.name = fromRun, v.Run
	case v.Start != "":
		c.from, c.name = fromStart, v.Start
	case v.Page:
		c.from = fromPage
	case v.Size:
		c.from = fromSize
	default:
		c.from, c.name, raw = fromArg, v.Arg, v.Default
		at, err := encode.Tokens(v.Arg)
		if err != nil {
			return c, err
		}
		c.at = at
	}
	if raw != nil {
		fixed, err := encode.DecodeValue(raw)
		if err != nil {
			return c, fmt.Errorf("value: constant: %w", err)
		}
		c.fixed, c.hasSelf = fixed, true
	}
	return c, nil
}

// Secrets gives the credential that a value of kind Secret stands for. With
// none, such values are left out.
type Secrets func(scheme string) (string, *runtime.Problem)

// get gives the value for one call; present is false when there is none.
func (c *value) get(in *runtime.Inputs, now time.Time, secret Secrets) (v any, present bool, problem *runtime.Problem) {
	switch c.from {
	case fromArg:
		if v, present = encode.Lookup(in.Args, c.at); !present && c.hasSelf {
			return c.fixed, true, nil
		}
		return v, present, nil
	case fromConst:
		return c.fixed, true, nil
	case fromCaller:
		return c.caller(in.Principal)
	case fromKey:
		return in.Key, in.Key != "", nil
	case fromNow:
		return now.UTC().Format(time.RFC3339), true, nil
	case fromCallID:
		return in.CallID, in.CallID != "", nil
	case fromRun:
		return c.stored(in.Run, runtime.CodePreconditionRequired, "A value that an earlier call of this conversation leaves behind is needed first.")
	case fromStart:
		return c.stored(in.Start, runtime.CodeDependencyError, "The upstream's first answer lacks a value that this step needs.")
	case fromPage:
		if in.Page == nil {
			return nil, false, nil
		}
		return decoded(in.Page)
	case fromSize:
		return json.Number(strconv.Itoa(in.Size)), in.Size > 0, nil
	}
	if secret == nil {
		return nil, false, nil
	}
	text, problem := secret(c.name)
	return text, problem == nil, problem
}

func (c *value) stored(m map[string]json.RawMessage, code runtime.Code, message string) (any, bool, *runtime.Problem) {
	raw, ok := m[c.name]
	if !ok {
		return nil, false, runtime.NewProblem(code, message)
	}
	return decoded(raw)
}

func decoded(raw json.RawMessage) (any, bool, *runtime.Problem) {
	v, err := encode.DecodeValue(raw)
	if err != nil {
		return nil, false, runtime.NewProblem(runtime.CodeInvalidReference, "")
	}
	return v, true, nil
}

// caller gives a fact about who calls. What is missing is a mistake of the
// set-up, never a null.
func (c *value) caller(p runtime.Principal) (any, bool, *runtime.Problem) {
	var v any
	ok := false
	switch claim, isClaim := strings.CutPrefix(c.name, "claims."); {
	case isClaim:
		v, ok = p.Claims[claim]
		ok = ok && v != nil
	case c.name == "id":
		v, ok = p.ID, p.ID != ""
	case c.name == "tenant":
		v, ok = p.Tenant, p.Tenant != ""
	case c.name == "roles":
		v, ok = list(p.Roles), len(p.Roles) > 0
	case c.name == "scopes":
		v, ok = list(p.Scopes), len(p.Scopes) > 0
	}
	if !ok {
		return nil, false, runtime.NewProblem(runtime.CodeConfigurationError,
			"This tool needs to know the caller's "+c.name+", and this connection does not say. Trying again does not help; tell the operator.")
	}
	return v, true, nil
}

func list(texts []string) []any {
	out := make([]any, len(texts))
	for i, t := range texts {
		out[i] = t
	}
	return out
}
