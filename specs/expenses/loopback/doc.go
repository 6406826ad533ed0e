// Package loopback is an HTTP connection whose other end is a handler in this
// process, for demos and tests that need a server and no socket.
//
// It does what a connection to a net/http server does, cancellation, streaming
// and aborted answers included, and nothing else: it must not know what is asked
// or who answers. Start at [Transport].
package loopback
