package runtime

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/tool"
)

// ArgsHash identifies decoded arguments of a tool as it is now: a token that was
// made for one call fits no other tool, version or value. Control arguments must
// have been removed.
//
// Numbers are compared as the decimals they are written as, never as floating
// point: RFC 8785 would give two neighbouring 64-bit ids the same hash.
func ArgsHash(t *tool.Tool, args map[string]any) string {
	b := make([]byte, 0, 512)
	for _, part := range []string{"oatools-args-v1", t.Name, t.Hash.Surface, t.Hash.Runtime} {
		b = append(append(b, part...), 0)
	}
	sum := sha256.Sum256(AppendCanonical(b, args))
	return hex.EncodeToString(sum[:])
}

// AppendCanonical appends the canonical JSON text of v, a decoded JSON value:
// no blanks, keys sorted by their bytes, strings escaped as little as possible,
// numbers as digits without trailing zeros and an exponent.
func AppendCanonical(dst []byte, v any) []byte {
	switch v := v.(type) {
	case map[string]any:
		dst = append(dst, '{')
		for i, k := range slices.Sorted(maps.Keys(v)) {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = append(AppendString(dst, k), ':')
			dst = AppendCanonical(dst, v[k])
		}
		return append(dst, '}')
	case []any:
		dst = append(dst, '[')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = AppendCanonical(dst, item)
		}
		return append(dst, ']')
	case string:
		return AppendString(dst, v)
	case json.Number:
		return appendNumber(dst, string(v))
	case bool:
		return strconv.AppendBool(dst, v)
	case nil:
		return append(dst, "null"...)
	}
	b, err := json.Marshal(v)
	if err != nil {
		return append(dst, "null"...)
	}
	return append(dst, b...)
}

// appendNumber appends a JSON number as [-]digits[e exponent], without leading
// or trailing zeros: equal decimals give equal bytes, and no others do. Text
// that is no such number is kept, in quotes.
func appendNumber(dst []byte, lit string) []byte {
	rest, neg := strings.CutPrefix(lit, "-")
	mantissa, expText, hasExp := strings.Cut(strings.ToLower(rest), "e")
	exp := 0
	if hasExp {
		n, err := strconv.Atoi(expText)
		if err != nil || n > 1<<30 || n < -1<<30 {
			return AppendString(dst, lit)
		}
		exp = n
	}
	whole, frac, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+frac, "0")
	if strings.Trim(digits, "0123456789") != "" {
		return AppendString(dst, lit)
	}
	exp -= len(frac)
	short := strings.TrimRight(digits, "0")
	exp += len(digits) - len(short)
	if short == "" {
		return append(dst, '0')
	}
	if neg {
		dst = append(dst, '-')
	}
	dst = append(dst, short...)
	if exp != 0 {
		dst = append(dst, 'e')
		dst = strconv.AppendInt(dst, int64(exp), 10)
	}
	return dst
}

const hexDigits = "0123456789abcdef"

// AppendString appends s as a JSON string with as few escapes as RFC 8259
// permits. Bytes that are no UTF-8 must not occur.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		b := s[i]
		if b >= 0x20 && b != '"' && b != '\\' {
			continue
		}
		dst = append(dst, s[start:i]...)
		switch b {
		case '"', '\\':
			dst = append(dst, '\\', b)
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\t':
			dst = append(dst, '\\', 't')
		case '\r':
			dst = append(dst, '\\', 'r')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[b>>4], hexDigits[b&15])
		}
		start = i + 1
	}
	return append(append(dst, s[start:]...), '"')
}
