package tool

import "encoding/json"

// Tool is one tool as a model sees it and as the runtime runs it.
type Tool struct {
	Name        string `json:"name"` // ^[a-z][a-z0-9_]*$, at most 64 characters
	Title       string `json:"title,omitempty"`
	Description string `json:"description"`
	Shape       Shape  `json:"shape"`
	Hints       Hints  `json:"hints"`
	// Input is the schema of the arguments, control arguments included: always
	// an object, closed.
	Input Schema `json:"input"`
	// Output is the schema of the envelope's data; nil when nothing is known.
	// It is relaxed for publishing: nothing required, nullable, open.
	Output Schema `json:"output,omitempty"`

	// Main is the operation that the tool stands for; nil only for the built-in
	// inbox of a human tool.
	Main *Step `json:"main,omitempty"`

	// Exactly one of these is set, the one that Shape names.
	Query   *Query   `json:"query,omitempty"`
	Command *Command `json:"command,omitempty"`
	Job     *Job     `json:"job,omitempty"`
	Handle  *Handle  `json:"handle,omitempty"`
	Agent   *Agent   `json:"agent,omitempty"`
	Human   *Human   `json:"human,omitempty"`

	Audience []string      `json:"audience,omitempty"` // names of Set.Audiences; any one admits; empty: everybody
	Scopes   []string      `json:"scopes,omitempty"`   // all are needed
	Require  []Requirement `json:"require,omitempty"`
	Approval []Approval    `json:"approval,omitempty"`
	Timeout  Duration      `json:"timeout,omitempty"` // one attempt; 0: 10 s for a query, 30 s else
	Retry    *Retry        `json:"retry,omitempty"`
	Rate     *Rate         `json:"rate,omitempty"`
	Result   Result        `json:"result,omitzero"`
	Errors   *Errors       `json:"errors,omitempty"`
	// Next proposes what to call next, by outcome: "ok" or an error code → names
	// of tools, or words for the model.
	Next     map[string][]string `json:"next,omitempty"`
	With     []string            `json:"with,omitempty"` // attached middleware, in order
	Cost     *Cost               `json:"cost,omitempty"`
	Remember map[string]Remember `json:"remember,omitempty"`
	Version  string              `json:"version,omitempty"`
	Replaces *Replaces           `json:"replaces,omitempty"`
	Evals    []Eval              `json:"evals,omitempty"`
	Tokens   int                 `json:"tokens"` // estimate of what listing the tool costs a model
	Hash     Hash                `json:"hash"`
}

// Hints are MCP's tool annotations. Every one is always stated, because a
// client's default for a missing hint is the dangerous one.
type Hints struct {
	ReadOnly    bool `json:"read_only"`
	Destructive bool `json:"destructive"`
	Idempotent  bool `json:"idempotent"`
	OpenWorld   bool `json:"open_world"`
}

// Hash tells whose change a change is. Each is the hex sha256 of a canonical
// encoding.
type Hash struct {
	Op      string `json:"op"`      // the upstream operations that the tool uses
	Surface string `json:"surface"` // what the model reads: name, title, description, schemas, hints
	Runtime string `json:"runtime"` // how the tool runs: everything else but evals
}

// Requirement is a condition that a call must meet before anything is sent.
type Requirement struct {
	When string `json:"when"` // CEL over args and caller; the call is refused when it is not true
	Code string `json:"code,omitempty"`
	Say  string `json:"say,omitempty"`
}

// Approval asks a person before a call runs.
type Approval struct {
	When string   `json:"when,omitempty"` // CEL; empty: always
	By   string   `json:"by"`             // name of an audience
	Ask  string   `json:"ask,omitempty"`  // {arg} is replaced by the argument
	TTL  Duration `json:"ttl,omitempty"`  // 0: 24 h
}

// Retry narrows the retries that shape and idempotency permit.
type Retry struct {
	Attempts int      `json:"attempts,omitempty"` // 0: 3
	Within   Duration `json:"within,omitempty"`   // all attempts together; 0: no limit of its own
	On       []string `json:"on,omitempty"`       // connect, reset, timeout, or a status; empty: all that the table allows
	Never    *Match   `json:"never,omitempty"`
}

// Match compares a value of an upstream's answer with a list.
type Match struct {
	Path string   `json:"path"` // path into the body
	In   []string `json:"in,omitempty"`
}

// Rate limits calls of one tool.
type Rate struct {
	Per   string `json:"per"`   // caller, tenant or set
	Limit string `json:"limit"` // N/s, N/m or N/h
}

// Cost is what one call costs, shown in review and enforced per run and caller.
type Cost struct {
	USD     float64  `json:"usd,omitempty"`
	Latency Duration `json:"latency,omitempty"`
}

// Remember keeps a value of a successful answer for later calls.
type Remember struct {
	Value string `json:"value"` // OpenAPI runtime expression
	Scope string `json:"scope"` // run, user or tenant
}

// Replaces keeps an old name callable until a date.
type Replaces struct {
	Name   string `json:"name"`
	Sunset string `json:"sunset"` // YYYY-MM-DD
	Listed bool   `json:"listed,omitempty"`
}

// Result says what of an answer the model gets.
type Result struct {
	Items    string            `json:"items,omitempty"`  // JSON Pointer to the array in the body; data is that array
	Select   []Pick            `json:"select,omitempty"` // empty: everything
	Page     *Page             `json:"page,omitempty"`
	MaxBytes int               `json:"max_bytes,omitempty"` // cap of the encoded data; 0: 24 KiB
	Verbatim bool              `json:"verbatim,omitempty"`
	Extras   map[string]string `json:"extras,omitempty"` // envelope part → path into the body
	Redact   []string          `json:"redact,omitempty"` // upstream paths, ** allowed, removed before select
}

// Pick keeps one value of an answer. From walks down keys; arrays on the way
// are mapped through.
type Pick struct {
	From []string `json:"from"`
	To   string   `json:"to,omitempty"` // name in the result; empty: the same place as From
	// Fields is, with To, what of a picked object is kept; empty: all of it.
	Fields [][]string `json:"fields,omitempty"`
}

// Page says how an operation is paged. The model sees cursor and limit instead.
type Page struct {
	Style string   `json:"style"`           // cursor, token, page, offset, keyset, link, next_url, odata
	Param *Locator `json:"param,omitempty"` // request parameter that takes the state
	Next  string   `json:"next,omitempty"`  // JSON Pointer of the next state in the body
	Size  *Locator `json:"size,omitempty"`
	Start int      `json:"start,omitempty"` // first page or offset
	// Pinned is the size of a full page where it is pinned, so that a shorter one is
	// known to be the last. 0: it is not known.
	Pinned int   `json:"pinned,omitempty"`
	Auto   *Auto `json:"auto,omitempty"` // nil: a call reads one page
}

// Auto lets one call of a query read several pages, one after the other, and
// join their items. Result.MaxBytes holds for the whole.
type Auto struct {
	Pages int `json:"pages"` // most pages of one call, 2 to AutoPages
	Items int `json:"items"` // most items of one call, 1 to AutoItems
	// Size is the largest page that the API gives, the most that is asked for
	// where the model's limit is larger. 0: not known, and limit is asked for.
	Size int `json:"size,omitempty"`
}

// The greatest values of an Auto: what one call may cost an upstream is bounded
// whatever an overlay says.
const (
	AutoPages = 20
	AutoItems = 1000
)

// Errors reads failures that an upstream expresses in its own way.
type Errors struct {
	FailureWhen *Match            `json:"failure_when,omitempty"` // a 2xx answer that is a failure
	CodePath    string            `json:"code_path,omitempty"`
	MessagePath string            `json:"message_path,omitempty"`
	Map         map[string]string `json:"map,omitempty"` // upstream code → error code
	NotApplied  []int             `json:"not_applied,omitempty"`
}

// Eval is a check of the tool that travels with it. See the overlay format.
type Eval struct {
	Call       json.RawMessage   `json:"call,omitempty"`
	As         json.RawMessage   `json:"as,omitempty"`
	Sends      string            `json:"sends,omitempty"`
	Body       json.RawMessage   `json:"body,omitempty"`
	Headers    map[string]string `json:"headers,omitempty"`
	Upstream   json.RawMessage   `json:"upstream,omitempty"`
	Returns    json.RawMessage   `json:"returns,omitempty"`
	Error      string            `json:"error,omitempty"`
	At         string            `json:"at,omitempty"`
	Attempts   int               `json:"attempts,omitempty"`
	Twice      bool              `json:"twice,omitempty"`
	Executions int               `json:"executions,omitempty"`
	Say        string            `json:"say,omitempty"`
	Args       json.RawMessage   `json:"args,omitempty"`
	None       bool              `json:"none,omitempty"`
	Not        string            `json:"not,omitempty"`
}
