package mcpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"

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
		{"an id that would come back as another", `{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, `-32600`},
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
