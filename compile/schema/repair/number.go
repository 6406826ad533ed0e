package repair

import (
	"encoding/json"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// Number reads a bound.
func Number(m node.Member, diags *diag.List) *node.Node {
	v := m.Value
	if s, ok := v.Str(); ok && isJSONNumber(strings.TrimSpace(s)) {
		diags.Warnf(v.Pos(), "schema-keyword", "%s is a number; the text %q is read as one", m.Key, s)
		v = node.NewNumber(strings.TrimSpace(s)).MovedTo(v)
	}
	r, ok := v.Rat()
	if !ok || m.Key == "multipleOf" && r.Sign() <= 0 {
		if !v.Is(node.Null) {
			diags.Warnf(v.Pos(), "schema-keyword", "%s is a number that can be compared with; it is left out", m.Key)
		}
		return nil
	}
	return v
}

func isJSONNumber(s string) bool {
	if s == "" || len(s) > 64 || strings.Trim(s, "0123456789+-.eE") != "" {
		return false
	}
	_, ok := node.NewNumber(s).Rat()
	return ok && json.Valid([]byte(s)) // Rat takes more, such as 1.e-8
}

// Count reads a number of characters, items or properties.
func Count(m node.Member, diags *diag.List) *node.Node {
	v := Number(m, diags)
	if v == nil {
		return nil
	}
	r, _ := v.Rat()
	if r.Sign() < 0 || !r.IsInt() {
		diags.Warnf(v.Pos(), "schema-keyword", "%s is a whole number, 0 or more; it is left out", m.Key)
		return nil
	}
	if !r.Num().IsInt64() || r.Num().Int64() > 1<<53 {
		if strings.HasPrefix(m.Key, "min") {
			diags.Warnf(v.Pos(), "schema-keyword", "%s can never be reached; it is left out", m.Key)
		}
		return nil
	}
	if text := r.Num().String(); text != v.Text() {
		return node.NewNumber(text).MovedTo(v)
	}
	return v
}

// Flag reads a keyword that says something only when it is true.
func Flag(m node.Member, diags *diag.List) *node.Node {
	v, ok := m.Value.Truth()
	if !ok && strings.EqualFold(m.Value.Text(), "true") {
		v = true
	} else if !ok && m.Key == "uniqueItems" {
		diags.Warnf(m.Value.Pos(), "schema-keyword", "%s is true or false; it is left out", m.Key)
	}
	if !v {
		return nil
	}
	if !ok {
		return node.NewBool(true).MovedTo(m.Value)
	}
	return m.Value
}

// Word reads a keyword whose value is a text.
func Word(m node.Member, diags *diag.List) *node.Node {
	if s, ok := m.Value.Str(); ok && s != "" {
		return m.Value
	}
	if !m.Value.Is(node.Null) && m.Value.Text() != "" {
		diags.Warnf(m.Value.Pos(), "schema-keyword", "%s is a text; it is left out", m.Key)
	}
	return nil
}
