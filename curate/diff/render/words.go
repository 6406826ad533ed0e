package render

import (
	"encoding/json"

	"github.com/oatools/oatools/curate/diff/change"
	"github.com/oatools/oatools/curate/wording"
)

// longText is how long a value must be to be shown word by word.
const longText = 40

// wordsOf gives the words of a change whose values are texts, when they are
// worth more than its sentence; nil otherwise.
func wordsOf(c *change.Change) []wording.Run {
	var old, new string
	if c.Old != nil && json.Unmarshal(c.Old, &old) != nil || c.New != nil && json.Unmarshal(c.New, &new) != nil {
		return nil
	}
	if len(old) < longText && len(new) < longText {
		return nil
	}
	switch c.Rule {
	case "description-changed", "instructions-changed", "title-changed", "set-title", "input-text", "output-text",
		"companion-text", "dry-run-text", "approval-text":
		return wording.Words(old, new)
	}
	return nil
}
