package opinion

import (
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas/grammar"
	"github.com/oatools/oatools/compile/tool"
)

// placeholder stands for every schema in what kin-openapi sees.
func placeholder() *node.Node { return node.NewObject() }

// kinMethod gives a method that every version of kin-openapi's model knows;
// which one it is makes no difference to what is checked.
func kinMethod(method string) string {
	switch m := strings.ToLower(method); m {
	case "get", "put", "post", "delete", "options", "head", "patch", "trace":
		return m
	}
	return "post"
}

// prunedDocument is a self-contained description of the operations that are
// left, each under a path of its own, without schemas, examples and prose.
func (j judge) prunedDocument(ops []*Operation, again *repeated) *node.Node {
	str := node.NewString
	var paths, schemes []node.Member
	used := map[string]bool{}
	for i, o := range ops {
		if o == nil {
			continue
		}
		item := node.NewObject(node.M(kinMethod(o.Method), j.prunedOperation(o, again)))
		paths = append(paths, node.M(kinPath(i, o), item))
		for _, name := range o.Schemes {
			if !used[name] {
				used[name] = true
				schemes = append(schemes, node.M(name, placeholderScheme()))
			}
		}
	}
	components := []node.Member{node.M("securitySchemes", node.NewObject(schemes...))}
	if again != nil {
		components = append(components, again.sections...)
	}
	return node.NewObject(
		node.M("openapi", str(j.spec.Version)),
		node.M("info", node.NewObject(node.M("title", str("pruned")), node.M("version", str("0")))),
		node.M("paths", node.NewObject(paths...)),
		node.M("components", node.NewObject(components...)),
	)
}

// placeholderScheme stands for a security scheme: names of schemes may hold
// characters that kin-openapi refuses, and their fields are checked here.
func placeholderScheme() *node.Node {
	return node.NewObject(node.M("type", node.NewString("http")), node.M("scheme", node.NewString("basic")))
}

// kinPath is a path that tells the operation and conflicts with no other one.
func kinPath(i int, o *Operation) string { return "/" + strconv.Itoa(i) + o.Path }

func (j judge) prunedOperation(o *Operation, again *repeated) *node.Node {
	soft := j.Soft
	j.Soft = true // what matters was told already
	defer func() { j.Soft = soft }()
	var members []node.Member
	var params []*node.Node
	for i := range o.Params {
		if p := &o.Params[i]; p.In != tool.InQueryString {
			params = append(params, again.put("parameters", prunedParam(p)))
		}
	}
	if len(params) > 0 {
		members = append(members, node.M("parameters", node.NewArray(params...)))
	}
	if o.Body != nil {
		members = append(members, node.M("requestBody", j.pruned(o.Body, grammar.RequestBody)))
	}
	if len(o.Responses) > 0 {
		var responses []node.Member
		for _, r := range o.Responses {
			n := r.Node
			if ordinary(n) {
				n = node.NewObject(node.M("description", n.Get("description")))
			}
			responses = append(responses, node.M(r.Status, again.put("responses", j.pruned(n, grammar.Response))))
		}
		members = append(members, node.M("responses", node.NewObject(responses...)))
	} else {
		ok := node.NewObject(node.M("description", node.NewString("none declared")))
		members = append(members, node.M("responses", node.NewObject(node.M("default", ok))))
	}
	return node.NewObject(members...)
}

// ordinary reports whether a response has a description, at most one content,
// which has nothing but a schema and examples, and no headers: there is nothing
// to find in it, and reading it is most of what kin-openapi does.
func ordinary(n *node.Node) bool {
	for key, v := range n.All() {
		switch key {
		case "description":
			if !v.Is(node.String) {
				return false
			}
		case "content":
			if !v.Is(node.Object) || len(v.Members()) > 1 {
				return false
			}
			for _, media := range v.All() {
				for field := range media.All() {
					if field != "schema" && field != "example" && field != "examples" {
						return false
					}
				}
			}
		case "links":
		default:
			return false
		}
	}
	return n.Has("description")
}

// prunedParam gives a parameter as it was understood.
func prunedParam(p *Param) *node.Node {
	str := node.NewString
	n := node.NewObject(
		node.M("name", str(p.Name)), node.M("in", str(string(p.In))),
		node.M("required", node.NewBool(p.Required)),
	)
	if p.Media != "" {
		media := node.NewObject(node.M("schema", placeholder()))
		return n.With("content", node.NewObject(node.M(p.Media, media)))
	}
	style := p.Style
	if style == "cookie" || style == "tabDelimited" { // of OpenAPI 3.2 and Swagger 2.0: unknown to kin-openapi
		style = "form" // the usual one of their places
	}
	return n.With("style", str(style)).With("explode", node.NewBool(p.Explode)).With("schema", placeholder())
}

// pruned copies the object n of kind k with everything that references lead to
// put in place, schemas replaced and what is not checked left out.
func (j judge) pruned(n *node.Node, k grammar.Kind) *node.Node {
	n = j.Object(n, k)
	fields := grammar.Fields(k)
	var members []node.Member
	for _, m := range n.Members() {
		f, known := fields[m.Key]
		switch {
		case !known, f.Kind == grammar.Anything, f.Kind == grammar.Example, f.Kind == grammar.Link,
			m.Key == "itemSchema", k == grammar.Encoding && f.Kind == grammar.Encoding, m.Key == "prefixEncoding", m.Key == "itemEncoding",
			k == grammar.Encoding && (m.Key == "style" || m.Key == "explode"): // checked here, with the styles that kin-openapi lacks
			continue
		case m.Key == "description":
			m.Value = node.NewString("…")
		case f.Kind == grammar.Text, f.Kind == grammar.Truth:
		case f.Kind == grammar.Schema:
			m.Value = placeholder()
		default:
			m.Value = j.prunedAll(m.Value, f)
		}
		members = append(members, m)
	}
	return node.NewObject(members...)
}

func (j judge) prunedAll(n *node.Node, f grammar.Field) *node.Node {
	if f.Form == grammar.One {
		return j.pruned(n, f.Kind)
	}
	if f.Form == grammar.List {
		var items []*node.Node
		for _, o := range j.Objects(n, f.Kind) {
			items = append(items, j.pruned(o.Node, f.Kind))
		}
		return node.NewArray(items...)
	}
	var members []node.Member
	for _, o := range j.Objects(n, f.Kind) {
		if f.Kind == grammar.MediaType {
			if grammar.MediaName(o.Name) == "" || hasKey(members, o.Name) {
				continue
			}
		}
		members = append(members, node.M(o.Name, j.pruned(o.Node, f.Kind)))
	}
	return node.NewObject(members...)
}

func hasKey(ms []node.Member, key string) bool {
	for _, m := range ms {
		if m.Key == key {
			return true
		}
	}
	return false
}
