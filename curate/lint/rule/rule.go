// Package rule is the table of lint rules as data: what each finds, why that
// matters, where that is known from, and how severe it is in which profile.
//
// It must not know how a rule is carried out. Start at All.
//
// Not in the table, because nothing can break them or others keep them: that a
// stored result belongs to its caller, that no argument reaches a server's host,
// that arrays are wrapped into an object and results are capped (the format and
// the envelope see to it); that a version rises with a change (a comparison of
// two sets); that evals which need a model are fresh.
package rule

import (
	"encoding/json"
	"slices"

	"github.com/oatools/oatools/compile/diag"
)

// Profile says how strict a run is.
type Profile string

// The profiles.
const (
	Draft     Profile = "draft"     // only what is wrong: for somebody who is still writing
	Team      Profile = "team"      // what a team agrees on before it merges
	Regulated Profile = "regulated" // weak contracts are errors, evals are required
)

// Profiles lists the profiles, the mildest first.
func Profiles() []Profile { return []Profile{Draft, Team, Regulated} }

// Valid reports whether p is one of Profiles.
func (p Profile) Valid() bool { return slices.Contains(Profiles(), p) }

// Levels are the severities of a rule, a letter for each of Profiles: E error,
// W warning, I info, - off. Empty: off everywhere.
type Levels string

// MarshalJSON gives the severity of each profile by its name, those that are off
// left out.
func (l Levels) MarshalJSON() ([]byte, error) {
	by := map[Profile]diag.Severity{}
	for _, p := range Profiles() {
		if s := l.Of(p); s != "" {
			by[p] = s
		}
	}
	return json.Marshal(by)
}

// Of gives the severity under p; empty means that the rule is off.
func (l Levels) Of(p Profile) diag.Severity {
	i := slices.Index(Profiles(), p)
	if i < 0 || i >= len(l) {
		return ""
	}
	switch l[i] {
	case 'E':
		return diag.Error
	case 'W':
		return diag.Warning
	case 'I':
		return diag.Info
	}
	return ""
}

// Group is a heading of the table.
type Group string

// The groups, in the table's order.
const (
	References Group = "References"
	Names      Group = "Names"
	Text       Group = "Text"
	Input      Group = "Arguments"
	Result     Group = "Result"
	Contract   Group = "Contract"
	Toolset    Group = "Toolset"
	Waivers    Group = "Waivers"
	Providers  Group = "Providers"
)

// Groups lists the groups in the table's order.
func Groups() []Group {
	return []Group{References, Names, Text, Input, Result, Contract, Toolset, Waivers, Providers}
}

// Need says what a rule reads beside the set.
type Need uint8

// The needs. An artifact alone has neither overlay nor description.
const (
	NeedSet     Need = iota // the set is enough
	NeedOverlay             // what the author wrote
	NeedSpec                // the operation, as the description has it
)

// Rule is a row of the table. Its id is the code of its findings: part of the
// interface, never used for something else.
type Rule struct {
	ID       string `json:"id"`
	Group    Group  `json:"group"`
	Levels   Levels `json:"levels"`
	Raised   Levels `json:"raised,omitempty"` // where RaisedIf holds; empty: as Levels
	RaisedIf string `json:"raised_if,omitempty"`
	Fixed    bool   `json:"fixed,omitempty"` // can be neither lowered nor waived
	Build    bool   `json:"build,omitempty"` // found by the compiler, and by a check here if there is one
	Need     Need   `json:"-"`

	What     string `json:"what"`     // what is found
	Why      string `json:"why"`      // what goes wrong otherwise
	Evidence string `json:"evidence"` // where that is known from
	Example  string `json:"example"`  // wrong → right
}

// Severity gives the severity of a finding under p; empty means none.
func (r *Rule) Severity(p Profile, raised bool) diag.Severity {
	if raised && r.Raised != "" {
		return r.Raised.Of(p)
	}
	return r.Levels.Of(p)
}
