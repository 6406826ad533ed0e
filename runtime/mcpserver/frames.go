package mcpserver

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// longestFrame is the size of a message on stdio above which it is refused.
const longestFrame = 8 << 20

// frames passes on the messages of r, one a line, that are JSON-RPC requests or
// responses. The others are answered on w here, because the SDK ends the session
// at the first one that it cannot read.
type frames struct {
	r       *bufio.Reader
	w       io.Writer
	pending *pending
	rest    []byte // of the current message
}

// Read implements io.Reader.
func (f *frames) Read(p []byte) (int, error) {
	for len(f.rest) == 0 {
		line, err := f.line()
		if err != nil {
			// The SDK cancels what is in flight at the end of input, which
			// would lose the answers of whoever pipes requests in.
			f.pending.wait(drain)
			return 0, err
		}
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			continue
		}
		request, refusal := judge(line)
		if refusal != nil {
			if err := f.answer(refusal); err != nil {
				return 0, err
			}
			continue
		}
		if request {
			f.pending.add(1)
		}
		f.rest = append(shallow(line), '\n')
	}
	n := copy(p, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}

// line reads one line; of a line that is too long it gives an unreadable rest,
// so that it is refused like every other bad message.
func (f *frames) line() ([]byte, error) {
	var line []byte
	for {
		part, err := f.r.ReadSlice('\n')
		if len(line) <= longestFrame {
			line = append(line, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err == io.EOF && len(line) > 0 {
			err = nil
		}
		if len(line) > longestFrame {
			line = line[:0:0]
			line = append(line, "too long"...)
		}
		return line, err
	}
}

func (f *frames) answer(e *jsonrpc.Error) error {
	b, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": nil, "error": e})
	if err != nil {
		return err
	}
	f.pending.add(1) // the writer takes it back
	_, err = f.w.Write(append(b, '\n'))
	return err
}

// judge gives the protocol's error for a line that is no JSON-RPC message, and
// tells whether it is a request, which will be answered.
func judge(line []byte) (request bool, refusal *jsonrpc.Error) {
	if string(line) == "too long" {
		return false, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: fmt.Sprintf("message is larger than %d bytes", longestFrame)}
	}
	flat := shallow(line)
	if !json.Valid(flat) {
		return false, &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "message is not valid JSON"}
	}
	var msg struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Method  string          `json:"method"`
		Result  json.RawMessage `json:"result"`
		Error   json.RawMessage `json:"error"`
	}
	if flat[0] != '{' {
		return false, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "message is not a JSON-RPC object; batches are not supported"}
	}
	if err := json.Unmarshal(flat, &msg); err != nil || msg.JSONRPC != "2.0" {
		return false, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "message is not a JSON-RPC 2.0 request or response"}
	}
	if len(msg.ID) > 0 && msg.ID[0] != '"' && msg.ID[0] != 'n' && (msg.ID[0] < '0' || msg.ID[0] > '9') && msg.ID[0] != '-' {
		return false, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "the id of a message must be a string or a number"}
	}
	if msg.Method == "" && (msg.ID == nil || msg.Result == nil && msg.Error == nil) {
		return false, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "message is neither a request nor a response"}
	}
	return msg.Method != "" && msg.ID != nil, nil
}

// pending counts the requests that wait for their answer.
type pending struct {
	mu   sync.Mutex
	n    int
	zero chan struct{} // closed when n falls to 0 while somebody waits
}

func (p *pending) add(d int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.n += d
	if p.n <= 0 && p.zero != nil {
		close(p.zero)
		p.zero = nil
	}
}

// wait returns when every request is answered, or after limit.
func (p *pending) wait(limit time.Duration) {
	p.mu.Lock()
	if p.n <= 0 {
		p.mu.Unlock()
		return
	}
	zero := make(chan struct{})
	p.zero = zero
	p.mu.Unlock()
	select {
	case <-zero:
	case <-time.After(limit):
	}
}

// answers passes whole messages on to w, one at a time, and counts the responses
// among them.
type answers struct {
	mu      sync.Mutex
	w       io.Writer
	pending *pending
}

// Write implements io.Writer. Each call is one message.
func (a *answers) Write(p []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	n, err := a.w.Write(p)
	if isResponse(p) {
		a.pending.add(-1)
	}
	return n, err
}

// isResponse looks at the first key behind the id, which is enough in messages
// of the SDK, whose keys have a fixed order.
func isResponse(msg []byte) bool {
	head := msg[:min(len(msg), 512)]
	first := len(head)
	response := false
	for _, key := range []string{`"method":`, `"result":`, `"error":`} {
		if i := bytes.Index(head, []byte(key)); i >= 0 && i < first {
			first, response = i, key != `"method":`
		}
	}
	return response
}
