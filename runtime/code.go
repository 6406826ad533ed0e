package runtime

import "slices"

// Code says what went wrong. The list is closed: a code is part of the
// interface, and callers may branch on it.
type Code string

// The codes, in the order of Codes. Waiting for a person, waiting for an
// approval and a running job are statuses of a result, not errors.
const (
	CodeInvalidInput          Code = "invalid_input"
	CodeInvalidReference      Code = "invalid_reference"
	CodeUnknownTool           Code = "unknown_tool"
	CodeUnauthenticated       Code = "unauthenticated"
	CodeForbidden             Code = "forbidden"
	CodeApprovalRejected      Code = "approval_rejected"
	CodeNotFound              Code = "not_found"
	CodeConflict              Code = "conflict"
	CodePreconditionRequired  Code = "precondition_required"
	CodeBusinessRejected      Code = "business_rejected"
	CodeRateLimited           Code = "rate_limited"
	CodeBudgetExhausted       Code = "budget_exhausted"
	CodeDependencyUnavailable Code = "dependency_unavailable"
	CodeDependencyError       Code = "dependency_error"
	CodeTimeout               Code = "timeout"
	CodeUnknownOutcome        Code = "unknown_outcome"
	CodeEffectUnverified      Code = "effect_unverified"
	CodeInProgress            Code = "in_progress"
	CodePartialSuccess        Code = "partial_success"
	CodeResultIncomplete      Code = "result_incomplete"
	CodeResultTooLarge        Code = "result_too_large"
	CodeUnsupportedResponse   Code = "unsupported_response"
	CodeResponseContract      Code = "response_contract"
	CodeUpstreamRedirected    Code = "upstream_redirected"
	CodeBlockedDestination    Code = "blocked_destination"
	CodeCancelled             Code = "cancelled"
	CodeToolUnavailable       Code = "tool_unavailable"
	CodeSpecDrift             Code = "spec_drift"
	CodeConfigurationError    Code = "configuration_error"
	CodeOutputBlocked         Code = "output_blocked"
	CodeInternal              Code = "internal"
)

// codeInfo is what is fixed about a code.
type codeInfo struct {
	code      Code
	message   string // what a model reads when nothing better is known
	retryable bool   // the same arguments may succeed later
	isError   bool   // the call failed; false: it worked in part, or still runs
	doc       string // when it is used
}

// codeTable lists every code once. It is never written to.
var codeTable = [...]codeInfo{
	{CodeInvalidInput, "The arguments are not what this tool takes. Correct the listed fields and call again.", false, true,
		"the arguments do not fit the schema, cannot be written into the request, or the upstream refused them"},
	{CodeInvalidReference, "This reference is unknown, expired, altered or belongs to another call. Copy it exactly, or start over without it.", false, true,
		"a confirm token, cursor, handle, ticket or operation id cannot be used"},
	{CodeUnknownTool, "There is no such tool.", false, true,
		"no tool of that name is visible to the caller"},
	{CodeUnauthenticated, "The upstream does not accept the credentials of this server. Trying again does not help; tell the operator.", false, true,
		"the upstream credential is missing, expired or refused"},
	{CodeForbidden, "This call is not allowed for this caller. Do not try to work around it.", false, true,
		"a local policy or the upstream refuses the caller"},
	{CodeApprovalRejected, "The approval was refused or has run out. Do not ask again without a new reason.", false, true,
		"a person said no, or did not answer in time"},
	{CodeNotFound, "The upstream knows nothing under these arguments. Search for the right id first.", false, true,
		"404, 410"},
	{CodeConflict, "The upstream's state does not permit this now. Read the current state, then decide again.", false, true,
		"409, 412, 423"},
	{CodePreconditionRequired, "The upstream wants to know which version is meant. Read the current state first.", false, true,
		"428"},
	{CodeBusinessRejected, "The upstream understood the request and declined it. Explain this to the user.", false, true,
		"402, 422, a failure inside a 2xx answer, a failed job"},
	{CodeRateLimited, "Too many calls. Wait before calling again.", true, true,
		"429, a quota, or a rate limit of our own"},
	{CodeBudgetExhausted, "A limit of this run is used up. The same call will not work again; change the approach or ask the user.", false, true,
		"a local budget of calls, bytes, money or time, or the same failing call repeated"},
	{CodeDependencyUnavailable, "The upstream cannot be reached or is overloaded. Nothing was changed. Try again later.", true, true,
		"nothing was sent, an open breaker, or 502, 503, 504 on a read"},
	{CodeDependencyError, "The upstream failed. Try again once, later.", true, true,
		"500 or an unreadable answer on a read"},
	{CodeTimeout, "The upstream did not answer in time. Narrow the request or try again.", true, true,
		"the deadline passed on a read, or before anything was sent"},
	{CodeUnknownOutcome, "The request was sent, but no clear answer came: it may or may not have taken effect. Do not repeat it blindly; check first.", false, true,
		"a write that cannot be repeated safely, and silence or 500, 502, 504"},
	{CodeEffectUnverified, "The upstream accepted the request, but reading it back does not show the effect yet. Read again before acting on it.", false, true,
		"the verify step did not meet its expectation in time"},
	{CodeInProgress, "The same operation is still running. Wait, then look again; do not start another.", true, false,
		"the upstream says that this idempotency key is being worked on"},
	{CodePartialSuccess, "Only a part of the request took effect. Repeat the failed items only.", false, true,
		"207, or errors of single items"},
	{CodeResultIncomplete, "The change was made, but its answer was lost. Read the current state; do not repeat the call.", false, true,
		"the body was lost after a 2xx status of a write"},
	{CodeResultTooLarge, "The result is larger than may be shown. Narrow the request.", false, false,
		"an answer above a cap"},
	{CodeUnsupportedResponse, "The upstream's answer is of a kind that cannot be read here.", false, true,
		"content type, encoding or charset"},
	{CodeResponseContract, "The upstream's answer is not what its description promises.", false, true,
		"the answer does not fit the declared schema, where that is enforced"},
	{CodeUpstreamRedirected, "The upstream redirects this request elsewhere, which is not followed. Tell the operator.", false, true,
		"3xx"},
	{CodeBlockedDestination, "The request would go to a place that is not allowed. Tell the operator.", false, true,
		"the address guard, or a link of the upstream to another origin"},
	{CodeCancelled, "The call was cancelled.", true, true,
		"the caller went away"},
	{CodeToolUnavailable, "This tool cannot be used at present. Use another one.", false, true,
		"switched off, sunset, or without a usable credential alternative"},
	{CodeSpecDrift, "The upstream's description has changed since this tool was reviewed. Tell the operator.", false, true,
		"a pinned digest does not fit"},
	{CodeConfigurationError, "This tool is not set up correctly. Trying again does not help; tell the operator.", false, true,
		"a missing secret, claim or variable"},
	{CodeOutputBlocked, "The result may not be shown.", false, true,
		"a filter refused the result"},
	{CodeInternal, "Something went wrong inside the tool server. Report the call id.", false, true,
		"our own fault"},
}

// Codes lists every code in its canonical order.
func Codes() []Code {
	codes := make([]Code, len(codeTable))
	for i := range codeTable {
		codes[i] = codeTable[i].code
	}
	return codes
}

func (c Code) info() (codeInfo, bool) {
	i := slices.IndexFunc(codeTable[:], func(e codeInfo) bool { return e.code == c })
	if i < 0 {
		return codeInfo{}, false
	}
	return codeTable[i], true
}

// Valid reports whether c is one of Codes.
func (c Code) Valid() bool { _, ok := c.info(); return ok }

// Message gives the words that stand for c when nothing better is known. Of an
// unknown code it is the one of CodeInternal.
func (c Code) Message() string {
	e, ok := c.info()
	if !ok {
		return CodeInternal.Message()
	}
	return e.message
}

// Retryable reports whether the same arguments may succeed later.
func (c Code) Retryable() bool { e, _ := c.info(); return e.retryable }

// IsError reports whether a result with c counts as a failed call; a truncated
// result and an operation that still runs do not.
func (c Code) IsError() bool { e, ok := c.info(); return !ok || e.isError }

// Doc says when c is used, for people.
func (c Code) Doc() string { e, _ := c.info(); return e.doc }

// NewProblem gives a problem of code c. An empty message becomes c's own words.
func NewProblem(c Code, message string) *Problem {
	if message == "" {
		message = c.Message()
	}
	return &Problem{Code: c, Message: message, Retryable: c.Retryable()}
}
