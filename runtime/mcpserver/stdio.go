package mcpserver

import (
	"context"
	"errors"
	"io"
)

// ServeStdio serves one client over in and out, one message a line, until in
// ends or ctx is cancelled. At the end of in, calls in flight have a few seconds
// to be answered. Nothing but protocol messages is written to out.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	err := s.sdk.Run(ctx, newConnection(in, out))
	if errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return nil
	}
	return err
}
