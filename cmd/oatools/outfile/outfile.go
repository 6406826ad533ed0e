// Package outfile writes the files that a user asks for: whole or not at all.
//
// It must not know what is in them. Start at Replace.
package outfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Replace writes the file at path as a whole: a reader sees the old bytes or
// the new, whatever happens on the way. A link stays and its target is replaced;
// what is no file, such as a device or a pipe, is written to. A file that is there
// keeps its mode, a new one gets 0644. The error names path.
func Replace(path string, data []byte) error {
	target, mode := path, fs.FileMode(0o644)
	info, err := os.Lstat(path)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		if target, err = filepath.EvalSymlinks(path); err != nil {
			return notWritten(path, err)
		}
		info, err = os.Stat(target)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return notWritten(path, err)
	case info.IsDir():
		return notWritten(path, errors.New("it is a folder"))
	case !info.Mode().IsRegular():
		return writeThrough(path, data)
	default:
		mode = info.Mode().Perm()
	}
	tmp, err := os.CreateTemp(filepath.Dir(target), ".oatools-*")
	if err != nil {
		return notWritten(path, err)
	}
	defer os.Remove(tmp.Name()) // after a rename there is nothing left to remove
	_, err = tmp.Write(data)
	if err == nil {
		err = errors.Join(tmp.Chmod(mode), tmp.Sync())
	}
	if err = errors.Join(err, tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), target)
	}
	if err != nil {
		return notWritten(path, err)
	}
	return nil
}

// writeThrough writes to what cannot be replaced.
func writeThrough(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return notWritten(path, err)
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return notWritten(path, err)
	}
	return nil
}

// Create writes a new file and never replaces one. The name is taken first,
// so that two writers cannot both have it, and given back when writing fails. The
// error names path, and is fs.ErrExist where there is such a file.
func Create(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return notWritten(path, err)
	}
	if err = f.Close(); err == nil {
		err = Replace(path, data)
	}
	if err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// notWritten names the file that the user asked for and the cause, not the
// temporary file on the way there.
func notWritten(path string, err error) error {
	var onPath *fs.PathError
	var onLink *os.LinkError
	switch {
	case errors.As(err, &onPath):
		err = onPath.Err
	case errors.As(err, &onLink):
		err = onLink.Err
	}
	return fmt.Errorf("%s is not written: %w", path, err)
}
