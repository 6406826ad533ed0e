package main

import (
	"fmt"

	"github.com/oatools/oatools/cmd/oatools/outfile"
)

// writeOutput writes what a command was asked for to a file, and says what is in
// it, or to standard output when path is "-".
func writeOutput(path string, data []byte, what string, std streams) error {
	if path == "-" {
		_, err := std.Out.Write(data)
		return err
	}
	if err := outfile.Replace(path, data); err != nil {
		return err
	}
	_, err := fmt.Fprintf(std.Err, "%s: %s\n", path, what)
	return err
}
