package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/oatools/oatools/runtime"
)

const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`

// talk serves the lines one after the other and gives the answers by id; the
// answers to lines without a readable id come under "null".
func talk(t *testing.T, b Backend, lines ...string) map[string][]json.RawMessage {
	t.Helper()
	s, err := New(b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return converse(t, s, append([]string{hello}, lines...)...)
}

// converse is talk with a server that exists, from the first line on.
func converse(t *testing.T, s *Server, lines ...string) map[string][]json.RawMessage {
	t.Helper()
	return listen(t, s, strings.NewReader(strings.Join(lines, "\n")))
}

// listen is converse over a reader of lines.
func listen(t *testing.T, s *Server, in io.Reader) map[string][]json.RawMessage {
	t.Helper()
	var answers bytes.Buffer
	if err := s.ServeStdio(t.Context(), in, &answers); err != nil {
		t.Fatalf("ServeStdio: %v", err)
	}
	got := map[string][]json.RawMessage{}
	for line := range strings.Lines(answers.String()) {
		var msg struct {
			ID     json.RawMessage
			Result json.RawMessage
			Error  json.RawMessage
		}
		if err := json.Unmarshal([]byte(line), &msg); err != nil {
			t.Fatalf("output line is no JSON: %q", line)
		}
		body := msg.Result
		if body == nil {
			body = msg.Error
		}
		got[string(msg.ID)] = append(got[string(msg.ID)], body)
	}
	return got
}

func TestStdioSurvivesBadInput(t *testing.T) {
	ok := answer(&runtime.Result{Status: runtime.StatusOK}, nil)
	tests := []struct {
		name, line, want string
	}{
		{"not JSON", `{"jsonrpc":`, `-32700`},
		{"not an object", `[1]`, `-32600`},
		{"no JSON-RPC", `{"hello":"there"}`, `-32600`},
		{"an object as id", `{"jsonrpc":"2.0","id":{},"method":"ping"}`, `-32600`},
		{"no method", `{"jsonrpc":"2.0","id":1}`, `-32600`},
		{"a method that is no text", `{"jsonrpc":"2.0","id":1,"method":5}`, `-32600`},
		{"another spelling of a key", `{"jsonrpc":"2.0","id":1,"Method":"ping"}`, `-32600`},
		{"no id", `{"jsonrpc":"2.0","result":{}}`, `-32600`},
		{"null as id", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, `-32600`},
		{"a fraction as id", `{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, `-32600`},
		{"a number as id that would come back as another", `{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, `-32600`},
		{"half a character as id", `{"jsonrpc":"2.0","id":"\ud800","method":"ping"}`, `-32600`},
		{"bytes as id", "{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"ping\"}", `-32600`},
		{"an error that is no object", `{"jsonrpc":"2.0","id":1,"error":"no"}`, `-32600`},
		{"a batch", `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, `batches are not supported`},
		{"too large", `{"jsonrpc":"2.0","id":1,"method":"ping","params":"` + strings.Repeat("x", longestLine) + `"}`, `-32600`},
		{"too deep and cut off", `{"jsonrpc":"2.0","id":1,"method":"ping","params":` + strings.Repeat("[", 100_000), `-32700`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := talk(t, newFake(ok), tt.line, "", `{"jsonrpc":"2.0","id":7,"method":"tools/list"}`)
			if len(got["null"]) != 1 || !strings.Contains(string(got["null"][0]), tt.want) {
				t.Errorf("answer = %s, want one error %s", got["null"], tt.want)
			}
			if len(got["7"]) != 1 || !strings.Contains(string(got["7"][0]), `"find"`) {
				t.Errorf("the list after it = %s, want tools", got["7"])
			}
		})
	}
}

// Lines end and begin as programs of all systems write them.
func TestStdioLines(t *testing.T) {
	s, err := New(newFake(nil), Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := converse(t, s, "\ufeff"+hello+"\r", "\r", " \t", `  {"jsonrpc":"2.0","id":"<\"&\u2028é\ud83d\ude00>","method":"ping"}  `, `{"jsonrpc":"2.0","id":7,"method":"ping"}`)
	for id, answers := range got {
		var v any
		if err := json.Unmarshal([]byte(id), &v); err != nil {
			t.Fatal(err)
		}
		if len(answers) != 1 || v != 0.0 && v != 7.0 && v != "<\"&\u2028é😀>" {
			t.Errorf("id %s has the answers %s", id, answers)
		}
	}
	if len(got) != 3 {
		t.Errorf("answers to %d ids, want 3: %s", len(got), got)
	}
}

// What comes before initialize, and what the SDK hands to nobody else, is refused
// with a code of the protocol.
func TestStdioRefusesOutOfOrder(t *testing.T) {
	s, err := New(newFake(nil), Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := converse(t, s,
		`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"find"}}`,
		strings.Replace(hello, `"2025-11-25"`, `5`, 1),
		strings.Replace(hello, `"id":0`, `"id":9`, 1))
	for _, id := range []string{"0", "1", "2"} {
		if len(got[id]) != 1 || !strings.Contains(string(got[id][0]), `"code":-32600`) {
			t.Errorf("answer to %s = %s, want one error -32600", id, got[id])
		}
	}
	if len(got["9"]) != 1 || !strings.Contains(string(got["9"][0]), "serverInfo") {
		t.Errorf("answer to initialize after them = %s", got["9"])
	}
}

// A client may probe with the newer revision and then prefer an older one.
func TestInitializeAfterDiscover(t *testing.T) {
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	for asked, want := range map[string]string{"2025-06-18": "2025-06-18", "2024-11-05": "2024-11-05", "2026-07-28": "2025-11-25", "1999-01-01": "2025-11-25"} {
		s, err := New(newFake(answer(&runtime.Result{Status: runtime.StatusOK}, nil)), Options{Name: "n", Version: "3"})
		if err != nil {
			t.Fatal(err)
		}
		got := converse(t, s,
			`{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{`+meta+`}}`,
			strings.Replace(hello, "2025-11-25", asked, 1),
			`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
			`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"find"}}`,
			`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"find",`+meta+`}}`)
		var init mcp.InitializeResult
		if len(got["0"]) != 1 || json.Unmarshal(got["0"][0], &init) != nil {
			t.Fatalf("answer to initialize = %s", got["0"])
		}
		if init.ProtocolVersion != want || init.ServerInfo == nil || init.ServerInfo.Version != "3" || init.Instructions == "" || init.Capabilities == nil || init.Capabilities.Tools == nil {
			t.Errorf("initialize with %s gave %s, want revision %s and all of the rest", asked, got["0"][0], want)
		}
		for _, id := range []string{"2", "3"} {
			if len(got[id]) != 1 || !strings.Contains(string(got[id][0]), `"status":"ok"`) {
				t.Errorf("call %s after it gave %s", id, got[id])
			}
		}
	}
}

// What answers something is never answered, or two programs could go on so for
// ever; and it ends no session, whether it was asked for or not.
func TestStdioAnswersNoAnswers(t *testing.T) {
	got := talk(t, newFake(answer(&runtime.Result{Status: runtime.StatusOK}, nil)),
		`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"what?"}}`,
		`{"jsonrpc":"2.0","error":{"code":-32700,"message":"what?"}}`,
		`{"jsonrpc":"2.0","id":12,"error":{"code":-32700,"message":"what?"}}`,
		`{"jsonrpc":"2.0","id":12,"result":{}}`,
		`{"jsonrpc":"2.0","id":7,"method":"ping"}`)
	if len(got) != 2 || len(got["7"]) != 1 {
		t.Errorf("answers %s, want those to initialize and ping alone", got)
	}
}

// An id that is used twice at once is refused under no id, since the answer under
// it belongs to the first request.
func TestStdioRefusesIDsInUse(t *testing.T) {
	second := make(chan struct{})
	h := func(context.Context, *runtime.Call) (*runtime.Result, error) {
		<-second
		return &runtime.Result{Status: runtime.StatusOK}, nil
	}
	s, err := New(newFake(h), Options{})
	if err != nil {
		t.Fatal(err)
	}
	in, out := io.Pipe()
	call := `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"find","arguments":{}}}`
	go func() {
		for _, line := range []string{hello, call, strings.Replace(call, `"a"`, `"\u0061"`, 1), ""} {
			io.WriteString(out, line+"\n") // the reader of a pipe has it when this returns
		}
		close(second)
		io.WriteString(out, `{"jsonrpc":"2.0","id":7,"method":"ping"}`)
		out.Close()
	}()
	got := listen(t, s, in)
	if len(got["null"]) != 1 || !strings.Contains(string(got["null"][0]), "not answered yet") || len(got[`"a"`]) != 1 || len(got["7"]) != 1 {
		t.Errorf("answers %s, want one refusal without an id, and one answer for each of a and 7", got)
	}
}

// A cancelled call gets no answer, whatever its id looks like; an answer that
// was given already stays given.
func TestStdioCancelledCallsAreSilent(t *testing.T) {
	h := func(ctx context.Context, c *runtime.Call) (*runtime.Result, error) {
		if string(c.Args) == `{"id":1}` {
			<-ctx.Done()
			return runtime.Failure(runtime.NewProblem(runtime.CodeCancelled, ""), runtime.EffectNone), nil
		}
		return &runtime.Result{Status: runtime.StatusOK}, nil
	}
	call := func(id, args string) string {
		return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"find","arguments":` + args + `}}`
	}
	cancel := func(id string) string {
		return `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `}}`
	}
	got := talk(t, newFake(h), call("5", `{"id":1}`), call(`"a\u0062"`, `{"id":1}`), call("7", `{"id":2}`),
		cancel("5.0"), cancel(`"ab"`), cancel("99"), cancel("{}"), `{"jsonrpc":"2.0","method":"notifications/cancelled","params":[]}`,
		`{"jsonrpc":"2.0","id":8,"method":"tools/list"}`)
	if len(got["5"])+len(got[`"ab"`]) > 0 {
		t.Errorf("cancelled calls were answered: %s %s", got["5"], got[`"ab"`])
	}
	if len(got["7"]) != 1 || len(got["8"]) != 1 {
		t.Errorf("answers %s, want one for each of 7 and 8", got)
	}
}

func TestShallow(t *testing.T) {
	nest := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	tests := []struct{ name, in, want string }{
		{"flat", `{"a":"[[[{"}`, `{"a":"[[[{"}`},
		{"at the limit", nest(deepest), nest(deepest)},
		{"one beyond", nest(deepest + 1), strings.Repeat("[", deepest) + "null" + strings.Repeat("]", deepest)},
		{"far beyond", nest(50_000), strings.Repeat("[", deepest) + "null" + strings.Repeat("]", deepest)},
		{"brackets in strings below the cut", strings.Repeat("[", deepest) + `{"]":"\"}"},1` + strings.Repeat("]", deepest), strings.Repeat("[", deepest) + `null,1` + strings.Repeat("]", deepest)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(shallow([]byte(tt.in))); got != tt.want {
				t.Errorf("shallow = %.200q, want %.200q", got, tt.want)
			}
		})
	}
}

// FuzzShallow states that cutting keeps valid JSON valid and never lets more
// than the permitted depth through.
func FuzzShallow(f *testing.F) {
	f.Add([]byte(`{"a":[1,"\"]",{}]}`))
	f.Add([]byte(strings.Repeat(`{"a":[`, 100) + strings.Repeat(`]}`, 100)))
	f.Fuzz(func(t *testing.T, msg []byte) {
		out := shallow(msg)
		if !json.Valid(msg) {
			return
		}
		if !json.Valid(out) {
			t.Errorf("shallow(%q) = %q, which is not valid JSON", msg, out)
		}
		if deeper(out) {
			t.Errorf("shallow(%.100q) is still too deep", msg)
		}
	})
}
