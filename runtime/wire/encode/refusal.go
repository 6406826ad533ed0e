package encode

import "github.com/oatools/oatools/compile/tool"

// Refusal says why a value cannot be written. It is news for whoever chose the
// value, not a failure of ours; nil means that nothing was refused.
type Refusal struct {
	At  string // JSON Pointer below the value, in the model's names; "" is the value itself
	Why string // a sentence part that follows the argument's name: "must …", "cannot …"
}

// Refuse makes a Refusal of the value itself.
func Refuse(why string) *Refusal { return &Refusal{Why: why} }

// Under moves r one level down, to the member or item named key; nil stays nil.
func (r *Refusal) Under(key string) *Refusal {
	if r == nil {
		return nil
	}
	r.At = "/" + tool.PointerToken(key) + r.At
	return r
}
