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

// An audit says which arguments were read out of strings, of calls that ran, of
// intents and of calls that were refused; never what stood in them.
func TestAuditNamesWhatWasRead(t *testing.T) {
	a := &auditor{}
	d := open(t, setOf(payTool()), func(o *Options) { o.Audit = a })
	planned := d.plan(`{"cents":"5","to":"mallory","dry_run":"true"}`)
	wantOK(t, d.call("pay", `{"cents":"5","to":"mallory","dry_run":false,"confirm_token":"`+planned.ConfirmToken+`"}`))
	d.call("pay", `{"cents":"77","to":1,"dry_run":true}`)
	d.call("pay", `{"cents":5,"to":"mallory","dry_run":true}`)
	d.call("pay", `{"cents":"5.5","to":"mallory","dry_run":true}`)
	var got []string
	for _, r := range a.records {
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(line), "5.5") || strings.Contains(string(line), "mallory") {
			t.Errorf("values in %s", line)
		}
		got = append(got, r.Event+" "+string(r.Status)+" "+strings.Join(r.Repaired, ","))
	}
	want := []string{"outcome planned cents,dry_run", "intent  cents", "outcome ok cents", "outcome error cents", "outcome planned ", "outcome error "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A name that the model makes up is a value: the argument is named, not the
// place in it.
func TestRepairedAreArguments(t *testing.T) {
	args := map[string]any{"map": map[string]any{"my secret": json.Number("1")}, "a/b": true, "mapped": "1", "a": "x"}
	got := repaired(args, []string{"/map/my secret", "/a~1b", "/map/other"})
	if diff := cmp.Diff([]string{"a/b", "map"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
