package tool

// Shape says what kind of thing a tool is, and so how its calls run over time.
type Shape string

// The six shapes.
const (
	ShapeQuery   Shape = "query"   // reads; safe, cacheable, parallel
	ShapeCommand Shape = "command" // changes something; planned, confirmed, executed once
	ShapeJob     Shape = "job"     // starts something long; polled
	ShapeHandle  Shape = "handle"  // reads something large; stored, read in parts
	ShapeAgent   Shape = "agent"   // delegates to another agent, with a budget and evidence
	ShapeHuman   Shape = "human"   // asks a person
)

// Shapes lists the shapes in their canonical order.
func Shapes() []Shape {
	return []Shape{ShapeQuery, ShapeCommand, ShapeJob, ShapeHandle, ShapeAgent, ShapeHuman}
}

// Valid reports whether s is one of Shapes.
func (s Shape) Valid() bool {
	switch s {
	case ShapeQuery, ShapeCommand, ShapeJob, ShapeHandle, ShapeAgent, ShapeHuman:
		return true
	}
	return false
}

// Query is the contract of a query.
type Query struct {
	Safe  string `json:"safe,omitempty"` // why an operation with an unsafe method is a query
	Cache *Cache `json:"cache,omitempty"`
}

// Cache keeps answers of a query, always per caller.
type Cache struct {
	TTL  Duration `json:"ttl"`
	Vary []string `json:"vary,omitempty"`
}

// Effect says what a command does to the world.
type Effect string

// The effects.
const (
	EffectCreate Effect = "create"
	EffectUpdate Effect = "update"
	EffectDelete Effect = "delete"
	EffectSend   Effect = "send"
	EffectPay    Effect = "pay"
)

// Effects lists the effects in their canonical order.
func Effects() []Effect {
	return []Effect{EffectCreate, EffectUpdate, EffectDelete, EffectSend, EffectPay}
}

// Valid reports whether e is one of Effects.
func (e Effect) Valid() bool {
	switch e {
	case EffectCreate, EffectUpdate, EffectDelete, EffectSend, EffectPay:
		return true
	}
	return false
}

// Command is the contract of a command.
type Command struct {
	Effect      Effect       `json:"effect"`
	DryRun      DryRun       `json:"dry_run"`
	Confirm     Confirm      `json:"confirm"`
	Idempotency *Idempotency `json:"idempotency,omitempty"`
	Before      *Step        `json:"before,omitempty"` // read first; its ETag becomes If-Match
	Verify      *Verify      `json:"verify,omitempty"`
	Undo        string       `json:"undo,omitempty"` // tool that takes the effect back
}

// DryRunKind says what a dry run does.
type DryRunKind string

// The kinds of dry run.
const (
	DryRunPlan     DryRunKind = "plan"     // nothing is sent; the model reads what would be
	DryRunNative   DryRunKind = "native"   // the operation itself, told not to act
	DryRunValidate DryRunKind = "validate" // another operation that checks
)

// DryRun is how a command is tried out.
type DryRun struct {
	Kind    DryRunKind `json:"kind"`
	Text    string     `json:"text,omitempty"`    // plan: what the model reads; {arg} is replaced
	Preview *Step      `json:"preview,omitempty"` // native, validate: what is sent
	Select  []Pick     `json:"select,omitempty"`  // what the model gets of the preview's answer
}

// Confirm says when a command needs a confirm token.
type Confirm struct {
	TTL            Duration `json:"ttl,omitempty"`    // life of a token; 0: 10 m
	Unless         string   `json:"unless,omitempty"` // CEL over args and caller: no token needed when true
	AfterUntrusted bool     `json:"after_untrusted,omitempty"`
	None           string   `json:"none,omitempty"` // why no token is ever needed
}

// Idempotency is how a write is kept from happening twice. Exactly one of
// Header, Query, Body, Marker and None is set.
type Idempotency struct {
	Header        string   `json:"header,omitempty"`
	Query         string   `json:"query,omitempty"`
	Body          string   `json:"body,omitempty"`   // JSON Pointer in the request body
	Marker        string   `json:"marker,omitempty"` // field that carries a reference of ours
	None          string   `json:"none,omitempty"`   // why there is no key; switches retries off
	Format        string   `json:"format,omitempty"` // raw (default) or sf-string
	TTL           Duration `json:"ttl,omitempty"`
	InProgress    int      `json:"in_progress,omitempty"`    // status that means "still running"
	ReplaysErrors bool     `json:"replays_errors,omitempty"` // a stored failure is answered again
}

// Verify reads an effect back.
type Verify struct {
	Step   Step     `json:"step"`
	Expect string   `json:"expect"` // CEL over result, args and caller
	Within Duration `json:"within,omitempty"`
}

// Job is the contract of a job, and the part that agents and humans share.
type Job struct {
	Idempotency *Idempotency `json:"idempotency,omitempty"`
	Status      *Step        `json:"status,omitempty"`
	Location    bool         `json:"location,omitempty"` // status is read at the Location of the start response
	State       string       `json:"state,omitempty"`    // JSON Pointer in the status body
	Progress    string       `json:"progress,omitempty"`
	States      States       `json:"states,omitzero"`
	Poll        *Poll        `json:"poll,omitempty"`
	Fetch       *Step        `json:"fetch,omitempty"`
	Result      Result       `json:"result,omitzero"`
	Error       string       `json:"error,omitempty"` // JSON Pointer in the status body
	Cancel      *Step        `json:"cancel,omitempty"`
	InlineWait  Duration     `json:"inline_wait,omitempty"`
}

// States maps every value of the upstream's state field.
type States struct {
	Running   []string `json:"running,omitempty"`
	Blocked   []string `json:"blocked,omitempty"`
	Done      []string `json:"done,omitempty"`
	Failed    []string `json:"failed,omitempty"`
	Cancelled []string `json:"cancelled,omitempty"`
}

// Poll says how often a job is looked at.
type Poll struct {
	After  string   `json:"after,omitempty"` // runtime expression over the latest response
	Else   Duration `json:"else,omitempty"`
	GiveUp Duration `json:"give_up,omitempty"`
}

// Handle is the contract of a handle.
type Handle struct {
	TTL      Duration `json:"ttl,omitempty"`   // 0: 1 h
	Scope    string   `json:"scope,omitempty"` // caller
	MaxBytes int      `json:"max_bytes,omitempty"`
	Sample   int      `json:"sample,omitempty"`
}

// Agent is the contract of an agent: a job with a budget and evidence.
type Agent struct {
	Job
	Budget   AgentBudget `json:"budget,omitzero"`
	Calls    string      `json:"calls,omitempty"` // N/h
	Reply    *Step       `json:"reply,omitempty"` // its text argument is /text
	Answer   string      `json:"answer,omitempty"`
	Evidence *Evidence   `json:"evidence,omitempty"`
	Scopes   []string    `json:"scopes,omitempty"`
}

// AgentBudget caps a run of an agent; zero means no cap. The locators by which
// the upstream is told are constants of the main step's binding.
type AgentBudget struct {
	Seconds int     `json:"seconds,omitempty"`
	Steps   int     `json:"steps,omitempty"`
	Tokens  int     `json:"tokens,omitempty"`
	USD     float64 `json:"usd,omitempty"`
}

// Evidence is what an agent's answer must bring along.
type Evidence struct {
	Items  string `json:"items"` // JSON Pointer
	Select []Pick `json:"select,omitempty"`
	Min    int    `json:"min,omitempty"`
}

// Human is the contract of a human: a question to a person, through an API like
// a job, or through the built-in inbox.
type Human struct {
	Job
	Answer   string   `json:"answer,omitempty"`   // JSON Pointer in the status body
	By       string   `json:"by,omitempty"`       // JSON Pointer in the status body
	Question string   `json:"question,omitempty"` // inbox: JSON Pointer into the arguments
	Options  string   `json:"options,omitempty"`  // inbox: JSON Pointer into the arguments
	To       string   `json:"to,omitempty"`       // inbox: caller or an audience
	TTL      Duration `json:"ttl,omitempty"`
}
