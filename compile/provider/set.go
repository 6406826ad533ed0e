package provider

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/oatools/oatools/compile/tool"
)

// LowerAll writes every tool of a set for p, in the set's order. Losses say, a
// line each, what was lost of which tool. The error names every tool that p
// cannot take, and that the set takes more than a request of p may; then
// there are no declarations.
func LowerAll(set *tool.Set, p Profile) (decls []json.RawMessage, losses []string, err error) {
	var refused []error
	if p.ToolsMax > 0 && len(set.Tools) > p.ToolsMax {
		refused = append(refused, fmt.Errorf("the set has %d tools, %s takes %d", len(set.Tools), p.ID, p.ToolsMax))
	}
	var all use
	for i := range set.Tools {
		t := &set.Tools[i]
		decl, _, lost, takes, err := lower(t, p)
		for _, l := range lost {
			losses = append(losses, "tool "+t.Name+": "+p.ID+": "+l.String())
		}
		if err != nil {
			refused = append(refused, fmt.Errorf("tool %s: %s: %w", t.Name, p.ID, err))
			continue
		}
		decls = append(decls, decl)
		all.optional += takes.optional
		all.unions += takes.unions
	}
	if p.MaxOptional > 0 && all.optional > p.MaxOptional {
		refused = append(refused, fmt.Errorf("the tools have %d properties that are not required, a request of %s takes %d", all.optional, p.ID, p.MaxOptional))
	}
	if p.MaxUnions > 0 && all.unions > p.MaxUnions {
		refused = append(refused, fmt.Errorf("the tools have %d schemas with anyOf or several types, a request of %s takes %d", all.unions, p.ID, p.MaxUnions))
	}
	if err := errors.Join(refused...); err != nil {
		return nil, losses, err
	}
	return decls, losses, nil
}
