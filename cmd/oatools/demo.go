package main

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/oatools/oatools/cmd/oatools/tour"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime/mcpserver"
	"github.com/oatools/oatools/runtime/wire"
	"github.com/oatools/oatools/specs/expenses"
	"github.com/oatools/oatools/specs/expenses/loopback"
	"github.com/spf13/cobra"
)

func demoCmd(std streams) *cobra.Command {
	return &cobra.Command{
		Use:   "demo [OVERLAY]",
		Short: "Compile the example overlay, serve it to an MCP client in this process and make some calls",
		Long: "Compile the example overlay (overlays/expenses.yaml), serve its tools over MCP against the example server,\n" +
			"all inside this process, and show what a client sends and gets.",
		Example: "  oatools demo",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			overlay := "overlays/expenses.yaml"
			if len(args) > 0 {
				overlay = args[0]
			}
			set, err := build(overlay, std)
			if err != nil {
				return err
			}
			eng, err := open(cmd.Context(), set, openOptions{demo: true}, nil, std)
			if err != nil {
				return err
			}
			who, err := loadCaller("", nil, true)
			if err != nil {
				return err
			}
			srv, err := mcpserver.New(eng, mcpserver.Options{Name: set.Name, Version: set.Version, Caller: who})
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintf(std.Out, "%s compiles to %s.\n", overlay, plural(len(set.Tools), "tool")); err != nil {
				return err
			}
			return tour.Walk(cmd.Context(), srv, std.Out)
		},
	}
}

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
		Transport: loopback.Transport(expenses.NewServer(expenses.Options{})),
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
