// Package oas reads API descriptions of any dialect into documents and
// operations. It is the only home of kin-openapi.
package oas

// Document is one API description.
type Document struct{}
