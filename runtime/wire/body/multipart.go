package body

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime/wire/encode"
)

// Multipart writes an object as multipart/form-data, a part for each property
// and, for lists, for each item (RFC 7578 §4.3). The boundary is derived from
// the content, so that a repeated request has the same bytes.
func Multipart(v any, l *tool.Layout, parts map[string]tool.Part, files Files) (body []byte, boundary string, r *encode.Refusal) {
	members, ok := encode.Members(v, l)
	if !ok {
		return nil, "", encode.Refuse("must be an object: it is sent in parts")
	}
	var pieces [][]byte
	for _, m := range members {
		part := parts[m.Name]
		values := []any{m.Value}
		if list, ok := m.Value.([]any); ok {
			values = list
			m.Layout = m.Layout.Element()
			if part.Style != "" && !part.Explode {
				if values, r = joined(list, part.Style); r != nil {
					return nil, "", r.Under(m.Key)
				}
			}
		}
		for i, item := range values {
			if item == nil {
				continue
			}
			piece, r := appendPart(nil, m, item, part, files)
			if r != nil {
				if len(values) > 1 {
					r = r.Under(strconv.Itoa(i))
				}
				return nil, "", r.Under(m.Key)
			}
			pieces = append(pieces, piece)
		}
	}
	boundary = boundaryFor(pieces)
	for _, piece := range pieces {
		body = append(append(append(body, "--"...), boundary...), "\r\n"...)
		body = append(append(body, piece...), "\r\n"...)
	}
	return append(append(append(body, "--"...), boundary...), "--\r\n"...), boundary, nil
}

// joined gives the items of a list as one text, or nothing of an empty list.
// Parts have no escapes, so an item that holds the separator is refused.
func joined(list []any, style string) ([]any, *encode.Refusal) {
	sep := map[string]string{"spaceDelimited": " ", "pipeDelimited": "|", "tabDelimited": "\t"}[style]
	sep = firstOf(sep, ",")
	var texts []string
	for i, item := range list {
		if item == nil {
			continue
		}
		text, ok, r := encode.Scalar(item, false)
		switch {
		case r != nil:
			return nil, r.Under(strconv.Itoa(i))
		case !ok:
			return nil, encode.Refuse("cannot hold a list or an object here: only one level can be written").Under(strconv.Itoa(i))
		case strings.Contains(text, sep):
			return nil, encode.Refuse("cannot hold the character that separates the items").Under(strconv.Itoa(i))
		}
		texts = append(texts, text)
	}
	if texts == nil {
		return nil, nil
	}
	return []any{strings.Join(texts, sep)}, nil
}

// appendPart writes the headers and the content of one part.
func appendPart(dst []byte, m encode.Member, v any, part tool.Part, files Files) ([]byte, *encode.Refusal) {
	media, name := part.Media, ""
	var data []byte
	var r *encode.Refusal
	switch _, scalar, _ := encode.Scalar(v, false); {
	case part.File:
		var f File
		if f, r = files.file(v); r != nil {
			return dst, r
		}
		data, name, media = f.Data, f.Name, firstOf(part.Media, f.Media, "application/octet-stream")
		name = firstOf(name, "file")
		if encode.HeaderText(media) != nil {
			return dst, encode.Refuse("must have a media type that a header can carry")
		}
	case scalar && !encode.IsJSON(media):
		var text string
		text, _, r = encode.Scalar(v, false)
		data, media = []byte(text), firstOf(media, "text/plain")
	default:
		data, r = encode.AppendJSON(nil, v, m.Layout)
		media = firstOf(media, "application/json")
	}
	if r != nil {
		return dst, r
	}
	dst = append(dst, `Content-Disposition: form-data; name="`...)
	dst = append(append(dst, dispositionText(m.Name)...), '"')
	if name != "" {
		dst = append(append(append(dst, `; filename="`...), dispositionText(name)...), '"')
	}
	dst = append(append(dst, "\r\nContent-Type: "...), media...)
	for _, h := range sortedNames(part.Headers) {
		if strings.EqualFold(h, "Content-Type") || strings.EqualFold(h, "Content-Disposition") || !encode.HeaderName(h) || encode.HeaderText(part.Headers[h]) != nil {
			continue
		}
		dst = append(append(append(append(dst, "\r\n"...), h...), ": "...), part.Headers[h]...)
	}
	return append(append(dst, "\r\n\r\n"...), data...), nil
}

// dispositionText escapes as browsers do (WHATWG HTML, multipart/form-data).
func dispositionText(s string) string {
	return strings.NewReplacer("\n", "%0A", "\r", "%0D", `"`, "%22").Replace(s)
}

func boundaryFor(pieces [][]byte) string {
	sum := sha256.New()
	for _, piece := range pieces {
		sum.Write(piece)
	}
	for {
		boundary := "part-" + hex.EncodeToString(sum.Sum(nil))[:40]
		if !slices.ContainsFunc(pieces, func(p []byte) bool { return bytes.Contains(p, []byte(boundary)) }) {
			return boundary
		}
		sum.Write([]byte{0})
	}
}

func firstOf(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

func sortedNames(m map[string]string) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
