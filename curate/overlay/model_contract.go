package overlay

import (
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
)

// Query is the contract block of a query.
type Query struct {
	Pos   diag.Pos // zero: no block
	Safe  Val[string]
	Cache Cache
}

// Cache keeps answers of a query.
type Cache struct {
	Pos  diag.Pos // zero: not stated
	TTL  Val[tool.Duration]
	Vary []Val[string]
}

// Command is the contract block of a command.
type Command struct {
	Pos         diag.Pos // zero: no block
	Effect      Val[string]
	DryRun      DryRun
	Confirm     Confirm
	Idempotency Idempotency
	Before      Step
	Verify      Verify
	Undo        Val[string]
}

// DryRun is how a command is tried out; the zero DryRun is a plan.
type DryRun struct {
	Pos      diag.Pos
	Native   []Pin
	Validate Step
	Select   []Pick
	Plan     Val[string]
}

// Confirm says when a command needs a token.
type Confirm struct {
	Pos            diag.Pos
	TTL            Val[tool.Duration]
	Unless         Val[string]
	AfterUntrusted Val[bool]
	None           Val[string]
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

// Step is another operation of the contract and what it is given.
type Step struct {
	Pos       diag.Pos // zero: not stated
	Operation Operation
	Bind      []Pin // a text that starts with $ is a runtime expression
}

// Verify reads an effect back.
type Verify struct {
	Step
	Expect Val[string]
	Within Val[tool.Duration]
}

// Job is the contract block of a job, and what agent and human share with it.
type Job struct {
	Pos         diag.Pos // zero: no block
	Idempotency Idempotency
	Status      Step
	Location    Val[bool]
	State       Val[node.Pointer]
	Progress    Val[node.Pointer]
	States      []State
	StatesPos   diag.Pos
	Poll        Poll
	Fetch       Step
	Result      Result
	Error       Val[node.Pointer]
	Cancel      Step
	InlineWait  Val[tool.Duration]
}

// State puts values of the upstream's state field into a class.
type State struct {
	Class  Val[string] // running, blocked, done, failed, cancelled
	Values []Val[string]
}

// Poll says how often a job is looked at.
type Poll struct {
	Pos    diag.Pos
	After  Val[string]
	Else   Val[tool.Duration]
	GiveUp Val[tool.Duration]
}

// Agent is the contract block of an agent.
type Agent struct {
	Job
	Budget   []Cap
	Calls    Val[string]
	Reply    Step
	Text     Val[tool.Locator] // where the reply's text goes
	Answer   Val[node.Pointer]
	Evidence Evidence
	Scopes   []Val[string]
}

// Cap bounds one resource of an agent: Limit, and where the upstream is told.
type Cap struct {
	Of    Val[string] // seconds, steps, tokens, usd
	At    Val[tool.Locator]
	Limit Val[*node.Node]
}

// Evidence is what an answer must bring along.
type Evidence struct {
	Pos    diag.Pos
	Items  Val[node.Pointer]
	Select []Pick
	Min    Val[int]
}

// Human is the contract block of a human: through an operation, or the inbox.
type Human struct {
	Job
	Answer   Val[node.Pointer]
	By       Val[node.Pointer]
	Question Val[node.Pointer]
	Options  Val[node.Pointer]
	To       Val[string]
	TTL      Val[tool.Duration]
}

// Handle is the contract block of a handle.
type Handle struct {
	Pos      diag.Pos // zero: no block
	TTL      Val[tool.Duration]
	Scope    Val[string]
	MaxBytes Val[int]
	Sample   Val[int]
}
