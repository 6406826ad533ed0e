package mcpserver

import (
	"context"
	"errors"
	"io"
	"time"
)

// ServeStdio serves one client over in and out, one message a line, until in
// ends or ctx is cancelled. Calls in flight then have a few seconds, unless both
// happen: a client that closes its end and then asks for a stop is done with
// waiting. Nothing but protocol messages is written to out.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	running, serving := newCalls(context.WithoutCancel(ctx))
	defer running.cancel() // nobody is left to answer
	c := newConnection(ctx.Done(), func() { running.stop(aftermath) }, in, out)
	done := make(chan error, 1)
	go func() { done <- s.sdk.Run(serving, c) }()
	var err error
	select {
	case err = <-done:
	case <-c.over:
		select {
		case err = <-done:
		case <-time.After(time.Second):
			return errors.New("the client does not read its answers")
		}
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
