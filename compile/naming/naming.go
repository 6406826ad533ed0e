// Package naming makes the names that models read: of tools from operations,
// of arguments from wire names. Equal input gives equal names on every machine.
//
// It knows no documents. Start at Tool and Arg.
package naming

import (
	"crypto/sha256"
	"encoding/base32"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/tool"
)

// nameMax is the longest tool name that is made up here. Clients put the name of
// the server before it and refuse what is longer than 60 or 64.
const nameMax = 48

// Tool gives the name of an operation's tool: its operationId in snake case,
// or method and path where the id says nothing. It is the same on every machine
// and does not depend on other operations, so two operations can get one name;
// see Tools. shortened tells that it was cut and ends in a hash: a person
// should choose a better one.
func Tool(id, method, path string) (name string, shortened bool) {
	parts := Words(id)
	if len(parts) == 0 {
		if parts = Words(method + " " + path); strings.Trim(path, "/") == "" {
			parts = append(parts, "root")
		}
	}
	name = strings.Join(parts, "_")
	if c := name[:min(1, len(name))]; c < "a" || c > "z" {
		name = strings.TrimSuffix("op_"+name, "_")
	}
	if len(name) <= nameMax {
		return name, false
	}
	return cut(name, nameMax, identity(method, path)), true
}

// Key names one operation for Tools.
type Key struct{ ID, Method, Path string }

// Tools names the operations of one document or set so that no two names
// are equal: where Tool gives one name to several, each of them ends in a
// hash of its own method and path. The order of ops does not matter.
func Tools(ops []Key) []string {
	names := make([]string, len(ops))
	count := map[string]int{}
	for i, op := range ops {
		names[i], _ = Tool(op.ID, op.Method, op.Path)
		count[names[i]]++
	}
	for i, op := range ops {
		if count[names[i]] > 1 {
			names[i] = withHash(names[i], nameMax, identity(op.Method, op.Path))
		}
	}
	return names
}

func identity(method, path string) string { return strings.ToUpper(method) + " " + path }

// cut shortens a name to limit: its head, its tail, and a hash of what it is
// the name of. Cuts fall between words where there are any.
func cut(name string, limit int, of string) string {
	room := limit - hashLen - 2
	head := name[:room*6/10]
	if i := strings.LastIndexByte(head, '_'); i > len(head)/2 && name[len(head)] != '_' {
		head = head[:i]
	}
	head = strings.TrimRight(head, "_")
	tail := name[len(name)-(room-len(head)):]
	if i := strings.IndexByte(tail, '_'); i >= 0 && i < len(tail)/2 && name[len(name)-len(tail)-1] != '_' {
		tail = tail[i+1:]
	}
	return head + "_" + strings.Trim(tail, "_") + "_" + hash(of)
}

func withHash(name string, limit int, of string) string {
	if room := limit - hashLen - 1; len(name) > room {
		name = strings.TrimRight(name[:room], "_")
	}
	return name + "_" + hash(of)
}

const hashLen = 6

func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5]))[:hashLen]
}

// Words splits a name into lower-case words of ASCII letters and digits: at
// every other character, before a capital that follows a small letter or a
// digit, and before the last capital of an acronym (getURLById → get url by id).
func Words(s string) []string {
	var list []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			list = append(list, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	rs := []rune(s)
	for i, r := range rs {
		switch {
		case r >= utf8.RuneSelf || !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case unicode.IsUpper(r) && len(word) > 0:
			last := word[len(word)-1]
			small := i+1 < len(rs) && rs[i+1] < utf8.RuneSelf && unicode.IsLower(rs[i+1])
			// "IDs" is one acronym, "IDList" two words.
			plural := small && rs[i+1] == 's' && (i+2 == len(rs) || !unicode.IsLower(rs[i+2]))
			if !unicode.IsUpper(last) || small && !plural {
				flush()
			}
		}
		word = append(word, r)
	}
	flush()
	return list
}

// argMax is the longest argument name; the strictest provider takes 64.
const argMax = 64

// Arg gives the name that a model reads for a wire name: letters, digits
// and underscores of ASCII only, which every provider takes. It may be equal
// for two wire names.
func Arg(wire string) string {
	var b strings.Builder
	for _, r := range wire {
		switch {
		case r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			b.WriteRune(r)
		case r == '<':
			b.WriteString("_lt")
		case r == '>':
			b.WriteString("_gt")
		default:
			b.WriteByte('_')
		}
	}
	name := strings.Trim(squeeze(b.String()), "_")
	switch {
	case strings.HasPrefix(wire, "_") && name != "" && Legal(wire):
		return wire // as its author wrote it
	case name == "":
		return "arg_" + hash(wire)
	case name[0] >= '0' && name[0] <= '9':
		name = "n" + name // Gemini wants a letter first
	}
	if len(name) > argMax {
		name = withHash(name, argMax, wire)
	}
	return name
}

func squeeze(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if s[i] != '_' || i == 0 || s[i-1] != '_' {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}

// Legal reports whether every provider takes name as it is.
func Legal(name string) bool {
	if name == "" || len(name) > argMax || name[0] >= '0' && name[0] <= '9' {
		return false
	}
	for i := range len(name) {
		c := name[i]
		if c != '_' && (c < '0' || c > '9' && c < 'A' || c > 'Z' && c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

// controls lists the names that the shapes keep for themselves.
func controls() []string {
	return []string{tool.ArgDryRun, tool.ArgConfirmToken, tool.ArgCursor, tool.ArgLimit}
}

// Reserved reports whether name is a control argument, which no argument of
// an operation may be called.
func Reserved(name string) bool { return slices.Contains(controls(), name) }

// Namer hands out argument names, each once.
type Namer struct {
	taken map[string]bool
}

// NewNamer makes a Namer that has handed out nothing but the control
// arguments.
func NewNamer() *Namer {
	n := &Namer{taken: map[string]bool{}}
	for _, c := range controls() {
		n.taken[c] = true
	}
	return n
}

// Free reports whether name is not taken. Case does not tell names apart:
// models mix it up.
func (n *Namer) Free(name string) bool { return !n.taken[strings.ToLower(name)] }

// Take gives wanted if it is free, else the place before it (query_limit),
// else with a number.
func (n *Namer) Take(wanted string, in tool.In) string {
	name := wanted
	if !n.Free(name) {
		name = string(in) + "_" + wanted
		if len(name) > argMax {
			name = withHash(name, argMax, name)
		}
	}
	for base, i := name, 2; !n.Free(name); i++ {
		suffix := "_" + strconv.Itoa(i)
		name = base[:min(len(base), argMax-len(suffix))] + suffix
	}
	n.taken[strings.ToLower(name)] = true
	return name
}

// Fold drops case and punctuation: api_key, Api-Key and apiKey are one word.
func Fold(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '-', '_', '.', ' ', '[', ']', '$':
			return -1
		}
		return r
	}, strings.ToLower(s))
}

// Portable reports whether every provider takes name as that of a property: 1 to
// 64 ASCII letters, digits, _, . and -.
func Portable(name string) bool {
	for i := range len(name) {
		switch c := name[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c == '.', c == '-':
		default:
			return false
		}
	}
	return name != "" && len(name) <= 64
}
