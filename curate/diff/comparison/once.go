package comparison

import (
	"strings"

	"github.com/oatools/oatools/curate/diff/journal"
)

// once records a change that several requests of a tool share, with the first.
func (c *comparison) once(rule, role, ptr, field string, old, new any, what string, args ...any) {
	key := strings.Join([]string{rule, ptr, string(journal.JSON(old)), string(journal.JSON(new))}, "\x00")
	if c.seen[key] {
		return
	}
	c.seen[key] = true
	c.Add(rule, role+ptr, field, old, new, what, args...)
}

// once2 is once for plain values; nothing is recorded of equal ones.
func (c *comparison) once2(rule, role, ptr, field string, old, new any, subject string) {
	if !journal.Equal(old, new) {
		c.once(rule, role, ptr, field, journal.Stated(old), journal.Stated(new), "%s", journal.Moved(subject, old, new))
	}
}
