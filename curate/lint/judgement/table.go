package judgement

import (
	"github.com/oatools/oatools/curate/lint/prose"
	"github.com/oatools/oatools/curate/lint/subject"
)

// judgement is what carries a rule out.
type judgement struct {
	id   string
	tool func(*check, *subject.Tool) // judges one tool; or
	set  func(*check)                // judges the whole set
}

// judgements lists who carries out which rule, in the table's order. Rules that
// are not here are the compiler's, or stand with the waivers, in package lint, and the
// providers.
func judgements() []judgement {
	return []judgement{
		{id: "deprecated-parameter", tool: deprecatedParameter},
		{id: "deprecated-result", tool: deprecatedResult},
		{id: "unused", set: unused},
		{id: "secret-literal", set: secretLiteral},
		{id: "host-outside", set: hostOutside},
		{id: "plain-http", set: plainHTTP},
		{id: "lock-stale", set: lockStale},
		{id: "name-portable", tool: namePortable},
		{id: "name-long", tool: nameLength},
		{id: "name-pattern", set: namePattern},
		{id: "name-vague", tool: nameVague},
		{id: "arg-portable", tool: argPortable},
		{id: "property-portable", tool: propertyPortable},
		{id: "arg-cryptic", tool: argCryptic},
		{id: "what-missing", tool: missingPart("what", "what the tool does", purpose)},
		{id: "when-missing", tool: missingPart("when", "when to use it", prose.Condition)},
		{id: "not-missing", tool: notMissing},
		{id: "returns-missing", tool: missingPart("returns", "what comes back", prose.Answer)},
		{id: "tautology", tool: tautology},
		{id: "copied-from-spec", tool: copiedFromSpec},
		{id: "too-short", tool: tooShort},
		{id: "too-long", tool: tooLong},
		{id: "instructions-long", set: instructionsTooLong},
		{id: "arg-undescribed", tool: eachArg(argUndescribed)},
		{id: "arg-echo", tool: eachArg(argEcho)},
		{id: "unit-missing", tool: eachArg(unitMissing)},
		{id: "prose-schema-conflict", tool: eachArg(proseSchema)},
		{id: "enum-in-prose", tool: eachArg(enumInProse)},
		{id: "names-hidden-tool", tool: namesHiddenTool},
		{id: "sibling-overlap", tool: siblingOverlap},
		{id: "injection-text", set: wording(hides, "has %s")},
		{id: "internal-leak", set: wording(prose.Leak, "has %s")},
		{id: "todo", set: wording(prose.Placeholder, "still says %s")},
		{id: "title-missing", tool: titleMissing},
		{id: "open-object", tool: openObject},
		{id: "open-payload", tool: eachArg(openPayload)},
		{id: "top-level-union", tool: topUnion},
		{id: "ref-left", tool: refLeft},
		{id: "deep-input", tool: eachArg(deepInput)},
		{id: "many-args", tool: manyArgs},
		{id: "params-all", tool: paramsAll},
		{id: "big-enum", tool: eachArg(bigEnum)},
		{id: "free-text-unbounded", tool: eachArg(freeText)},
		{id: "number-unbounded", tool: eachArg(numberUnbounded)},
		{id: "default-invalid", tool: eachArg(defaultInvalid)},
		{id: "url-argument", tool: eachArg(urlArgument)},
		{id: "id-unreachable", tool: eachArg(idUnreachable)},
		{id: "no-page-limit", tool: noPageLimit},
		{id: "no-select", tool: noSelect},
		{id: "cap-high", tool: capTooHigh},
		{id: "auto-unreached", tool: autoUnreached},
		{id: "sensitive-field", tool: sensitiveField},
		{id: "opaque-only", tool: opaqueOnly},
		{id: "output-schema", tool: outputSchema},
		{id: "error-unmapped", tool: errorUnmapped},
		{id: "id-dropped", tool: idDropped},
		{id: "shape-method", tool: shapeMethod},
		{id: "unconfirmed-effect", tool: unconfirmedEffect},
		{id: "irreversible-unapproved", tool: irreversibleUnapproved},
		{id: "approval-always", tool: approvalAlways},
		{id: "no-idempotency", tool: noIdempotency},
		{id: "weak-preview", tool: weakPreview},
		{id: "native-preview", tool: nativePreview},
		{id: "no-verify", tool: noVerify},
		{id: "self-approval", tool: selfApproval},
		{id: "audience-all", tool: audienceAll},
		{id: "sync-too-long", tool: syncTooLong},
		{id: "retry-overrun", tool: retryOverrun},
		{id: "poll-unbounded", tool: pollUnbounded},
		{id: "agent-unbounded", tool: agentUnbounded},
		{id: "human-free-answer", tool: humanFreeAnswer},
		{id: "hint-conflict", tool: hintConflict},
		{id: "tool-tokens", tool: toolTokens},
		{id: "set-tokens", set: setTokens},
		{id: "set-count", set: setCount},
		{id: "eval-missing", tool: evalMissing},
		{id: "owner-missing", set: ownerMissing},
		{id: "sunset-short", tool: sunset(false)},
		{id: "sunset-over", tool: sunset(true)},
	}
}
