package shown

import (
	"strings"
	"testing"
)

func TestLegal(t *testing.T) {
	for in, want := range map[string]string{
		"plain": "plain", "filter[name]": "filter_name", "include[]": "include", "$top": "top", "StartTime<": "StartTime_lt",
		"StartTime>": "StartTime_gt", "a b": "a_b", "": "field", "名前": "field", strings.Repeat("x", 70): strings.Repeat("x", 64),
	} {
		if got := legal(in); got != want {
			t.Errorf("Legal(%q) = %q, want %q", in, got, want)
		}
	}
}
