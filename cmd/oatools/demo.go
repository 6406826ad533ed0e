package main

import (
	"net/url"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime/wire"
	"github.com/oatools/oatools/specs/expenses"
)

// demoHost is the host whose requests the demo upstream answers.
const demoHost = "expenses.internal.acme.example"

// demoUpstream gives a configuration in which the requests of a set are answered
// inside this process by the example server. The transport is swapped, the
// origin stays; no real secret is read and nothing leaves the process.
func demoUpstream(set *tool.Set) (wire.Config, error) {
	for _, id := range sortedKeys(set.Servers) {
		if !demoServer(set.Servers[id]) {
			return wire.Config{}, usagef("--demo answers for %s only, and this set's server %s is another", demoHost, id)
		}
	}
	env := map[string]string{
		"EXPENSES_URL":   "https://" + demoHost + "/v2",
		"EXPENSES_TOKEN": "demo",
	}
	return wire.Config{
		Env:       func(name string) (string, bool) { v, ok := env[name]; return v, ok },
		Transport: expenses.Transport(expenses.NewServer(expenses.Options{})),
	}, nil
}

func demoServer(s tool.Server) bool {
	for _, h := range s.Hosts {
		if h != demoHost {
			return false
		}
	}
	if len(s.Hosts) > 0 {
		return true
	}
	u, err := url.Parse(s.URL)
	return err == nil && strings.EqualFold(u.Hostname(), demoHost)
}
