package change

import (
	"regexp"
	"slices"
	"testing"
)

func TestRules(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules() {
		if !regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`).MatchString(r.ID) || seen[r.ID] || !r.Class.valid() || r.What == "" {
			t.Errorf("%+v: twice, or not as rules are", r)
		}
		seen[r.ID] = true
	}
	classes := map[string]Class{}
	for _, r := range Rules() {
		classes[r.ID] = r.Class
	}
	for _, r := range Rules() {
		if r.Class == Additive && !slices.ContainsFunc(r.Inverse, func(id string) bool { return classes[id] == Breaking }) {
			t.Errorf("%s is additive, and nothing breaks backwards: %v", r.ID, r.Inverse)
		}
		for _, id := range r.Inverse {
			if !seen[id] {
				t.Errorf("%s: its inverse %s is no rule", r.ID, id)
			}
		}
	}
}
