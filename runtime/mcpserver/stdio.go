package mcpserver

import (
	"bufio"
	"context"
	"errors"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ServeStdio serves one client over in and out, one message a line, until in
// ends or ctx is cancelled. At the end of in, calls in flight have a few seconds
// to be answered. Nothing but protocol messages is written to out.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	var open pending
	w := &answers{w: out, pending: &open}
	err := s.sdk.Run(ctx, &mcp.IOTransport{
		Reader: io.NopCloser(&frames{r: bufio.NewReaderSize(in, 64<<10), w: w, pending: &open}),
		Writer: nopCloser{w},
	})
	if errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) && ctx.Err() != nil {
		return nil
	}
	return err
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }
