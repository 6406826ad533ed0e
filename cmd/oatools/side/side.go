package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate"
	"github.com/oatools/oatools/curate/provenance"
)

// side is one side of a comparison: one set, or those of a folder.
type side struct {
	sets     []entry
	problems []diag.Diagnostic // why an overlay cannot be compiled
}

// entry is a set and where it is from.
type entry struct {
	set  *tool.Set
	file string              // slash-separated
	prov *provenance.Origins // nil for an artifact

	built *curate.Built // nil for an artifact
}

func (e *entry) get() *tool.Set {
	if e == nil {
		return nil
	}
	return e.set
}

func (s *side) find(name string) *entry {
	i := slices.IndexFunc(s.sets, func(e entry) bool { return e.set.Name == name })
	if i < 0 {
		return nil
	}
	return &s.sets[i]
}

// loadSide reads an artifact, an overlay, a folder of artifacts, or one of these
// in a git revision. A file that exists is never taken for a revision.
func loadSide(arg string) (*side, error) {
	info, err := os.Stat(arg)
	switch {
	case err == nil && info.IsDir():
		return folderSide(arg)
	case err == nil:
		return fileSide(arg)
	case strings.Contains(arg, ":") && os.IsNotExist(err):
		return gitSide(arg)
	}
	return nil, err
}

func fileSide(path string) (*side, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if isArtifact(data) {
		return artifactSide(path, data)
	}
	built, err := curate.Build(path, curate.Options{})
	if err != nil {
		return nil, err
	}
	return builtSide(built, path), nil
}

func artifactSide(name string, data []byte) (*side, error) {
	set, err := tool.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &side{sets: []entry{{set: set, file: filepath.ToSlash(name)}}}, nil
}

// builtSide takes what a build gave. Errors become the comparison's problems;
// warnings are compile's to tell.
func builtSide(built *curate.Built, path string) *side {
	s := &side{}
	for _, d := range built.Diags.Sorted() {
		if d.Severity == diag.Error {
			s.problems = append(s.problems, d)
		}
	}
	if built.Set != nil {
		s.sets = []entry{{set: built.Set, file: filepath.ToSlash(path), prov: built.Provenance, built: built}}
	}
	return s
}

// explainProblems tells why a side cannot be compiled; the error is errFindings.
func (s *side) explainProblems(std streams) error {
	for _, p := range s.problems {
		fmt.Fprintln(std.Err, p)
	}
	if len(s.problems) > 0 {
		return errFindings
	}
	return nil
}

func folderSide(dir string) (*side, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.tools.json"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("%s: the folder holds no *.tools.json; compile its overlays first", dir)
	}
	out := &side{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if err := out.add(path, data); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// add takes one more artifact; two sets of one name cannot be told apart.
func (s *side) add(name string, data []byte) error {
	one, err := artifactSide(name, data)
	if err != nil {
		return err
	}
	if twin := s.find(one.sets[0].set.Name); twin != nil {
		return fmt.Errorf("%s and %s are both the set %s", twin.file, name, twin.set.Name)
	}
	s.sets = append(s.sets, one.sets[0])
	return nil
}
