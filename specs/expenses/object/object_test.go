package object

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func read(t *testing.T, text string) *Object {
	t.Helper()
	o, why := Read([]byte(text))
	if o == nil {
		t.Fatalf("%s: %s", text, why)
	}
	return o
}

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		`{}`:          "",
		` {"a": 1}  `: "",
		``:            "The body is not JSON.",
		`{"a":`:       "The body is not JSON.",
		`{} {}`:       "There is more after the JSON value.",
		`{}]`:         "There is more after the JSON value.",
		`[{}]`:        "The body must be a JSON object.",
		`null`:        "The body must be a JSON object.",
	} {
		if o, why := Read([]byte(text)); why != want || (o == nil) != (want != "") {
			t.Errorf("Read(%s) = %v, %q, want %q", text, o, why, want)
		}
	}
}

// Every method takes its member; what it cannot read is a fault at its place and
// reads as nothing that could pass for an answer.
func TestMembers(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		read       func(o *Object) any
		want       any
		faults     []Fault
	}{
		{"a text", `{"a":"é"}`, func(o *Object) any { return o.Text("a", true, 1, 1) }, "é", nil},
		{"a text that is missing", `{}`, func(o *Object) any { return o.Text("a", true, 1, 9) }, "", []Fault{{"/a", "is required"}}},
		{"a text that may be missing", `{}`, func(o *Object) any { return o.Text("a", false, 1, 9) }, "", nil},
		{"no text", `{"a":1}`, func(o *Object) any { return o.Text("a", true, 1, 9) }, "", []Fault{{"/a", "must be a string"}}},
		{"an empty text", `{"a":""}`, func(o *Object) any { return o.Text("a", true, 1, 9) }, "", []Fault{{"/a", "must not be empty"}}},
		{"a long text", `{"a":"ab"}`, func(o *Object) any { return o.Text("a", true, 0, 1) }, "ab", []Fault{{"/a", "must have at most 1 characters"}}},
		{"one of a list", `{"a":"y"}`, func(o *Object) any { return o.OneOf("a", true, []string{"x", "y"}) }, "y", nil},
		{"none of a list", `{"a":["y"]}`, func(o *Object) any { return o.OneOf("a", true, []string{"x", "y"}) }, "", []Fault{{"/a", "must be one of x, y"}}},
		{"a whole number", `{"a":12.0}`, func(o *Object) any { return o.Integer("a", true, 1, 12) }, int64(12), nil},
		{"a broken number", `{"a":12.5}`, func(o *Object) any { return o.Integer("a", true, 1, 99) }, int64(0), []Fault{{"/a", "must be an integer"}}},
		{"an endless number", `{"a":1e400}`, func(o *Object) any { return o.Integer("a", true, 1, 99) }, int64(0), []Fault{{"/a", "must be an integer"}}},
		{"a number in quotes", `{"a":"1"}`, func(o *Object) any { return o.Integer("a", true, 1, 99) }, int64(0), []Fault{{"/a", "must be an integer"}}},
		{"a large number", `{"a":13}`, func(o *Object) any { return o.Integer("a", true, 1, 12) }, int64(13), []Fault{{"/a", "must be between 1 and 12"}}},
		{"above zero", `{"a":0.25}`, func(o *Object) any { return o.Positive("a", 20) }, 0.25, nil},
		{"zero", `{"a":0}`, func(o *Object) any { return o.Positive("a", 20) }, 0.0, []Fault{{"/a", "must be above 0 and at most 20"}}},
		{"texts", `{"a":["x","y"]}`, func(o *Object) any { return o.Texts("a", true, 2, 1) }, []string{"x", "y"}, nil},
		{"no texts", `{"a":[]}`, func(o *Object) any { return o.Texts("a", true, 2, 1) }, []string{}, nil},
		{"a text where texts belong", `{"a":"x"}`, func(o *Object) any { return o.Texts("a", true, 2, 1) }, []string(nil), []Fault{{"/a", "must be an array"}}},
		{"an odd text among them", `{"a":["x",1]}`, func(o *Object) any { return o.Texts("a", true, 2, 1) }, []string{"x", ""}, []Fault{{"/a/1", "must be a string"}}},
		{"too many texts", `{"a":["x","y"]}`, func(o *Object) any { return o.Texts("a", true, 1, 1) }, []string{"x", "y"}, []Fault{{"/a", "must have at most 1 items"}}},
		{"a child with a stranger", `{"a/b":{"c":1,"~":2}}`, func(o *Object) any {
			child, ok := o.Child("a/b", true)
			if !ok {
				return nil
			}
			defer child.Done()
			return child.Integer("c", true, 1, 1)
		}, int64(1), []Fault{{"/a~1b/~0", "is not known"}}},
		{"no child", `{"a":[]}`, func(o *Object) any { _, ok := o.Child("a", true); return ok }, false, []Fault{{"/a", "must be an object"}}},
		{"null", `{"a":null}`, func(o *Object) any { return o.Has("a") && o.Null("a") && !o.Has("a") }, true, nil},
		{"not null", `{"a":1}`, func(o *Object) any { return o.Null("a") }, false, []Fault{{"/a", "is not known"}}},
		{"strangers", `{"b":1,"a":2}`, func(o *Object) any { return o.Empty() }, false, []Fault{{"/a", "is not known"}, {"/b", "is not known"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o := read(t, tt.text)
			if diff := cmp.Diff(tt.want, tt.read(o)); diff != "" {
				t.Errorf("value (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.faults, append([]Fault(nil), o.Faults()...)); diff != "" || o.Sound() != (tt.faults == nil) {
				t.Errorf("sound %v, faults (-want +got):\n%s", o.Sound(), diff)
			}
		})
	}
}

// FuzzObject states: whatever stands in a body, reading it ends; what is read
// without a fault is the whole body, as the standard library reads it; every
// fault has a place.
func FuzzObject(f *testing.F) {
	f.Add([]byte(`{"name":"x","n":1,"in":{"list":["a"]}}`))
	f.Add([]byte(`{"name":"","n":1e99,"in":{"list":[null,{}]},"~/":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var want map[string]any
		err := json.Unmarshal(data, &want)
		o, why := Read(data)
		if o == nil {
			if err == nil && want != nil {
				t.Fatalf("%q is an object, and refused: %s", data, why)
			}
			return
		}
		list := []any{}
		got := map[string]any{"name": o.Text("name", true, 1, 10), "n": float64(o.Integer("n", true, 1, 10))}
		if in, ok := o.Child("in", true); ok {
			for _, text := range in.Texts("list", true, 3, 5) {
				list = append(list, text)
			}
			in.Done()
		}
		got["in"] = map[string]any{"list": list}
		faults := o.Faults()
		if len(faults) == 0 && !cmp.Equal(want, got) {
			t.Errorf("%q (-want +got):\n%s", data, cmp.Diff(want, got))
		}
		for _, fault := range faults {
			if !strings.HasPrefix(fault.Pointer, "/") || fault.Detail == "" {
				t.Errorf("%q: a fault without place or words: %+v", data, fault)
			}
		}
	})
}
