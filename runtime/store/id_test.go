package store

import (
	"strings"
	"testing"
)

func TestNewID(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		id := NewID(PrefixCursor)
		if seen[id] || len(id) > 40 || CheckID(PrefixCursor, "cursor", id) != "" {
			t.Fatalf("NewID = %q: seen %v, %s", id, seen[id], CheckID(PrefixCursor, "cursor", id))
		}
		seen[id] = true
	}
}

func TestSequentialID(t *testing.T) {
	seen := map[string]bool{}
	for _, n := range []uint64{0, 1, 31, 32, 1 << 40, 1<<64 - 1} {
		id := SequentialID(PrefixToken, n)
		if seen[id] || id != SequentialID(PrefixToken, n) || CheckID(PrefixToken, "confirm_token", id) != "" {
			t.Errorf("SequentialID(%d) = %q: seen %v, %s", n, id, seen[id], CheckID(PrefixToken, "confirm_token", id))
		}
		seen[id] = true
	}
}

func TestCheckIDTellsMistakes(t *testing.T) {
	id := NewID(PrefixToken)
	for _, tt := range []struct{ name, id, want string }{
		{"cut off", id[:len(id)-1], "not copied correctly"},
		{"one character more", id + "0", "not copied correctly"},
		{"empty", "", "not copied correctly"},
		{"upper case", strings.ToUpper(id), "not copied correctly"},
		{"another kind", NewID(PrefixCursor), "another kind of reference"},
	} {
		if got := CheckID(PrefixToken, "confirm_token", tt.id); !strings.Contains(got, tt.want) {
			t.Errorf("%s: CheckID(%q) = %q, want words %q", tt.name, tt.id, got, tt.want)
		}
	}
}

// A slip in one place is noticed nearly always.
func TestCheckIDNoticesSlips(t *testing.T) {
	missed, tried := 0, 0
	for range 50 {
		id := NewID(PrefixToken)
		for i := len(PrefixToken); i < len(id); i++ {
			for _, c := range alphabet {
				if byte(c) == id[i] {
					continue
				}
				tried++
				if CheckID(PrefixToken, "x", id[:i]+string(c)+id[i+1:]) == "" {
					missed++
				}
			}
		}
	}
	if missed*500 > tried {
		t.Errorf("%d of %d slips were not noticed", missed, tried)
	}
}
