package side

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/curate"
)

// revision reads a side of a git revision. Paths are git's: from the root of
// the repository, or from here when they start with ./ or ../
func revision(arg string) (*Side, error) {
	rev, name, _ := strings.Cut(arg, ":")
	if rev == "" || strings.HasPrefix(rev, "-") {
		return nil, &ArgumentError{arg + ": want a file, a folder or REV:PATH"}
	}
	kind, err := git("cat-file", "-t", arg)
	if err != nil {
		return nil, fmt.Errorf("%s: no such file, and no such revision and path in git: %w", arg, err)
	}
	if strings.TrimSpace(string(kind)) == "tree" {
		return gitFolder(arg)
	}
	data, err := git("cat-file", "blob", arg)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", arg, err)
	}
	if IsArtifact(data) {
		return artifact(arg, data)
	}
	return gitOverlay(rev, name)
}

func gitFolder(arg string) (*Side, error) {
	names, err := git("ls-tree", "--name-only", "-z", arg)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", arg, err)
	}
	out := &Side{}
	for name := range strings.SplitSeq(string(names), "\x00") {
		if !strings.HasSuffix(name, ".tools.json") {
			continue
		}
		file := strings.TrimSuffix(arg, "/") + "/" + name
		if strings.HasSuffix(arg, ":") {
			file = arg + name
		}
		data, err := git("cat-file", "blob", file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		if err := out.add(file, data); err != nil {
			return nil, err
		}
	}
	if len(out.Sets) == 0 {
		return nil, fmt.Errorf("%s: the folder holds no *.tools.json", arg)
	}
	return out, nil
}

// gitOverlay compiles an overlay of a revision. It needs the descriptions and
// patches beside it as they were then, so the revision's YAML and JSON files are
// laid into a folder of their own, which is removed again.
func gitOverlay(rev, name string) (*Side, error) {
	prefix, err := git("rev-parse", "--show-prefix")
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(name, "./") || strings.HasPrefix(name, "../") {
		name = path.Join(strings.TrimSpace(string(prefix)), name)
	}
	dir, err := os.MkdirTemp("", "oatools-diff-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := checkOut(rev, dir); err != nil {
		return nil, fmt.Errorf("%s:%s: %w", rev, name, err)
	}
	file := filepath.Join(dir, filepath.FromSlash(name))
	built, err := curate.Build(file, curate.Options{})
	if err != nil {
		return nil, err
	}
	// Lines of another revision are no places in the working tree: they are named
	// with their revision, and changes are not shown at them.
	here := filepath.ToSlash(dir) + "/"
	diags := &diag.List{}
	for _, d := range built.Diags.Sorted() {
		d.Pos.File = strings.Replace(d.Pos.File, here, rev+":", 1)
		for i := range d.Related {
			d.Related[i].Pos.File = strings.Replace(d.Related[i].Pos.File, here, rev+":", 1)
		}
		diags.Add(d)
	}
	built.Diags = diags
	out := Of(built, rev+":"+name)
	for i := range out.Sets {
		out.Sets[i].Prov = nil
	}
	return out, nil
}

// checkOut lays the YAML and JSON files of a revision into dir.
func checkOut(rev, dir string) error {
	top, err := git("rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	cmd := exec.Command("git", "-C", strings.TrimSpace(string(top)), "archive", "--format=tar", rev)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	layErr := layOut(stdout, root)
	_, _ = io.Copy(io.Discard, stdout) // git must not wait for a reader
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("git archive: %s", strings.TrimSpace(stderr.String()))
	}
	return layErr
}

func layOut(r io.Reader, root *os.Root) error {
	files := tar.NewReader(r)
	for {
		h, err := files.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		switch strings.ToLower(path.Ext(h.Name)) {
		case ".yaml", ".yml", ".json":
		default:
			continue
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		if err := root.MkdirAll(path.Dir(h.Name), 0o700); err != nil {
			return err
		}
		f, err := root.Create(h.Name)
		if err != nil {
			return err
		}
		_, err = io.Copy(f, files)
		if err := errors.Join(err, f.Close()); err != nil {
			return err
		}
	}
}

// git runs a git command in the current folder and gives what it prints.
func git(args ...string) ([]byte, error) {
	out, err := exec.Command("git", args...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return nil, fmt.Errorf("git %s: %s", args[0], strings.TrimSpace(string(exit.Stderr)))
	}
	return out, err
}
