// Package body puts the body of a request together from values and their places,
// and writes it as a form, in parts, or raw.
//
// Like package encode, which writes the values themselves, it is pure: values in,
// bytes out, and a Refusal for what cannot be written safely. Equal values give
// equal bytes, boundaries included. It never opens a file: what a reference to
// one stands for is asked of Files, and a path or an address is never one. It
// must not know plans, callers and limits on sizes.
//
// Start at Tree; then Form, Multipart, Raw, or encode.AppendJSON for JSON.
package body
