package main

import (
	"fmt"
	"log/slog"
	"os"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime/engine"
	"github.com/oatools/oatools/runtime/store/memory"
	"github.com/oatools/oatools/runtime/wire"
)

// openOptions say how a set is made to run.
type openOptions struct {
	demo     bool
	readOnly bool
}

// open makes an engine that runs the calls of a set.
func open(set *tool.Set, opts openOptions, std streams) (*engine.Engine, error) {
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
	upstream, err := wire.NewClient(set, cfg)
	if err != nil {
		return nil, err
	}
	eng, err := engine.New(set, engine.Options{
		Upstream: upstream,
		Store:    memory.New(memory.Options{}),
		Log:      log,
		ReadOnly: opts.readOnly,
	})
	if err != nil {
		return nil, fmt.Errorf("set %s: %w", set.Name, err)
	}
	return eng, nil
}
