package companion

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/answer"
	"github.com/oatools/oatools/runtime/shape"
	"github.com/oatools/oatools/runtime/store"
	"github.com/oatools/oatools/runtime/store/memory"
)

var (
	ada   = runtime.Principal{ID: "ada", Tenant: "acme"}
	eve   = runtime.Principal{ID: "eve", Tenant: "acme"}
	other = runtime.Principal{ID: "ada", Tenant: "other"}
	noon  = time.Date(2030, 1, 2, 12, 0, 0, 0, time.UTC)
)

// room is a store with a clock, and the companions on it.
type room struct {
	env *shape.Env
	now time.Time
	t   *testing.T
}

func newRoom(t *testing.T) *room {
	r := &room{now: noon, t: t}
	clock := func() time.Time { return r.now }
	r.env = &shape.Env{Store: memory.New(memory.Options{Now: clock}), Now: clock, NewID: store.NewID, Log: slog.New(slog.DiscardHandler)}
	return r
}

func (r *room) ask(run shape.Runner, who runtime.Principal, args map[string]any) *runtime.Result {
	r.t.Helper()
	res, err := run(r.t.Context(), &shape.Call{Call: &runtime.Call{ID: "c", Principal: who}, Tool: &tool.Tool{Name: "me"}, Args: args})
	if err != nil {
		r.t.Fatal(err)
	}
	return res
}

// operation records a write of ada's and closes it as f says; a zero f leaves it
// open.
func (r *room) operation(lease time.Duration, f store.Finish) string {
	r.t.Helper()
	id := store.NewID(store.PrefixOperation)
	if _, err := r.env.Store.StartOperation(r.t.Context(), store.Operation{ID: id, Tool: "pay", Principal: ada.Key(), Owner: "o", Lease: r.now.Add(lease), Expires: r.now.Add(time.Hour)}); err != nil {
		r.t.Fatal(err)
	}
	if f.To != "" {
		f.ID, f.From, f.Owner = id, store.OperationStarted, "o"
		if ok, err := r.env.Store.FinishOperation(r.t.Context(), f); !ok || err != nil {
			r.t.Fatal(ok, err)
		}
	}
	return id
}

// A caller learns all of its own writes, and nothing about those of others: they
// answer as if there were none.
func TestGetOperation(t *testing.T) {
	const unknown = "unknown, or its record has expired"
	answered := func(text string) json.RawMessage { return json.RawMessage(text) }
	done := store.Finish{To: store.OperationSucceeded, Effect: runtime.EffectApplied, Result: answered(`{"status":"ok","data":{"id":1},"untrusted":true,"data_source":"api.test"}`)}
	for _, tt := range []struct {
		name  string
		id    func(r *room) string
		who   runtime.Principal
		after time.Duration
		code  runtime.Code // of a failure
		want  string       // in the message, else in the data
		next  int          // actions that are proposed
	}{
		{"its own", func(r *room) string { return r.operation(time.Minute, done) }, ada, 0, "", `"state":"succeeded","side_effect":"applied"`, 0},
		{"of another caller", func(r *room) string { return r.operation(time.Minute, done) }, eve, 0, runtime.CodeInvalidReference, unknown, 0},
		{"of another tenant", func(r *room) string { return r.operation(time.Minute, done) }, other, 0, runtime.CodeInvalidReference, unknown, 0},
		{"of another caller, still running", func(r *room) string { return r.operation(time.Minute, store.Finish{}) }, eve, 0, runtime.CodeInvalidReference, unknown, 0},
		{"never recorded", func(*room) string { return store.NewID(store.PrefixOperation) }, ada, 0, runtime.CodeInvalidReference, unknown, 0},
		{"of another kind", func(*room) string { return store.NewID(store.PrefixHandle) }, ada, 0, runtime.CodeInvalidReference, "another kind", 0},
		{"misspelt", func(r *room) string { id := r.operation(0, done); return id[:len(id)-1] }, ada, 0, runtime.CodeInvalidReference, "not copied correctly", 0},
		{"nothing", func(*room) string { return "" }, ada, 0, runtime.CodeInvalidReference, "", 0},
		{"running", func(r *room) string { return r.operation(time.Minute, store.Finish{}) }, ada, 59 * time.Second, runtime.CodeInProgress, "", 0},
		{"left by a process that is gone", func(r *room) string { return r.operation(time.Minute, store.Finish{}) }, ada, time.Minute, "", `"state":"unknown","side_effect":"unknown"`, 1},
		{"silent", func(r *room) string {
			return r.operation(time.Minute, store.Finish{To: store.OperationUnknown, Effect: runtime.EffectUnknown, Result: answered(`{"status":"error","error":{"code":"unknown_outcome"}}`)})
		}, ada, 0, "", `"result":{"status":"error","error":{"code":"unknown_outcome"}}`, 1},
		{"failed", func(r *room) string {
			return r.operation(time.Minute, store.Finish{To: store.OperationFailed, Effect: runtime.EffectNone, Code: runtime.CodeConflict})
		}, ada, 0, "", `"state":"failed","side_effect":"none"`, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRoom(t)
			id := tt.id(r)
			r.now = r.now.Add(tt.after)
			res := r.ask(NewGetOperation(r.env), tt.who, map[string]any{shape.ArgOperation: id})
			if tt.code != "" {
				if res.Error == nil || res.Error.Code != tt.code || !strings.Contains(res.Error.Message, tt.want) || res.Data != nil || res.SideEffect != runtime.EffectNone {
					t.Errorf("%+v, error %+v", res, res.Error)
				}
				return
			}
			data := fmt.Sprintf("%s", res.Data)
			if res.Error != nil || !strings.Contains(data, tt.want) || !strings.Contains(data, `"began":"2030-01-02T12:00:00Z"`) || len(res.AllowedNextActions) != tt.next {
				t.Errorf("%s, error %+v, next %+v", data, res.Error, res.AllowedNextActions)
			}
			// What was foreign when it was answered is foreign still.
			if foreign := tt.name == "its own"; res.Untrusted != foreign || (res.DataSource != "") != foreign {
				t.Errorf("untrusted %v, from %q", res.Untrusted, res.DataSource)
			}
		})
	}
}

func (r *room) handle(media string, data []byte, items int) string {
	r.t.Helper()
	h := store.Handle{ID: store.NewID(store.PrefixHandle), Principal: ada.Key(), Media: media, Source: "api.test", Size: int64(len(data)), Items: items, Expires: r.now.Add(time.Hour)}
	for i, at := 0, 0; i < items; i++ {
		if i%store.IndexStep == 0 {
			h.Index = append(h.Index, int64(at))
		}
		at += strings.IndexByte(string(data[at:]), '\n') + 1
	}
	if ok, err := r.env.Store.PutHandle(r.t.Context(), h, data); !ok || err != nil {
		r.t.Fatal(ok, err)
	}
	return h.ID
}

func TestReadResult(t *testing.T) {
	const unknown = "unknown or has expired"
	lines := func(n int) []byte {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "%d\n", i)
		}
		return []byte(b.String())
	}
	items := func(n int) func(*room) string {
		return func(r *room) string { return r.handle(answer.MediaLines, lines(n), n) }
	}
	long := strings.Repeat("x", readMax/2-1) + "é and more"
	text := func(s string) func(*room) string {
		return func(r *room) string { return r.handle(answer.MediaText, []byte(s), 0) }
	}
	type args = map[string]any
	num := func(n int) json.Number { return json.Number(fmt.Sprint(n)) }
	for _, tt := range []struct {
		name  string
		id    func(*room) string
		who   runtime.Principal
		after time.Duration
		args  args
		code  runtime.Code
		want  string // in the message, else the data
		next  string // where to read on; empty: nowhere
	}{
		{"its own", items(3), ada, 0, nil, "", "[0,1,2]", ""},
		{"of another caller", items(3), eve, 0, nil, runtime.CodeInvalidReference, unknown, ""},
		{"of another tenant", items(3), other, 0, nil, runtime.CodeInvalidReference, unknown, ""},
		{"expired", items(3), ada, time.Hour, nil, runtime.CodeInvalidReference, unknown, ""},
		{"never stored", func(*room) string { return store.NewID(store.PrefixHandle) }, ada, 0, nil, runtime.CodeInvalidReference, unknown, ""},
		{"of another kind", func(*room) string { return store.NewID(store.PrefixCursor) }, ada, 0, nil, runtime.CodeInvalidReference, "another kind", ""},
		{"misspelt", func(*room) string { return "h_1" }, ada, 0, nil, runtime.CodeInvalidReference, "not copied correctly", ""},
		{"a part", items(300), ada, 0, args{argFrom: num(255), argCount: num(3)}, "", "[255,256,257]", "258"},
		{"the last items", items(300), ada, 0, args{argFrom: num(298), argCount: num(3)}, "", "[298,299]", ""},
		{"just past the end", items(300), ada, 0, args{argFrom: num(300)}, "", "[]", ""},
		{"far past the end", items(3), ada, 0, args{argFrom: num(1 << 40)}, "", "[]", ""},
		{"no items at all", items(0), ada, 0, nil, "", "[]", ""},
		{"a text", text("a\nb"), ada, 0, nil, "", `"a\nb"`, ""},
		{"a text that would be cut inside a character", text(long), ada, 0, nil, "", `"` + long[:readMax/2-1] + `"`, fmt.Sprint(readMax/2 - 1)},
		{"its rest", text(long), ada, 0, args{argFrom: num(readMax/2 - 1)}, "", `"é and more"`, ""},
		{"a text past its end", text("abc"), ada, 0, args{argFrom: num(9)}, "", `""`, ""},
		{"a file", func(r *room) string { return r.handle("image/png", []byte{0xff, 0}, 0) }, ada, 0, nil, "", `"` + base64.StdEncoding.EncodeToString([]byte{0xff, 0}) + `"`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newRoom(t)
			call := args{argHandle: tt.id(r)}
			for k, v := range tt.args {
				call[k] = v
			}
			r.now = r.now.Add(tt.after)
			res := r.ask(NewReadResult(r.env), tt.who, call)
			if tt.code != "" {
				if res.Error == nil || res.Error.Code != tt.code || !strings.Contains(res.Error.Message, tt.want) || res.Data != nil || res.Total != nil || res.ExpiresAt != "" {
					t.Errorf("%+v, error %+v", res, res.Error)
				}
				return
			}
			if got := fmt.Sprintf("%s", res.Data); res.Error != nil || got != tt.want || !res.Untrusted || res.DataSource != "api.test" || res.ExpiresAt != "2030-01-02T13:00:00Z" {
				t.Errorf("%.100s, %+v; want %.100s", got, res, tt.want)
			}
			next := ""
			if len(res.AllowedNextActions) > 0 {
				next = fmt.Sprint(res.AllowedNextActions[0].Args[argFrom])
			}
			if next != tt.next || (res.Truncated != nil) != (tt.next != "") {
				t.Errorf("read on from %q, truncated %+v; want %q", next, res.Truncated, tt.next)
			}
		})
	}
}

// A set may name companions, and say other words to the model, not to us.
func TestNames(t *testing.T) {
	for _, tt := range []struct {
		in         tool.Companion
		name, says string
	}{
		{tool.Companion{}, "read_result", "Reads more"},
		{tool.Companion{Name: "more"}, "more", "Reads more"},
		{tool.Companion{Description: "Other words."}, "read_result", "Other words."},
	} {
		if got := ReadResultTool(tt.in); got.Name != tt.name || !strings.HasPrefix(got.Description, tt.says) || !got.Hints.ReadOnly || !json.Valid(got.Input) {
			t.Errorf("%+v gives %+v", tt.in, got)
		}
	}
	if got := GetOperationTool(tool.Companion{Name: "what", Description: "Tells."}); got.Name != "what" || got.Description != "Tells." || !got.Hints.ReadOnly || !json.Valid(got.Input) {
		t.Errorf("%+v", got)
	}
}
