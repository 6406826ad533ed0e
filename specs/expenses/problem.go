package expenses

import "net/http"

// problemBody is an RFC 9457 document.
type problemBody struct {
	Type      string       `json:"type"`
	Title     string       `json:"title"`
	Status    int          `json:"status"`
	Detail    string       `json:"detail,omitempty"`
	Code      string       `json:"code,omitempty"`
	RequestID string       `json:"request_id,omitempty"`
	Errors    []fieldError `json:"errors,omitempty"`
}

// fieldError names one place of the request that is at fault: a pointer into
// the body, or a parameter.
type fieldError struct {
	Pointer   string `json:"pointer,omitempty"`
	Parameter string `json:"parameter,omitempty"`
	Detail    string `json:"detail"`
}

func problem(status int, code, detail string, errs ...fieldError) *reply {
	r := answer(status, &problemBody{
		Type:   "about:blank",
		Title:  http.StatusText(status),
		Status: status,
		Detail: detail,
		Code:   code,
		Errors: errs,
	})
	return r.with("Content-Type", "application/problem+json")
}

func badParameter(name, detail string) *reply {
	return problem(http.StatusBadRequest, "invalid_parameter", "The parameter "+name+" "+detail+".",
		fieldError{Parameter: name, Detail: detail})
}

func notFound(noun string) *reply {
	return problem(http.StatusNotFound, "not_found", "There is no such "+noun+".")
}

func conflict(code, detail string) *reply {
	return problem(http.StatusConflict, code, detail)
}
