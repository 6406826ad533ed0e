package check

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"math/big"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// formatHint tells a model how a format is written. Formats outside this table
// are not asserted: they are too expensive, or nobody agrees on them.
func formatHint(name string) (hint string, asserted bool) {
	switch name {
	case "date":
		return "a date such as 2026-01-31", true
	case "date-time":
		return "a date and time with offset such as 2026-01-31T09:30:00Z", true
	case "time":
		return "a time with offset such as 09:30:00Z", true
	case "duration":
		return "an ISO 8601 duration such as PT15M or P3D", true
	case "uuid":
		return "a UUID such as 123e4567-e89b-12d3-a456-426614174000", true
	case "email":
		return "an e-mail address", true
	case "uri":
		return "an absolute URI such as https://example.org/a", true
	case "ipv4":
		return "an IPv4 address", true
	case "ipv6":
		return "an IPv6 address", true
	case "int32":
		return "a whole number of 32 bits", true
	case "int64":
		return "a whole number of 64 bits", true
	case "byte", "base64":
		return "text in base64", true
	}
	return "", false
}

// registerFormats adds the formats that the library lacks or reads otherwise.
func registerFormats(c *jsonschema.Compiler) {
	c.AssertFormat()
	c.RegisterFormat(&jsonschema.Format{Name: "email", Validate: onText(lenientEmail)})
	c.RegisterFormat(&jsonschema.Format{Name: "byte", Validate: onText(isBase64)})
	c.RegisterFormat(&jsonschema.Format{Name: "base64", Validate: onText(isBase64)})
	c.RegisterFormat(&jsonschema.Format{Name: "int32", Validate: bits(31)})
	c.RegisterFormat(&jsonschema.Format{Name: "int64", Validate: bits(63)})
}

var errFormat = errors.New("format")

func onText(good func(string) bool) func(any) error {
	return func(v any) error {
		if s, ok := v.(string); ok && !good(s) {
			return errFormat
		}
		return nil
	}
}

// lenientEmail takes whatever could be an address: servers know better.
func lenientEmail(s string) bool {
	local, domain, ok := strings.Cut(s, "@")
	return ok && local != "" && domain != "" && !strings.Contains(domain, "@") && !strings.ContainsAny(s, " \t\r\n")
}

// isBase64 takes either alphabet, padded or not.
func isBase64(s string) bool {
	s = strings.TrimRight(s, "=")
	s = strings.NewReplacer("-", "+", "_", "/").Replace(s)
	_, err := base64.RawStdEncoding.DecodeString(s)
	return err == nil
}

// bits limits whole numbers; fractions are the type's business.
func bits(n uint) func(any) error {
	limit := new(big.Int).Lsh(big.NewInt(1), n)
	return func(v any) error {
		num, ok := v.(json.Number)
		if !ok || len(num) < 10 && !strings.ContainsAny(string(num), "eE") {
			return nil
		}
		r, ok := new(big.Rat).SetString(string(num))
		if !ok || !r.IsInt() {
			return nil
		}
		i := r.Num()
		if i.Cmp(limit) >= 0 || new(big.Int).Neg(i).Cmp(limit) > 0 {
			return errFormat
		}
		return nil
	}
}
