package comparison

import (
	"github.com/oatools/oatools/curate/diff/change"
	"github.com/oatools/oatools/curate/diff/journal"
	"github.com/oatools/oatools/curate/diff/subset"
)

// output compares what the tool may answer. Results are covariant: whoever
// promised less must not promise more, and not lose what it promised.
func (c *comparison) output() {
	o, n := c.o.Output, c.n.Output
	switch {
	case string(o) == string(n):
		return
	case o == nil:
		c.Add("output-declared", "/output", "name", nil, n, "The schema of the result is stated now.")
		return
	case n == nil:
		c.Add("output-undeclared", "/output", "name", o, nil, "The schema of the result is not stated any more: who relied on it cannot.")
		return
	}
	deltas := subset.Compare(journal.Parse(o), journal.Parse(n))
	for i := range deltas {
		c.field(&deltas[i])
	}
	if len(deltas) == 0 {
		c.Add("output-text", "/output", "name", o, n, "The schema of the result says the same in other words.")
	}
}

// field records one difference of the result.
func (c *comparison) field(d *subset.Delta) {
	ptr, name := "/output"+pointer(d.Ptr), "The result"
	field := "name"
	if len(d.Path) > 0 {
		way := fieldPath(d.Path)
		name, field = "Result field "+journal.Clip(way, journal.MaxShown), "result:"+way
	}
	add := func(rule, what string, args ...any) {
		ch := c.Add(rule, ptr, field, d.Old, d.New, what, args...)
		ch.Unproven = d.Move == subset.Moved && ch.Class == change.Breaking && d.Kind != subset.Type
		if ch.Unproven {
			ch.What += " That old readers stay right could not be proved."
		}
	}
	narrowed := d.Move == subset.Narrowed
	switch {
	case d.Kind == subset.PropertyRemoved:
		add("output-field-removed", "%s is gone.", name)
		c.gone[fieldPath(d.Path)] = true
	case d.Kind == subset.PropertyAdded:
		add("output-field-added", "%s is new.", name)
		if len(c.n.Result.Select) == 0 && (c.n.JobContract() == nil || len(c.n.JobContract().Result.Select) == 0) {
			add("output-field-exposed", "%s reaches the model, because nothing is selected.", name)
		}
	case d.Kind == subset.Text, d.Kind == subset.Default:
		add("output-text", "%s of %s: other text.", journal.Upper(d.Word), lower(name))
	case d.Kind == subset.Order, d.Move == subset.Told:
		add("output-text", "%s is described otherwise: %s.", name, fromTo(d))
	case narrowed:
		add("output-narrowed", "%s keeps to more than before: %s %s.", name, d.Word, fromTo(d))
	case d.Kind == subset.Type:
		add("output-retyped", "%s can be of another type: %s.", name, fromTo(d))
	case d.Kind == subset.Enum:
		add("output-enum-widened", "%s can be a value that was not listed: %s.", name, listed(d))
	default:
		add("output-widened", "%s can be what was ruled out: %s %s.", name, d.Word, fromTo(d))
	}
}
