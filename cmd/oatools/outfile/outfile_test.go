package outfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestReplace(t *testing.T) {
	write := func(t *testing.T, path, text string, mode fs.FileMode) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	wantText := func(t *testing.T, path, want string) {
		t.Helper()
		if got, err := os.ReadFile(path); err != nil || string(got) != want {
			t.Errorf("%s holds %q (%v), want %q", path, got, err, want)
		}
	}
	// alone holds that nothing but the named files is left in a folder.
	alone := func(t *testing.T, dir string, names ...string) {
		t.Helper()
		entries, err := os.ReadDir(dir)
		if err != nil || len(entries) != len(names) {
			t.Errorf("%s holds %v (%v), want %v", dir, entries, err, names)
		}
	}
	t.Run("a new file", func(t *testing.T) {
		dir := t.TempDir()
		if err := Replace(filepath.Join(dir, "a"), []byte("new")); err != nil {
			t.Fatal(err)
		}
		wantText(t, filepath.Join(dir, "a"), "new")
		alone(t, dir, "a")
	})
	t.Run("a file keeps its mode", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "a")
		write(t, path, "a longer text", 0o600)
		if err := Replace(path, []byte("new")); err != nil {
			t.Fatal(err)
		}
		wantText(t, path, "new")
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("mode %v (%v), want 0600", info.Mode(), err)
		}
	})
	t.Run("a link stays a link", func(t *testing.T) {
		dir, far := t.TempDir(), t.TempDir()
		link, file := filepath.Join(dir, "link"), filepath.Join(far, "file")
		write(t, file, "old", 0o644)
		if err := os.Symlink(file, link); err != nil {
			t.Skip(err)
		}
		if err := Replace(link, []byte("new")); err != nil {
			t.Fatal(err)
		}
		wantText(t, file, "new")
		if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("the link became %v (%v)", info.Mode(), err)
		}
		alone(t, dir, "link")
		alone(t, far, "file")
	})
	t.Run("a link to nothing is an error", func(t *testing.T) {
		dir := t.TempDir()
		link := filepath.Join(dir, "link")
		if err := os.Symlink("nowhere", link); err != nil {
			t.Skip(err)
		}
		if err := Replace(link, []byte("new")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("error = %v, want %v", err, fs.ErrNotExist)
		}
		alone(t, dir, "link")
	})
	t.Run("a device is written to and stays", func(t *testing.T) {
		if runtime.GOOS == "windows" {
			t.Skip("has no such file")
		}
		// Through a link: a mistake must not replace the machine's own device.
		link := filepath.Join(t.TempDir(), "link")
		if err := os.Symlink(os.DevNull, link); err != nil {
			t.Fatal(err)
		}
		if err := Replace(link, []byte("new")); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(link); err != nil || info.Mode()&fs.ModeDevice == 0 {
			t.Errorf("the device became %v (%v)", info.Mode(), err)
		}
	})
	t.Run("errors name the file that was asked for", func(t *testing.T) {
		dir := t.TempDir()
		for _, path := range []string{dir, filepath.Join(dir, "none", "a")} {
			err := Replace(path, []byte("new"))
			if err == nil || !strings.HasPrefix(err.Error(), path+" is not written: ") {
				t.Errorf("error = %v, want it to name %s", err, path)
			}
		}
		alone(t, dir)
	})
}

func TestCreateReplacesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	if err := Create(path, []byte("one")); err != nil {
		t.Fatal(err)
	}
	if err := Create(path, []byte("two")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error = %v, want %v", err, fs.ErrExist)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "one" {
		t.Errorf("the file holds %q (%v), want what was written first", got, err)
	}
}
