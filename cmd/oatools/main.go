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
)

func main() {
	// Before anything else: what the packages have set up by now would set off a
	// collection within the first milliseconds.
	collectLess(400)
	ctx, cancel := context.WithCancel(context.Background())
	// Asked for before any command starts, so that no write is ever in flight
	// without it. The first interrupt ends the work in hand in good order, the
	// second one the process.
	received := make(chan os.Signal, 1)
	signal.Notify(received, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-received
		cancel()
		signal.Stop(received)
	}()
	code := run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr})
	cancel()
	os.Exit(code)
}
