package expenses

import (
	"mime"
	"net/http"
	"slices"

	"github.com/oatools/oatools/specs/expenses/object"
)

// object reads the JSON object of the body. A body that is none is a 400;
// everything wrong inside one is reported by reject as a 422.
func (c *call) object(media ...string) (*object.Object, *reply) {
	kind, _, err := mime.ParseMediaType(c.Header.Get("Content-Type"))
	if err != nil || !slices.Contains(append(media, "application/json"), kind) {
		return nil, problem(http.StatusUnsupportedMediaType, "unsupported_media_type",
			"The Content-Type must be application/json.")
	}
	o, why := object.Read(c.body)
	if o == nil {
		return nil, problem(http.StatusBadRequest, "malformed_json", why)
	}
	return o, nil
}

// reject returns the 422 for everything found in the body so far, or nil.
func reject(body *object.Object) *reply {
	faults := body.Faults()
	if len(faults) == 0 {
		return nil
	}
	errs := make([]fieldError, len(faults))
	for i, f := range faults {
		errs[i] = fieldError{Pointer: f.Pointer, Detail: f.Detail}
	}
	return problem(http.StatusUnprocessableEntity, "invalid_body", "The body is not acceptable; see errors.", errs...)
}
