package change

import (
	"fmt"
	"strconv"
	"strings"
)

// Version is the version rule: BREAKING asks for a major version, EXPOSURE and
// ADDITIVE for a minor, PROMPT and BEHAVIOUR for a patch. Before 1.0.0 a minor
// version is enough to break, as semver's readers are used to.
type Version struct {
	Old   string `json:"old,omitempty"`
	New   string `json:"new,omitempty"`
	Need  string `json:"need"`            // major, minor, patch or none
	Bump  string `json:"bump"`            // major, minor, patch, none, back, or unknown
	Least string `json:"least,omitempty"` // the smallest version that would do
	Small bool   `json:"small,omitempty"` // the bump is smaller than the need: a finding
	What  string `json:"what,omitempty"`  // the finding in words
}

// steps are the sizes of a bump, smallest first.
func steps() []string { return []string{"none", "patch", "minor", "major"} }

func size(bump string) int {
	for i, s := range steps() {
		if s == bump {
			return i
		}
	}
	return -1
}

func need(c Class) string {
	switch c {
	case Breaking:
		return "major"
	case Exposure, Additive:
		return "minor"
	case Prompt, Behaviour:
		return "patch"
	}
	return "none"
}

// judge fills in v from the changes of r.
func (v *Version) judge(r *Report) {
	v.Need, v.Bump = "none", "unknown"
	for _, c := range r.Changes {
		if n := need(c.Class); size(n) > size(v.Need) {
			v.Need = n
		}
	}
	if r.Old == nil || r.New == nil {
		return
	}
	v.Old, v.New = r.Old.Version, r.New.Version
	old, okOld := parseVersion(v.Old)
	now, okNew := parseVersion(v.New)
	switch {
	case !okOld:
		return // no version was promised
	case !okNew:
		v.Small = v.Need != "none"
		if v.Small {
			v.What = fmt.Sprintf("The version was %s and is %s.", v.Old, orNothing(v.New))
		}
		return
	}
	v.Bump = bump(old, now)
	least := v.Need
	if old[0] == 0 && now[0] == 0 && least != "none" {
		least = steps()[max(size(least)-1, 1)]
	}
	if v.Bump == "back" {
		v.Small, v.What = true, fmt.Sprintf("The version goes back from %s to %s.", v.Old, v.New)
		return
	}
	if size(v.Bump) < size(least) {
		v.Small, v.Least = true, raised(old, least)
		v.What = fmt.Sprintf("The version goes from %s to %s; these changes need %s or later.", v.Old, v.New, v.Least)
		if v.Bump == "none" {
			v.What = fmt.Sprintf("The version stays %s; these changes need %s or later.", v.Old, v.Least)
		}
	}
}

func orNothing(s string) string {
	if s == "" {
		return "not stated now"
	}
	return s + ", which is no semantic version"
}

// parseVersion reads MAJOR.MINOR.PATCH; a pre-release or build is left out.
func parseVersion(s string) (v [3]int, ok bool) {
	core, _, _ := strings.Cut(strings.TrimPrefix(s, "v"), "+")
	core, _, _ = strings.Cut(core, "-")
	parts := strings.Split(core, ".")
	if len(parts) != 3 {
		return v, false
	}
	for i, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil || n < 0 {
			return v, false
		}
		v[i] = n
	}
	return v, true
}

func bump(old, now [3]int) string {
	for i, name := range [...]string{"major", "minor", "patch"} {
		switch {
		case now[i] > old[i]:
			return name
		case now[i] < old[i]:
			return "back"
		}
	}
	return "none"
}

func raised(v [3]int, by string) string {
	switch by {
	case "major":
		v = [3]int{v[0] + 1}
	case "minor":
		v = [3]int{v[0], v[1] + 1}
	case "patch":
		v[2]++
	}
	return fmt.Sprintf("%d.%d.%d", v[0], v[1], v[2])
}
