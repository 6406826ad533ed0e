package compile

import (
	"encoding/json"
	"fmt"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/schema"
	"github.com/oatools/oatools/compile/tool"
)

// Shared keeps the schemas that several operations of one document have, so that
// each is written once: large APIs answer half of their operations with the same
// few resources. It changes nothing but the time that Assemble takes. The zero
// value is empty and ready; it is not safe for concurrent use.
type Shared struct {
	made  map[string]*answer
	memos map[*oas.Document]*schema.Memo
}

// memo gives what the rewriters of op's document share; nil: nothing.
func (s *Shared) memo(op *oas.Operation) *schema.Memo {
	if s == nil || op.Document == nil {
		return nil
	}
	if s.memos == nil {
		s.memos = map[*oas.Document]*schema.Memo{}
	}
	if s.memos[op.Document] == nil {
		s.memos[op.Document] = new(schema.Memo)
	}
	return s.memos[op.Document]
}

// answer is what answers makes of one response.
type answer struct {
	exact, data tool.Schema
	diags       diag.List
	about       diag.Pos // the operation that it was made for
}

// answers is answers, made once for equal responses.
func (s *Shared) answers(op *oas.Operation, body *node.Node, result tool.Result, opts Options, diags *diag.List) (exact, data tool.Schema) {
	key := sharedKey(op, body, result, opts)
	if s == nil || key == "" {
		return answersOf(op, body, result, opts, diags)
	}
	have := s.made[key]
	if have == nil {
		have = &answer{about: op.Pos}
		have.exact, have.data = answersOf(op, body, result, opts, &have.diags)
		if s.made == nil {
			s.made = map[string]*answer{}
		}
		s.made[key] = have
	}
	for _, d := range have.diags.Sorted() {
		if d.Pos == have.about {
			d.Pos = op.Pos
		}
		diags.Add(d)
	}
	return have.exact, have.data
}

// sharedKey tells answers apart; it is empty where an answer has a schema of its
// own, of which a diagnostic might speak.
func sharedKey(op *oas.Operation, body *node.Node, result tool.Result, opts Options) string {
	list := 0
	for ; list < 3 && body.Get("type").Text() == "array" && onlyHas(body, "type", "items"); list++ {
		body = body.Get("items")
	}
	ref, ok := body.Get("$ref").Str()
	if !ok || !onlyHas(body, "$ref") {
		return ""
	}
	_, target, err := op.Document.Resolve(body, ref)
	if err != nil {
		return ""
	}
	picked, err := json.Marshal(result)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%p %d %d %s %s", op.Document, opts.OutputBytes, list, picked, target)
}

func onlyHas(n *node.Node, keys ...string) bool {
	if len(n.Members()) != len(keys) {
		return false
	}
	for _, k := range keys {
		if !n.Has(k) {
			return false
		}
	}
	return true
}
