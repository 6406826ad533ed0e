package compile

import (
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/media"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
)

// otherAnswers gives the JSON success responses of op beside the one that stands
// for success their exact schemas, too, pruned to what result keeps. Where that
// one has none, neither have they: what is said of success is said of it.
func otherAnswers(op *oas.Operation, step *tool.Step, result tool.Result, opts Options) {
	if step == nil || opts.Sketch || step.Answer() == nil || len(step.Results) != len(op.Responses) {
		return
	}
	for i := range step.Results {
		out := &step.Results[i]
		if !out.Success || out.Schema != nil || out.Decode != tool.DecodeJSON {
			continue
		}
		if m := media.Of(&op.Responses[i]); m != nil && m.Schema != nil {
			var quiet diag.List // a schema that cannot be told is none
			out.Schema, _ = opts.Shared.answers(op, m.Schema, result, opts, &quiet)
		}
	}
}
