package tool

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Encode gives the canonical bytes of s and fills in s.Digest.
//
// Canonical means: the fields in the order of the types, keys of maps sorted,
// schemas in their author's order, two spaces of indentation, a newline at the
// end, no HTML escaping, numbers as they were written. Equal sets have equal
// bytes, and Decode takes no others.
//
// A set that Decode would refuse is an error, so a broken artifact is never
// written. Encode brings the JSON texts in s into compact form.
func Encode(s *Set) ([]byte, error) {
	if s.Format == "" {
		s.Format = Format
	}
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("encode set %s: %w", s.Name, err)
	}
	s.Digest = ""
	out, err := appendSet(nil, s)
	if err != nil {
		return nil, fmt.Errorf("encode set %s: %w", s.Name, err)
	}
	sum := sha256.Sum256(out)
	s.Digest = hex.EncodeToString(sum[:])
	// The digest is the last field, so it goes where the empty one stands.
	out = append(out[:len(out)-len(emptyDigest)], digestPrefix...)
	out = append(out, s.Digest...)
	return append(out, digestSuffix...), nil
}

const (
	digestPrefix = `  "digest": "`
	digestSuffix = "\"\n}\n"
	emptyDigest  = digestPrefix + digestSuffix
	digestLen    = 2 * sha256.Size
)

func appendSet(dst []byte, s *Set) ([]byte, error) {
	w := writer{dst: slices.Grow(dst, expectedSize(s))}
	w.set(s)
	return w.dst, w.err
}

// expectedSize guesses how many bytes s has when it is written: growing a text
// of many megabytes step by step costs more than writing it.
func expectedSize(s *Set) int {
	size := 4096
	for i := range s.Tools {
		t := &s.Tools[i]
		raw := len(t.Input) + len(t.Output)
		if t.Main != nil {
			for _, r := range t.Main.Results {
				raw += len(r.Schema)
			}
		}
		size += 2*raw + 4096
	}
	return size
}

// Decode reads an artifact strictly: unknown and repeated fields, another format,
// bytes that are not the canonical encoding of what they say, a wrong digest and
// broken references inside the set are errors that say where. Schemas of the result
// are in compact form, ready to be copied into an answer.
//
// A Set from Decode is whole; whoever only reads it may share it.
func Decode(data []byte) (*Set, error) {
	if err := checkFormat(data); err != nil {
		return nil, err
	}
	s := new(Set)
	if err := jsonv2.Unmarshal(data, s, jsonv2.RejectUnknownMembers(true), jsonv2.WithUnmarshalers(tightly())); err != nil {
		return nil, fmt.Errorf("artifact: %w", located(data, err))
	}
	if err := checkCanonical(data, s); err != nil {
		return nil, fmt.Errorf("artifact: %w", err)
	}
	if err := checkDigest(data, s.Digest); err != nil {
		return nil, err
	}
	if err := s.check(); err != nil {
		return nil, fmt.Errorf("artifact: %w", err)
	}
	return s, nil
}

// tightly reads JSON texts into compact form.
func tightly() *jsonv2.Unmarshalers {
	var scratch []byte
	return jsonv2.UnmarshalFromFunc(func(dec *jsontext.Decoder, text *json.RawMessage) error {
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		scratch = compact(append(scratch[:0], value...))
		*text = slices.Clone(scratch)
		return nil
	})
}

// checkCanonical holds data against the canonical bytes of s, without having
// both whole at once.
func checkCanonical(data []byte, s *Set) error {
	w := writer{want: data}
	w.set(s)
	if w.err == nil && w.compared() && len(w.want) == 0 {
		return nil
	}
	again, err := appendSet(nil, s)
	if err != nil {
		return err
	}
	return fmt.Errorf("not canonical: %s", difference(data, again))
}

// checkFormat looks at the format before anything else: a newer format may have
// fields that this program does not know, and their names would be no help.
func checkFormat(data []byte) error {
	if bytes.HasPrefix(data, []byte("{\n  \"format\": \""+Format+"\",\n")) {
		return nil
	}
	var head struct {
		Format *string `json:"format"`
	}
	if err := jsonv2.Unmarshal(data, &head); err != nil {
		return fmt.Errorf("artifact: %w", located(data, err))
	}
	switch {
	case head.Format == nil:
		return fmt.Errorf("artifact: no format; is this a compiled set (%s)?", Format)
	case *head.Format != Format:
		return fmt.Errorf("artifact: format is %q, this program reads %q; compile the overlay again", *head.Format, Format)
	}
	return fmt.Errorf("artifact: not canonical: line 2 must be \"format\": %q", Format)
}

func checkDigest(data []byte, digest string) error {
	// data is canonical here, so it ends with the digest.
	if len(digest) != digestLen {
		return fmt.Errorf("artifact: digest is %q, want %d hexadecimal digits", digest, digestLen)
	}
	h := sha256.New()
	h.Write(data[:len(data)-len(digest)-len(digestSuffix)])
	h.Write([]byte(digestSuffix))
	if want := hex.EncodeToString(h.Sum(nil)); want != digest {
		return fmt.Errorf("artifact: digest is %q, the content's is %q: the file was changed by hand; compile the overlay again", digest, want)
	}
	return nil
}

// located adds the line of a decoding error.
func located(data []byte, err error) error {
	var off int64
	var wrongType *jsonv2.SemanticError
	var broken *jsontext.SyntacticError
	switch {
	case errors.As(err, &wrongType):
		off = wrongType.ByteOffset
		if errors.Is(err, jsonv2.ErrUnknownName) {
			err = fmt.Errorf("unknown field %q %s", wrongType.JSONPointer.LastToken(), in(wrongType.JSONPointer.Parent()))
		}
	case errors.As(err, &broken):
		off = broken.ByteOffset
	default:
		return err
	}
	line, col := place(data, int(off))
	return fmt.Errorf("line %d, column %d: %w", line, col, err)
}

func in(object jsontext.Pointer) string {
	if object == "" {
		return "at the root"
	}
	return "in " + string(object)
}

// difference says where two encodings part.
func difference(have, want []byte) string {
	i := 0
	for i < len(have) && i < len(want) && have[i] == want[i] {
		i++
	}
	line, col := place(have, i)
	return fmt.Sprintf("line %d, column %d: have %s, want %s", line, col, excerpt(have, i), excerpt(want, i))
}

func place(data []byte, off int) (line, col int) {
	before := data[:min(off, len(data))]
	line = bytes.Count(before, []byte{'\n'}) + 1
	return line, len(before) - (bytes.LastIndexByte(before, '\n') + 1) + 1
}

// excerpt quotes a few bytes around off.
func excerpt(data []byte, off int) string {
	if off >= len(data) {
		return "the end"
	}
	return fmt.Sprintf("%q", data[max(0, off-12):min(len(data), off+28)])
}
