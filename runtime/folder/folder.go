// Package folder reads the files that an operator lets tools send: regular files
// below one folder, by their names in it, up to a size. No name leads out of the
// folder, not by dots and not by links, and no name of anything hidden is taken.
//
// It knows neither tools nor requests. Start at Open.
package folder

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"github.com/oatools/oatools/runtime"
)

// Limits of the size of one file, in bytes.
const (
	DefaultMax = 10 << 20 // where none is stated
	Most       = 25 << 20 // what a request may hold
)

const maxName = 512

// Folder is a folder whose files may be sent. It is safe for concurrent use, and
// holds nothing open: what is put into the folder, or in its place, is there at
// the next call.
type Folder struct {
	dir string
	max int64
}

// Open makes a Folder of an existing folder. max is the largest size of a file in
// bytes; 0 means DefaultMax, and more than Most is Most.
func Open(dir string, max int) (*Folder, error) {
	switch {
	case max <= 0:
		max = DefaultMax
	case max > Most:
		max = Most
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Folder{dir, int64(max)}, root.Close()
}

// File reads a file by its name, with / between its parts. Where there is no such
// file to send, why says so in words that follow the name of an argument; it
// tells nothing about what lies outside.
func (f *Folder) File(name string) (file runtime.File, why string) {
	if !plain(name) {
		return file, "must name a file by its path below the folder, such as file:reports/q3.pdf, without hidden parts"
	}
	data, err := f.read(name)
	switch {
	case errors.Is(err, errLarge):
		return file, fmt.Sprintf("names a file that is larger than %d bytes", f.max)
	case errors.Is(err, errKind):
		return file, "names something that is no ordinary file"
	case err != nil:
		return file, "names a file that is not there"
	}
	return runtime.File{Name: path.Base(name), Media: media(name), Data: data}, ""
}

var (
	errLarge = errors.New("too large")
	errKind  = errors.New("no regular file")
)

func (f *Folder) read(name string) ([]byte, error) {
	root, err := os.OpenRoot(f.dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	// Opening a pipe would wait for whoever writes to it.
	file, err := root.OpenFile(filepath.FromSlash(name), os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errKind
	case info.Size() > f.max:
		return nil, errLarge
	}
	data, err := io.ReadAll(io.LimitReader(file, f.max+1)) // it may have grown
	if err == nil && int64(len(data)) > f.max {
		err = errLarge
	}
	return data, err
}

// plain reports whether name is a path below the folder whatever system reads
// it, and of nothing hidden.
func plain(name string) bool {
	if name == "" || len(name) > maxName || !utf8.ValidString(name) || strings.ContainsAny(name, `\:`) || !filepath.IsLocal(filepath.FromSlash(name)) {
		return false
	}
	for _, r := range name {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return false
		}
	}
	for part := range strings.SplitSeq(name, "/") {
		if part == "" || part[0] == '.' || strings.HasSuffix(part, ".") || strings.TrimSpace(part) != part {
			return false
		}
	}
	return true
}

// media gives the media type of a few usual endings, and none for all others. The
// system's own table would differ from machine to machine.
func media(name string) string {
	switch strings.ToLower(path.Ext(name)) {
	case ".pdf":
		return "application/pdf"
	case ".png":
		return "image/png"
	case ".jpg", ".jpeg":
		return "image/jpeg"
	case ".gif":
		return "image/gif"
	case ".webp":
		return "image/webp"
	case ".txt", ".log", ".md":
		return "text/plain"
	case ".csv":
		return "text/csv"
	case ".json":
		return "application/json"
	case ".xml":
		return "application/xml"
	case ".zip":
		return "application/zip"
	case ".docx":
		return "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	case ".xlsx":
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	}
	return ""
}
