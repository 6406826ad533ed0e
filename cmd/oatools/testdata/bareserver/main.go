// Command bareserver is the floor that serving is measured against: an MCP
// server on the official SDK with one tool, which answers with a constant, or
// with the answer of a GET when a URL is given.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "bare", Version: "1"}, nil)
	s.AddTool(&mcp.Tool{
		Name: "echo", Description: "Answers.", InputSchema: json.RawMessage(`{"type":"object"}`),
	}, func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var v any = map[string]any{"ok": true}
		if len(os.Args) > 1 {
			req, err := http.NewRequestWithContext(ctx, http.MethodGet, os.Args[1], nil)
			if err != nil {
				return nil, err
			}
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				return nil, err
			}
			defer res.Body.Close()
			if err := json.NewDecoder(res.Body).Decode(&v); err != nil {
				return nil, err
			}
		}
		text, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(text)}}, StructuredContent: json.RawMessage(text)}, nil
	})
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
