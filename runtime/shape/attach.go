package shape

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/answer"
)

// filePrefix is how a file argument begins that names one of the operator's.
const filePrefix = "file:"

// FileArgs gives the places of the arguments of t that are files or lists of
// files, as tokens of pointers, each once.
func FileArgs(t *tool.Tool) [][]string {
	var places [][]string
	add := func(at []string) {
		if len(at) > 0 && !slices.ContainsFunc(places, func(p []string) bool { return slices.Equal(p, at) }) {
			places = append(places, at)
		}
	}
	for _, s := range t.Steps() {
		b := s.Binding.Body
		if b == nil {
			continue
		}
		for _, f := range b.Fields {
			from, err := answer.ParsePointer(f.Value.Arg)
			if f.Value.Arg == "" || err != nil {
				continue
			}
			to, err := answer.ParsePointer(f.To)
			switch {
			case err != nil:
			case b.Mode == tool.BodyBytes && len(to) == 0:
				add(from)
			case b.Mode == tool.BodyMultipart && len(to) == 1 && b.Parts[to[0]].File:
				add(from)
			case b.Mode == tool.BodyMultipart && len(to) == 0:
				for _, name := range slices.Sorted(maps.Keys(b.Parts)) {
					if b.Parts[name].File {
						add(append(slices.Clone(from), keyOf(b, f, name)))
					}
				}
			}
		}
	}
	return places
}

// keyOf gives the model's name of a part of a whole body.
func keyOf(b *tool.Body, f tool.Field, part string) string {
	l := f.Layout
	if l == nil {
		l = b.Layout
	}
	if l != nil {
		for _, key := range slices.Sorted(maps.Keys(l.Names)) {
			if l.Names[key] == part {
				return key
			}
		}
	}
	return part
}

// Attach reads the operator's files that the arguments of c name at the given
// places, each once: what is hashed and shown is what is sent, and a confirm
// token fits no other content. The problem says which argument names none.
func (e *Env) Attach(c *Call, places [][]string) *runtime.Problem {
	if e.Files == nil {
		return nil
	}
	for _, at := range places {
		v, ok := answer.Lookup(c.Args, at)
		if !ok {
			continue
		}
		values := []any{v}
		l, isList := v.([]any)
		if isList {
			values = l
		}
		for i, v := range values {
			if why := e.attach(c, v); why != "" {
				arg := pointerOf(at)
				if isList {
					arg += "/" + strconv.Itoa(i)
				}
				return &runtime.Problem{Code: runtime.CodeInvalidInput, Message: "The argument " + arg + " " + why + ". Nothing was sent; correct it and call again.",
					Fields: []runtime.Field{{Arg: arg, Problem: why}}}
			}
		}
	}
	if len(c.attached) > 0 {
		c.hash = c.attachedHash()
	}
	return nil
}

// attach reads the file that a value names, if it names one.
func (e *Env) attach(c *Call, v any) (why string) {
	if m, ok := v.(map[string]any); ok {
		v = m["ref"]
	}
	ref, _ := v.(string)
	name, ok := strings.CutPrefix(ref, filePrefix)
	if _, known := c.attached[ref]; !ok || known {
		return ""
	}
	f, why := e.Files(name)
	if why != "" {
		return why
	}
	size := len(f.Data)
	for _, other := range c.attached {
		size += len(other.Data)
	}
	if size > sentMax {
		return "names one file too many: together they are larger than 25 MiB"
	}
	if c.attached == nil {
		c.attached = map[string]runtime.File{}
	}
	c.attached[ref] = f
	return ""
}

// HoldsFiles reports whether files of the operator were attached.
func (c *Call) HoldsFiles() bool { return len(c.attached) > 0 }

// attachedHash identifies the arguments together with the files that they name.
func (c *Call) attachedHash() string {
	sum := sha256.New()
	sum.Write([]byte(runtime.ArgsHash(c.Tool, c.Args)))
	for _, ref := range slices.Sorted(maps.Keys(c.attached)) {
		content := sha256.Sum256(c.attached[ref].Data)
		sum.Write([]byte(ref))
		sum.Write([]byte{0})
		sum.Write(content[:])
	}
	return hex.EncodeToString(sum.Sum(nil))
}

func pointerOf(at []string) string {
	var b strings.Builder
	for _, token := range at {
		b.WriteString("/" + tool.PointerToken(token))
	}
	return b.String()
}
