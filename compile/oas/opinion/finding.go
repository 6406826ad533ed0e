package opinion

import (
	"errors"
	"fmt"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/oatools/oatools/compile/diag"
)

// finding is what one validation code of kin-openapi is worth. An empty severity
// means that the finding does not matter here.
type finding struct {
	severity diag.Severity
	say      string // our words; the library's own dump whole values
	at       func(o *Operation) diag.Pos
}

// findings is the table of validation codes; what it lacks is a warning in
// general words. It is never written to.
var findings = map[string]finding{
	"parameter-in-invalid":         {severity: diag.Error, say: "a parameter stands in no known place"},
	"parameter-name-required":      {severity: diag.Error, say: "a parameter has no name"},
	"path-parameters-mismatch":     {}, // parameters and template were made to agree, with their own words
	"serialization-method-invalid": {severity: diag.Error, say: "style and explode do not work together"},
	"unresolved-ref":               {severity: diag.Error, say: "a reference leads nowhere"},
	"response-description-required": {
		severity: diag.Info, say: "the response has no description", at: undescribed,
	},
	"content-keys-overlap":             {severity: diag.Warning, say: "media types overlap"},
	"header-content-single-entry":      {severity: diag.Info, say: "a response header has several content types"},
	"content-or-schema-exactly-one":    {severity: diag.Info, say: "a response header needs either schema or content"},
	"encoding-content-type-invalid":    {severity: diag.Warning, say: "the contentType of an encoding is no media type"},
	"request-body-content-required":    {severity: diag.Warning, say: "the request body declares no content", at: bodyPos},
	"operation-responses-required":     {},
	"responses-required":               {},
	"parameter-content-single-entry":   {},
	"path-parameter-required":          {},
	"conflicting-paths":                {},
	"duplicate-operation-id":           {},
	"query-field-for-3-2-plus":         {},
	"summary-field-for-3-1-plus":       {},
	"extra-sibling-fields":             {}, // told as field-unknown, with its place
	"security-scheme-type-invalid":     {},
	"info-title-required":              {},
	"info-version-required":            {},
	"item-schema-field-for-3-2-plus":   {},
	"external-docs-url-required":       {},
	"value-or-external-value-required": {},
}

func undescribed(o *Operation) diag.Pos {
	for _, r := range o.Responses {
		if !r.Node.Has("description") {
			return r.Pos
		}
	}
	return o.Pos
}

func bodyPos(o *Operation) diag.Pos {
	if o.Body != nil {
		return o.BodyPos
	}
	return o.Pos
}

// find tells one finding and reports whether it breaks the operation.
func (j judge) find(o *Operation, err error) (broken bool) {
	var coded openapi3.CodedError
	code := "other"
	if errors.As(err, &coded) {
		code = coded.Code()
	}
	f, known := findings[code]
	if !known {
		f = finding{severity: diag.Warning, say: "the operation does not keep to the specification (" + code + ")"}
	}
	if f.severity == "" {
		return false
	}
	pos := o.Pos
	if f.at != nil {
		pos = f.at(o)
	}
	say := f.say
	var field *openapi3.ParameterFieldValidationError
	if errors.As(err, &field) {
		say += fmt.Sprintf(": parameter %q", field.ParameterName)
		for _, p := range o.Params {
			if p.Name == field.ParameterName {
				pos = p.Pos
			}
		}
	}
	j.Add(diag.Diagnostic{Pos: pos, Severity: f.severity, Code: "spec-" + code, Message: say})
	return f.severity == diag.Error
}
