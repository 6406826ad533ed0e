package mcpserver

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// FuzzDecode states that what is read as a request or response goes out again as
// one line with the same id, method and content, as far as JSON can tell them.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		hello,
		`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a"}}`,
		`{"jsonrpc":"2.0","id":-5e0,"result":{"a":[1]}}`,
		`{"jsonrpc":"2.0","id":"","error":{"code":1,"message":"m","data":null}}`,
		`{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":1,"result":null}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		msg, refusal := decode(text)
		if msg == nil {
			if refusal != nil && refusal.Code == jsonrpc.CodeParseError && json.Valid(text) {
				t.Errorf("%q is JSON, and was refused as none", text)
			}
			return
		}
		if !json.Valid(text) {
			t.Fatalf("%q is no JSON, and was read", text)
		}
		out, err := encodeMessage(msg)
		if err != nil {
			t.Fatalf("encode %q: %v", text, err)
		}
		again, refusal := decode(out)
		if refusal != nil {
			t.Fatalf("%q came out as %q, which is refused: %v", text, out, refusal)
		}
		switch msg := msg.(type) {
		case *jsonrpc.Request:
			again, ok := again.(*jsonrpc.Request)
			if !ok || again.ID != msg.ID || again.Method != msg.Method || !sameJSON(again.Params, msg.Params) {
				t.Errorf("%q came out as %q", text, out)
			}
		case *jsonrpc.Response:
			again, ok := again.(*jsonrpc.Response)
			if !ok || again.ID != msg.ID || (again.Error == nil) != (msg.Error == nil) {
				t.Errorf("%q came out as %q", text, out)
			}
		}
	})
}

func sameJSON(a, b json.RawMessage) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	var x, y bytes.Buffer
	return json.Compact(&x, a) == nil && json.Compact(&y, b) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}
