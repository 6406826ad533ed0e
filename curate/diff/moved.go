package diff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/diff/change"
	"github.com/oatools/oatools/curate/diff/journal"
)

// Moved names what makes new another artifact than old, one thing a line: files
// of API descriptions and patches by their digests, the overlay, parts of the
// set, then tools with what moved of them. An artifact holds no digest of its
// overlay; that it moved is concluded where no file explains what moved. It is
// empty for sets that are equal.
func Moved(old, new *tool.Set) []string {
	report, out := Diff(old, new), movedFiles(old, new)
	if len(out) == 0 && !report.Empty() || slices.ContainsFunc(report.Tools, byOverlay) {
		out = append(out, "the overlay changed, or another version of oatools compiled it")
	}
	return slices.Concat(out, movedParts(report), movedTools(report))
}

// byOverlay reports whether no change of a description can have made of a tool
// what it is.
func byOverlay(t change.ToolChange) bool {
	return t.State == change.Added || t.State == change.Removed || t.State == change.Renamed || t.Surface && !t.Op
}

// movedFiles names the files that are others now.
func movedFiles(old, new *tool.Set) []string {
	var out []string
	before, after := sourcesOf(old), sourcesOf(new)
	for _, id := range journal.Names(before, after) {
		out = append(out, movedIn("spec", id, before[id].Files, after[id].Files)...)
		out = append(out, movedIn("patch", id, before[id].Patches, after[id].Patches)...)
	}
	return out
}

func sourcesOf(s *tool.Set) map[string]tool.Source {
	out := make(map[string]tool.Source, len(s.Sources))
	for _, src := range s.Sources {
		out[src.ID] = src
	}
	return out
}

// movedIn compares the files of one kind of a source.
func movedIn(kind, source string, old, new []tool.File) []string {
	before, after := sums(old), sums(new)
	var out []string
	for _, path := range journal.Names(before, after) {
		was, is := before[path], after[path]
		what := "changed"
		switch {
		case was == is:
			continue
		case was == "":
			what = "is new"
		case is == "":
			what = "is not read any more"
		}
		out = append(out, fmt.Sprintf("%s %s %s (source %s)", kind, path, what, source))
	}
	if len(out) == 0 && !slices.Equal(old, new) {
		out = append(out, fmt.Sprintf("the order of files changed (%s, source %s)", kind, source))
	}
	return out
}

func sums(files []tool.File) map[string]string {
	out := make(map[string]string, len(files))
	for _, f := range files {
		out[f.Path] = f.SHA256
	}
	return out
}

// movedParts names the parts of the set that belong to no tool, but the sources.
func movedParts(report *change.Report) []string {
	var out []string
	for _, c := range report.Changes {
		if c.Tool != "" || strings.HasPrefix(c.Pointer, "/sources/") {
			continue
		}
		if line := "set: " + strings.TrimPrefix(c.Pointer, "/"); !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	slices.Sort(out)
	return out
}

// movedTools names the tools that are others now, and what moved of each.
func movedTools(report *change.Report) []string {
	var out []string
	for _, t := range report.Tools {
		var parts []string
		for _, p := range [...]struct {
			moved bool
			name  string
		}{{t.Op, "operation"}, {t.Surface, "surface"}, {t.Runtime, "runtime"}} {
			if p.moved {
				parts = append(parts, p.name)
			}
		}
		line := "tool " + t.Name + ": "
		switch {
		case t.State == change.Added:
			line += "new"
		case t.State == change.Removed:
			line += "gone"
		case t.State == change.Renamed:
			line += strings.Join(append([]string{"was " + t.Was}, parts...), ", ")
		case len(parts) > 0:
			line += strings.Join(parts, ", ")
		case t.State == change.Changed:
			line += "evals or other data that no hash covers"
		default:
			continue
		}
		out = append(out, line)
	}
	return out
}
