package change

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
)

// Report is the classified difference of two sets.
type Report struct {
	Set     string       `json:"set"` // the new set's name; the old one's when it is gone
	Old     *Side        `json:"old"` // nil: the set is new
	New     *Side        `json:"new"` // nil: the set is gone
	Version Version      `json:"version"`
	Tools   []ToolChange `json:"tools"`   // sorted by name; all tools of both sides
	Changes []Change     `json:"changes"` // by class, then tool, pointer and rule
	// File is where changes without a line of their own are shown: the overlay
	// or artifact of the new side, slash-separated. Diff leaves it empty.
	File string `json:"file,omitempty"`
}

// Side is one of the two sets.
type Side struct {
	Version  string           `json:"version,omitempty"`
	Digest   string           `json:"digest,omitempty"`
	Tools    int              `json:"tools"`
	Tokens   int              `json:"tokens"`             // of all tools
	Audience map[string]Shown `json:"audience,omitempty"` // by audience; "" is what everybody sees
}

// Shown is what one audience is shown.
type Shown struct {
	Tools  int `json:"tools"`
	Tokens int `json:"tokens"`
}

// State is what happened to a tool.
type State string

// The states.
const (
	Same    State = "same"
	Added   State = "added"
	Removed State = "removed"
	Renamed State = "renamed"
	Changed State = "changed"
)

// ToolChange is what happened to one tool.
type ToolChange struct {
	Name  string `json:"name"`          // the new name; the old one of a removed tool
	Was   string `json:"was,omitempty"` // the old name of a renamed tool
	State State  `json:"state"`
	// Op, Surface and Runtime tell whose change it is: the upstream's, the
	// prompt's, the execution's. See tool.Hash.
	Op        bool  `json:"op,omitempty"`
	Surface   bool  `json:"surface,omitempty"`
	Runtime   bool  `json:"runtime,omitempty"`
	OldTokens int   `json:"old_tokens,omitempty"`
	NewTokens int   `json:"new_tokens,omitempty"`
	Evals     int   `json:"evals,omitempty"` // that the new tool has
	Stale     bool  `json:"stale,omitempty"` // what evals proved was proved of another surface
	Worst     Class `json:"worst,omitempty"` // the most severe class of its changes
}

// Change is one difference.
type Change struct {
	Class   Class  `json:"class"`
	Rule    string `json:"rule"`           // stable kebab-case identifier; see Rules
	Tool    string `json:"tool,omitempty"` // the new name; empty: the set as a whole
	Pointer string `json:"pointer"`        // JSON Pointer in the tool of the artifact, or in the set
	What    string `json:"what"`           // for a person, in one sentence
	// Old and New are the values in canonical JSON; nil where there is none.
	Old json.RawMessage `json:"old,omitempty"`
	New json.RawMessage `json:"new,omitempty"`
	// Unproven is set when the class is a precaution: nothing could be proved.
	Unproven bool `json:"unproven,omitempty"`
	// Fingerprint names this change by its values: the same change has the same
	// one on every branch and line, so that an approval survives a rebase.
	Fingerprint string `json:"fingerprint"`
	// Field is the part of the overlay's provenance that explains the change.
	Field string `json:"field,omitempty"`
	// Overlay and Spec are lines of the new side, where Locate knew them.
	Overlay *diag.Pos `json:"overlay,omitempty"`
	Spec    *diag.Pos `json:"spec,omitempty"`
}

// Empty reports whether the two sides are equal.
func (r *Report) Empty() bool { return len(r.Changes) == 0 }

// Count gives the number of changes of a class.
func (r *Report) Count(c Class) int {
	n := 0
	for i := range r.Changes {
		if r.Changes[i].Class == c {
			n++
		}
	}
	return n
}

// Worst gives the most severe class, "" of an empty report.
func (r *Report) Worst() Class {
	if r.Empty() {
		return ""
	}
	return r.Changes[0].Class // sorted
}

// Locate gives changes their lines. find is asked for the parts of a tool, most
// special first, until it knows one. Fingerprints do not depend on lines.
func (r *Report) Locate(find func(tool, field string) (overlay, spec diag.Pos, ok bool)) {
	for i := range r.Changes {
		c := &r.Changes[i]
		for _, field := range fieldsOf(c.Field) {
			overlay, spec, ok := find(c.Tool, field)
			if !ok || overlay.IsZero() && spec.IsZero() {
				continue
			}
			if !overlay.IsZero() {
				c.Overlay = &overlay
			}
			if !spec.IsZero() {
				c.Spec = &spec
			}
			break
		}
	}
}

// fieldsOf gives field and the parts that contain it, up to the tool's name.
func fieldsOf(field string) []string {
	out := []string{field}
	for {
		i := strings.LastIndexAny(field, ":.")
		if i < 0 {
			return append(out, "name")
		}
		field = field[:i]
		out = append(out, field)
	}
}

// fingerprint is what names a change for ever: it must not depend on lines,
// order or wording.
func (c *Change) fingerprint() string {
	sum := sha256.Sum256([]byte(strings.Join([]string{c.Rule, c.Tool, c.Pointer, string(c.Old), string(c.New)}, "\x00")))
	return hex.EncodeToString(sum[:])[:12]
}

// Finish sorts the changes, drops repetitions and fills in what follows from
// them.
func (r *Report) Finish() {
	rank := map[Class]int{}
	for i, c := range Classes() {
		rank[c] = i
	}
	for i := range r.Changes {
		r.Changes[i].Fingerprint = r.Changes[i].fingerprint()
	}
	slices.SortStableFunc(r.Changes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(rank[a.Class], rank[b.Class]), strings.Compare(a.Tool, b.Tool),
			strings.Compare(a.Pointer, b.Pointer), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Fingerprint, b.Fingerprint))
	})
	r.Changes = slices.CompactFunc(r.Changes, func(a, b Change) bool { return a.Fingerprint == b.Fingerprint })
	worst := map[string]Class{}
	for _, c := range r.Changes {
		if _, known := worst[c.Tool]; !known {
			worst[c.Tool] = c.Class
		}
	}
	for i := range r.Tools {
		t := &r.Tools[i]
		t.Worst = worst[t.Name]
		if t.State == Same && t.Worst != "" {
			t.State = Changed
		}
	}
	r.Version.judge(r)
}
