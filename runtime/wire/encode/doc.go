// Package encode writes values as OpenAPI 3.2 and RFC 6570 say: parameters in
// every style, location and content type, and JSON. Bodies of other kinds are
// put together of these, in package body.
//
// It is pure: values in, bytes out, no request, no policy about callers. Values
// are what a JSON decoder with exact numbers gives (map[string]any, []any,
// string, json.Number, bool, nil) and may come from a model, so nothing that
// is written here can leave its place: delimiters inside values are always
// escaped, and what cannot be written safely is a Refusal, never a guess.
//
// Equal values give equal bytes: object members follow the Layout, the rest is
// sorted, and numbers keep their literal.
//
// Start at Query.Add, AppendPath, Header, AppendCookie and AppendJSON.
package encode
