// Package record writes what evals saw into the overlay that states them, by
// edits of single values: everything else in the file, comments and blank lines
// included, stays byte for byte.
//
// It knows where evals stand in an overlay and nothing of how they run. Start at
// Apply.
package record

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/yaml"
)

// Value is what one key of one eval has to say.
type Value struct {
	Tool  string // the tool's full name
	N     int    // the eval's number, from 1
	Key   string // sends, body, returns
	Value json.RawMessage
}

// Apply gives the overlay's bytes with the values written in, and how many of
// them were other before. A value whose key the eval does not have is left out.
// The error says which eval cannot be found, or that the file cannot be read.
func Apply(file string, src []byte, values []Value) (out []byte, changed int, err error) {
	root, err := read(file, src)
	if err != nil {
		return nil, 0, err
	}
	var edits []node.Edit
	for _, v := range values {
		at, err := find(root, v)
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", file, err)
		}
		var quiet diag.List
		want := node.ReadJSON(file, v.Value, node.Limits{}, &quiet)
		if at == nil || want == nil || same(at, want) {
			continue
		}
		start, end := at.Range()
		if start >= end {
			return nil, 0, fmt.Errorf("%s: tool %s, eval %d: %s has no place in the file", file, v.Tool, v.N, v.Key)
		}
		edits = append(edits, node.Edit{Start: start, End: end, Text: string(appendFlow(nil, want))})
	}
	if out, err = node.ApplyEdits(src, edits); err != nil {
		return nil, 0, fmt.Errorf("%s: %w", file, err)
	}
	return out, len(edits), proved(file, out, values)
}

func read(file string, src []byte) (*node.Node, error) {
	var diags diag.List
	root := yaml.Read(file, src, yaml.Options{Strict: true}, &diags)
	if root == nil || diags.HasErrors() {
		return nil, fmt.Errorf("%s: cannot be read as an overlay", file)
	}
	return root, nil
}

// proved reads the new file: what was written must be what is read.
func proved(file string, src []byte, values []Value) error {
	root, err := read(file, src)
	if err != nil {
		return fmt.Errorf("recording would break the file: %w", err)
	}
	for _, v := range values {
		at, err := find(root, v)
		var quiet diag.List
		if want := node.ReadJSON(file, v.Value, node.Limits{}, &quiet); err != nil || at != nil && want != nil && !same(at, want) {
			return fmt.Errorf("%s: tool %s, eval %d: %s cannot be written as YAML", file, v.Tool, v.N, v.Key)
		}
	}
	return nil
}

func same(a, b *node.Node) bool {
	return string(a.AppendCanonical(nil)) == string(b.AppendCanonical(nil))
}

// find gives the node of a value; nil when its eval lacks the key.
func find(root *node.Node, v Value) (*node.Node, error) {
	tools := root.Get("tools")
	decl := tools.Get(v.Tool)
	for _, source := range root.Get("sources").Members() {
		prefix, ok := source.Value.Get("prefix").Str()
		if rest, cut := strings.CutPrefix(v.Tool, strings.TrimSuffix(prefix, "_")+"_"); ok && cut && decl == nil {
			decl = tools.Get(rest)
		}
	}
	if decl == nil {
		return nil, fmt.Errorf("tool %s is not in the overlay", v.Tool)
	}
	eval := decl.Get("evals").Index(v.N - 1)
	if eval == nil {
		return nil, fmt.Errorf("tool %s has no eval %d", v.Tool, v.N)
	}
	return eval.Get(v.Key), nil
}

// appendFlow writes n as a flow value of YAML, on one line.
func appendFlow(dst []byte, n *node.Node) []byte {
	switch n.Kind() {
	case node.Object:
		dst = append(dst, '{')
		for i, m := range n.Members() {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = append(appendText(dst, m.Key), ": "...)
			dst = appendFlow(dst, m.Value)
		}
		return append(dst, '}')
	case node.Array:
		dst = append(dst, '[')
		for i, item := range n.Items() {
			if i > 0 {
				dst = append(dst, ", "...)
			}
			dst = appendFlow(dst, item)
		}
		return append(dst, ']')
	case node.String:
		return appendText(dst, n.Text())
	}
	return n.AppendJSON(dst)
}

// appendText writes a text plainly where nobody can take it for anything else,
// and in quotes elsewhere.
func appendText(dst []byte, s string) []byte {
	if plain(s) {
		return append(dst, s...)
	}
	for _, r := range string(node.NewString(s).AppendJSON(nil)) {
		switch {
		case r >= 0x7f && r <= 0x9f, r == 0x2028, r == 0x2029, r == 0xfeff, r == 0xfffe, r == 0xffff:
			dst = fmt.Appendf(dst, `\u%04x`, r) // YAML 1.2 §5.1: not printable
		default:
			dst = append(dst, string(r)...)
		}
	}
	return dst
}

// plain reports whether s is words of letters and digits that begin with a letter
// and are no value of another kind in any YAML.
func plain(s string) bool {
	if slices.Contains([]string{"", "null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "nan"}, strings.ToLower(s)) {
		return false
	}
	for i, r := range s {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || (r < '0' || r > '9') && r != '_' && r != '-') {
			return false
		}
	}
	return true
}
