package main

import (
	"os"
	"os/user"

	"github.com/oatools/oatools/runtime"
)

// loadCaller gives who calls: what the file says, else the user of the operating
// system in tenant "local", else, in a demo, an employee whom the example server
// knows.
func loadCaller(file string, demo bool) (runtime.Principal, error) {
	if file != "" {
		data, err := os.ReadFile(file)
		if err != nil {
			return runtime.Principal{}, err
		}
		return runtime.ParsePrincipal(data)
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
