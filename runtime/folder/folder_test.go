//go:build unix

package folder

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFile asks for files that may be sent and for everything else.
func TestFile(t *testing.T) {
	outside := t.TempDir()
	dir := filepath.Join(outside, "out")
	put := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put(filepath.Join(outside, "secret"), "secret")
	put(filepath.Join(outside, "out-other", "a.txt"), "secret")
	put(filepath.Join(dir, "a.txt"), "hello")
	put(filepath.Join(dir, "sub", "Q3 report.PDF"), "pdf")
	put(filepath.Join(dir, "noending"), "")
	put(filepath.Join(dir, ".env"), "secret")
	put(filepath.Join(dir, ".git", "config"), "secret")
	put(filepath.Join(dir, "full"), strings.Repeat("x", 10))
	put(filepath.Join(dir, "more"), strings.Repeat("x", 11))
	for name, target := range map[string]string{
		"link-out": filepath.Join(outside, "secret"), "link-up": "../secret", "link-dir": "..", "link-in": "a.txt", "link-lost": "nowhere",
	} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Open(dir, 10)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"a.txt": "a.txt text/plain hello", "sub/Q3 report.PDF": "Q3 report.PDF application/pdf pdf", "noending": "noending  ", "full": "full  xxxxxxxxxx", "link-in": "link-in  hello",
	} {
		got, why := f.File(name)
		if text := got.Name + " " + got.Media + " " + string(got.Data); text != want || why != "" {
			t.Errorf("%s: %q %s, want %q", name, text, why, want)
		}
	}
	for name, want := range map[string]string{
		"more": "larger", "sub": "no ordinary", "pipe": "no ordinary", "b.txt": "not there", "link-out": "not there", "link-up": "not there", "link-dir/secret": "not there", "link-lost": "not there",
		"": "must", "/": "must", ".": "must", "..": "must", "../secret": "must", "sub/../../secret": "must", "sub/../a.txt": "must", "/etc/passwd": "must", "///etc/passwd": "must",
		"//host/share": "must", `sub\a.txt`: "must", "C:/x": "must", "a.txt:stream": "must", "~/x": "not there", ".env": "must", ".git/config": "must", "sub/": "must", "sub//a": "must", "a.txt.": "must", "a.txt ": "must",
		"a\x00.txt": "must", "a\n.txt": "must", "a\u202etxt": "must", "\xff": "must", strings.Repeat("a", 600): "must", "%2e%2e/secret": "not there", "http://h/x": "must",
	} {
		got, why := f.File(name)
		if !strings.Contains(why, want) || len(got.Data) > 0 || strings.Contains(why, outside) || strings.Contains(why, "escapes") {
			t.Errorf("%q: %q, data %q, want %q", name, why, got.Data, want)
		}
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if _, why := f.File("a.txt"); !strings.Contains(why, "not there") {
		t.Errorf("a folder that is gone: %q", why)
	}
	put(filepath.Join(dir, "a.txt"), "again")
	if got, _ := f.File("a.txt"); string(got.Data) != "again" {
		t.Errorf("a folder that came back: %q", got.Data)
	}
	for _, wrong := range []string{filepath.Join(dir, "a.txt"), filepath.Join(dir, "none")} {
		if _, err := Open(wrong, 0); err == nil {
			t.Errorf("%s is no folder", wrong)
		}
	}
}

// A part of a form says what it holds; a wrong word is worse than none.
func TestMedia(t *testing.T) {
	for name, want := range map[string]string{
		"a.pdf": "application/pdf", "a.PNG": "image/png", "a.jpg": "image/jpeg", "a.b.jpeg": "image/jpeg", "a.gif": "image/gif", "a.webp": "image/webp",
		"a.txt": "text/plain", "a.log": "text/plain", "README.md": "text/plain", "a.csv": "text/csv", "a.json": "application/json", "a.xml": "application/xml", "a.zip": "application/zip",
		"a.docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "a.xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
		"pdf": "", "a.pdf/b": "", "a.exe": "", "a.jsonl": "",
	} {
		if got := media(name); got != want {
			t.Errorf("media(%s) = %q, want %q", name, got, want)
		}
	}
}

// FuzzFile states: no name gives what lies outside or is hidden.
func FuzzFile(f *testing.F) {
	outside := f.TempDir()
	dir := filepath.Join(outside, "out")
	if err := os.MkdirAll(filepath.Join(dir, "sub", ".hidden"), 0o700); err != nil {
		f.Fatal(err)
	}
	for _, path := range []string{"secret", "out/.secret", "out/sub/.hidden/secret"} {
		if err := os.WriteFile(filepath.Join(outside, path), []byte("secret"), 0o600); err != nil {
			f.Fatal(err)
		}
	}
	if err := os.Symlink("../..", filepath.Join(dir, "sub", "up")); err != nil {
		f.Fatal(err)
	}
	for _, name := range []string{"a", "../secret", "sub/../../secret", "sub/up/secret", ".secret", "sub/.hidden/secret", "./.secret", "sub/up/out/.secret"} {
		f.Add(name)
	}
	files, err := Open(dir, 0)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if got, why := files.File(name); why == "" || len(got.Data) > 0 {
			t.Errorf("%q gives %q", name, got.Data)
		}
	})
}
