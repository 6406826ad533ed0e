package expenses

import (
	"net/http"
	"slices"
	"sync"
	"time"
)

// Options says how a [Server] behaves. The zero value is a good server.
type Options struct {
	// Token is the only bearer token that is accepted. Empty accepts every
	// token that is not empty.
	Token string

	// Now is the clock. Nil means time.Now. It is called with the server's
	// lock held, so it must not call the server.
	Now func() time.Time

	// JobSteps is how many steps a report or a reconciliation takes. Reading
	// its status is one step. Zero means 3.
	JobSteps int

	// JobStep lets a step also pass with time. Zero means that only reading
	// moves a job on.
	JobStep time.Duration

	// AnswerAfter is how often a question is read before its assignee answers
	// with the first option. Zero means 3; below zero nobody answers but
	// [Server.Answer].
	AnswerAfter int
}

// Server answers the Expenses API out of memory. Make one with [NewServer]; it
// is safe for concurrent use.
type Server struct {
	opts Options
	mux  *http.ServeMux

	// Never written after NewServer.
	tenants []string              // sorted
	staff   map[string][]employee // by tenant

	mu         sync.Mutex // guards everything below
	expenses   []*expense
	keys       map[string]storedAnswer
	reports    map[string]*report
	runs       map[string]*agentRun
	questions  map[string]*question
	executions map[string]int
	log        []RequestRecord
	sequence   int // numbers everything that is made after the seed
}

// NewServer returns a server that holds the same seeded expenses every time.
func NewServer(opts Options) *Server {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.JobSteps <= 0 {
		opts.JobSteps = 3
	}
	if opts.AnswerAfter == 0 {
		opts.AnswerAfter = 3
	}
	s := &Server{
		opts:       opts,
		mux:        http.NewServeMux(),
		tenants:    seedTenants(),
		staff:      seedStaff(),
		keys:       map[string]storedAnswer{},
		reports:    map[string]*report{},
		runs:       map[string]*agentRun{},
		questions:  map[string]*question{},
		executions: map[string]int{},
	}
	s.expenses = seedExpenses(s.staff)
	for _, op := range operations() {
		s.mux.Handle(op.method+" "+basePath+op.path, s.handle(op))
	}
	s.mux.HandleFunc("/", s.notRouted)
	return s
}

// Tenants returns the values of X-Tenant that the server knows, sorted.
func (s *Server) Tenants() []string { return slices.Clone(s.tenants) }

// operation is one row of the routing table.
type operation struct {
	id, method, path string
	open             bool // needs no X-Tenant
	run              func(*Server, *call) *reply
}

// operations lists what the document declares, in its order.
func operations() []operation {
	return []operation{
		{id: "searchExpenses", method: "GET", path: "/expenses", run: (*Server).searchExpenses},
		{id: "createExpense", method: "POST", path: "/expenses", run: (*Server).createExpense},
		{id: "getExpense", method: "GET", path: "/expenses/{id}", run: (*Server).getExpense},
		{id: "updateExpense", method: "PATCH", path: "/expenses/{id}", run: (*Server).updateExpense},
		{id: "deleteExpense", method: "DELETE", path: "/expenses/{id}", run: (*Server).deleteExpense},
		{id: "startReport", method: "POST", path: "/reports", run: (*Server).startReport},
		{id: "getReport", method: "GET", path: "/reports/{id}", run: (*Server).getReport},
		{id: "cancelReport", method: "DELETE", path: "/reports/{id}", run: (*Server).cancelReport},
		{id: "downloadReport", method: "GET", path: "/reports/{id}/file", run: (*Server).downloadReport},
		{id: "exportLedger", method: "GET", path: "/ledger/export", run: (*Server).exportLedger},
		{id: "startReconciliation", method: "POST", path: "/reconciliations", run: (*Server).startReconciliation},
		{id: "getReconciliation", method: "GET", path: "/reconciliations/{id}", run: (*Server).getReconciliation},
		{id: "replyReconciliation", method: "POST", path: "/reconciliations/{id}/messages", run: (*Server).replyReconciliation},
		{id: "askPerson", method: "POST", path: "/questions", open: true, run: (*Server).askPerson},
		{id: "getQuestion", method: "GET", path: "/questions/{id}", open: true, run: (*Server).getQuestion},
	}
}
