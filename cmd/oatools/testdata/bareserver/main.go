// Command bareserver is the floor that serving is measured against: the smallest
// MCP server on the official SDK, one typed tool, as its documentation writes
// it. The tool answers with a constant, or with the answer of a GET when a URL
// is given.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type input struct {
	Name string `json:"name,omitempty" jsonschema:"whom to greet"`
}

func greet(ctx context.Context, _ *mcp.CallToolRequest, in input) (*mcp.CallToolResult, map[string]any, error) {
	if len(os.Args) < 2 {
		return nil, map[string]any{"greeting": "Hi " + in.Name}, nil
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, os.Args[1], nil)
	if err != nil {
		return nil, nil, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close()
	var out map[string]any
	if err := json.NewDecoder(res.Body).Decode(&out); err != nil {
		return nil, nil, err
	}
	return nil, out, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "bare", Version: "1"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "greet", Description: "Says hi."}, greet)
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Fatal(err)
	}
}
