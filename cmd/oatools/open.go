package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"github.com/oatools/oatools/cmd/oatools/config"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/engine"
	"github.com/oatools/oatools/runtime/store/memory"
	"github.com/oatools/oatools/runtime/wire"
)

// openOptions say how a set is made to run.
type openOptions struct {
	demo     bool
	readOnly bool
	config   string // file; may be empty
	caller   string // name in the configuration, or file; may be empty
}

// flags declares what every command that runs tools takes.
func (o *openOptions) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.demo, "demo", false, "answer with the example server inside this process")
	cmd.Flags().StringVar(&o.config, "config", "", "YAML `FILE` that says who calls and how servers are reached: TLS, proxies, networks, limits")
	cmd.Flags().StringVar(&o.caller, "caller", "", "who calls: a `NAME` in the configuration, or a JSON file with id, tenant, roles, scopes, claims (default: the user of the operating system)")
}

// start loads a set and all that a command line says about how it runs.
func start(ctx context.Context, path string, opts openOptions, std streams) (*tool.Set, *engine.Engine, runtime.Principal, error) {
	set, err := loadSet(path, std)
	if err != nil {
		return nil, nil, runtime.Principal{}, err
	}
	cfg, err := loadConfig(opts.config, set, std)
	if err != nil {
		return nil, nil, runtime.Principal{}, err
	}
	who, err := loadCaller(opts.caller, cfg, opts.demo)
	if err != nil {
		return nil, nil, runtime.Principal{}, err
	}
	eng, err := open(ctx, set, opts, cfg, std)
	return set, eng, who, err
}

// open makes an engine that runs the calls of a set; settings may be nil.
func open(ctx context.Context, set *tool.Set, opts openOptions, settings *config.Config, std streams) (*engine.Engine, error) {
	log := slog.New(slog.NewTextHandler(std.Err, nil))
	cfg := wire.Config{Env: os.LookupEnv}
	if opts.demo {
		demo, err := demoUpstream(set)
		if err != nil {
			return nil, err
		}
		cfg = demo
	}
	cfg.Log = log
	if err := settings.Apply(ctx, set, &cfg); err != nil {
		return nil, err
	}
	upstream, err := wire.NewClient(set, cfg)
	if err != nil {
		return nil, err
	}
	audit, err := settings.Audit()
	if err != nil {
		return nil, err
	}
	eng, err := engine.New(set, engine.Options{
		Upstream: upstream,
		Audit:    audit,
		Store:    memory.New(memory.Options{}),
		Log:      log,
		ReadOnly: opts.readOnly,
		Costs:    settings.Costs(),
		Strict:   settings.Strict(),
		Files:    settings.File(),
	})
	if err != nil {
		return nil, fmt.Errorf("set %s: %w", set.Name, err)
	}
	return eng, nil
}
