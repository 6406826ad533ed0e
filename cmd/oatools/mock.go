package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
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
			set, example, skipped := playable(doc)
			if len(set.Tools) == 0 {
				return fmt.Errorf("%s: no operation can be played", args[0])
			}
			up, err := mock.New(set, mock.Options{Seed: seed, Example: example})
			if err != nil {
				return err
			}
			l, err := net.Listen("tcp", addr)
			if err != nil {
				return err
			}
			fmt.Fprintf(std.Err, "playing %s at http://%s%s\n", plural(len(set.Tools), "operation"), l.Addr(), basePath(doc))
			if skipped > 0 {
				fmt.Fprintf(std.Err, "%d operations do not compile and are not played; 'oatools ops %s' says why\n", skipped, args[0])
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

// playServer is the one server of a set that is only played.
const playServer = "mock"

// playable makes a set of every operation of doc as it would be by default, with
// the examples of the description. skipped counts those that do not compile.
func playable(doc *oas.Document) (set *tool.Set, example func(*tool.Step, *tool.Response) []byte, skipped int) {
	set = &tool.Set{Name: doc.Title, Servers: map[string]tool.Server{playServer: {URL: "https://" + playServer + ".invalid" + basePath(doc)}}}
	examples := map[[4]string][]byte{}
	for _, op := range doc.Operations(doc.Index(), &diag.List{}) {
		var t *tool.Tool
		if op != nil {
			t = compile.Assemble(op, compile.Default(op, &diag.List{}), compile.Options{Server: playServer}, &diag.List{})
		}
		if t == nil || t.Main == nil {
			skipped++
			continue
		}
		set.Tools = append(set.Tools, *t)
		for _, r := range op.Responses {
			for _, m := range r.Content {
				if len(m.Examples) > 0 {
					examples[[4]string{op.Method, op.Path, r.Status, m.Type}] = m.Examples[0].AppendJSON(nil)
				}
			}
		}
	}
	return set, func(s *tool.Step, r *tool.Response) []byte {
		if r.Decode != tool.DecodeJSON {
			return nil
		}
		return examples[[4]string{s.Op.Method, s.Op.Path, r.Status, r.Media}]
	}, skipped
}

// basePath gives the path of the first server, variables filled in by their
// defaults; what is no URL has none.
func basePath(doc *oas.Document) string {
	if len(doc.Servers) == 0 {
		return ""
	}
	text := doc.Servers[0].URL
	for name, v := range doc.Servers[0].Variables {
		text = strings.ReplaceAll(text, "{"+name+"}", v.Default)
	}
	u, err := url.Parse(text)
	if err != nil || strings.ContainsAny(u.Path, "{}") {
		return ""
	}
	path := strings.TrimRight(u.EscapedPath(), "/")
	if path != "" && path[0] != '/' {
		path = "/" + path
	}
	return path
}
