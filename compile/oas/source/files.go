package source

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/compile/yaml"
)

// Limits bounds what one document may cost. Zero fields mean the defaults.
type Limits struct {
	Files int         // files of one document; 0: 10,000
	Bytes int         // bytes of all files together; 0: 256 MiB
	Node  node.Limits // of each file
}

func (l Limits) withDefaults() Limits {
	if l.Files <= 0 {
		l.Files = 10_000
	}
	if l.Bytes <= 0 {
		l.Bytes = 256 << 20
	}
	return l
}

// file is one file of a document.
type file struct {
	name   string // slash path relative to the root file's folder
	data   []byte
	sum    string
	root   *node.Node      // nil when the file could not be read or parsed
	err    error           // why root is nil
	diags  diag.List       // what the readers said; the node tree may add to it later
	told   map[string]bool // diags that were passed on
	needed bool            // a selected operation or a schema needed it
	ids    *ids            // made when first asked for
}

// Source is the files of one description. It reads each once, when it is first
// needed, and never leaves the folder of the root file.
type Source struct {
	dir    *os.Root // nil until a second file is needed
	folder string   // OS path of the folder
	shown  string   // what stands before a name in places: "" or "specs/"
	main   *file
	root   *node.Node // of the root file, patched
	named  bool       // $id and $anchor mean something
	byName map[string]*file
	bytes  int
	limits Limits
}

// Refusal is the error of a reference that is refused on principle, not for want
// of a target. Hint says what to do instead.
type Refusal struct{ Text, Hint string }

func (r *Refusal) Error() string { return r.Text }

// Open reads the root file. The error is about reading it; what is wrong inside
// is among the News.
func Open(given string, limits Limits) (*Source, error) {
	given = filepath.ToSlash(given)
	name := path.Base(given)
	s := &Source{
		folder: filepath.FromSlash(path.Dir(given)),
		shown:  strings.TrimSuffix(given, name),
		byName: map[string]*file{},
		limits: limits.withDefaults(),
	}
	f, err := os.Open(filepath.FromSlash(given)) // its author named it: a link may lead anywhere
	if err != nil {
		return nil, fmt.Errorf("read description: %w", err)
	}
	defer f.Close()
	s.main = &file{name: name, needed: true}
	s.byName[name] = s.main
	if err := s.fill(s.main, f); err != nil {
		return nil, fmt.Errorf("read description: %s: %w", given, err)
	}
	s.parse(s.main)
	s.root = s.main.root
	return s, nil
}

// Root gives the tree of the root file; nil when it could not be parsed.
func (s *Source) Root() *node.Node { return s.root }

// SetRoot puts an edited tree in place of the root file's. Named says that $id
// and $anchor mean something in the description's dialect.
func (s *Source) SetRoot(root *node.Node, named bool) {
	s.root, s.named = root, named
	for _, f := range s.byName {
		f.ids = nil
	}
}

// get gives the file with this slash path relative to the folder. The error is
// the same every time.
func (s *Source) get(name string) (*file, error) {
	if f, ok := s.byName[name]; ok {
		return f, f.err
	}
	f := &file{name: name}
	s.byName[name] = f
	if f.err = s.read(f); f.err == nil {
		s.parse(f)
	}
	return f, f.err
}

func (s *Source) read(f *file) error {
	if len(s.byName) > s.limits.Files {
		return &Refusal{Text: fmt.Sprintf("the document has more than %d files", s.limits.Files)}
	}
	if s.dir == nil {
		dir, err := os.OpenRoot(s.folder)
		if err != nil {
			return errors.New("the folder of the description cannot be read")
		}
		s.dir = dir
	}
	name := filepath.FromSlash(f.name)
	info, err := s.dir.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no file %s", f.name)
	case err != nil:
		return outside(f.name, "leads out of the folder of the description")
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a file", f.name)
	}
	r, err := s.dir.Open(name)
	if err != nil {
		return fmt.Errorf("the file %s cannot be opened", f.name)
	}
	defer r.Close()
	return s.fill(f, r)
}

// fill reads f's bytes from r, within the document's limit.
func (s *Source) fill(f *file, r *os.File) error {
	left := s.limits.Bytes - s.bytes
	var buf bytes.Buffer
	if info, err := r.Stat(); err == nil && info.Size() <= int64(left) {
		buf.Grow(int(info.Size()) + bytes.MinRead) // once, and not by doubling
	}
	if _, err := buf.ReadFrom(io.LimitReader(r, int64(left)+1)); err != nil {
		return fmt.Errorf("the file %s cannot be read", f.name)
	}
	data := buf.Bytes()
	if len(data) > left {
		return &Refusal{Text: fmt.Sprintf("the files of the document are larger than %d bytes together", s.limits.Bytes)}
	}
	s.bytes += len(data)
	f.data = data
	sum := sha256.Sum256(data)
	f.sum = hex.EncodeToString(sum[:])
	return nil
}

// parse makes the tree. Prose that a description points to is not a tree, so a
// file that does not parse is no error until somebody wants its tree.
func (s *Source) parse(f *file) {
	f.root = yaml.ReadAny(s.shown+f.name, f.data, yaml.Options{Limits: s.limits.Node}, &f.diags)
	if f.root == nil {
		f.err = fmt.Errorf("the file %s cannot be parsed", f.name)
		if said := f.diags.Sorted(); len(said) > 0 {
			f.err = fmt.Errorf("%w: %s: %s", f.err, said[0].Pos, said[0].Message)
		}
	}
}

// of gives the file that holds the node; nodes without a place, and nodes of
// patches, belong to the root file.
func (s *Source) of(n *node.Node) *file {
	shown := n.Pos().File
	if name, ok := strings.CutPrefix(shown, s.shown); ok {
		if f := s.byName[name]; f != nil {
			return f
		}
	}
	return s.main
}

// Files gives the files that were needed, root first, then by name.
func (s *Source) Files() []tool.File {
	out := []tool.File{{Path: s.main.name, SHA256: s.main.sum}}
	for _, f := range s.byName {
		if f.needed && f != s.main && f.data != nil {
			out = append(out, tool.File{Path: f.name, SHA256: f.sum})
		}
	}
	slices.SortFunc(out[1:], func(a, b tool.File) int { return strings.Compare(a.Path, b.Path) })
	return out
}

// locate turns the path of a reference in file from into the name of a file.
func locate(from *file, ref string) (string, error) {
	switch {
	case strings.HasPrefix(ref, "/"), len(ref) > 1 && ref[1] == ':':
		return "", outside(ref, "is an absolute path")
	case strings.ContainsRune(ref, '\\'):
		return "", &Refusal{
			Text: fmt.Sprintf("the file %s is not read: a reference has no backslashes", ref),
			Hint: "write it with / between folders and file, on every system",
		}
	case strings.ContainsFunc(ref, unicode.IsControl):
		return "", &Refusal{Text: fmt.Sprintf("the file %s is not read: its name holds a control character", ref)}
	}
	name := path.Join(path.Dir(from.name), ref)
	if name == ".." || strings.HasPrefix(name, "../") {
		return "", outside(ref, "leads out of the folder of the description")
	}
	return name, nil
}

func outside(ref, why string) error {
	return &Refusal{
		Text: fmt.Sprintf("the file %s is not read: it %s", ref, why),
		Hint: "copy the file into the folder of the description, or move the description to the folder that holds all its files",
	}
}

// News gives what the readers of needed files said and was not given before.
// They may say more whenever a further part of a tree is looked at.
func (s *Source) News() []diag.Diagnostic {
	var out []diag.Diagnostic
	for _, name := range slices.Sorted(maps.Keys(s.byName)) {
		f := s.byName[name]
		if !f.needed || f.root == nil && f != s.main || f.diags.Len() == len(f.told) {
			continue // prose, which is no tree, or told with the reference that wanted a tree
		}
		for _, d := range f.diags.Sorted() {
			if key := d.String(); !f.told[key] {
				if f.told == nil {
					f.told = map[string]bool{}
				}
				f.told[key] = true
				out = append(out, d)
			}
		}
	}
	return out
}
