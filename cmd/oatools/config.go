package main

import (
	"fmt"
	"strings"

	"github.com/oatools/oatools/cmd/oatools/config"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/tool"
)

// loadConfig reads the configuration, if there is one, holds it against the set
// and prints all that is wrong with it.
func loadConfig(path string, set *tool.Set, std streams) (*config.Config, error) {
	if path == "" {
		return nil, nil
	}
	var diags diag.List
	cfg, err := config.Load(path, &diags)
	if err != nil {
		return nil, err
	}
	cfg.Check(set, &diags)
	fmt.Fprint(std.Err, &diags)
	if diags.HasErrors() {
		return nil, errFindings
	}
	return cfg, nil
}

// isPath tells a caller file from the name of a caller, which has neither dots
// nor slashes.
func isPath(caller string) bool { return strings.ContainsAny(caller, `./\`) }
