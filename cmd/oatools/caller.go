package main

import (
	"fmt"
	"os"
	"os/user"

	"github.com/oatools/oatools/cmd/oatools/config"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/runtime"
)

// loadCaller gives who calls: the caller of that name in the configuration, or
// what the file says. Without either it is, in a demo, an employee whom the
// example server knows, else the user of the operating system in tenant "local".
func loadCaller(file string, cfg *config.Config, demo bool) (runtime.Principal, error) {
	if who, ok := cfg.Caller(file); ok {
		return who, nil
	}
	if names := cfg.Callers(); file != "" && !isPath(file) && len(names) > 0 {
		return runtime.Principal{}, usagef("--caller %s: the configuration has no caller of that name%s", file, diag.DidYouMean(file, names))
	}
	if file != "" {
		data, err := os.ReadFile(file)
		if err != nil {
			return runtime.Principal{}, err
		}
		who, err := runtime.ParsePrincipal(data)
		if err != nil {
			return who, fmt.Errorf("%s: %w", file, err)
		}
		return who, nil
	}
	if demo {
		return runtime.Principal{ID: "ada", Tenant: "acme", Roles: []string{"employee", "finance.approver"}}, nil
	}
	id := os.Getenv("USER")
	if u, err := user.Current(); err == nil {
		id = u.Username
	}
	if id == "" {
		id = "local"
	}
	return runtime.Principal{ID: id, Tenant: "local"}, nil
}
