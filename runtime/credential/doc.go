// Package credential proves to upstreams who we are, without anybody ever
// seeing how.
//
// Secrets are references (env:NAME, file:PATH, exec:ARGV) that a Resolver reads
// when a request needs them; what it reads is a Secret, which prints as
// [REDACTED] wherever it ends up, and is known to a Scrubber, which takes secret
// values out of any text. An Authority puts credentials on finished requests:
// API keys, basic, bearer, OAuth 2 client credentials and token exchange.
//
// It must not know tools, steps or policies, and it never uses a caller's own
// token for anything but a token exchange (RFC 8693).
//
// Start at NewResolver and NewAuthority.
package credential
