package node

import (
	"math"
	"testing"

	"github.com/oatools/oatools/compile/diag"
)

// FuzzSize states that Size is the length of what AppendJSON writes, and that
// counting stops above a limit only.
func FuzzSize(f *testing.F) {
	f.Add(`{"a":[1,true,null,"x\ny\u0001é\"",{}],"ü":[]}`, 10)
	f.Add(`[[[[]]]]`, 0)
	f.Add("\"\x7f\u2028\"", 3)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		n := ReadJSON("f", []byte(text), Limits{}, &diag.List{})
		if n == nil {
			return
		}
		want := len(n.AppendJSON(nil))
		if got := n.Size(math.MaxInt); got != want {
			t.Fatalf("Size = %d, AppendJSON writes %d: %s", got, want, n.AppendJSON(nil))
		}
		if got := n.Size(limit); got != want && (got <= limit || got > want) {
			t.Errorf("Size(%d) = %d of %d", limit, got, want)
		}
	})
}
