// Package mcpserver serves an engine over the Model Context Protocol, on stdio
// and on streamable HTTP, to clients of revision 2026-07-28 and of the older
// ones. It is the only home of the MCP SDK.
//
// It translates and guards: what a model may call, whether a call is valid and
// what its result says is the engine's business. It must not know OpenAPI,
// overlays or how a call becomes an HTTP request. Start at New.
//
// Rough edges that come from the SDK, each with a test here: a handler that
// panics or returns nothing would end the process, a plain error would reach
// the client as text, a line that is malformed, too deep or no message of
// JSON-RPC would end a stdio session, calls that were cancelled over stdio would
// be answered, ids beyond 2^53 would come back as others, calls in flight would get
// no answer when the server stops and their outcome no record, a client that looks
// at the newer revision first could not initialize, names beyond plain ASCII would
// be listed and not be found, lists would be marked as cacheable for everybody, and
// families of methods that the server does not offer would answer with empty lists.
package mcpserver
