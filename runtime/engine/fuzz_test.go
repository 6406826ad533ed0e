package engine

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

// Whatever a model writes, a call ends with an envelope that is JSON, and
// without a plan that it was given nothing is written upstream.
func FuzzHandler(f *testing.F) {
	for _, s := range []string{
		`{"q":"x"}`, `{"cents":1,"dry_run":false}`, `{"cents":1,"dry_run":true}`, `{"cursor":"cur_00000000000000000000000000zz"}`,
		`{"cents":1,"dry_run":false,"confirm_token":"ct_00000000000000000000000000zz"}`, `{"q":"x","limit":1e10000000}`, `[]`, `null`, `{"q":"\ud800"}`,
	} {
		f.Add("find", s)
		f.Add("pay", s)
	}
	d := open(f, setOf(findTool(), payTool()))
	d.up.answer = func(*tool.Step, runtime.Inputs) *runtime.Response {
		return ok(map[string]any{"data": list(1, 3), "next": "n"})
	}
	f.Fuzz(func(t *testing.T, name, args string) {
		before := len(d.up.sent())
		r, err := d.Handler()(t.Context(), &runtime.Call{ID: "c", RunID: args, Tool: name, Args: json.RawMessage(args), Principal: ada})
		if err != nil || r == nil {
			t.Fatalf("%s(%s) = %v, %v", name, args, r, err)
		}
		b, err := json.Marshal(r)
		if err != nil || !utf8.Valid(b) || len(b) > 64<<10 {
			t.Fatalf("%s(%s): %d bytes, %v: %s", name, args, len(b), err, b)
		}
		if r.Error != nil && (!r.Error.Code.Valid() || r.Error.Code == runtime.CodeInternal || r.Error.Message == "") {
			t.Fatalf("%s(%s): %s", name, args, b)
		}
		if strings.ContainsRune(string(b), 0x1b) {
			t.Fatalf("an escape reaches the envelope: %q", b)
		}
		for _, s := range d.up.sent()[before:] {
			if s.Method == "POST" {
				t.Fatalf("%s(%s) wrote upstream", name, args)
			}
		}
		d.up.mu.Lock()
		d.up.log = d.up.log[:0]
		d.up.mu.Unlock()
	})
}
