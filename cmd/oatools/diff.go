package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/oatools/oatools/cmd/oatools/outfile"
	"github.com/oatools/oatools/cmd/oatools/side"
	"github.com/oatools/oatools/curate/diff/change"
	"github.com/oatools/oatools/curate/diff/render"
)

// diffFlags are the settings of one comparison.
type diffFlags struct {
	format, color, out, upstream, source string
	failOn                               []string
	schema, rules                        bool
}

func diffCmd(std streams) *cobra.Command {
	var f diffFlags
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Say what a change of tools means to callers, models and reviewers",
		Long: "Compare two sides and classify every change as BREAKING, EXPOSURE, PROMPT, BEHAVIOUR or ADDITIVE.\n" +
			"A side is an artifact, an overlay, a folder of artifacts, or one of these in a git revision: REV:PATH.\n" +
			"With --upstream, say what a new version of an API description would do to the tools of an overlay.",
		Example: "  oatools diff main:overlays/expenses.yaml overlays/expenses.yaml\n" +
			"  oatools diff --upstream expenses-2.15.yaml overlays/expenses.yaml",
		Args: func(_ *cobra.Command, args []string) error { return f.count(len(args)) },
		RunE: func(_ *cobra.Command, args []string) error {
			switch {
			case f.schema:
				_, err := std.Out.Write(render.Schema())
				return err
			case f.rules:
				return printRules(std)
			}
			gate, err := render.ParseGate(f.failOn)
			if err != nil {
				return usagef("--fail-on: %w", err)
			}
			if !slices.Contains(render.Formats(), render.Format(f.format)) {
				return usagef("--format %q: want one of %v", f.format, render.Formats())
			}
			if f.upstream != "" {
				gate.Version = false // nobody had the chance to raise it
			}
			doc, err := f.compare(args)
			if err != nil {
				return err
			}
			return f.print(doc, gate, std)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.format, "format", string(render.Text), "text, markdown, json, sarif or github")
	flags.StringSliceVar(&f.failOn, "fail-on", []string{"breaking", "exposure", "version"}, "`CLASSES` that make the exit code 1, version, or never")
	flags.StringVarP(&f.out, "output", "o", "-", "write to `FILE` (- for standard output); further parts of Markdown to FILE with .2, .3 before its suffix")
	flags.StringVar(&f.color, "color", "auto", "colours in text: auto, always or never")
	flags.StringVar(&f.upstream, "upstream", "", "compare OVERLAY with itself on the API description `SPEC`")
	flags.StringVar(&f.source, "source", "", "with --upstream: the `ID` of the source that SPEC replaces; needed when there are several")
	flags.BoolVar(&f.schema, "schema", false, "print the JSON Schema of --format json")
	flags.BoolVar(&f.rules, "rules", false, "list the rules with their classes")
	return cmd
}

// count checks the number of arguments.
func (f *diffFlags) count(n int) error {
	want := 2
	switch {
	case f.schema || f.rules:
		want = 0
	case f.upstream != "":
		want = 1
	}
	if n != want {
		return fmt.Errorf("accepts %d arg(s), received %d", want, n)
	}
	return nil
}

// compare reads both sides and compares them.
func (f *diffFlags) compare(args []string) (*render.Document, error) {
	var old, new *side.Side
	var err error
	if f.upstream != "" {
		old, new, err = side.Upstream(args[0], f.upstream, f.source)
	} else if old, err = side.Load(args[0]); err == nil {
		new, err = side.Load(args[1])
	}
	if err != nil {
		return nil, err
	}
	if problems := append(old.Problems, new.Problems...); len(problems) > 0 {
		return render.New(nil, problems), nil
	}
	return render.New(side.Compare(old, new), nil), nil
}

func (f *diffFlags) print(doc *render.Document, gate render.Gate, std streams) error {
	parts, err := render.Write(doc, render.Format(f.format), render.Options{
		Colour: f.out == "-" && coloured(f.color, std), Gate: gate,
	})
	if err != nil {
		return err
	}
	if f.out == "-" {
		if _, err := std.Out.Write(bytes.Join(parts, []byte("\n"))); err != nil {
			return err
		}
	} else {
		for i := range parts {
			if err := outfile.Replace(partName(f.out, i), parts[i]); err != nil {
				return err
			}
		}
	}
	if gate.Failed(doc) {
		return errFindings
	}
	return nil
}

// partName gives the file of the part i, which counts from 0.
func partName(file string, i int) string {
	if i == 0 {
		return file
	}
	ext := filepath.Ext(file)
	return fmt.Sprintf("%s.%d%s", strings.TrimSuffix(file, ext), i+1, ext)
}

// coloured decides about colours: for people at a terminal, unless they said
// otherwise (https://no-color.org).
func coloured(mode string, std streams) bool {
	switch mode {
	case "always":
		return true
	case "never":
		return false
	}
	return os.Getenv("NO_COLOR") == "" && isTerminal(std.Out)
}

// isTerminal reports whether a person reads w as it is written, on something
// that knows how to go back in a line.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func printRules(std streams) error {
	for _, r := range change.Rules() {
		if _, err := fmt.Fprintf(std.Out, "%-10s %-24s %s\n", r.Class, r.ID, r.What); err != nil {
			return err
		}
	}
	return nil
}
