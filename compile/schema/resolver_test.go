package schema

import (
	"fmt"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// document resolves references inside one tree.
type document struct{ root *node.Node }

func (d document) Resolve(at *node.Node, ref string) (*node.Node, string, error) {
	if !strings.HasPrefix(ref, "#") {
		return nil, "", fmt.Errorf("another file")
	}
	ptr, err := node.ParseFragment(ref[1:])
	if err != nil {
		return nil, "", err
	}
	n := ptr.Lookup(d.root)
	if n == nil {
		return nil, "", fmt.Errorf("the document has no %s", ptr)
	}
	return n, ptr.String(), nil
}

// read reads JSON; the test ends when it is not.
func read(t testing.TB, text string) *node.Node {
	t.Helper()
	var diags diag.List
	n := node.ReadJSON("spec.json", []byte(text), node.Limits{}, &diags)
	if n == nil {
		t.Fatalf("read %s: %s", text, &diags)
	}
	return n
}

// text gives compact JSON; "null" stands for no node.
func text(n *node.Node) string {
	if n == nil {
		return "null"
	}
	return string(n.AppendJSON(nil))
}
