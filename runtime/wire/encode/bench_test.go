package encode

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// BenchmarkDecodeValue compares with the standard library's decoder.
func BenchmarkDecodeValue(b *testing.B) {
	raw := []byte(`[` + strings.Repeat(`{"id":"e1","merchant":"Taxi","status":"paid","amount":{"cents":1250,"currency":"EUR"},"tags":["a","b"]},`, 40) + `null]`)
	b.Run("ours", func(b *testing.B) {
		b.SetBytes(int64(len(raw)))
		b.ReportAllocs()
		for b.Loop() {
			DecodeValue(raw)
		}
	})
	b.Run("standard", func(b *testing.B) {
		b.SetBytes(int64(len(raw)))
		b.ReportAllocs()
		for b.Loop() {
			dec := json.NewDecoder(bytes.NewReader(raw))
			dec.UseNumber()
			var v any
			dec.Decode(&v)
		}
	})
}
