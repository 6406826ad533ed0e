package reply

import (
	"net/http"
	"strings"
)

// challenge reads why a bearer token was not enough: RFC 6750 §3.
func challenge(h http.Header) (code, scope string) {
	for _, v := range h["Www-Authenticate"] {
		scheme, params, _ := strings.Cut(strings.TrimSpace(v), " ")
		if strings.EqualFold(scheme, "Bearer") {
			return param(params, "error"), param(params, "scope")
		}
	}
	return "", ""
}

// param gives one parameter of a challenge, quoted or not.
func param(params, name string) string {
	for rest := params; rest != ""; {
		key, after, found := strings.Cut(rest, "=")
		if !found {
			return ""
		}
		key, after = strings.Trim(key, ", \t"), strings.TrimLeft(after, " \t")
		var value string
		if strings.HasPrefix(after, `"`) {
			value, rest, _ = strings.Cut(after[1:], `"`)
		} else {
			value, rest, _ = strings.Cut(after, ",")
		}
		if strings.EqualFold(key, name) {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
