package answer

// anyDepth is the part of a path that stands for any number of keys; anyKey
// stands for one.
const (
	anyDepth = "**"
	anyKey   = "*"
)

// redact deletes what the patterns name from v, in place. Arrays are walked
// through without a part of their own.
func redact(v any, patterns [][]string) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			redact(item, patterns)
		}
	case map[string]any:
		for key, value := range v {
			rest, drop := step(patterns, key)
			if drop {
				delete(v, key)
				continue
			}
			if len(rest) > 0 {
				redact(value, rest)
			}
		}
	}
}

// step moves the patterns below key; drop is true when one ends there.
func step(patterns [][]string, key string) (rest [][]string, drop bool) {
	for _, p := range patterns {
		for p[0] == anyDepth {
			rest = append(rest, p) // stays alive at any depth below
			p = p[1:]
			if len(p) == 0 {
				return nil, true
			}
		}
		if p[0] != key && p[0] != anyKey {
			continue
		}
		if len(p) == 1 {
			return nil, true
		}
		rest = append(rest, p[1:])
	}
	return rest, false
}
