package mcpserver

import "github.com/oatools/oatools/runtime"

// deepest is how deep a message may nest before the rest is cut. It is above
// what any tool accepts and below what breaks the protocol layer.
const deepest = 128

// shallow gives msg with every container that nests deeper than deepest replaced
// by null. The protocol layer gives up on very deep messages and ends the
// session; what is left here still nests too deep for the engine, which answers
// with a sentence that a model can act on. Valid JSON stays valid JSON, and a
// message that is not too deep is returned as it is.
func shallow(msg []byte) []byte {
	if !deeper(msg) {
		return msg
	}
	out := make([]byte, 0, len(msg))
	kept, cut := 0, false // msg[:kept] is done; cut: it ends with what was cut out
	for i, depth := range runtime.Structure(msg) {
		if depth != deepest+1 || msg[i] == ',' {
			continue
		}
		if cut = !cut; cut {
			out = append(append(out, msg[kept:i]...), "null"...)
		}
		kept = i + 1
	}
	if cut { // the text ends within a container
		return out
	}
	return append(out, msg[kept:]...)
}

// deeper reports whether msg nests deeper than deepest.
func deeper(msg []byte) bool {
	for _, depth := range runtime.Structure(msg) {
		if depth > deepest {
			return true
		}
	}
	return false
}
