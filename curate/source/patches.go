package source

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/patch"
)

// patches reads the patches of a source and gives what applies them in order;
// nil when there are none.
func (set *Set) patches(s *Source) (func(*node.Node) *node.Node, error) {
	var list []*patch.Patch
	for _, p := range s.Decl.Patches {
		file := set.beside(p.V)
		if err := Readable(filepath.FromSlash(file)); err != nil {
			set.diags.Errorf(p.Pos, "missing-file", "source %s: %s: %s", s.Decl.Name.V, p.V, err)
			continue
		}
		data, err := os.ReadFile(filepath.FromSlash(file))
		if err != nil {
			return nil, fmt.Errorf("source %s: read patch: %w", s.Decl.Name.V, err)
		}
		sum := sha256.Sum256(data)
		s.patches = append(s.patches, tool.File{Path: path.Clean(p.V), SHA256: hex.EncodeToString(sum[:])})
		if parsed := patch.Parse(file, data, set.diags); parsed != nil {
			list = append(list, parsed)
		}
	}
	if len(list) == 0 {
		return nil, nil
	}
	return func(root *node.Node) *node.Node {
		for _, p := range list {
			root = p.Apply(root, set.diags)
		}
		return root
	}, nil
}
