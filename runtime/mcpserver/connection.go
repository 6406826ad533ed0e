package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// longestLine is the size of a message on stdio above which it is refused.
const longestLine = 8 << 20

// byteOrderMark is what some shells put before the text that they pipe.
var byteOrderMark = []byte("\ufeff")

// connection is one client over a pair of streams, one message a line: MCP's
// transport stdio. It differs from the SDK's in what may go wrong: no line ends
// the session, calls in flight are answered when input ends or the server is to
// stop, and calls that were cancelled are not answered at all.
type connection struct {
	in      *bufio.Reader
	lines   chan line
	stop    <-chan struct{} // closed when the server is to stop
	over    chan struct{}   // closed when no message is read any more
	expire  func()          // ends the calls in flight
	pending pending

	mu  sync.Mutex // guards out
	out io.Writer

	once   sync.Once
	closed chan struct{}
}

// line is a line of the client, or the end of its input.
type line struct {
	text []byte
	err  error
}

// newConnection starts to read in. Reads go on until in ends, even after Close or
// stop, since a Reader cannot be interrupted.
func newConnection(stop <-chan struct{}, expire func(), in io.Reader, out io.Writer) *connection {
	c := &connection{
		in:     bufio.NewReaderSize(in, 64<<10),
		lines:  make(chan line),
		stop:   stop,
		over:   make(chan struct{}),
		expire: expire,
		out:    out,
		closed: make(chan struct{}),
	}
	go c.receive()
	return c
}

// Connect implements mcp.Transport: a connection is its own.
func (c *connection) Connect(context.Context) (mcp.Connection, error) { return c, nil }

// SessionID implements mcp.Connection. There is one session, which needs no name.
func (c *connection) SessionID() string { return "" }

// Close implements mcp.Connection. It leaves the streams open.
func (c *connection) Close() error {
	c.once.Do(func() { close(c.closed) })
	return nil
}

// receive hands on lines until input ends.
func (c *connection) receive() {
	for {
		text, err := c.line()
		select {
		case c.lines <- line{text, err}:
		case <-c.over:
			return
		}
		if err != nil {
			return
		}
	}
}

// Read implements mcp.Connection. It gives the next message that may go on; other
// lines are answered here, because the SDK would end the session. After an error
// it must not be called again.
func (c *connection) Read(context.Context) (jsonrpc.Message, error) {
	for {
		select {
		case <-c.closed:
			return nil, c.end(io.EOF, nil)
		case <-c.stop:
			return nil, c.end(io.EOF, nil)
		case l := <-c.lines:
			if l.err != nil {
				// Who asks for a stop now is done with waiting.
				return nil, c.end(l.err, c.stop)
			}
			msg, refusal := c.accept(l.text)
			if refusal != nil {
				if err := c.refuse(refusal); err != nil {
					return nil, c.end(err, nil)
				}
			}
			if msg != nil {
				return msg, nil
			}
		}
	}
}

// end gives err once requests in flight are answered: by the calls themselves, or
// by their being ended when nobody waits for them any more. The SDK would lose
// these answers when it learns that nothing more comes, and with them what whoever
// piped requests in, or a write that was under way, is about.
func (c *connection) end(err error, enough <-chan struct{}) error {
	if !c.pending.wait(drain, enough, c.closed) {
		c.expire()
		c.pending.wait(time.Second, nil, c.closed)
	}
	close(c.over)
	return err
}

// accept reads a line and takes note of what it asks for. It gives neither a
// message nor a refusal for a line that wants no answer.
func (c *connection) accept(text []byte) (jsonrpc.Message, *jsonrpc.Error) {
	if text = bytes.TrimSpace(bytes.TrimPrefix(text, byteOrderMark)); len(text) == 0 {
		return nil, nil
	}
	if len(text) > longestLine {
		return nil, invalid(fmt.Sprintf("message is larger than %d bytes", longestLine))
	}
	msg, refusal := decode(shallow(text))
	req, ok := msg.(*jsonrpc.Request)
	switch {
	case !ok:
	case req.IsCall():
		if !c.pending.open(req.ID) {
			return nil, invalid("the id of the message is that of a request which is not answered yet")
		}
	case req.Method == "notifications/cancelled":
		c.pending.cancel(cancelled(req.Params))
	}
	return msg, refusal
}

// line reads one line. Of a line that is too long it gives as much as shows that.
func (c *connection) line() ([]byte, error) {
	var text []byte
	for {
		part, err := c.in.ReadSlice('\n')
		if len(text) <= longestLine {
			text = append(text, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err == io.EOF && len(text) > 0 {
			err = nil
		}
		return text, err
	}
}

// Write implements mcp.Connection.
func (c *connection) Write(ctx context.Context, msg jsonrpc.Message) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	res, ok := msg.(*jsonrpc.Response)
	if !ok {
		return c.send(msg)
	}
	dropped := c.pending.dropped(res.ID)
	defer c.pending.answered(res.ID)
	if dropped {
		return nil // the SDK answers what was cancelled, and the protocol wants silence
	}
	return c.send(coded(res))
}

// coded gives a response whose error has a code. The SDK's errors about a request
// that it hands to nobody have none.
func coded(res *jsonrpc.Response) *jsonrpc.Response {
	var wire *jsonrpc.Error
	if res.Error == nil || errors.As(res.Error, &wire) {
		return res
	}
	out := *res
	out.Error = invalid(res.Error.Error())
	return &out
}

func (c *connection) send(msg jsonrpc.Message) error {
	text, err := encodeMessage(msg)
	if err != nil {
		return err
	}
	return c.writeLine(text)
}

// refuse answers a line whose id, if it has one, cannot be told.
func (c *connection) refuse(e *jsonrpc.Error) error {
	text, err := json.Marshal(struct {
		JSONRPC string         `json:"jsonrpc"`
		ID      *string        `json:"id"`
		Error   *jsonrpc.Error `json:"error"`
	}{"2.0", nil, e})
	if err != nil {
		return err
	}
	return c.writeLine(text)
}

// writeLine writes in pieces, so that a client which reads slowly is told from one
// that does not read.
func (c *connection) writeLine(text []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	for piece := range slices.Chunk(append(text, '\n'), 64<<10) {
		if _, err := c.out.Write(piece); err != nil {
			return err
		}
		c.pending.stir()
	}
	return nil
}
