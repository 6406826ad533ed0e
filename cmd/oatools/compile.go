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
			switch {
			case check:
				return checkArtifact(path, args[0], set, artifact, std)
			case path == "-":
				_, err = std.Out.Write(artifact)
				return err
			}
			if err := writeFile(path, artifact); err != nil {
				return err
			}
			fmt.Fprintf(std.Err, "%s: %d tools\n", path, len(set.Tools))
			return nil
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

// writeFile replaces path as a whole: a reader sees the old bytes or the new.
func writeFile(path string, data []byte) error {
	tmp, err := os.CreateTemp(filepath.Dir(path), ".oatools-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	if _, err := tmp.Write(data); err != nil {
		return errors.Join(err, tmp.Close())
	}
	if err := errors.Join(tmp.Chmod(0o644), tmp.Close()); err != nil {
		return err
	}
	return os.Rename(tmp.Name(), path)
}

// createFile writes a new file and never replaces one.
func createFile(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}
