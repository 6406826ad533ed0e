package encode

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"
)

// maxDigits caps an integer that is written out of its exponent form.
const maxDigits = 400

// Scalar gives the text of a scalar before any escaping: strings as they are,
// true and false, numbers by their literal. With integer set, an integral number
// in exponent or fraction form is written out, because many servers read only
// digits where they declare an integer. ok is false when v is no scalar.
func Scalar(v any, integer bool) (text string, ok bool, r *Refusal) {
	switch v := v.(type) {
	case string:
		if !utf8.ValidString(v) {
			return "", true, Refuse("must be valid UTF-8")
		}
		return v, true, nil
	case bool:
		return strconv.FormatBool(v), true, nil
	}
	lit, isNumber := literal(v)
	if !isNumber {
		return "", false, nil
	}
	if !validNumber(lit) {
		return "", true, Refuse("must be a number")
	}
	if !integer {
		return lit, true, nil
	}
	text, why := integerText(lit)
	if why != "" {
		return "", true, Refuse(why)
	}
	return text, true, nil
}

// literal gives the literal of a number. Go's own numbers occur in values that a
// program made, such as a caller's claims; a model's are json.Number. They have
// no exponent, which many servers do not read.
func literal(v any) (string, bool) {
	switch v := v.(type) {
	case json.Number:
		return string(v), true
	case int:
		return strconv.Itoa(v), true
	case int64:
		return strconv.FormatInt(v, 10), true
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), true
	}
	return "", false
}

// integerText writes an integral JSON number without fraction and exponent.
func integerText(lit string) (text, why string) {
	if !strings.ContainsAny(lit, ".eE") {
		if lit == "-0" {
			return "0", ""
		}
		return lit, ""
	}
	sign := ""
	if lit[0] == '-' {
		sign, lit = "-", lit[1:]
	}
	mantissa, exponent := lit, 0
	if i := strings.IndexAny(lit, "eE"); i >= 0 {
		n, err := strconv.Atoi(lit[i+1:])
		if err != nil || n > maxDigits || n < -maxDigits {
			return "", "must be an integer of a sensible size"
		}
		mantissa, exponent = lit[:i], n
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	exponent -= len(fraction)
	switch {
	case digits == "":
		return "0", ""
	case exponent >= 0:
		digits += strings.Repeat("0", exponent)
	case len(strings.TrimRight(digits, "0")) > len(digits)+exponent:
		return "", "must be an integer"
	default:
		digits = digits[:len(digits)+exponent]
	}
	if len(digits) > maxDigits {
		return "", "must be an integer of a sensible size"
	}
	return sign + digits, ""
}

// validNumber reports whether s is a number of RFC 8259 §6.
func validNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	n := digits(s)
	if n == 0 || n > 1 && s[0] == '0' {
		return false
	}
	s = s[n:]
	if s != "" && s[0] == '.' {
		n = digits(s[1:])
		if n == 0 {
			return false
		}
		s = s[1+n:]
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		s = s[1:]
		if s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		n = digits(s)
		if n == 0 {
			return false
		}
		s = s[n:]
	}
	return s == ""
}

func digits(s string) int {
	i := 0
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	return i
}
