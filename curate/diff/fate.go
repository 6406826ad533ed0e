package diff

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/diff/change"
	"github.com/oatools/oatools/curate/diff/comparison"
	"github.com/oatools/oatools/curate/diff/journal"
)

// judge says what became of one tool, and compares its sides where there are
// both.
func judge(s *journal.Scope, old, new *tool.Set, p pair, siblings *siblings) change.ToolChange {
	switch {
	case p.old == nil:
		added(s.Of(p.new.Name), p.new, siblings)
		return change.ToolChange{Name: p.new.Name, State: change.Added, NewTokens: p.new.Tokens, Evals: len(p.new.Evals)}
	case p.new == nil:
		removed(s.Of(p.old.Name), p)
		return change.ToolChange{Name: p.old.Name, State: change.Removed, OldTokens: p.old.Tokens}
	}
	t := s.Of(p.new.Name)
	out := change.ToolChange{
		Name: p.new.Name, State: change.Same, OldTokens: p.old.Tokens, NewTokens: p.new.Tokens, Evals: len(p.new.Evals),
		Op:      p.old.Hash.Op != p.new.Hash.Op,
		Surface: p.old.Hash.Surface != p.new.Hash.Surface,
		Runtime: p.old.Hash.Runtime != p.new.Hash.Runtime,
	}
	out.Stale = out.Surface && out.Evals > 0
	if p.renamed {
		out.State, out.Was = change.Renamed, p.old.Name
		renamed(t, p)
	}
	if !reflect.DeepEqual(p.old, p.new) {
		comparison.Tools(t, old, new, p.old, p.new)
	}
	return out
}

// added records a new tool and who could be taken for it.
func added(s *journal.Scope, t *tool.Tool, siblings *siblings) {
	what := fmt.Sprintf("A new %s, ~%d tokens", t.Shape, t.Tokens)
	if t.Main != nil {
		what += ": " + t.Main.Op.Method + " " + t.Main.Op.Path
	}
	if t.Command != nil {
		what += fmt.Sprintf(" (effect: %s)", t.Command.Effect)
	}
	what += "."
	if like := siblings.of(t); len(like) > 0 {
		what += " A model could take it for " + strings.Join(like, ", ") + "."
	}
	s.Add("tool-added", "", "name", nil, t.Name, "%s", what)
}

func removed(s *journal.Scope, p pair) {
	if p.heir == nil {
		s.Add("tool-removed", "", "name", p.old.Name, nil, "The tool is gone: calls of it fail.")
		return
	}
	s.Add("tool-merged", "", "name", p.old.Name, p.heir.Name,
		"The tool is gone; %s answers for it until %s. Arguments that %s does not take are refused.",
		p.heir.Name, p.heir.Replaces.Sunset, p.heir.Name)
}

func renamed(s *journal.Scope, p pair) {
	if p.kept {
		s.Add("tool-renamed-kept", "/name", "name", p.old.Name, p.new.Name,
			"%s is called %s now; the old name stays callable until %s.", p.old.Name, p.new.Name, p.new.Replaces.Sunset)
		return
	}
	s.Add("tool-renamed", "/name", "name", p.old.Name, p.new.Name,
		"%s is called %s now, and nothing answers to the old name. With replaces: {name: %s, sunset: …} it would stay callable.",
		p.old.Name, p.new.Name, p.old.Name)
}
