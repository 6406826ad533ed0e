package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/oatools/oatools/cmd/oatools/outfile"
	"github.com/oatools/oatools/cmd/oatools/side"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate/record"
	"github.com/oatools/oatools/runtime/eval"
)

// testOptions are the flags of test.
type testOptions struct {
	json, update, coverage bool
	seed                   uint64
}

func testCmd(std streams) *cobra.Command {
	var opts testOptions
	cmd := &cobra.Command{
		Use:   "test OVERLAY|SET [TOOL…]",
		Short: "Run the evals of tools against a stub that plays their API",
		Long: "Run the evals of tools, offline: through the real runtime, against a stub that answers as the API description\n" +
			"promises. Time is simulated, credentials are dummies, and the caller passes every audience unless an eval says\n" +
			"who calls. A call with dry_run false is planned first where it needs a token. Evals that need a model or reach\n" +
			"an approval, and tools of which this runtime lacks something, are counted as skipped. Exits with 1 when an eval fails.\n\n" +
			"--update writes what was sent and returned into the overlay, where an eval states sends, body or returns: write\n" +
			"\"returns: {}\" and let it be recorded. Compile the overlay again afterwards.",
		Example: "  oatools test overlays/expenses.yaml\n  oatools test overlays/expenses.yaml expense_search --coverage",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			set, err := loadSet(args[0], std)
			if err != nil {
				return err
			}
			if opts.update && holdsArtifact(args[0]) {
				return usagef("--update writes into an overlay, and %s is an artifact", args[0])
			}
			report, err := runEvals(cmd.Context(), set, args[1:], opts, std)
			if err != nil {
				return err
			}
			if opts.update {
				n, err := recordSeen(args[0], report)
				if err != nil {
					return err
				}
				fmt.Fprintf(std.Err, "%s: %d values recorded\n", args[0], n)
				if n > 0 {
					return retest(cmd, args, opts, std)
				}
			}
			return printReport(set, report, args[1:], opts, std)
		},
	}
	cmd.Flags().BoolVar(&opts.json, "json", false, "print JSON")
	cmd.Flags().BoolVar(&opts.update, "update", false, "record what evals state of sends, body and returns in the overlay")
	cmd.Flags().BoolVar(&opts.coverage, "coverage", false, "also tell which arguments and paths no eval touches")
	cmd.Flags().Uint64Var(&opts.seed, "seed", 0, "the `NUMBER` that decides sampled answers")
	return cmd
}

// runEvals runs evals, and tells how far it is where a person watches.
func runEvals(ctx context.Context, set *tool.Set, names []string, opts testOptions, std streams) (*eval.Report, error) {
	run := eval.Options{Tools: names, Seed: opts.seed}
	if !isTerminal(std.Err) {
		return eval.Run(ctx, set, run)
	}
	line := progress{out: std.Err, total: countEvals(set, names)}
	defer line.clear()
	run.Progress = line.step
	return eval.Run(ctx, set, run)
}

func countEvals(set *tool.Set, names []string) int {
	n := 0
	for i := range set.Tools {
		if t := &set.Tools[i]; len(names) == 0 || slices.Contains(names, t.Name) {
			n += len(t.Evals)
		}
	}
	return n
}

// progress is one line of a terminal that is written over and over.
type progress struct {
	out                 io.Writer
	done, failed, total int
}

// step tells of one eval that ended.
func (p *progress) step(t *tool.Tool, o *eval.Outcome) {
	p.done++
	if o.Verdict == eval.Fail {
		p.failed++
	}
	fmt.Fprintf(p.out, "\r\x1b[K%d/%d evals, %d failed: %s", p.done, p.total, p.failed, t.Name)
}

// clear leaves the line as it was found.
func (p *progress) clear() { fmt.Fprint(p.out, "\r\x1b[K") }

// holdsArtifact reports whether a file holds an artifact.
func holdsArtifact(path string) bool {
	data, err := os.ReadFile(path)
	return err == nil && side.IsArtifact(data)
}

// retest runs the overlay as it is now.
func retest(cmd *cobra.Command, args []string, opts testOptions, std streams) error {
	set, err := loadSet(args[0], std)
	if err != nil {
		return err
	}
	report, err := runEvals(cmd.Context(), set, args[1:], opts, std)
	if err != nil {
		return err
	}
	return printReport(set, report, args[1:], opts, std)
}

// recordSeen writes what evals saw into the overlay and gives the number of
// values that changed.
func recordSeen(path string, report *eval.Report) (int, error) {
	var values []record.Value
	for _, t := range report.Tools {
		for _, o := range t.Evals {
			if o.Seen == nil {
				continue
			}
			sends, err := json.Marshal(o.Seen.Sends)
			if err != nil {
				return 0, err
			}
			if o.Seen.Sends == "" {
				sends = nil
			}
			for _, part := range []record.Value{{Key: "sends", Value: sends}, {Key: "body", Value: o.Seen.Body}, {Key: "returns", Value: o.Seen.Returns}} {
				if part.Value != nil {
					part.Tool, part.N = t.Name, o.N
					values = append(values, part)
				}
			}
		}
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	out, changed, err := record.Apply(path, src, values)
	if err != nil || changed == 0 {
		return 0, err
	}
	return changed, outfile.Replace(path, out)
}

func printReport(set *tool.Set, report *eval.Report, names []string, opts testOptions, std streams) error {
	var covered []eval.Covered
	if opts.coverage {
		var err error
		if covered, err = eval.Coverage(set, names); err != nil {
			return err
		}
	}
	if err := writeReport(report, covered, opts, std); err != nil {
		return err
	}
	if report.Failed() {
		return errFindings
	}
	return nil
}

func writeReport(report *eval.Report, covered []eval.Covered, opts testOptions, std streams) error {
	if opts.json {
		enc := json.NewEncoder(std.Out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(struct {
			*eval.Report
			Coverage []eval.Covered `json:"coverage,omitempty"`
		}{report, covered})
	}
	if err := report.WriteText(std.Out); err != nil || covered == nil {
		return err
	}
	return eval.WriteCoverage(std.Out, covered)
}
