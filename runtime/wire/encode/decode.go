package encode

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// DecodeValue reads one JSON value with exact numbers. It is for JSON that the
// set or a program holds; arguments and answers have readers of their own.
func DecodeValue(raw []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("more than one JSON value")
	}
	return v, nil
}
