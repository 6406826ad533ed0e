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
	Budget       Budget
	Sources      []Source
	Audiences    []Audience
	Defaults     Defaults
	Tools        []Tool
}

// Budget caps what one audience is shown.
type Budget struct {
	Pos           diag.Pos // zero: not stated
	Tools, Tokens Val[int]
}

// Audience is a group of callers: a name and a condition over the caller.
type Audience struct{ Name, When Val[string] }

// Source is one API description and how to reach its API.
type Source struct {
	Name    Val[string]
	Spec    Val[string]
	Patches []Val[string]
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
	Name         Val[string]
	Type         Val[string]
	In           Val[string]
	Param        Val[string] // key "name"
	Prefix       Val[string]
	Secret       Val[string]
	Username     Val[string]
	TokenURL     Val[string]
	ClientID     Val[string]
	ClientSecret Val[string]
	Scopes       []Val[string]
	Method       Val[string]
	Exchange     Val[string]
	Audience     Val[string]
	Account      Val[string]
	None         Val[string]
}

// Defaults holds for every tool that does not say otherwise.
type Defaults struct {
	Audience   []Val[string]
	Inject     []Inject
	Timeout    Val[tool.Duration]
	Retry      Retry
	Rate       Rate
	Result     Result
	Redact     []Val[string]
	Companions []Companion
}

// Companion changes what the model reads about a tool of the runtime.
type Companion struct {
	Tool        Val[string] // get_job, …
	Name        Val[string]
	Description Val[string]
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
	Audience    []Val[string]
	Scopes      []Val[string]
	Require     []Requirement
	Approval    []Approval
	Timeout     Val[tool.Duration]
	Retry       Retry
	Rate        Rate
	Result      Result
	Redact      []Val[string]
	Errors      Errors
	Hints       Hints
	Next        []Next
	With        []Val[string]
	Cost        Cost
	Remember    []Remember
	Version     Val[string]
	Replaces    Replaces
	Allow       []Waiver
	Evals       []Eval
	Query       Query
	Command     Command
	Job         Job    // the block of the shape job
	Agent       Agent  // the block of the shape agent
	Human       Human  // the block of the shape human
	Handle      Handle // the block of the shape handle
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
	Closed    Val[bool]
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
	Page     Page
	MaxBytes Val[int]
	Verbatim Val[bool]
	Extras   []Extra
}

// Extra is a part of the envelope with the path of its value in the body.
type Extra struct {
	Name Val[string]
	Path Val[[]string]
}

// Page says how an operation is paged.
type Page struct {
	Pos   diag.Pos // zero: not stated
	Style Val[string]
	Param Val[tool.Locator]
	Next  Val[node.Pointer]
	Size  Val[tool.Locator]
	Start Val[int]
	Auto  Auto
}

// Auto lets one call read several pages.
type Auto struct {
	Pos          diag.Pos // zero: not stated
	Pages, Items Val[int]
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
