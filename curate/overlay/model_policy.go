package overlay

import (
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
)

// Requirement is a condition that a call must meet.
type Requirement struct{ When, Code, Say Val[string] }

// Approval asks a person before a call runs.
type Approval struct {
	Pos           diag.Pos
	When, By, Ask Val[string]
	TTL           Val[tool.Duration]
}

// Retry narrows retries.
type Retry struct {
	Pos      diag.Pos // zero: not stated
	Attempts Val[int]
	Within   Val[tool.Duration]
	On       []Val[string]
	Never    Match
}

// Match compares a value of an answer with a list.
type Match struct {
	Pos  diag.Pos // zero: not stated
	Path Val[[]string]
	In   []Val[string]
}

// Rate limits calls.
type Rate struct {
	Pos        diag.Pos // zero: not stated
	Per, Limit Val[string]
}

// Errors reads failures that an upstream expresses in its own way.
type Errors struct {
	Pos         diag.Pos // zero: not stated
	FailureWhen Match
	CodePath    Val[[]string]
	MessagePath Val[[]string]
	Map         []Pair // upstream code → error code
	NotApplied  []Val[int]
}

// Next proposes what to do after an outcome.
type Next struct {
	On  Val[string] // ok, or an error code
	Use []Val[string]
}

// Cost is what one call costs.
type Cost struct {
	Pos     diag.Pos // zero: not stated
	USD     Val[string]
	Latency Val[tool.Duration]
}

// Remember keeps a value of a successful answer.
type Remember struct{ Key, Value, Scope Val[string] }

// Replaces keeps an old name callable.
type Replaces struct {
	Pos          diag.Pos // zero: not stated
	Name, Sunset Val[string]
	Listed       Val[bool]
}

// Waiver switches a lint rule off for one tool, with a reason and an end.
type Waiver struct{ Rule, Because, Until Val[string] }

// Eval is one check of a tool.
type Eval struct {
	Pos        diag.Pos
	Call       Val[*node.Node]
	As         Val[*node.Node]
	Sends      Val[string]
	Body       Val[*node.Node]
	Headers    []Pair
	Upstream   Val[*node.Node]
	Returns    Val[*node.Node]
	Error      Val[string]
	At         Val[string]
	Attempts   Val[int]
	Twice      Val[bool]
	Executions Val[int]
	Say        Val[string]
	Args       Val[*node.Node]
	None       Val[bool]
	Not        Val[string]
}
