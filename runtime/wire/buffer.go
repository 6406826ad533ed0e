package wire

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
)

const (
	defaultMaxBytes = 8 << 20
	maxErrorBody    = 64 << 10
	maxKept         = 1 << 20 // a larger buffer is not kept for the next answer
)

// buffer holds the body of one answer.
type buffer struct{ bytes []byte }

// read reads a body, with caps on what comes over the wire and on what it
// unpacks to. What it could read stays in the buffer even when it fails.
func (b *buffer) read(res *http.Response, limit int, a *attempt) error {
	b.bytes = b.bytes[:0]
	if res.ContentLength == 0 { // nothing, however it is packed
		return nil
	}
	wire := &io.LimitedReader{R: res.Body, N: int64(limit) + 1}
	var r io.Reader = wire
	switch enc := contentEncoding(res.Header); enc {
	case "":
	case "gzip", "x-gzip":
		z, err := gzip.NewReader(wire)
		if err == io.EOF { // nothing at all, whatever the header says
			return nil
		}
		if err != nil {
			return b.unpacking(err, enc, a)
		}
		r = z
	default:
		a.Foreign = enc
		return nil
	}
	if n := res.ContentLength; n > 0 && n <= int64(limit) && cap(b.bytes) <= int(n) {
		b.bytes = make([]byte, 0, n+bytes.MinRead)
	}
	for {
		if len(b.bytes) == cap(b.bytes) {
			b.bytes = append(b.bytes, 0)[:len(b.bytes)]
		}
		n, err := r.Read(b.bytes[len(b.bytes):min(cap(b.bytes), limit+1)])
		b.bytes = b.bytes[:len(b.bytes)+n]
		if len(b.bytes) > limit || wire.N <= 0 {
			a.excess, b.bytes = true, b.bytes[:min(len(b.bytes), limit)]
			return nil
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return b.unpacking(err, "", a)
		}
	}
}

// contentEncoding gives the codings of a body in the order in which they were
// applied, over all lines of the header (RFC 9110 §8.4), without identity.
func contentEncoding(h http.Header) string {
	var codings []string
	for _, line := range h["Content-Encoding"] {
		for coding := range strings.SplitSeq(line, ",") {
			coding = strings.ToLower(strings.TrimSpace(coding))
			if coding != "" && coding != "identity" {
				codings = append(codings, coding)
			}
		}
	}
	return strings.Join(codings, ", ")
}

// unpacking tells a body that was cut off from one that is no gzip at all.
func (b *buffer) unpacking(err error, enc string, a *attempt) error {
	if err == gzip.ErrHeader || err == gzip.ErrChecksum {
		a.Foreign = cmp.Or(enc, "gzip")
		return nil
	}
	return err
}
