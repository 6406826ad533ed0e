package object

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Fault is one thing that is wrong with an object or inside it.
type Fault struct {
	Pointer string // JSON Pointer into the body
	Detail  string // a sentence part that follows a name: "must …", "is …"
}

// Object is a JSON object that is being read. Each reader method takes its member
// out; what is left at the end is unknown. A member that is wrong, or required
// and missing, is a Fault and reads as the zero value.
type Object struct {
	at      string // pointer to the object
	members map[string]any
	faults  *[]Fault
}

// Read reads a JSON object out of data. Where that is none, why says what is
// wrong, as a sentence.
func Read(data []byte) (o *Object, why string) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		return nil, "The body is not JSON."
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, "There is more after the JSON value."
	}
	members, ok := value.(map[string]any)
	if !ok {
		return nil, "The body must be a JSON object."
	}
	return &Object{members: members, faults: new([]Fault)}, ""
}

// Faults gives everything found so far, the members that nobody took included.
func (o *Object) Faults() []Fault {
	o.Done()
	return *o.faults
}

// Sound reports whether nothing wrong was found so far, here or in the objects
// around and inside.
func (o *Object) Sound() bool { return len(*o.faults) == 0 }

// Empty reports whether there are no members left.
func (o *Object) Empty() bool { return len(o.members) == 0 }

// Has reports whether the member is there and was not taken.
func (o *Object) Has(name string) bool {
	_, ok := o.members[name]
	return ok
}

// Null takes a member that is null, and reports whether it was.
func (o *Object) Null(name string) bool {
	value, ok := o.members[name]
	if !ok || value != nil {
		return false
	}
	delete(o.members, name)
	return true
}

// Fail reports a member that is wrong in a way that only the caller knows.
func (o *Object) Fail(name, detail string) {
	*o.faults = append(*o.faults, Fault{Pointer: o.pointer(name), Detail: detail})
}

func (o *Object) pointer(name string) string {
	return o.at + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

// Take removes a member. Missing and required is reported.
func (o *Object) Take(name string, required bool) (any, bool) {
	value, ok := o.members[name]
	delete(o.members, name)
	if !ok && required {
		o.Fail(name, "is required")
	}
	return value, ok
}

// Text reads a string of least to most characters.
func (o *Object) Text(name string, required bool, least, most int) string {
	value, ok := o.Take(name, required)
	if !ok {
		return ""
	}
	return o.checkText(name, value, least, most)
}

func (o *Object) checkText(name string, value any, least, most int) string {
	s, ok := value.(string)
	switch n := utf8.RuneCountInString(s); {
	case !ok:
		o.Fail(name, "must be a string")
	case n < least:
		o.Fail(name, "must not be empty")
	case n > most:
		o.Fail(name, fmt.Sprintf("must have at most %d characters", most))
	}
	return s
}

// OneOf reads a string out of a fixed list.
func (o *Object) OneOf(name string, required bool, allowed []string) string {
	value, ok := o.Take(name, required)
	if !ok {
		return ""
	}
	s, _ := value.(string)
	if !slices.Contains(allowed, s) {
		o.Fail(name, "must be one of "+strings.Join(allowed, ", "))
	}
	return s
}

// Integer reads a whole number. 12.0 is whole, as JSON Schema has it.
func (o *Object) Integer(name string, required bool, least, most int64) int64 {
	value, ok := o.Take(name, required)
	if !ok {
		return 0
	}
	n, err := wholeNumber(value)
	switch {
	case err != nil:
		o.Fail(name, "must be an integer")
	case n < least || n > most:
		o.Fail(name, fmt.Sprintf("must be between %d and %d", least, most))
	}
	return n
}

func wholeNumber(value any) (int64, error) {
	number, ok := value.(json.Number)
	if !ok {
		return 0, fmt.Errorf("not a number: %v", value)
	}
	if n, err := number.Int64(); err == nil {
		return n, nil
	}
	f, err := number.Float64()
	if err != nil {
		return 0, fmt.Errorf("read number: %w", err)
	}
	if f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, fmt.Errorf("not whole: %s", number)
	}
	return int64(f), nil
}

// Positive reads a number above zero and at most most.
func (o *Object) Positive(name string, most float64) float64 {
	value, ok := o.Take(name, false)
	if !ok {
		return 0
	}
	number, _ := value.(json.Number)
	f, err := number.Float64()
	switch {
	case err != nil:
		o.Fail(name, "must be a number")
	case f <= 0 || f > most:
		o.Fail(name, "must be above 0 and at most "+strconv.FormatFloat(most, 'g', -1, 64))
	}
	return f
}

// Texts reads an array of strings; nil when there is none.
func (o *Object) Texts(name string, required bool, most, longest int) []string {
	value, ok := o.Take(name, required)
	if !ok {
		return nil
	}
	list, ok := value.([]any)
	if !ok {
		o.Fail(name, "must be an array")
		return nil
	}
	if len(list) > most {
		o.Fail(name, fmt.Sprintf("must have at most %d items", most))
	}
	items := &Object{at: o.pointer(name), faults: o.faults}
	out := make([]string, 0, len(list))
	for i, item := range list {
		out = append(out, items.checkText(strconv.Itoa(i), item, 0, longest))
	}
	return out
}

// Child reads an object; Done reports what is unknown in it. Not ok means that
// there is none to read, which has been reported where it matters.
func (o *Object) Child(name string, required bool) (child *Object, ok bool) {
	value, ok := o.Take(name, required)
	if !ok {
		return nil, false
	}
	members, ok := value.(map[string]any)
	if !ok {
		o.Fail(name, "must be an object")
		return nil, false
	}
	return &Object{at: o.pointer(name), members: members, faults: o.faults}, true
}

// Done reports the members of a child that nobody took.
func (o *Object) Done() {
	for _, name := range slices.Sorted(maps.Keys(o.members)) {
		o.Fail(name, "is not known")
	}
}
