package mcpserver

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

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
		msg, refusal := judge(line)
		if refusal != nil {
			if err := f.answer(refusal); err != nil {
				return 0, err
			}
			continue
		}
		switch {
		case msg.request():
			f.pending.open(idOf(msg.ID))
		case msg.Method == "notifications/cancelled":
			f.pending.cancel(idOf(msg.Params.RequestID))
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
	f.pending.open("") // the writer takes it back
	_, err = f.w.Write(append(b, '\n'))
	return err
}

// message is what has to be known of a JSON-RPC message here.
type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  struct {
		RequestID json.RawMessage `json:"requestId"`
	} `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// request reports whether m will be answered.
func (m *message) request() bool { return m.Method != "" && m.ID != nil }

// judge reads a line. It gives the protocol's error for one that is no JSON-RPC
// message.
func judge(line []byte) (*message, *jsonrpc.Error) {
	refuse := func(code int64, words string) (*message, *jsonrpc.Error) {
		return nil, &jsonrpc.Error{Code: code, Message: words}
	}
	if string(line) == "too long" {
		return refuse(jsonrpc.CodeInvalidRequest, fmt.Sprintf("message is larger than %d bytes", longestFrame))
	}
	flat := shallow(line)
	if !json.Valid(flat) {
		return refuse(jsonrpc.CodeParseError, "message is not valid JSON")
	}
	if flat[0] != '{' {
		return refuse(jsonrpc.CodeInvalidRequest, "message is not a JSON-RPC object; batches are not supported")
	}
	var msg message
	var kind *json.UnmarshalTypeError
	// Params that are of another kind are for the protocol layer to refuse.
	if err := json.Unmarshal(flat, &msg); err != nil && !(errors.As(err, &kind) && strings.HasPrefix(kind.Field, "params")) || msg.JSONRPC != "2.0" {
		return refuse(jsonrpc.CodeInvalidRequest, "message is not a JSON-RPC 2.0 request or response")
	}
	if len(msg.ID) > 0 && msg.ID[0] != '"' && msg.ID[0] != 'n' && (msg.ID[0] < '0' || msg.ID[0] > '9') && msg.ID[0] != '-' {
		return refuse(jsonrpc.CodeInvalidRequest, "the id of a message must be a string or a number")
	}
	if msg.Method == "" && (msg.ID == nil || msg.Result == nil && msg.Error == nil) {
		return refuse(jsonrpc.CodeInvalidRequest, "message is neither a request nor a response")
	}
	return &msg, nil
}
