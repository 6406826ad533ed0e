package credential

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Kind is the kind of a reference.
type Kind string

// The kinds.
const (
	KindEnv  Kind = "env"
	KindFile Kind = "file"
	KindExec Kind = "exec"
)

// Reference says where a secret is. It holds no secret.
type Reference struct {
	Kind Kind
	Name string   // environment variable, or path of a file
	Argv []string // exec: the program and its arguments; no shell reads them
}

// ParseReference reads "env:NAME", "file:PATH" and "exec:ARGV". ARGV is split at
// blanks, or is a JSON array of strings. The error never repeats the text: who
// wrote a literal secret would find it in a log.
func ParseReference(s string) (Reference, error) {
	kind, rest, found := strings.Cut(s, ":")
	rest = strings.TrimSpace(rest)
	if !found || rest == "" {
		return Reference{}, fmt.Errorf("a secret is a reference such as env:NAME, file:PATH or exec:ARGV")
	}
	switch Kind(kind) {
	case KindEnv, KindFile:
		return Reference{Kind: Kind(kind), Name: rest}, nil
	case KindExec:
		argv := strings.Fields(rest)
		if strings.HasPrefix(rest, "[") {
			argv = nil
			if err := json.Unmarshal([]byte(rest), &argv); err != nil || len(argv) == 0 {
				return Reference{}, fmt.Errorf("exec: takes a command line, or a JSON array of strings")
			}
		}
		return Reference{Kind: KindExec, Argv: argv}, nil
	}
	return Reference{}, fmt.Errorf("a secret is a reference such as env:NAME, file:PATH or exec:ARGV")
}

// isReference reports whether s has the form of a reference.
func isReference(s string) bool {
	_, err := ParseReference(s)
	return err == nil
}
