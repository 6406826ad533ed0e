package grammar

import (
	"mime"
	"strings"
)

// MediaParams gives the parameters of a media type as they follow it. How bytes
// are written is decided elsewhere, so charset and boundary are not among them.
func MediaParams(s string) string {
	_, params, err := mime.ParseMediaType(s)
	if err != nil {
		return ""
	}
	delete(params, "charset")
	delete(params, "boundary")
	delete(params, "q")
	return strings.TrimPrefix(mime.FormatMediaType("a/b", params), "a/b")
}

// MediaName gives a media type or range without its parameters, in lower case;
// empty for what is none.
func MediaName(s string) string {
	name, _, err := mime.ParseMediaType(s)
	if err != nil {
		name, _, _ = strings.Cut(s, ";")
		name = strings.ToLower(strings.TrimSpace(name))
	}
	major, minor, ok := strings.Cut(name, "/")
	if !ok || major == "" || minor == "" || strings.ContainsAny(name, " \t\r\n,\"") {
		return ""
	}
	return name
}
