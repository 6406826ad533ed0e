package encode

import "strings"

// Refusal says why a value cannot be written. It is news for whoever chose the
// value, not a failure of ours; nil means that nothing was refused.
type Refusal struct {
	At  string // JSON Pointer below the value, in the model's names; "" is the value itself
	Why string // a sentence part that follows the argument's name: "must …", "cannot …"
}

func refuse(why string) *Refusal { return &Refusal{Why: why} }

// under moves r one level down, to the member or item named key.
func (r *Refusal) under(key string) *Refusal {
	if r == nil {
		return nil
	}
	r.At = "/" + pointerEscaper(key) + r.At
	return r
}

// pointerEscaper writes one token of a JSON Pointer, RFC 6901 §4.
func pointerEscaper(token string) string {
	if !strings.ContainsAny(token, "~/") {
		return token
	}
	return strings.ReplaceAll(strings.ReplaceAll(token, "~", "~0"), "/", "~1")
}
