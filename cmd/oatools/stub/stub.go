package stub

import (
	"net/url"
	"strings"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
)

// server is the one server of a set that is only played.
const server = "mock"

// Stub is a whole API description as something that can be played.
type Stub struct {
	Set     *tool.Set // every operation as it would be by default
	Path    string    // of the first server; "" for none
	Skipped int       // operations that do not compile

	examples map[key][]byte
}

type key struct{ method, path, status, media string }

// Of makes a Stub of all operations of doc. What is wrong with one that does not
// compile is not told: listing operations tells it.
func Of(doc *oas.Document) *Stub {
	s := &Stub{Path: basePath(doc), examples: map[key][]byte{}}
	s.Set = &tool.Set{Name: doc.Title, Servers: map[string]tool.Server{server: {URL: "https://" + server + ".invalid" + s.Path}}}
	for _, op := range doc.Operations(doc.Index(), &diag.List{}) {
		var t *tool.Tool
		if op != nil {
			t = compile.Assemble(op, compile.Default(op, &diag.List{}), compile.Options{Server: server}, &diag.List{})
		}
		if t == nil || t.Main == nil {
			s.Skipped++
			continue
		}
		s.Set.Tools = append(s.Set.Tools, *t)
		for _, r := range op.Responses {
			for _, m := range r.Content {
				if len(m.Examples) > 0 {
					s.examples[key{op.Method, op.Path, r.Status, m.Type}] = m.Examples[0].AppendJSON(nil)
				}
			}
		}
	}
	return s
}

// Example gives the first example that the description has of a JSON answer, or
// nil.
func (s *Stub) Example(step *tool.Step, r *tool.Response) []byte {
	if r.Decode != tool.DecodeJSON {
		return nil
	}
	return s.examples[key{step.Op.Method, step.Op.Path, r.Status, r.Media}]
}

// basePath gives the path of the first server, variables filled in by their
// defaults; what is no URL has none.
func basePath(doc *oas.Document) string {
	if len(doc.Servers) == 0 {
		return ""
	}
	text := doc.Servers[0].URL
	for name, v := range doc.Servers[0].Variables {
		text = strings.ReplaceAll(text, "{"+name+"}", v.Default)
	}
	u, err := url.Parse(text)
	if err != nil || strings.ContainsAny(u.Path, "{}") {
		return ""
	}
	path := strings.TrimRight(u.EscapedPath(), "/")
	if path != "" && path[0] != '/' {
		path = "/" + path
	}
	return path
}
