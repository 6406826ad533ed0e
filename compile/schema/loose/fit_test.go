package loose

import (
	"math"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// TestTrimmed: what trimming saves is known before it is done.
func TestTrimmed(t *testing.T) {
	long := `"description":"` + strings.Repeat(`Half \"a\" sentence of 30 bytes, é. `, 9) + `"`
	for _, text := range []string{
		`{}`,
		`true`,
		`{"title":"stays",` + long + `}`,
		`{"properties":{"title":{"title":"stays","properties":{"a":{"title":"only"},"b":{"title":"x",` + long + `},"c":{"type":"string","title":"y"}}}}}`,
		`{"$defs":{"a":{"title":"only"},"b":{` + long + `,"items":{"anyOf":[{"title":"q"},{` + long + `}]}}},"items":{"items":{"items":{` + long + `}}}}`,
		`{"items":{"items":{"title":7,"description":["no text"],"enum":[{"title":"data"}],"default":{"title":"data",` + long + `}}}}`,
	} {
		var diags diag.List
		n := node.ReadJSON("s", []byte(text), node.Limits{}, &diags)
		for _, limit := range []int{160, 60, 1} {
			want := n.Size(math.MaxInt) - brief(n, limit).Size(math.MaxInt)
			if got := trimmed(n, limit, 0); got != want {
				t.Errorf("trimmed(%s, %d) = %d, Trim saves %d", text, limit, got, want)
			}
		}
	}
}
