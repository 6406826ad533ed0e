package body

import (
	"encoding/base64"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime/wire/encode"
)

// maxInline caps a file that a model writes out in base64 or as text.
const maxInline = 256 << 10

// File is a file that goes into a body.
type File struct {
	Name  string
	Media string
	Data  []byte
}

// Files finds what a reference stands for; why, in words that follow an
// argument's name, says why it stands for nothing. Nil knows none.
type Files func(ref string) (f File, why string)

// How references begin: to a stored file, and to a file that the operator lets
// tools send, by its name. Base64 has neither sign, so no such text is taken for
// one.
const (
	handlePrefix = "h_"
	namePrefix   = "file:"
)

// file reads a file argument: base64 text, a reference, or an object with exactly
// one of base64, text and ref, and a name if it likes. A path or a URL is never
// one: a model must not choose what this machine reads or fetches.
func (find Files) file(v any) (File, *encode.Refusal) {
	switch v := v.(type) {
	case []byte:
		return File{Data: v}, nil
	case string:
		if strings.HasPrefix(v, handlePrefix) || strings.HasPrefix(v, namePrefix) {
			return find.stored(v)
		}
		data, r := fromBase64(v)
		return File{Data: data}, r
	}
	members, ok := encode.Members(v, nil)
	if !ok {
		return File{}, encode.Refuse("must be base64 text, or an object with base64, text or ref")
	}
	var f File
	var name string
	contents := 0
	for _, m := range members {
		text, isText := m.Value.(string)
		if !isText {
			return File{}, encode.Refuse("must be text").Under(m.Key)
		}
		var r *encode.Refusal
		switch m.Name {
		case "base64":
			f.Data, r = fromBase64(text)
		case "text":
			f.Data, r = fromText(text)
		case "ref":
			f, r = find.stored(text)
		case "name":
			name, r = text, fileName(text)
			contents--
		default:
			return File{}, encode.Refuse("is not known: a file has base64, text or ref").Under(m.Key)
		}
		if r != nil {
			return File{}, r.Under(m.Key)
		}
		contents++
	}
	if contents != 1 {
		return File{}, encode.Refuse("must have exactly one of base64, text and ref")
	}
	if name != "" {
		f.Name = name
	}
	return f, nil
}

// stored finds what a reference stands for.
func (find Files) stored(ref string) (File, *encode.Refusal) {
	if find == nil {
		return File{}, encode.Refuse("cannot be a reference here: no files are kept")
	}
	f, why := find(ref)
	if why != "" {
		return File{}, encode.Refuse(why)
	}
	return f, nil
}

func fromBase64(s string) ([]byte, *encode.Refusal) {
	if base64.StdEncoding.DecodedLen(len(s)) > maxInline {
		return nil, encode.Refuse("must be at most 256 KiB")
	}
	data, err := base64.StdEncoding.Strict().DecodeString(s)
	if err != nil {
		return nil, encode.Refuse("must be base64 (standard alphabet, with padding)")
	}
	return data, nil
}

func fromText(s string) ([]byte, *encode.Refusal) {
	if len(s) > maxInline {
		return nil, encode.Refuse("must be at most 256 KiB")
	}
	return []byte(s), nil
}

// fileName admits names that no reader takes for anything else.
func fileName(s string) *encode.Refusal {
	ok := s != "" && len(s) <= 128 && strings.Trim(s, ".") != ""
	for i := 0; ok && i < len(s); i++ {
		c := s[i]
		ok = 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '.' || c == '-' || c == '_'
	}
	if !ok {
		return encode.Refuse("must be a file name of letters, digits, dot, dash and underscore")
	}
	return nil
}

// Raw writes a body that is one text or one file.
func Raw(v any, mode tool.BodyMode, files Files) ([]byte, *encode.Refusal) {
	if mode == tool.BodyBytes {
		f, r := files.file(v)
		return f.Data, r
	}
	text, ok, r := encode.Scalar(v, false)
	if !ok {
		return nil, encode.Refuse("must be text")
	}
	return []byte(text), r
}
