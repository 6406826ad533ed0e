package overlay

import (
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
)

// Overlay is one overlay file. Maps of the file are slices here, in its order.
type Overlay struct {
	Name         Val[string]
	Version      Val[string]
	Title        Val[string]
	Owners       []Val[string]
	Instructions Val[string]
	Sources      []Source
	Defaults     Defaults
	Tools        []Tool
}

// Source is one API description and how to reach its API.
type Source struct {
	Name    Val[string]
	Spec    Val[string]
	Prefix  Val[string]
	Closed  Val[bool]
	Network Val[string]
	Server  Server
	Auth    []Auth
}

// Server says where requests go. The zero Server means the description's first.
type Server struct {
	Pos       diag.Pos
	URL       Val[string]
	Hosts     []Val[string]
	Index     Val[int]
	Variables []Pair
}

// Pair is a name with a text.
type Pair struct{ Name, Value Val[string] }

// Auth is one way to prove who sends a request. Which fields are allowed
// depends on the type, which may come from the description.
type Auth struct {
	Name     Val[string]
	Type     Val[string]
	In       Val[string]
	Param    Val[string] // key "name"
	Prefix   Val[string]
	Secret   Val[string]
	Username Val[string]
	None     Val[string]
}

// Defaults holds for every tool that does not say otherwise.
type Defaults struct {
	Inject  []Inject
	Timeout Val[tool.Duration]
	Result  Result
}

// Tool is one tool as its author states it.
type Tool struct {
	Name        Val[string]
	Shape       Val[string]
	Operation   Operation
	Title       Val[string]
	Description Description
	Params      Params
	Pin         []Pin
	Inject      []Inject
	Undeclared  []Val[tool.Locator]
	Media       Val[string]
	Timeout     Val[tool.Duration]
	Result      Result
	Hints       Hints
	Query       Query
	Command     Command
}

// Operation selects one operation: ID selects, At asserts; either may be
// missing, not both.
type Operation struct {
	Pos    diag.Pos // zero: not stated
	Source Val[string]
	ID     Val[string]
	At     Val[string] // "METHOD /path"
}

// Description is what the model reads: Text, or the parts in their fixed order.
type Description struct {
	Text  Val[string]
	Parts []Pair // what, when, not, returns, effect: the stated ones, in this order
}

// ParamsMode says which arguments a tool has.
type ParamsMode uint8

// The modes.
const (
	ParamsRequired ParamsMode = iota // nothing stated: the required ones
	ParamsListed                     // exactly the listed ones
	ParamsAll                        // "*"
)

// Params is the allow-list of arguments.
type Params struct {
	Mode ParamsMode
	Pos  diag.Pos
	Args []Param
}

// Param is one argument.
type Param struct {
	Name      Val[string]
	From      Val[tool.Locator]
	Describe  Val[string]
	Enum      []Val[*node.Node]
	Minimum   Val[string] // literal of the number
	Maximum   Val[string]
	MinLength Val[int]
	MaxLength Val[int]
	Pattern   Val[string]
	Format    Val[string]
	Default   Val[*node.Node]
	Required  Val[bool]
	Slash     Val[string]
	Schema    Val[*node.Node]
}

// Pin is a constant place of the request.
type Pin struct {
	At    Val[tool.Locator]
	Value Val[*node.Node]
}

// Inject is a place that the runtime fills from who calls.
type Inject struct {
	At   Val[tool.Locator]
	From Val[string] // "caller.tenant", …
}

// Result says what the model gets of an answer.
type Result struct {
	Pos      diag.Pos // zero: not stated
	Items    Val[node.Pointer]
	Select   []Pick
	MaxBytes Val[int]
}

// Pick keeps one path; To renames it, and is not Set where the name stays.
type Pick struct {
	From Val[[]string]
	To   Val[string]
}

// Hints are MCP's tool annotations where the author overrides them.
type Hints struct {
	Pos                                          diag.Pos
	ReadOnly, Destructive, Idempotent, OpenWorld Val[bool]
}

// Query is the contract block of a query.
type Query struct {
	Pos  diag.Pos // zero: no block
	Safe Val[string]
}

// Command is the contract block of a command.
type Command struct {
	Pos         diag.Pos // zero: no block
	Effect      Val[string]
	DryRun      DryRun
	Confirm     Confirm
	Idempotency Idempotency
}

// DryRun is how a command is tried out; the zero DryRun is a plan.
type DryRun struct {
	Pos    diag.Pos
	Native []Pin
	Select []Pick
	Plan   Val[string]
}

// Confirm says when a command needs a token.
type Confirm struct {
	Pos  diag.Pos
	TTL  Val[tool.Duration]
	None Val[string]
}

// Idempotency says how a write happens once.
type Idempotency struct {
	Pos           diag.Pos
	Header        Val[string]
	Query         Val[string]
	Body          Val[string]
	Marker        Val[string]
	None          Val[string]
	Format        Val[string]
	TTL           Val[tool.Duration]
	InProgress    Val[int]
	ReplaysErrors Val[bool]
}
