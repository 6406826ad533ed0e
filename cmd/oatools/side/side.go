package side

import (
	"bytes"
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

// Side is one side of a comparison: one set, or those of a folder.
type Side struct {
	Sets     []Entry
	Problems []diag.Diagnostic // why an overlay cannot be compiled
}

// Entry is a set and where it is from.
type Entry struct {
	Set  *tool.Set
	File string              // slash-separated
	Prov *provenance.Origins // nil for an artifact, and for another revision

	Built *curate.Built // nil for an artifact
}

// ArgumentError is an argument that names no side.
type ArgumentError struct{ what string }

func (e *ArgumentError) Error() string { return e.what }

func (e *Entry) set() *tool.Set {
	if e == nil {
		return nil
	}
	return e.Set
}

// Find gives the set of a name, nil where there is none.
func (s *Side) Find(name string) *Entry {
	i := slices.IndexFunc(s.Sets, func(e Entry) bool { return e.Set.Name == name })
	if i < 0 {
		return nil
	}
	return &s.Sets[i]
}

// Load reads an artifact, an overlay, a folder of artifacts, or one of these
// in a git revision. A file that exists is never taken for a revision.
func Load(arg string) (*Side, error) {
	info, err := os.Stat(arg)
	switch {
	case err == nil && info.IsDir():
		return folder(arg)
	case err == nil:
		return File(arg)
	case strings.Contains(arg, ":") && os.IsNotExist(err):
		return revision(arg)
	}
	return nil, err
}

// File reads an artifact, or compiles an overlay. Of an overlay with mistakes
// there is no set.
func File(path string) (*Side, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if IsArtifact(data) {
		return artifact(path, data)
	}
	built, err := curate.Build(path, curate.Options{})
	if err != nil {
		return nil, err
	}
	return Of(built, path), nil
}

func artifact(name string, data []byte) (*Side, error) {
	set, err := tool.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &Side{Sets: []Entry{{Set: set, File: filepath.ToSlash(name)}}}, nil
}

// Of takes what a build of the overlay at path gave. Errors become problems;
// warnings are compile's to tell.
func Of(built *curate.Built, path string) *Side {
	s := &Side{}
	for _, d := range built.Diags.Sorted() {
		if d.Severity == diag.Error {
			s.Problems = append(s.Problems, d)
		}
	}
	if built.Set != nil {
		s.Sets = []Entry{{Set: built.Set, File: filepath.ToSlash(path), Prov: built.Provenance, Built: built}}
	}
	return s
}

func folder(dir string) (*Side, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.tools.json"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("%s: the folder holds no *.tools.json; compile its overlays first", dir)
	}
	out := &Side{}
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
func (s *Side) add(name string, data []byte) error {
	one, err := artifact(name, data)
	if err != nil {
		return err
	}
	if twin := s.Find(one.Sets[0].Set.Name); twin != nil {
		return fmt.Errorf("%s and %s are both the set %s", twin.File, name, twin.Set.Name)
	}
	s.Sets = append(s.Sets, one.Sets[0])
	return nil
}

// IsArtifact tells an artifact from an overlay, which may be written as JSON
// too: an artifact names its format first, of whatever version.
func IsArtifact(data []byte) bool {
	return bytes.Contains(data[:min(len(data), 100)], []byte(`"oatools.set/`))
}
