package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate"
	"github.com/oatools/oatools/curate/diff"
)

func compileCmd(std streams) *cobra.Command {
	var out string
	var check bool
	cmd := &cobra.Command{
		Use:     "compile OVERLAY",
		Short:   "Compile an overlay into its artifact, NAME.tools.json beside it",
		Long:    "Compile an overlay into its artifact, NAME.tools.json beside it. Nothing is written when anything is wrong.",
		Example: "  oatools compile overlays/expenses.yaml\n  oatools compile overlays/expenses.yaml --check",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			collectLess(200)
			set, err := build(args[0], std)
			if err != nil {
				return err
			}
			artifact, err := tool.Encode(set)
			if err != nil {
				return err
			}
			path := out
			if path == "" {
				path = artifactPath(args[0])
			}
			if check {
				return checkArtifact(path, args[0], set, artifact, std)
			}
			return writeOutput(path, artifact, plural(len(set.Tools), "tool"), std)
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "write the artifact to `FILE` (- for standard output)")
	cmd.Flags().BoolVar(&check, "check", false, "write nothing; fail when the artifact is not what the overlay compiles to")
	return cmd
}

// build compiles an overlay and prints what there is to say about it.
func build(path string, std streams) (*tool.Set, error) {
	built, err := curate.Build(path, curate.Options{})
	if err != nil {
		return nil, err
	}
	fmt.Fprint(std.Err, built.Diags)
	if built.Set == nil {
		return nil, errFindings
	}
	return built.Set, nil
}

// artifactPath is where an overlay's artifact lives.
func artifactPath(overlay string) string {
	return strings.TrimSuffix(overlay, filepath.Ext(overlay)) + ".tools.json"
}

// checkArtifact compares the artifact at path with want, the encoding of set.
func checkArtifact(path, overlay string, set *tool.Set, want []byte, std streams) error {
	have, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		fmt.Fprintf(std.Err, "%s: the artifact is missing; run: oatools compile %s\n", path, overlay)
		return errFindings
	case err != nil:
		return err
	case !bytes.Equal(have, want):
		fmt.Fprintf(std.Err, "%s: the artifact is stale: it is not what %s compiles to now; run: oatools compile %s\n", path, overlay, overlay)
		for _, line := range movedSince(have, set) {
			fmt.Fprintf(std.Err, "  %s\n", line)
		}
		return errFindings
	}
	return nil
}

// movedSince says what moved since an artifact was compiled.
func movedSince(artifact []byte, now *tool.Set) []string {
	then, err := tool.Decode(artifact)
	if err != nil {
		return []string{"it cannot be read: " + err.Error()}
	}
	lines := diff.Moved(then, now)
	if len(lines) == 0 {
		return []string{"it says the same in other bytes: it was edited, or another version of oatools wrote it"}
	}
	const most = 60
	if n := len(lines) - most; n > 0 {
		lines = append(lines[:most:most], fmt.Sprintf("and %d more", n))
	}
	return lines
}
