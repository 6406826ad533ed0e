// Package overlay reads the overlay format into a typed model in which every
// value keeps its place.
//
// It judges what the file alone can tell: unknown keys, kinds of values, legal
// words, secrets written out. It must not know API descriptions or tools that
// come of them: that is package curate. Start at Parse; the model is Overlay.
package overlay
