package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

func thing(name, method string) tool.Tool {
	t := findTool()
	t.Name, t.Result = name, tool.Result{}
	t.Input = object(`"id":{"type":"string"}`, "id")
	t.Main = step(method, "/things/{id}", tool.Param{Name: "id", In: tool.InPath, Value: tool.Value{Arg: "/id"}})
	t.Main.Binding.Path = []tool.Seg{{Lit: "/things/"}, {Param: "id"}}
	if method != "GET" {
		t.Shape, t.Query, t.Hints = tool.ShapeCommand, nil, tool.Hints{}
		t.Command = &tool.Command{Effect: tool.EffectUpdate, Confirm: tool.Confirm{None: "test"}}
		t.Input = object(`"id":{"type":"string"},"dry_run":{"type":"boolean"}`, "id", "dry_run")
	}
	return t
}

// span is when a call was with the upstream.
type span struct {
	name     string
	from, to time.Duration
}

func TestInvokeAll(t *testing.T) {
	for _, tt := range []struct {
		name  string
		calls []string // tool and id
		limit int
		want  []span
	}{
		{"reads run together", []string{"get a", "get b", "get a"}, 0, []span{{"get a", 0, 1}, {"get b", 0, 1}, {"get a", 0, 1}}},
		{"a limit holds", []string{"get a", "get a", "get a"}, 1, []span{{"get a", 0, 1}, {"get a", 1, 2}, {"get a", 2, 3}}},
		{"writes keep their order", []string{"put a", "put b", "put c"}, 0, []span{{"put a", 0, 1}, {"put b", 1, 2}, {"put c", 2, 3}}},
		{"a read waits for the write before it", []string{"put a", "get a", "get b"}, 0, []span{{"put a", 0, 1}, {"get a", 1, 2}, {"get b", 0, 1}}},
		{"a write waits for the read before it", []string{"get a", "put a", "put b"}, 0, []span{{"get a", 0, 1}, {"put a", 1, 2}, {"put b", 2, 3}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				d := open(t, setOf(thing("get", "GET"), thing("put", "PUT")))
				began := time.Now()
				var mu sync.Mutex
				spans := map[string][]span{}
				d.up.answer = func(s *tool.Step, in runtime.Inputs) *runtime.Response {
					name := map[string]string{"GET": "get", "PUT": "put"}[s.Binding.Method] + " " + fmt.Sprint(in.Args["id"])
					from := time.Since(began)
					time.Sleep(time.Second)
					mu.Lock()
					defer mu.Unlock()
					spans[name] = append(spans[name], span{name, from / time.Second, time.Since(began) / time.Second})
					return ok(map[string]any{})
				}
				var calls []*runtime.Call
				for i, text := range tt.calls {
					args := `{"id":"` + text[4:] + `"}`
					if text[:3] == "put" {
						args = `{"id":"` + text[4:] + `","dry_run":false}`
					}
					calls = append(calls, &runtime.Call{ID: fmt.Sprint(i), Tool: text[:3], Args: json.RawMessage(args), Principal: ada})
				}
				for i, r := range d.InvokeAll(context.Background(), calls, TurnOptions{Parallel: tt.limit}) {
					if r.Status != runtime.StatusOK {
						t.Errorf("call %d: %+v", i, r.Error)
					}
				}
				var got []span
				for _, text := range tt.calls {
					got = append(got, spans[text][0])
					spans[text] = spans[text][1:]
				}
				if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(span{})); diff != "" {
					t.Errorf("spans (-want +got):\n%s", diff)
				}
			})
		})
	}
}

func TestInvokeAllGivesEveryResult(t *testing.T) {
	d := open(t, setOf(thing("get", "GET"), thing("put", "PUT")))
	d.up.answer = func(s *tool.Step, in runtime.Inputs) *runtime.Response {
		if in.Args["id"] == "panic" {
			panic("boom")
		}
		return ok(map[string]any{"id": in.Args["id"]})
	}
	call := func(name, args string) *runtime.Call {
		return &runtime.Call{Tool: name, Args: json.RawMessage(args), Principal: ada}
	}
	got := d.InvokeAll(t.Context(), []*runtime.Call{
		call("get", `{"id":"a"}`), call("nope", `{}`), call("get", `{"id":"panic"}`), call("put", `{"id":1}`), nil, call("put", `{"id":"b","dry_run":false}`),
	}, TurnOptions{})
	var codes []string
	for _, r := range got {
		code := "ok"
		if r.Error != nil {
			code = string(r.Error.Code)
		}
		codes = append(codes, code)
	}
	if diff := cmp.Diff([]string{"ok", "unknown_tool", "internal", "invalid_input", "invalid_input", "ok"}, codes); diff != "" {
		t.Errorf("codes (-want +got):\n%s", diff)
	}
}

func TestResourceOf(t *testing.T) {
	s := thing("get", "GET").Main
	s.Binding.Path = []tool.Seg{{Lit: "/things/"}, {Param: "id"}, {Lit: "/lines"}}
	for args, want := range map[string]string{
		`{"id":"a"}`:    "api/things/a",
		`{"id":"a/b"}`:  "api/things/a%2Fb",
		`{"id":7}`:      "api/things/7",
		`{}`:            "",
		`{"id":["x"]}`:  "",
		`not arguments`: "",
	} {
		if got := resourceOf(s, json.RawMessage(args)); got != want {
			t.Errorf("resourceOf(%s) = %q, want %q", args, got, want)
		}
	}
	if got := resourceOf(step("GET", "/things"), nil); got != "" {
		t.Errorf("a collection is the resource %q", got)
	}
}
