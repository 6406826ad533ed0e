package subset

import (
	"fmt"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// TestCircles holds that schemas that refer to each other with something beside
// the reference are compared in a time that does not explode.
func TestCircles(t *testing.T) {
	read := func(extra string) *node.Node {
		var props []string
		for i := range 6 {
			props = append(props, fmt.Sprintf(`"p%d":{"$ref":"#/$defs/B","anyOf":[{"required":["p%d"]},{"type":"null"}]}`, i, i))
		}
		body := strings.Join(props, ",")
		var diags diag.List
		n := node.ReadJSON("", fmt.Appendf(nil, `{"type":"array","items":{"$ref":"#/$defs/A","minProperties":1},"$defs":{
			"A":{"type":["object","null"],"properties":{%s,"x":{"type":"string"%s}}},
			"B":{"type":["object","null"],"properties":{"a":{"$ref":"#/$defs/A","minProperties":2},"b":{"$ref":"#/$defs/B","maxProperties":9}}}}}`, body, extra), node.Limits{}, &diags)
		if n == nil {
			t.Fatal(&diags)
		}
		return n
	}
	old, new := read(""), read(`,"maxLength":3`)
	if d := Compare(old, new); len(d) == 0 {
		t.Error("nothing is told")
	}
	if d := Compare(old, read("")); len(d) != 0 {
		t.Errorf("equal schemas differ: %+v", d)
	}
	if !within(new, old) {
		t.Error("the narrower one is not proved to be within the wider one")
	}
}
