package diff

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/curate/diff/change"
)

// scope is where changes are recorded: a tool, or the set when tool is empty.
type scope struct {
	report *change.Report
	rules  map[string]change.Rule
	tool   string
	first  int             // index of the tool's first change
	seen   map[string]bool // changes of requests, so that each is told once a tool
	gone   map[string]bool // fields of the result whose loss is told
}

// add records a change. what is a sentence; see fmt.Sprintf.
func (s *scope) add(rule, ptr, field string, old, new any, what string, args ...any) *change.Change {
	r, known := s.rules[rule]
	if !known {
		r = s.rules["unknown-changed"]
	}
	s.report.Changes = append(s.report.Changes, change.Change{
		Class: r.Class, Rule: r.ID, Tool: s.tool, Pointer: ptr, Field: field,
		Old: raw(old), New: raw(new), What: fmt.Sprintf(what, args...),
	})
	return &s.report.Changes[len(s.report.Changes)-1]
}

// value records that a plain value changed; zero values count as not stated.
func value[T any](s *scope, rule, ptr, field, subject string, old, new T) {
	if equal(old, new) {
		return
	}
	s.add(rule, ptr, field, stated(old), stated(new), "%s", moved(subject, old, new))
}

// moved says in words how a value changed.
func moved(subject string, old, new any) string {
	switch o, n := stated(old), stated(new); {
	case o == nil:
		return fmt.Sprintf("%s is %s now; it was not stated.", subject, shown(n))
	case n == nil:
		return fmt.Sprintf("%s was %s and is not stated any more.", subject, shown(o))
	default:
		return fmt.Sprintf("%s goes from %s to %s.", subject, shown(o), shown(n))
	}
}

// equal compares by encoding, so that nil and empty are one.
func equal(a, b any) bool { return bytes.Equal(raw(stated(a)), raw(stated(b))) }

// stated gives nil for zero values and empty lists.
func stated(v any) any {
	if v == nil {
		return nil
	}
	r := reflect.ValueOf(v)
	switch {
	case r.IsZero():
		return nil
	case (r.Kind() == reflect.Slice || r.Kind() == reflect.Map) && r.Len() == 0:
		return nil
	}
	return v
}

// raw gives canonical JSON, nil for nil.
func raw(v any) json.RawMessage {
	switch v := v.(type) {
	case nil:
		return nil
	case *node.Node:
		if v == nil {
			return nil
		}
		return v.AppendCanonical(nil)
	case json.RawMessage:
		if n := parse(v); n != nil {
			return n.AppendCanonical(nil)
		}
		return nil
	}
	if r := reflect.ValueOf(v); r.Kind() == reflect.Pointer && r.IsNil() {
		return nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return json.RawMessage(`"` + "unreadable" + `"`) // a broken JSON text; Decode refuses such sets
	}
	if n := parse(bytes.TrimSpace(b.Bytes())); n != nil {
		return n.AppendCanonical(nil)
	}
	return bytes.TrimSpace(b.Bytes())
}

// parse reads a JSON text of the artifact; nil when there is none.
func parse(text []byte) *node.Node {
	if len(text) == 0 {
		return nil
	}
	var diags diag.List
	return node.ReadJSON("", text, node.Limits{}, &diags)
}

// maxShown bounds a value inside a sentence.
const maxShown = 60

// shown writes a value for a sentence: words as they are, the rest as JSON.
func shown(v any) string {
	text := string(raw(v))
	var s string
	if json.Unmarshal([]byte(text), &s) == nil && text != "null" {
		text = s
		if strings.ContainsAny(s, " \n\t") || s == "" {
			text = strings.Join(strings.Fields(s), " ")
			if strings.Contains(text, `"`) {
				text = "'" + text + "'"
			} else {
				text = `"` + text + `"`
			}
		}
	}
	return clip(text, maxShown)
}

// clip cuts at a rune.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "…"
}

// esc writes a name as a token of a JSON Pointer.
func esc(name string) string { return strings.NewReplacer("~", "~0", "/", "~1").Replace(name) }

// members records what was added to and removed from a list of names.
func (s *scope) members(added, removed, ptr, field, addedText, removedText string, old, new []string) {
	for _, name := range without(old, new) {
		s.add(removed, ptr+"/"+esc(name), field, name, nil, removedText, shown(name))
	}
	for _, name := range without(new, old) {
		s.add(added, ptr+"/"+esc(name), field, nil, name, addedText, shown(name))
	}
}

// order records that a list holds the same names in another order.
func (s *scope) order(rule, ptr, field, subject string, old, new []string) {
	if len(without(old, new)) == 0 && len(without(new, old)) == 0 && !equal(old, new) {
		s.add(rule, ptr, field, old, new, "%s", moved(subject, old, new))
	}
}

// without gives the members of a that b lacks, each once, in a's order.
func without(a, b []string) []string {
	have := make(map[string]bool, len(b))
	for _, s := range b {
		have[s] = true
	}
	var out []string
	for _, s := range a {
		if !have[s] {
			have[s] = true
			out = append(out, s)
		}
	}
	return out
}
