package sanitise

import "strings"

// markers are words that chat templates use as frames.
var markers = [...]string{
	"[INST]", "[/INST]", "<<SYS>>", "<</SYS>>", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]",
	"[TOOL_CALLS]", "[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]",
}

// frames are names of elements that tool protocols and agents frame a
// conversation with.
var frames = [...]string{
	"system", "system-reminder", "system_prompt", "start_of_turn", "end_of_turn",
	"tool_result", "tool_results", "tool_call", "tool_calls", "tool_response", "tool_use",
	"function_call", "function_calls", "function_result", "function_results", "function_response", "invoke",
}

// bar is the wide bar that some chat templates have in place of |.
const bar = "\uff5c"

// braces rewrites a marker, byte for byte.
var braces = strings.NewReplacer("<", "{", ">", "}", "[", "{", "]", "}")

func defuseMarkers(s string, first byte, c *Counts) string {
	var out strings.Builder
	start := 0
	for i := 0; i < len(s); i++ {
		if s[i] != first {
			continue
		}
		n := marker(s[i:])
		if n == 0 {
			continue
		}
		out.WriteString(s[start:i])
		out.WriteString(braces.Replace(s[i : i+n]))
		start, i = i+n, i+n-1
		c.Marker++
	}
	if start == 0 {
		return s
	}
	out.WriteString(s[start:])
	return out.String()
}

// marker gives the length of the marker at the start of s; 0: there is none.
func marker(s string) int {
	for _, m := range markers {
		if prefixFold(s, m) {
			return len(m)
		}
	}
	if s[0] != '<' {
		return 0
	}
	if n := barred(s, "|"); n > 0 {
		return n
	}
	if n := barred(s, bar); n > 0 {
		return n
	}
	return frame(s)
}

// barred gives the length of <|name|> at the start of s, which frames in many
// templates; bar may be another one.
func barred(s, bar string) int {
	const longest = 80
	rest, ok := strings.CutPrefix(s[1:], bar)
	if !ok {
		return 0
	}
	name, rest, ok := strings.Cut(rest[:min(len(rest), longest)], bar)
	if !ok || name == "" || !strings.HasPrefix(rest, ">") || strings.ContainsAny(name, "<>[] \t\n") {
		return 0
	}
	return 1 + len(bar) + len(name) + len(bar) + 1
}

// frame gives the length of the tag of a frame at the start of s, with what stands
// in it. Of a tag that does not end it is the start.
func frame(s string) int {
	const longest = 200
	at := 1
	if at < len(s) && s[at] == '/' {
		at++
	}
	name := s[at:min(len(s), at+longest)]
	end := strings.IndexAny(name, " \t\n/><")
	if end < 0 {
		end = len(name)
	}
	name = name[:end]
	// The prefix of a namespace changes nothing for a reader.
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		at, name = at+i+1, name[i+1:]
	}
	known := false
	for _, f := range frames {
		known = known || len(name) == len(f) && equalFold(name, f)
	}
	if !known {
		return 0
	}
	at += len(name)
	for i := at; i < len(s) && i < at+longest; i++ {
		switch s[i] {
		case '>':
			return i + 1
		case '<', '\n':
			return at
		}
	}
	return at
}
