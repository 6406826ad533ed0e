package oas

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas/object"
)

// rootKeys lists the keys of a description's top level.
func rootKeys(d Dialect) []string {
	if d == Swagger20 {
		return []string{"swagger", "info", "host", "basePath", "schemes", "consumes", "produces", "paths", "definitions", "parameters",
			"responses", "securityDefinitions", "security", "tags", "externalDocs"}
	}
	return []string{"openapi", "$self", "info", "jsonSchemaDialect", "servers", "paths", "webhooks", "components", "security", "tags", "externalDocs"}
}

// sections lists keys that people use for what references lead to, in whatever
// dialect.
func sections() []string {
	return []string{"definitions", "parameters", "responses", "schemas", "$defs", "$schema", "$id", "id"}
}

// rootAsMeant gives the top level with its keys in their right case, and tells
// those that mean nothing.
func rootAsMeant(root *node.Node, d Dialect, diags *diag.List) *node.Node {
	known := rootKeys(d)
	members := slices.Clone(root.Members())
	changed := false
	for i, m := range members {
		if slices.Contains(known, m.Key) || strings.HasPrefix(m.Key, "x-") || slices.Contains(sections(), m.Key) {
			continue
		}
		j := slices.IndexFunc(known, func(right string) bool { return object.Means(m.Key, right) && !root.Has(right) })
		if j >= 0 {
			diags.Add(object.Fault("field-case", m.Pos(), "description", known[j], m.Key))
			members[i].Key, changed = known[j], true
			continue
		}
		f := object.Fault("field-unknown", m.Pos(), "description", m.Key)
		if near := diag.Nearest(m.Key, known); near != "" {
			f.Hint = "did you mean " + near + "?"
		}
		diags.Add(f)
	}
	if !changed {
		return root
	}
	return root.WithMembers(members)
}
