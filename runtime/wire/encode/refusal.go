package encode

import "github.com/oatools/oatools/compile/tool"

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
	r.At = "/" + tool.PointerToken(key) + r.At
	return r
}
