package runtime

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/oatools/oatools/compile/tool"
)

// properties gives the names of a schema's properties in their order.
func properties(t *testing.T, schema json.RawMessage) []string {
	t.Helper()
	var s struct {
		Type       string
		Properties json.RawMessage
	}
	if err := json.Unmarshal(schema, &s); err != nil {
		t.Fatalf("%s: %v", schema, err)
	}
	if s.Type != "object" {
		t.Errorf("root type %q, want object", s.Type)
	}
	dec := json.NewDecoder(strings.NewReader(string(s.Properties)))
	dec.Token()
	var names []string
	for dec.More() {
		key, _ := dec.Token()
		var v json.RawMessage
		if err := dec.Decode(&v); err != nil {
			t.Fatal(err)
		}
		names = append(names, key.(string))
	}
	return names
}

func TestEnvelopeSchemaListsEveryFieldOfResult(t *testing.T) {
	var want []string
	for i := range reflect.TypeFor[Result]().NumField() {
		name, _, _ := strings.Cut(reflect.TypeFor[Result]().Field(i).Tag.Get("json"), ",")
		if name != "-" {
			want = append(want, name)
		}
	}
	if diff := cmp.Diff(want, properties(t, EnvelopeSchema())); diff != "" {
		t.Errorf("EnvelopeSchema (-Result +schema):\n%s", diff)
	}
}

func TestOutputSchemaShowsOnlyWhatTheShapeProduces(t *testing.T) {
	common := []string{"status", "data", "handle", "error", "side_effect", "allowed_next_actions", "receipt", "untrusted", "data_source", "truncated", "sanitised"}
	for _, tt := range []struct {
		name string
		tool tool.Tool
		more []string
	}{
		{"query", tool.Tool{Shape: tool.ShapeQuery}, nil},
		{"paged query", tool.Tool{Shape: tool.ShapeQuery, Result: tool.Result{Page: &tool.Page{}, Extras: map[string]string{"total": "n"}}}, []string{"next_cursor", "total"}},
		{"query of several pages", tool.Tool{Shape: tool.ShapeQuery, Result: tool.Result{Page: &tool.Page{Auto: &tool.Auto{}}}}, []string{"next_cursor", "pages"}},
		{"command", tool.Tool{Shape: tool.ShapeCommand, Command: &tool.Command{}}, []string{"plan", "confirm_token", "expires_at", "operation_id"}},
		{"command without confirmation", tool.Tool{Shape: tool.ShapeCommand, Command: &tool.Command{Confirm: tool.Confirm{None: "harmless"}}}, []string{"plan", "operation_id"}},
		{"job", tool.Tool{Shape: tool.ShapeJob}, []string{"job_id", "poll_after_s", "progress", "operation_id"}},
		{"human", tool.Tool{Shape: tool.ShapeHuman}, []string{"expires_at", "job_id", "poll_after_s", "progress", "ticket", "operation_id"}},
		{"handle", tool.Tool{Shape: tool.ShapeHandle}, []string{"expires_at", "total"}},
	} {
		got := properties(t, OutputSchema(&tt.tool))
		want := slices.Concat(common, tt.more)
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

func TestOutputSchemaLiftsDefinitions(t *testing.T) {
	got := OutputSchema(&tool.Tool{Shape: tool.ShapeQuery, Output: tool.Schema(`{"type":"array","items":{"$ref":"#/$defs/Pet"},"$defs":{"Pet":{"type":"object"}}}`)})
	var s struct {
		Properties struct{ Data json.RawMessage }
		Defs       json.RawMessage `json:"$defs"`
	}
	if err := json.Unmarshal(got, &s); err != nil {
		t.Fatal(err)
	}
	if want := `{"type":"array","items":{"$ref":"#/$defs/Pet"}}`; string(s.Properties.Data) != want {
		t.Errorf("data = %s, want %s", s.Properties.Data, want)
	}
	if want := `{"Pet":{"type":"object"}}`; string(s.Defs) != want {
		t.Errorf("$defs = %s, want %s", s.Defs, want)
	}
}

func TestCodes(t *testing.T) {
	seen := map[Code]bool{}
	for _, c := range Codes() {
		if seen[c] || !c.Valid() || c.Doc() == "" || c.Message() == "" {
			t.Errorf("code %q is listed twice or has no words", c)
		}
		seen[c] = true
		if p := NewProblem(c, ""); p.Message != c.Message() || p.Retryable != c.Retryable() {
			t.Errorf("NewProblem(%q) = %+v", c, p)
		}
	}
	if Code("nonsense").Valid() || !Code("nonsense").IsError() {
		t.Error("an unknown code is no code, and an error")
	}
	if (&Result{Status: StatusError, Error: NewProblem(CodeInProgress, "")}).IsError() || !(*Result)(nil).IsError() {
		t.Error("an operation that still runs is no failed call; no result is one")
	}
}
