package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/oatools/oatools/runtime/mcpserver"
)

func serveCmd(std streams) *cobra.Command {
	var opts openOptions
	var stdio bool
	var addr string
	var hosts []string
	cmd := &cobra.Command{
		Use:     "serve SET|OVERLAY",
		Short:   "Serve a set of tools over MCP",
		Long:    "Serve a set of tools over MCP, on standard input and output or over streamable HTTP at /mcp.\n\nHTTP is served on loopback addresses only: callers are not authenticated, so whoever reaches the port acts as the\none --caller, sees its tools and shares its plans, cursors and stored results. A proxy that lets others in has to\nauthenticate them, and its name has to be given with --host.",
		Example: "  oatools serve overlays/expenses.tools.json --stdio\n  oatools serve overlays/expenses.yaml --http 127.0.0.1:8080 --demo",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if stdio == (addr != "") {
				return usagef("say either --stdio or --http ADDR")
			}
			if err := proxied(hosts, stdio); err != nil {
				return err
			}
			set, eng, who, err := start(cmd.Context(), args[0], opts, std)
			if err != nil {
				return err
			}
			srv, err := mcpserver.New(eng, mcpserver.Options{
				Name: set.Name, Version: set.Version, Caller: who, Hosts: hosts, Log: slog.New(slog.NewTextHandler(std.Err, nil)),
			})
			if err != nil {
				return err
			}
			switch {
			case len(eng.All()) == 0 && opts.readOnly:
				fmt.Fprintln(std.Err, "no tool is listed: every tool of the set changes something, and --read-only leaves those out")
			case len(eng.All()) > 0 && len(eng.Tools(who)) == 0:
				fmt.Fprintf(std.Err, "no tool is listed: %s of tenant %s may see none of the set's; say who calls with --caller\n", who.ID, who.Tenant)
			}
			if stdio {
				// A client that is gone makes writing fail, and does not end the
				// process, which has writes under way to record.
				signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
				return srv.ServeStdio(cmd.Context(), std.In, std.Out)
			}
			return serveHTTP(cmd.Context(), srv, addr, std)
		},
	}
	cmd.Flags().BoolVar(&stdio, "stdio", false, "serve one client on standard input and output")
	cmd.Flags().StringVar(&addr, "http", "", "serve over HTTP at `ADDR`, a loopback host:port")
	cmd.Flags().StringArrayVar(&hosts, "host", nil, "`NAME`, without a port, of a proxy before the HTTP server; requests for other names than these and this machine's are refused (repeatable)")
	cmd.Flags().BoolVar(&opts.readOnly, "read-only", false, "list and run only tools that change nothing")
	opts.flags(cmd)
	return cmd
}

// proxied checks the names of proxies.
func proxied(hosts []string, stdio bool) error {
	for _, name := range hosts {
		switch {
		case stdio:
			return usagef("--host %s: names belong to --http", name)
		case name == "" || strings.ContainsAny(name, ":/?#@*, "):
			return usagef("--host %q: want the name alone, such as tools.example.com", name)
		}
	}
	return nil
}

// onLoopback admits addresses of this machine alone and says why others are not.
func onLoopback(addr, why string) error {
	host, port, err := net.SplitHostPort(addr)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return usagef("--http %q: want host:port", addr)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return usagef("--http %s: %s", addr, why)
	}
	return nil
}

// serveHTTP listens on loopback alone: callers are not authenticated, so whoever
// reaches the port acts as the configured caller.
func serveHTTP(ctx context.Context, srv *mcpserver.Server, addr string, std streams) error {
	if err := onLoopback(addr, "callers over HTTP are not authenticated, so only a loopback address such as 127.0.0.1:8080 is served"); err != nil {
		return err
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Fprintf(std.Err, "serving http://%s%s\n", l.Addr(), mcpserver.Path)
	return srv.ServeHTTP(ctx, l)
}
