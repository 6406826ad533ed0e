package mcpserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// longestLine is the size of a message on stdio above which it is refused.
const longestLine = 8 << 20

// connection is one client over a pair of streams, one message a line: MCP's
// transport stdio. It differs from the SDK's in what may go wrong: no line ends
// the session, calls in flight are answered when input ends, and calls that were
// cancelled are not answered at all.
type connection struct {
	in       *bufio.Reader
	incoming chan received
	pending  pending

	mu  sync.Mutex // guards out
	out io.Writer

	once   sync.Once
	closed chan struct{}
}

// received is a message of the client, or the end of its input.
type received struct {
	msg jsonrpc.Message
	err error
}

// newConnection starts to read in. Reads go on until in ends, even after Close, since a
// Reader cannot be interrupted.
func newConnection(in io.Reader, out io.Writer) *connection {
	c := &connection{
		in:       bufio.NewReaderSize(in, 64<<10),
		incoming: make(chan received),
		out:      out,
		closed:   make(chan struct{}),
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

// Read implements mcp.Connection.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-c.closed:
		return nil, io.EOF
	case r := <-c.incoming:
		return r.msg, r.err
	}
}

// receive hands on messages until input ends.
func (c *connection) receive() {
	for {
		msg, err := c.next()
		if err != nil {
			// The SDK cancels what is in flight at the end of input, which
			// would lose the answers of whoever pipes requests in.
			c.pending.wait(drain)
		}
		select {
		case c.incoming <- received{msg, err}:
		case <-c.closed:
			return
		}
		if err != nil {
			return
		}
	}
}

// next gives the next line that is a message which may go on. The others are
// answered here, because the SDK would end the session.
func (c *connection) next() (jsonrpc.Message, error) {
	for {
		line, err := c.line()
		if err != nil {
			return nil, err
		}
		msg, refusal := c.accept(line)
		if refusal != nil {
			err = c.refuse(refusal)
		}
		if msg != nil || err != nil {
			return msg, err
		}
	}
}

// accept reads a line and takes note of what it asks for. It gives neither a
// message nor a refusal for a line that wants no answer.
func (c *connection) accept(line []byte) (jsonrpc.Message, *jsonrpc.Error) {
	if line = bytes.TrimSpace(line); len(line) == 0 {
		return nil, nil
	}
	if len(line) > longestLine {
		return nil, invalid(fmt.Sprintf("message is larger than %d bytes", longestLine))
	}
	msg, refusal := decode(shallow(line))
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
	var line []byte
	for {
		part, err := c.in.ReadSlice('\n')
		if len(line) <= longestLine {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err == io.EOF && len(line) > 0 {
			err = nil
		}
		return line, err
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
	return c.send(msg)
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

func (c *connection) writeLine(text []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := c.out.Write(append(text, '\n'))
	return err
}
