package mcpserver

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
	depth, quoted := 0, false
	for i := 0; i < len(msg); i++ {
		c := msg[i]
		keep := depth <= deepest
		switch {
		case quoted:
			if c == '\\' && i+1 < len(msg) {
				if keep {
					out = append(out, c)
				}
				i++
				c = msg[i]
			} else if c == '"' {
				quoted = false
			}
		case c == '"':
			quoted = true
		case c == '{' || c == '[':
			depth++
			if depth == deepest+1 {
				out = append(out, "null"...)
			}
			keep = depth <= deepest
		case c == '}' || c == ']':
			depth--
		}
		if keep {
			out = append(out, c)
		}
	}
	return out
}

// deeper reports whether msg nests deeper than deepest.
func deeper(msg []byte) bool {
	depth, quoted := 0, false
	for i := 0; i < len(msg); i++ {
		switch c := msg[i]; {
		case quoted:
			if c == '\\' {
				i++
			} else if c == '"' {
				quoted = false
			}
		case c == '"':
			quoted = true
		case c == '{' || c == '[':
			if depth++; depth > deepest {
				return true
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return false
}
