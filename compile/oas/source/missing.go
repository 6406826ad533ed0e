package source

import (
	"fmt"

	"github.com/oatools/oatools/compile/node"
)

func missing(f *file, n *node.Node, p node.Pointer, i int) error {
	where := "the top level"
	if i > 0 {
		where = p[:i].String()
	}
	return &Missing{Token: p[i], Names: n.Keys(), where: where, file: f.name}
}

// Missing is the error of a pointer that leads nowhere: where it leaves the
// tree, the token is none of the names.
type Missing struct {
	Token       string
	Names       []string
	where, file string
}

func (e *Missing) Error() string {
	return fmt.Sprintf("%s of %s has no %q", e.where, e.file, e.Token)
}
