package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/provider"
	"github.com/oatools/oatools/curate"
	"github.com/oatools/oatools/curate/lint"
	"github.com/oatools/oatools/curate/lint/rule"
)

func lintCmd(std streams) *cobra.Command {
	var profile, id string
	var rules, asJSON bool
	cmd := &cobra.Command{
		Use:   "lint OVERLAY|SET",
		Short: "Judge an overlay or an artifact by the table of rules",
		Long: "Judge an overlay or an artifact by the table of rules: names, texts, arguments, results, contracts, budgets.\n" +
			"An artifact alone shows less: no lines, no waivers, nothing about the API description. Errors make it fail;\n" +
			"warnings do not.",
		Example: "  oatools lint overlays/expenses.yaml\n  oatools lint --rules",
		Args: func(cmd *cobra.Command, args []string) error {
			if rules {
				return cobra.NoArgs(cmd, args)
			}
			return cobra.ExactArgs(1)(cmd, args)
		},
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case rules && asJSON:
				return writeJSON(std.Out, map[string]any{"rules": rule.All()})
			case rules:
				return lint.WriteRules(std.Out, rule.All())
			}
			opts := lint.Options{Profile: rule.Profile(profile), Now: time.Now()}
			if !opts.Profile.Valid() {
				return usagef("--profile %q: want draft, team or regulated", profile)
			}
			if id != "" {
				p, ok := provider.Find(id)
				if !ok {
					return usagef("--for %q: want one of %s", id, strings.Join(providers(), ", "))
				}
				opts.Provider = &p
			}
			report, err := lintFile(args[0], opts, std)
			if err != nil {
				return err
			}
			if asJSON {
				err = writeJSON(std.Out, report)
			} else {
				err = report.WriteText(std.Out)
			}
			if err == nil && report.Count(diag.Error) > 0 {
				err = errFindings
			}
			return err
		},
	}
	cmd.Flags().StringVar(&profile, "profile", string(rule.Team), "how strict: `PROFILE` is draft, team or regulated")
	cmd.Flags().StringVar(&id, "for", "", "also say what a `PROVIDER` cannot take: "+strings.Join(providers(), ", "))
	cmd.Flags().BoolVar(&rules, "rules", false, "print the table of rules")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// lintFile judges the overlay or artifact at path. Beside an overlay its
// artifact is looked at too.
func lintFile(path string, opts lint.Options, std streams) (*lint.Report, error) {
	if filepath.Ext(path) == ".json" {
		set, err := loadSet(path, std)
		if err != nil {
			return nil, err
		}
		opts.File = filepath.ToSlash(path)
		return lint.Run(lint.Alone(set), opts), nil
	}
	built, err := curate.Build(path, curate.Options{})
	if err != nil {
		return nil, err
	}
	opts.Artifact, err = os.ReadFile(artifactPath(path))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read artifact: %w", err)
	}
	return lint.Run(built, opts), nil
}

// writeJSON writes v for machines that people look over the shoulder of.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
