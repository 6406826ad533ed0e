// Command oatools compiles API descriptions into curated tools for agents, and
// runs and serves them.
//
// Every command lives in a file of its own: it declares flags, makes one call of
// a library, prints, and decides the exit code. What a command means is for the
// libraries to know; it must hold no logic of theirs.
//
// Exit codes: 0 fine; 1 the command ran and found something wrong, or the call
// failed; 2 the command line was wrong.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// quiet is how long the process has nothing in hand that an interrupt could
// break: it is about to read its arguments.
const quiet = 20 * time.Millisecond

func main() {
	// Before anything else: what the packages have set up by now would set off a
	// collection within the first milliseconds.
	collectLess(400)
	ctx, cancel := context.WithCancel(context.Background())
	// Asking for signals takes two threads, which is a good part of the time until
	// a server can answer.
	time.AfterFunc(quiet, func() { cancelOnSignal(cancel) })
	code := run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr})
	cancel()
	os.Exit(code)
}

// cancelOnSignal ends the work in hand in good order at the first interrupt; the
// second one ends the process.
func cancelOnSignal(cancel context.CancelFunc) {
	received := make(chan os.Signal, 1)
	signal.Notify(received, os.Interrupt, syscall.SIGTERM)
	<-received
	cancel()
	signal.Stop(received)
}
