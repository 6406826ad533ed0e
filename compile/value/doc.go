// Package value reads typed values out of the tree of a file that people write:
// texts, words, numbers, durations, sizes, lists and maps. What cannot be read is
// reported with its place, what was expected, and the nearest key or word there
// is; the rest of the file is read all the same.
//
// It knows kinds of values and no format: which keys there are, and what becomes
// of a value, its callers say. Start at Reader.
package value
