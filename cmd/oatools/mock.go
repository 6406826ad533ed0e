package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"github.com/oatools/oatools/cmd/oatools/stub"
	"github.com/oatools/oatools/runtime/mock"
)

func mockCmd(std streams) *cobra.Command {
	var addr string
	var seed uint64
	cmd := &cobra.Command{
		Use:   "mock SPEC",
		Short: "Serve a stub that plays every operation of a spec",
		Long: "Serve a stub that plays every operation of a spec, on a loopback address: examples of the description where\n" +
			"there are some, else values sampled from its schemas, the same ones for the same seed. A client may ask for\n" +
			"another answer with the header Prefer: status=404, fault=timeout, fault=reset, fault=oversized, fault=partial.",
		Example: "  oatools mock specs/expenses/expenses.openapi.yaml --http 127.0.0.1:8081",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := onLoopback(addr, "a stub is served on a loopback address such as 127.0.0.1:8081 only"); err != nil {
				return err
			}
			doc, err := loadSpec(args[0], std)
			if err != nil {
				return err
			}
			play := stub.Of(doc)
			if len(play.Set.Tools) == 0 {
				return fmt.Errorf("%s: no operation can be played", args[0])
			}
			up, err := mock.New(play.Set, mock.Options{Seed: seed, Example: play.Example})
			if err != nil {
				return err
			}
			l, err := net.Listen("tcp", addr)
			if err != nil {
				return err
			}
			fmt.Fprintf(std.Err, "playing %s at http://%s%s\n", plural(len(play.Set.Tools), "operation"), l.Addr(), play.Path)
			if play.Skipped > 0 {
				fmt.Fprintf(std.Err, "%d operations do not compile and are not played; 'oatools ops %s' says why\n", play.Skipped, args[0])
			}
			return serveMock(cmd.Context(), l, up)
		},
	}
	cmd.Flags().StringVar(&addr, "http", "127.0.0.1:0", "serve at `ADDR`, a loopback host:port")
	cmd.Flags().Uint64Var(&seed, "seed", 0, "the `NUMBER` that decides sampled answers")
	return cmd
}

// serveMock serves h until ctx ends.
func serveMock(ctx context.Context, l net.Listener, h http.Handler) error {
	srv := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second, BaseContext: func(net.Listener) context.Context { return ctx }}
	stop := context.AfterFunc(ctx, func() { _ = srv.Close() })
	defer stop()
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
