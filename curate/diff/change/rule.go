package change

// Rule is one kind of change: what it is called and what it means.
type Rule struct {
	ID    string `json:"id"` // stable, part of the interface
	Class Class  `json:"class"`
	What  string `json:"what"`
	// Inverse lists the rules that the same change backwards comes under; empty
	// when it is this rule again or nothing is promised.
	Inverse []string `json:"inverse,omitempty"`
}

// Rules lists every rule in the order of its subject.
func Rules() []Rule {
	var out []Rule
	for _, list := range [][]Rule{toolRules(), inputRules(), outputRules(), requestRules(), policyRules(), contractRules(), setRules()} {
		out = append(out, list...)
	}
	return out
}

func toolRules() []Rule {
	return []Rule{
		{"tool-removed", Breaking, "a tool is gone", []string{"tool-added"}},
		{"tool-added", Additive, "a tool is new", []string{"tool-removed"}},
		{"tool-renamed", Breaking, "a tool has another name and nothing answers to the old one", []string{"tool-renamed", "tool-renamed-kept"}},
		{"tool-renamed-kept", Prompt, "a tool has another name; the old one stays callable", []string{"tool-renamed", "tool-renamed-kept"}},
		{"tool-merged", Prompt, "a tool answers for one that is gone", nil},
		{"alias-removed", Breaking, "an old name is not answered any more", []string{"alias-added"}},
		{"alias-added", Additive, "a tool answers to one more name", []string{"alias-removed"}},
		{"alias-listed", Prompt, "an old name is listed, or is not any more", nil},
		{"sunset-earlier", Breaking, "an old name ends earlier", []string{"sunset-later"}},
		{"sunset-later", Additive, "an old name ends later", []string{"sunset-earlier"}},
		{"shape-changed", Breaking, "a tool is called in another way", []string{"shape-changed"}},
		{"title-changed", Prompt, "the title is another", nil},
		{"description-changed", Prompt, "the description is another", nil},
		{"next-changed", Prompt, "what is proposed to call next is another", nil},
		{"hint-reassuring", Exposure, "a hint tells clients to be less careful", []string{"hint-cautious"}},
		{"hint-cautious", Prompt, "a hint tells clients to be more careful", []string{"hint-reassuring"}},
		{"tool-version", None, "the tool's own version", nil},
		{"evals-changed", None, "the evals are others", nil},
		{"tokens-changed", None, "the token estimate is counted otherwise", nil},
		{"restated", None, "the same is said in another form, such as a default that is stated", nil},
		{"unknown-changed", Breaking, "something that this program cannot judge", nil},
	}
}

func inputRules() []Rule {
	return []Rule{
		{"argument-removed", Breaking, "an argument is refused now", []string{"argument-added", "argument-added-required", "argument-constrained"}},
		{"argument-renamed", Breaking, "an argument has another name", []string{"argument-renamed"}},
		{"argument-added", Additive, "an optional argument is new", []string{"argument-removed"}},
		{"argument-added-required", Breaking, "a new argument is required", []string{"argument-removed"}},
		{"argument-constrained", Breaking, "a name that was free is an argument now", []string{"argument-removed"}},
		{"argument-required", Breaking, "an optional argument is required now", []string{"argument-optional", "argument-required"}},
		{"argument-optional", Additive, "a required argument is optional now", []string{"argument-required"}},
		{"type-changed", Breaking, "values of a type are refused now", []string{"type-widened", "type-changed"}},
		{"type-widened", Additive, "values of one more type are taken", []string{"type-changed"}},
		{"enum-narrowed", Breaking, "values are refused now", []string{"enum-widened", "enum-narrowed"}},
		{"enum-widened", Additive, "more values are taken", []string{"enum-narrowed"}},
		{"bound-tightened", Breaking, "a limit is tighter", []string{"bound-relaxed", "bound-tightened"}},
		{"bound-relaxed", Additive, "a limit is wider", []string{"bound-tightened"}},
		{"pattern-tightened", Breaking, "text has to fit a pattern or format", []string{"pattern-relaxed", "pattern-tightened"}},
		{"pattern-relaxed", Additive, "text has to fit less", []string{"pattern-tightened"}},
		{"object-closed", Breaking, "an object takes no other keys any more", []string{"object-opened", "object-closed"}},
		{"object-opened", Additive, "an object takes other keys", []string{"object-closed"}},
		{"input-narrowed", Breaking, "fewer arguments are taken", []string{"input-widened", "input-narrowed"}},
		{"input-widened", Additive, "more arguments are taken", []string{"input-narrowed"}},
		{"default-removed", Breaking, "a default is gone", []string{"default-added"}},
		{"default-added", Prompt, "a default is new", []string{"default-removed"}},
		{"default-changed", Prompt, "the model reads another default", nil},
		{"default-applied", Behaviour, "what is sent for an argument that is left out is another value", nil},
		{"argument-order", Prompt, "arguments stand in another order", nil},
		{"enum-order", Prompt, "listed values stand in another order", nil},
		{"input-text", Prompt, "words about arguments are others", nil},
	}
}

func outputRules() []Rule {
	return []Rule{
		{"output-field-removed", Breaking, "a field of the result is gone", []string{"output-field-added"}},
		{"output-field-added", Additive, "a field of the result is new", []string{"output-field-removed"}},
		{"output-field-exposed", Exposure, "a field of the result is new, and nobody selected it", nil},
		{"output-retyped", Breaking, "a value of the result can be of another type", []string{"output-retyped", "output-narrowed"}},
		{"output-enum-widened", Breaking, "a value of the result can be one that was not listed", []string{"output-narrowed", "output-enum-widened"}},
		{"output-widened", Breaking, "a result can be one that was ruled out", []string{"output-narrowed", "output-widened"}},
		{"output-narrowed", Prompt, "results keep to more than before", nil},
		{"output-declared", Prompt, "the result's schema is stated now", []string{"output-undeclared"}},
		{"output-undeclared", Breaking, "the result's schema is not stated any more", []string{"output-declared"}},
		{"output-text", Prompt, "words about the result are others", nil},
		{"result-field-removed", Breaking, "a field that was kept of the answer is not any more", nil},
		{"result-field-added", Exposure, "one more field of the answer is kept", nil},
		{"result-field-source", Exposure, "a field of the result is read from another place", nil},
		{"result-field-order", Behaviour, "fields of the result are kept in another order", nil},
		{"result-unselected", Exposure, "the whole answer passes now", nil},
		{"result-selected", Behaviour, "the answer is cut to chosen fields now", nil},
		{"result-items", Exposure, "the result is read from another place of the answer", nil},
		{"result-verbatim", Exposure, "text of the answer passes as it is", nil},
		{"result-marked", Behaviour, "text of the answer does not pass as it is any more", nil},
		{"max-bytes-raised", Exposure, "more than twice as much of the answer may pass", nil},
		{"max-bytes-changed", Behaviour, "the cap of the answer is another", nil},
		{"redaction-removed", Exposure, "something is not redacted any more", []string{"redaction-added"}},
		{"redaction-added", Behaviour, "something is redacted now", []string{"redaction-removed"}},
		{"auto-pages-raised", Exposure, "one call may send more requests for pages, or bring more items", []string{"auto-pages-lowered"}},
		{"auto-pages-lowered", Behaviour, "one call may send fewer requests for pages, or bring fewer items", []string{"auto-pages-raised"}},
		{"paging-changed", Behaviour, "pages are read otherwise", nil},
	}
}

func requestRules() []Rule {
	return []Rule{
		{"operation-changed", Exposure, "another operation is called", nil},
		{"operation-renamed", None, "the operation has another id", nil},
		{"operation-digest", None, "the description of the operation changed, and the tool absorbed it", nil},
		{"pin-removed", Exposure, "a fixed value is gone or free to choose", nil},
		{"pin-changed", Exposure, "a fixed value is another", nil},
		{"pin-added", Behaviour, "a value is fixed now", nil},
		{"inject-removed", Exposure, "a value of the caller is not sent any more", nil},
		{"inject-replaced", Exposure, "the model may choose what the caller's identity said", nil},
		{"inject-changed", Exposure, "another value of the caller is sent", nil},
		{"inject-added", Behaviour, "a value of the caller is sent now", nil},
		{"value-opened", Exposure, "the model may choose what the runtime made", nil},
		{"value-changed", Behaviour, "a value is made otherwise", nil},
		{"secret-value", Exposure, "a secret is sent in another place", nil},
		{"argument-rebound", Breaking, "an argument goes to another place of the request", nil},
		{"argument-unbound", Breaking, "an argument is not sent any more", nil},
		{"argument-bound", Behaviour, "an argument goes to one more place of the request", nil},
		{"request-format", Behaviour, "a value is written in another form", nil},
		{"request-unescaped", Exposure, "a value may reach further into the address", nil},
		{"auth-changed", Exposure, "another credential is used", nil},
		{"server-changed", Exposure, "requests go to another server", nil},
		{"server-key", None, "the server has another name in the set", nil},
		{"answer-declared", Behaviour, "the service declares other answers", nil},
		{"step-added", Behaviour, "one more request can be sent", nil},
		{"step-removed", Behaviour, "a request is not sent any more", nil},
	}
}

func policyRules() []Rule {
	return []Rule{
		{"audience-added", Exposure, "more people may call", []string{"audience-removed"}},
		{"audience-removed", Breaking, "some people may not call any more", []string{"audience-added"}},
		{"audience-order", None, "audiences stand in another order", nil},
		{"scope-added", Breaking, "callers need one more right", []string{"scope-removed"}},
		{"scope-removed", Exposure, "callers need one right less", []string{"scope-added"}},
		{"upstream-scope-added", Exposure, "the credential carries one more right", nil},
		{"upstream-scope-removed", Behaviour, "the credential carries one right less", nil},
		{"requirement-added", Breaking, "calls are refused that were fine", []string{"requirement-removed"}},
		{"requirement-removed", Exposure, "calls are fine that were refused", []string{"requirement-added"}},
		{"requirement-answer", Prompt, "a refusal says something else", nil},
		{"approval-added", Breaking, "calls wait for a person", []string{"approval-removed"}},
		{"approval-removed", Exposure, "calls do not wait for a person any more", []string{"approval-added"}},
		{"approval-changed", Exposure, "other calls wait for a person, or for another one", []string{"approval-changed"}},
		{"approval-text", Prompt, "the person is asked in other words", nil},
		{"approval-ttl", Behaviour, "an approval lives for another time", nil},
		{"timeout-changed", Behaviour, "an attempt may take another time", nil},
		{"retry-changed", Behaviour, "failures are retried otherwise", nil},
		{"rate-raised", Exposure, "more calls are let through", []string{"rate-lowered", "rate-raised"}},
		{"rate-lowered", Behaviour, "fewer calls are let through", []string{"rate-raised"}},
		{"errors-changed", Behaviour, "failures are read otherwise", nil},
		{"middleware-removed", Exposure, "a middleware does not see the calls any more", []string{"middleware-added"}},
		{"middleware-added", Behaviour, "a middleware sees the calls", []string{"middleware-removed"}},
		{"middleware-order", Behaviour, "middleware runs in another order", nil},
		{"cost-changed", Behaviour, "a call counts as another cost", nil},
		{"remember-added", Exposure, "a value is kept for later calls", []string{"remember-removed"}},
		{"remember-removed", Behaviour, "a value is not kept any more", []string{"remember-added"}},
		{"remember-changed", Exposure, "a value is kept otherwise", nil},
	}
}

func contractRules() []Rule {
	return []Rule{
		{"effect-raised", Exposure, "the effect on the world is graver, or another", []string{"effect-lowered", "effect-raised"}},
		{"effect-lowered", Behaviour, "the effect on the world is slighter", []string{"effect-raised"}},
		{"confirm-added", Breaking, "a confirm token is needed that was not", []string{"confirm-removed", "confirm-added"}},
		{"confirm-removed", Exposure, "no confirm token is needed where one was", []string{"confirm-added", "confirm-removed"}},
		{"confirm-ttl", Behaviour, "a confirm token lives for another time", nil},
		{"confirm-reason", None, "why no confirm token is needed is said otherwise", nil},
		{"dry-run-weaker", Exposure, "a dry run proves less", []string{"dry-run-stronger"}},
		{"dry-run-stronger", Behaviour, "a dry run proves more", []string{"dry-run-weaker"}},
		{"dry-run-text", Prompt, "a dry run says something else", nil},
		{"idempotency-weaker", Exposure, "a write may happen twice more easily", []string{"idempotency-stronger"}},
		{"idempotency-stronger", Behaviour, "a write is kept better from happening twice", []string{"idempotency-weaker"}},
		{"idempotency-changed", Behaviour, "a write is kept from happening twice by other means", nil},
		{"idempotency-reason", None, "why there is no key is said otherwise", nil},
		{"verify-changed", Behaviour, "the effect is read back otherwise", nil},
		{"undo-changed", Prompt, "another tool is named to take the effect back", nil},
		{"safe-reason", None, "why the operation is a query is said otherwise", nil},
		{"cache-changed", Behaviour, "answers are kept otherwise", nil},
		{"states-changed", Behaviour, "states of the service are read otherwise", nil},
		{"job-changed", Behaviour, "the job is followed otherwise", nil},
		{"cancel-removed", Breaking, "the job cannot be cancelled any more", []string{"cancel-added"}},
		{"cancel-added", Additive, "the job can be cancelled", []string{"cancel-removed"}},
		{"reply-removed", Breaking, "the agent cannot be answered any more", []string{"reply-added"}},
		{"reply-added", Additive, "the agent can be answered", []string{"reply-removed"}},
		{"handle-changed", Behaviour, "a stored result is kept otherwise", nil},
		{"handle-scope", Exposure, "others may read a stored result", nil},
		{"budget-raised", Exposure, "an agent may spend more", []string{"budget-lowered"}},
		{"budget-lowered", Behaviour, "an agent may spend less", []string{"budget-raised"}},
		{"evidence-weaker", Exposure, "an answer needs less evidence", []string{"evidence-stronger", "evidence-weaker"}},
		{"evidence-stronger", Behaviour, "an answer needs more evidence", []string{"evidence-weaker"}},
		{"human-asked", Exposure, "other people are asked", nil},
		{"human-changed", Behaviour, "the question is followed otherwise", nil},
	}
}

func setRules() []Rule {
	return []Rule{
		{"set-renamed", Breaking, "the set has another name", []string{"set-renamed"}},
		{"set-title", Prompt, "the set's title is another", nil},
		{"instructions-changed", Prompt, "what a model reads about the set is other text", nil},
		{"companion-renamed", Breaking, "a companion tool has another name", []string{"companion-renamed"}},
		{"companion-text", Prompt, "a companion tool's description is another", nil},
		{"audience-condition", Exposure, "who belongs to an audience is said otherwise", []string{"audience-condition"}},
		{"audience-defined", None, "an audience is defined, or is not any more", nil},
		{"host-added", Exposure, "requests may go to one more host", []string{"host-removed"}},
		{"host-removed", Behaviour, "requests may not go to a host any more", []string{"host-added"}},
		{"host-plain", Exposure, "requests are not encrypted any more", nil},
		{"network-changed", Exposure, "other addresses may be dialled", nil},
		{"url-changed", Behaviour, "the server's address is another, on the same hosts", nil},
		{"server-defined", None, "a server is named, or is not any more", nil},
		{"credential-changed", Exposure, "a credential is got or sent otherwise", nil},
		{"credential-added", Exposure, "a credential is new", []string{"credential-removed"}},
		{"credential-removed", Behaviour, "a credential is gone", []string{"credential-added"}},
		{"source-changed", None, "an API description is another; what it does to tools stands with them", nil},
		{"budget-changed", None, "the cap on what an audience is shown is another", nil},
		{"owners-changed", None, "the owners are others", nil},
		{"version-changed", None, "the version is another", nil},
	}
}
