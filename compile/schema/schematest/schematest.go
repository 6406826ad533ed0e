// Package schematest reads and shows schemas for the tests of compile/schema and
// the packages below it. It must not be imported by anything else.
package schematest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

// Document resolves references inside one tree.
type Document struct{ Root *node.Node }

// Resolve finds what ref, a fragment, points at, and gives its pointer.
func (d Document) Resolve(_ *node.Node, ref string) (*node.Node, string, error) {
	if !strings.HasPrefix(ref, "#") {
		return nil, "", fmt.Errorf("another file")
	}
	ptr, err := node.ParseFragment(ref[1:])
	if err != nil {
		return nil, "", err
	}
	n := ptr.Lookup(d.Root)
	if n == nil {
		return nil, "", fmt.Errorf("the document has no %s", ptr)
	}
	return n, ptr.String(), nil
}

// Read reads JSON; the test ends when it is not.
func Read(t testing.TB, text string) *node.Node {
	t.Helper()
	var diags diag.List
	n := node.ReadJSON("spec.json", []byte(text), node.Limits{}, &diags)
	if n == nil {
		t.Fatalf("read %s: %s", text, &diags)
	}
	return n
}

// Text gives compact JSON; "null" stands for no node.
func Text(n *node.Node) string {
	if n == nil {
		return "null"
	}
	return string(n.AppendJSON(nil))
}
