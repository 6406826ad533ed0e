package engine

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/runtime"
)

// A string that holds what the tool takes is read, once, for all that follows:
// the plan, its token and the request are those of the value.
func TestArgumentsInStrings(t *testing.T) {
	var log bytes.Buffer
	d := open(t, setOf(payTool()), func(o *Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	planned := d.plan(`{"cents":"5","to":"eve","dry_run":"true"}`)
	wantOK(t, d.call("pay", confirm(planned.ConfirmToken)))
	want := map[string]any{"cents": json.Number("5"), "to": "eve"}
	if diff := cmp.Diff(want, d.up.sent()[0].In.Args); diff != "" {
		t.Errorf("arguments (-want +got):\n%s", diff)
	}
	if !strings.Contains(log.String(), "/cents /dry_run") {
		t.Errorf("log: %s", &log)
	}
	wantCode(t, d.call("pay", `{"cents":"5.5","dry_run":true}`), runtime.CodeInvalidInput, "/cents")
	wantCode(t, d.call("pay", `{"cents":"5","to":1,"dry_run":true}`), runtime.CodeInvalidInput, "/to")

	literal := open(t, setOf(payTool()), func(o *Options) { o.Literal = true })
	wantCode(t, literal.call("pay", `{"cents":"5","dry_run":true}`), runtime.CodeInvalidInput, "/cents")
}
