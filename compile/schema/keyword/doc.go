// Package keyword knows the keywords of JSON Schema 2020-12: where they hold
// schemas, which of them only inform, and whether a value meets those that stand
// in one schema.
//
// It looks at one schema at a time, follows no reference and reports nothing.
// Start at Map and Fits.
package keyword
