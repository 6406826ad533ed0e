// Package source reads the files of an API description and follows the
// references between them.
//
// It knows references, JSON Pointers and anchors, and nothing of what stands at
// either end. It never reaches the network and never leaves the folder of the
// root file. Start at Open, then Source.Find.
package source
