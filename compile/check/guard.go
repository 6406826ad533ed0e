package check

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// scan walks a value that does not need to come from Decode and counts its
// nodes. It refuses what the validator cannot take.
type scan struct {
	nodes int
	at    []string
	why   string
}

func (s *scan) value(v any, depth int) bool {
	if s.nodes++; s.nodes > defaultNodes {
		s.why = fmt.Sprintf("too many values: at most %d are taken", defaultNodes)
		return false
	}
	switch v := v.(type) {
	case nil, bool, string:
		return true
	case json.Number:
		return s.number(string(v))
	case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64:
		return true
	case float64:
		return s.float(v)
	case float32:
		return s.float(float64(v))
	case map[string]any:
		if !s.deeper(depth) {
			return false
		}
		for k, e := range v {
			if !s.value(e, depth+1) {
				s.at = append(s.at, k)
				return false
			}
		}
		return true
	case []any:
		if !s.deeper(depth) {
			return false
		}
		for i, e := range v {
			if !s.value(e, depth+1) {
				s.at = append(s.at, strconv.Itoa(i))
				return false
			}
		}
		return true
	}
	s.why = "not a JSON value"
	return false
}

func (s *scan) deeper(depth int) bool {
	if depth >= defaultDepth {
		s.why = fmt.Sprintf("nested too deep: at most %d levels are taken", defaultDepth)
		return false
	}
	return true
}

func (s *scan) float(f float64) bool {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		s.why = "not a JSON number"
		return false
	}
	return true
}

// number accepts short plain literals at once and looks closer at the rest.
func (s *scan) number(text string) bool {
	plain := len(text) > 0 && len(text) <= maxDigits
	for i := 0; plain && i < len(text); i++ {
		c := text[i]
		plain = c >= '0' && c <= '9' || c == '-' && i == 0 && len(text) > 1
	}
	if plain {
		return true
	}
	if !json.Valid([]byte(text)) || text[0] != '-' && (text[0] < '0' || text[0] > '9') {
		s.why = "not a JSON number"
		return false
	}
	s.why = badNumber(text, maxDigits, maxExponent)
	return s.why == ""
}
