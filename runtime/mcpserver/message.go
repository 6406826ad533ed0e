package mcpserver

import (
	"encoding/json"
	"errors"
	"math"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// message is a JSON-RPC 2.0 message as it comes in. Keys are matched exactly;
// what params hold is for others to judge.
type message struct {
	JSONRPC string         `json:"jsonrpc"`
	ID      jsontext.Value `json:"id"`
	Method  string         `json:"method"`
	Params  jsontext.Value `json:"params"`
	Result  jsontext.Value `json:"result"`
	Error   *struct {
		Code    int64          `json:"code"`
		Message string         `json:"message"`
		Data    jsontext.Value `json:"data"`
	} `json:"error"`
}

// decode reads a message. It gives the protocol's error for one that cannot be
// read, and neither for an error that answers nothing.
func decode(text []byte) (jsonrpc.Message, *jsonrpc.Error) {
	var m message
	if err := jsonv2.Unmarshal(text, &m, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)); err != nil {
		return nil, unreadable(text, err)
	}
	if m.JSONRPC != "2.0" {
		return nil, invalid("message is not a JSON-RPC 2.0 request or response")
	}
	id, ok := idOf(m.ID)
	switch {
	case m.Method == "" && m.Error != nil && !id.IsValid():
		return nil, nil // the client could not read a message of ours: an answer would not help it
	case !ok:
		return nil, invalid("the id of a message must be an integer below 2^53 or a string of Unicode text")
	case m.Method != "":
		return &jsonrpc.Request{ID: id, Method: m.Method, Params: json.RawMessage(m.Params)}, nil
	case !id.IsValid() || m.Result == nil && m.Error == nil:
		return nil, invalid("message is neither a request nor a response")
	}
	res := &jsonrpc.Response{ID: id, Result: json.RawMessage(m.Result)}
	if m.Error != nil {
		res.Error = &jsonrpc.Error{Code: m.Error.Code, Message: m.Error.Message, Data: json.RawMessage(m.Error.Data)}
	}
	return res, nil
}

// unreadable tells text that is no JSON from JSON that is no message.
func unreadable(text []byte, err error) *jsonrpc.Error {
	var syntax *jsontext.SyntacticError
	switch {
	case errors.As(err, &syntax):
		return &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "message is not valid JSON"}
	case text[0] != '{':
		return invalid("message is not a JSON-RPC object; batches are not supported")
	}
	return invalid("message is not a JSON-RPC 2.0 request or response")
}

func invalid(words string) *jsonrpc.Error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: words}
}

// idOf reads an id. No id is an invalid ID and fine; null, which MCP does not
// allow, is not. Neither is what would be given back as another one: a number of
// too many digits, or a string that is no Unicode text.
func idOf(raw []byte) (id jsonrpc.ID, ok bool) {
	if raw == nil {
		return id, true
	}
	var v any
	if jsonv2.Unmarshal(raw, &v) != nil || v == nil {
		return id, false
	}
	if f, ok := v.(float64); ok && (f != math.Trunc(f) || math.Abs(f) >= 1<<53) {
		return id, false
	}
	id, err := jsonrpc.MakeID(v)
	return id, err == nil
}

// cancelled gives the id of the request that a notification cancels. One that
// cannot be read is an invalid ID, and no request has that.
func cancelled(params json.RawMessage) jsonrpc.ID {
	var p struct {
		RequestID jsontext.Value `json:"requestId"`
	}
	if jsonv2.Unmarshal(params, &p) != nil {
		return jsonrpc.ID{}
	}
	id, _ := idOf(p.RequestID)
	return id
}

// encodeMessage writes a message. The result of a response is compact JSON
// already, and by far the largest part: it is copied as it is.
func encodeMessage(msg jsonrpc.Message) ([]byte, error) {
	res, ok := msg.(*jsonrpc.Response)
	if !ok || res.Result == nil || res.Error != nil {
		return jsonrpc.EncodeMessage(msg)
	}
	id, err := json.Marshal(res.ID.Raw())
	if err != nil {
		return nil, err
	}
	const head, middle = `{"jsonrpc":"2.0","id":`, `,"result":`
	text := make([]byte, 0, len(head)+len(id)+len(middle)+len(res.Result)+len("}\n"))
	text = append(append(append(text, head...), id...), middle...)
	return append(append(text, res.Result...), '}'), nil
}
