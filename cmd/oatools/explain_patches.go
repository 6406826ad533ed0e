package main

import (
	"fmt"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/curate"
	"github.com/oatools/oatools/curate/touch"
)

// explainPatches says what each action of an overlay's patches touches. What
// compile says of patches stands before it.
func explainPatches(path string, asJSON bool, std streams) error {
	if holdsArtifact(path) {
		return usagef("--patches reads the files of an overlay, and %s is an artifact", path)
	}
	built, err := curate.Build(path, curate.Options{})
	if err != nil {
		return err
	}
	fmt.Fprint(std.Err, built.Diags)
	if built.Set == nil {
		return errFindings
	}
	list, err := touch.Of(path, built, curate.Options{})
	if err != nil {
		return err
	}
	if asJSON {
		return writeJSON(std.Out, map[string]any{"actions": list})
	}
	if len(list) == 0 {
		_, err = fmt.Fprintf(std.Out, "%s names no patch with actions\n", path)
		return err
	}
	for _, t := range list {
		if _, err := fmt.Fprint(std.Out, touchText(&t)); err != nil {
			return err
		}
	}
	return nil
}

// touchText writes one action for people.
func touchText(t *touch.Touch) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s of %s\n", diag.Visible(t.Pos.String()), diag.Visible(t.Target), t.Source)
	for _, line := range []struct {
		name string
		list []string
	}{{"changes", t.Changes}, {"operations", t.Operations}, {"tools", t.Tools}} {
		const most = 20
		shown := line.list[:min(len(line.list), most)]
		text := strings.Join(shown, ", ")
		switch {
		case len(line.list) == 0:
			text = "none"
		case len(line.list) > most:
			text += fmt.Sprintf(" and %d more", len(line.list)-most)
		}
		fmt.Fprintf(&b, "  %-11s %s\n", line.name, diag.Visible(text))
	}
	return b.String()
}
