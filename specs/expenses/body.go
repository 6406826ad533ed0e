package expenses

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// object reads a JSON object of a request body and collects what is wrong
// with it. Each reader method takes its member out; what is left at the end is
// unknown to the document.
type object struct {
	at      string // pointer to the object
	members map[string]any
	errs    *[]fieldError
}

// object decodes the body. A body that is no JSON object is a 400, everything
// wrong inside one is reported by reject as a 422.
func (c *call) object(media ...string) (*object, *reply) {
	kind, _, err := mime.ParseMediaType(c.Header.Get("Content-Type"))
	if err != nil || !slices.Contains(append(media, "application/json"), kind) {
		return nil, problem(http.StatusUnsupportedMediaType, "unsupported_media_type",
			"The Content-Type must be application/json.")
	}
	dec := json.NewDecoder(bytes.NewReader(c.body))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		return nil, problem(http.StatusBadRequest, "malformed_json", "The body is not JSON.")
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, problem(http.StatusBadRequest, "malformed_json", "There is more after the JSON value.")
	}
	members, ok := value.(map[string]any)
	if !ok {
		return nil, problem(http.StatusBadRequest, "malformed_json", "The body must be a JSON object.")
	}
	return &object{members: members, errs: new([]fieldError)}, nil
}

// reject returns the 422 for everything found so far, or nil.
func (o *object) reject() *reply {
	for _, name := range slices.Sorted(maps.Keys(o.members)) {
		o.fail(name, "is not known")
	}
	if len(*o.errs) == 0 {
		return nil
	}
	return problem(http.StatusUnprocessableEntity, "invalid_body", "The body is not acceptable; see errors.", *o.errs...)
}

func (o *object) fail(name, detail string) {
	*o.errs = append(*o.errs, fieldError{Pointer: o.pointer(name), Detail: detail})
}

func (o *object) pointer(name string) string {
	return o.at + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
}

// take removes a member. Missing and required is reported.
func (o *object) take(name string, required bool) (any, bool) {
	value, ok := o.members[name]
	delete(o.members, name)
	if !ok && required {
		o.fail(name, "is required")
	}
	return value, ok
}

// text reads a string of least to most characters.
func (o *object) text(name string, required bool, least, most int) string {
	value, ok := o.take(name, required)
	if !ok {
		return ""
	}
	return o.checkText(name, value, least, most)
}

func (o *object) checkText(name string, value any, least, most int) string {
	s, ok := value.(string)
	switch n := utf8.RuneCountInString(s); {
	case !ok:
		o.fail(name, "must be a string")
	case n < least:
		o.fail(name, "must not be empty")
	case n > most:
		o.fail(name, fmt.Sprintf("must have at most %d characters", most))
	}
	return s
}

// oneOf reads a string out of a fixed list.
func (o *object) oneOf(name string, required bool, allowed []string) string {
	value, ok := o.take(name, required)
	if !ok {
		return ""
	}
	s, _ := value.(string)
	if !slices.Contains(allowed, s) {
		o.fail(name, "must be one of "+strings.Join(allowed, ", "))
	}
	return s
}

// integer reads a whole number. 12.0 is whole, as JSON Schema has it.
func (o *object) integer(name string, required bool, least, most int64) int64 {
	value, ok := o.take(name, required)
	if !ok {
		return 0
	}
	n, err := wholeNumber(value)
	switch {
	case err != nil:
		o.fail(name, "must be an integer")
	case n < least || n > most:
		o.fail(name, fmt.Sprintf("must be between %d and %d", least, most))
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

// dollars reads a number above zero and at most most.
func (o *object) dollars(name string, most float64) float64 {
	value, ok := o.take(name, false)
	if !ok {
		return 0
	}
	number, _ := value.(json.Number)
	f, err := number.Float64()
	switch {
	case err != nil:
		o.fail(name, "must be a number")
	case f <= 0 || f > most:
		o.fail(name, "must be above 0 and at most "+strconv.FormatFloat(most, 'g', -1, 64))
	}
	return f
}

// texts reads an array of strings.
func (o *object) texts(name string, required bool, most, longest int) []string {
	value, ok := o.take(name, required)
	if !ok {
		return nil
	}
	list, ok := value.([]any)
	if !ok {
		o.fail(name, "must be an array")
		return nil
	}
	if len(list) > most {
		o.fail(name, fmt.Sprintf("must have at most %d items", most))
	}
	items := &object{at: o.pointer(name), errs: o.errs}
	var out []string
	for i, item := range list {
		out = append(out, items.checkText(strconv.Itoa(i), item, 0, longest))
	}
	return out
}

// child reads an object; done reports what is unknown in it. Not ok means that
// there is none to read, which has been reported where it matters.
func (o *object) child(name string, required bool) (child *object, ok bool) {
	value, ok := o.take(name, required)
	if !ok {
		return nil, false
	}
	members, ok := value.(map[string]any)
	if !ok {
		o.fail(name, "must be an object")
		return nil, false
	}
	return &object{at: o.pointer(name), members: members, errs: o.errs}, true
}

// done reports the members of a child that nobody took.
func (o *object) done() {
	for _, name := range slices.Sorted(maps.Keys(o.members)) {
		o.fail(name, "is not known")
	}
}
