// Package tour shows a server of the example tools to a person: a client in the
// same process that speaks MCP as text, makes some calls and prints what is sent
// and what comes back.
//
// It knows the names of the example's tools and nothing of how they are made or
// executed. Start at Walk.
package tour

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/oatools/oatools/runtime/mcpserver"
)

// Walk serves srv over a pipe, as a client would start it over stdio, and makes
// the calls of the tour.
func Walk(ctx context.Context, srv *mcpserver.Server, out io.Writer) error {
	requests, toServer := io.Pipe()
	fromServer, answers := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- srv.ServeStdio(ctx, requests, answers)
		answers.Close()
	}()
	t := &tour{in: toServer, lines: bufio.NewReader(fromServer), out: out}
	err := t.walk()
	toServer.Close()
	// The server may still be writing the answer that a failed walk left behind.
	go io.Copy(io.Discard, fromServer)
	if served := <-done; err == nil {
		err = served
	}
	return err
}

// tour is a client that speaks the wire format itself and shows it.
type tour struct {
	in    io.Writer
	lines *bufio.Reader
	out   io.Writer
	id    int
}

func (t *tour) walk() error {
	var hello struct{}
	if err := t.request("initialize", map[string]any{
		"protocolVersion": "2025-11-25", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "demo", "version": "1"},
	}, &hello); err != nil {
		return err
	}
	if _, err := fmt.Fprintln(t.in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`); err != nil {
		return err
	}
	if err := t.list(); err != nil {
		return err
	}
	if _, err := t.call("A query: the model names only what the overlay lets it name.",
		"expense_search", map[string]any{"text": "taxi", "since": "2026-01-01"}); err != nil {
		return err
	}
	if _, err := t.call("A mistake comes back as a sentence that a model can act on; nothing was sent.",
		"expense_search", map[string]any{"status": "archivd", "txt": "taxi"}); err != nil {
		return err
	}
	expense := map[string]any{"merchant": "Mensa", "cents": 4250, "category": "meals", "dry_run": true}
	token, err := t.call("A command is planned first: the API checks it and nothing is created.", "expense_create", expense)
	if err != nil {
		return err
	}
	expense["dry_run"], expense["confirm_token"] = false, token
	if _, err := t.call("With the token of the plan, and only with the same arguments, it runs.", "expense_create", expense); err != nil {
		return err
	}
	_, err = t.call("A token works once.", "expense_create", expense)
	return err
}

func (t *tour) list() error {
	var list struct {
		Tools []struct {
			Name        string
			Description string
			Annotations struct{ ReadOnlyHint, DestructiveHint bool }
		}
	}
	if err := t.request("tools/list", map[string]any{}, &list); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(t.out, "\ntools/list\n"); err != nil {
		return err
	}
	for _, tool := range list.Tools {
		kind := "changes"
		if tool.Annotations.ReadOnlyHint {
			kind = "reads"
		}
		first, _, _ := strings.Cut(tool.Description, "\n")
		if _, err := fmt.Fprintf(t.out, "  %-16s %-8s %s\n", tool.Name, kind, first); err != nil {
			return err
		}
	}
	return nil
}

// call makes one call, shows it, and gives the confirm token of the envelope.
func (t *tour) call(why, name string, args map[string]any) (token string, err error) {
	var res struct {
		StructuredContent json.RawMessage
	}
	if err := t.request("tools/call", map[string]any{"name": name, "arguments": args}, &res); err != nil {
		return "", err
	}
	sent, err := json.Marshal(args)
	if err != nil {
		return "", err
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, res.StructuredContent, "", "  "); err != nil {
		return "", err
	}
	if _, err := fmt.Fprintf(t.out, "\n%s\ntools/call %s %s\n%s\n", why, name, sent, &pretty); err != nil {
		return "", err
	}
	var envelope struct {
		Token string `json:"confirm_token"`
	}
	return envelope.Token, json.Unmarshal(res.StructuredContent, &envelope)
}

func (t *tour) request(method string, params, result any) error {
	t.id++
	msg, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": t.id, "method": method, "params": params})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(t.in, "%s\n", msg); err != nil {
		return err
	}
	line, err := t.lines.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	var answer struct {
		Result json.RawMessage
		Error  *struct{ Message string }
	}
	if err := json.Unmarshal(line, &answer); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	if answer.Error != nil {
		return fmt.Errorf("%s: %s", method, answer.Error.Message)
	}
	return json.Unmarshal(answer.Result, result)
}
