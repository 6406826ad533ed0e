package credential

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"time"
)

// maxFile caps a secret file.
const maxFile = 64 << 10

// fileSecret is what a file held when it was last read.
type fileSecret struct {
	modified time.Time
	size     int64
	secret   Secret
}

// file reads a secret file, again whenever it has changed: mounted secrets are
// rotated while we run.
func (r *Resolver) file(ref Reference) (Secret, error) {
	path := r.path(ref.Name)
	info, err := os.Stat(path)
	if err != nil {
		return Secret{}, fileError(ref, err)
	}
	r.mu.Lock()
	known, ok := r.files[path]
	r.mu.Unlock()
	if ok && known.modified.Equal(info.ModTime()) && known.size == info.Size() {
		return known.secret, nil
	}
	if err := private(info); err != nil {
		return Secret{}, fmt.Errorf("%s: %w", ref.label(), err)
	}
	f, err := os.Open(path)
	if err != nil {
		return Secret{}, fileError(ref, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return Secret{}, fileError(ref, err)
	}
	if len(data) > maxFile {
		return Secret{}, fmt.Errorf("%s: is larger than %d bytes", ref.label(), maxFile)
	}
	s := NewSecret(strings.TrimRight(string(data), "\r\n"))
	r.mu.Lock()
	r.files[path] = fileSecret{info.ModTime(), info.Size(), s}
	r.mu.Unlock()
	return s, nil
}

// private refuses a file that others may read or change. A group may read: that
// is how mounted secrets reach a process that is not root.
func private(info fs.FileInfo) error {
	switch {
	case !info.Mode().IsRegular():
		return errors.New("is not a regular file")
	case runtime.GOOS == "windows": // has no such bits
		return nil
	case info.Mode().Perm()&0o027 != 0:
		return fmt.Errorf("may be read or changed by others (mode %04o); use 0600 or 0440", info.Mode().Perm())
	}
	return nil
}

// fileError drops the machine's path from an error and keeps the reason.
func fileError(ref Reference, err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		err = pe.Err
	}
	return fmt.Errorf("%s: %w", ref.label(), err)
}
