package encode

import (
	"strings"

	"github.com/oatools/oatools/compile/tool"
)

// AppendCookie adds a cookie parameter to the one Cookie header that a request
// has. net/http's own writer drops what it does not like from a value; here such
// a value is refused.
func AppendCookie(dst []byte, p *tool.Param, v any, taken *Names) ([]byte, *Refusal) {
	if v == nil {
		return dst, nil
	}
	if p.Media != "" {
		text, r := content(p, v, false)
		if r != nil {
			return dst, r
		}
		return appendCookiePair(dst, p.Name, text, false)
	}
	f, r := flatten(p, v)
	if r != nil || len(f.texts) == 0 {
		return dst, r
	}
	raw := p.Style == "cookie"
	switch {
	case p.Explode && f.shape == list:
		for i, text := range f.texts {
			if dst, r = appendCookiePair(dst, p.Name, text, raw); r != nil {
				return dst, r.Under(f.keys[i])
			}
		}
	case p.Explode && f.shape == record:
		for i := 0; i < len(f.texts); i += 2 {
			if taken.taken(f.texts[i], p.Name) {
				return dst, Refuse("cannot use the name of another cookie").Under(f.keys[i/2])
			}
			if dst, r = appendCookiePair(dst, f.texts[i], f.texts[i+1], raw); r != nil {
				return dst, r.Under(f.keys[i/2])
			}
		}
	default:
		return appendCookieList(dst, p.Name, f, raw)
	}
	return dst, nil
}

func appendCookieList(dst []byte, name string, f flat, raw bool) (_ []byte, r *Refusal) {
	if dst, r = appendCookiePair(dst, name, f.texts[0], raw); r != nil {
		return dst, r
	}
	for _, text := range f.texts[1:] {
		if dst, r = appendCookieText(append(dst, ','), text, raw); r != nil {
			return dst, r
		}
	}
	return dst, nil
}

func appendCookiePair(dst []byte, name, value string, raw bool) ([]byte, *Refusal) {
	if len(dst) > 0 {
		dst = append(dst, "; "...)
	}
	dst = appendEscaped(dst, name, escapeAll)
	return appendCookieText(append(dst, '='), value, raw)
}

// appendCookieText writes one text: percent-encoded for the style form, as it is
// for the style cookie of OpenAPI 3.2. There, blanks inside are permitted beyond
// RFC 6265's cookie-octet, because the standard's own example has one.
func appendCookieText(dst []byte, text string, raw bool) ([]byte, *Refusal) {
	if !raw {
		return appendEscaped(dst, text, escapeAll), nil
	}
	for i := 0; i < len(text); i++ {
		if c := text[i]; c < 0x20 || c >= 0x7F || strings.IndexByte(`";,\`, c) >= 0 {
			return dst, Refuse(`must hold ASCII characters other than " ; , and \: it is sent in a cookie`)
		}
	}
	if text != strings.Trim(text, " ") {
		return dst, Refuse("must not begin or end with a blank: it is sent in a cookie")
	}
	return append(dst, text...), nil
}
