package main

import (
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
)

func opsCmd(std streams) *cobra.Command {
	var filter compile.Filter
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "ops SPEC [WORD…]",
		Short:   "List the operations of a spec, with what each would be as a tool",
		Long:    "List the operations of a spec, with what each would be as a tool: the guessed shape, how many arguments a\nmodel would have, and roughly how many tokens it would cost. WORDs have to occur in id, path, summary or tags.",
		Example: "  oatools ops specs/expenses/expenses.openapi.yaml\n  oatools ops specs/tickets/tickets.openapi.json --method get comment",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			collectLess(200)
			doc, err := loadSpec(args[0], std)
			if err != nil {
				return err
			}
			for _, word := range args[1:] {
				filter.Text += word + " "
			}
			rows := compile.Survey(doc, filter)
			if asJSON {
				enc := json.NewEncoder(std.Out)
				enc.SetEscapeHTML(false)
				enc.SetIndent("", "  ")
				return enc.Encode(rows)
			}
			return printRows(std.Out, rows)
		},
	}
	cmd.Flags().StringVar(&filter.Tag, "tag", "", "only operations with this `TAG`")
	cmd.Flags().StringVar(&filter.Path, "path", "", "only operations whose path holds `TEXT`")
	cmd.Flags().StringVar(&filter.Method, "method", "", "only operations with this `METHOD`")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, with the reasons of the guesses")
	return cmd
}

func printRows(out io.Writer, rows []compile.Row) error {
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "METHOD\tPATH\tID\tSHAPE\tARGS\tTOKENS\tSUMMARY")
	bad := 0
	for _, r := range rows {
		shape, tokens, summary := string(r.Shape), fmt.Sprint(r.Tokens), clip(diag.Visible(r.Summary), 60)
		if r.Problem != "" {
			bad++
			shape, tokens, summary = "-", "-", "! "+clip(diag.Visible(r.Problem), 100)
		}
		if r.Deprecated {
			summary = "(deprecated) " + summary
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%s\t%s\n", r.Method, diag.Visible(r.Path), or(diag.Visible(r.ID), "-"), or(shape, "-"), r.Args, tokens, summary)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	sum := plural(len(rows), "operation")
	switch {
	case bad == 1:
		sum += ", 1 that does not compile"
	case bad > 1:
		sum += fmt.Sprintf(", %d that do not compile", bad)
	}
	_, err := fmt.Fprintln(out, sum)
	return err
}

func or(s, instead string) string {
	if s == "" {
		return instead
	}
	return s
}

// plural counts things.
func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// clip cuts s to n characters.
func clip(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return string(r[:n-1]) + "…"
}
