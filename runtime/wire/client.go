package wire

import (
	"context"
	"errors"
	"net/http"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

// Config is what an operator decides about upstreams.
type Config struct {
	Env       func(string) (string, bool)
	Transport http.RoundTripper
	SecretDir string
}

// Client sends steps.
type Client struct{}

// NewClient makes a client for the servers of set.
func NewClient(set *tool.Set, cfg Config) (*Client, error) { return &Client{}, nil }

// Do sends a step.
func (c *Client) Do(ctx context.Context, s *tool.Step, in runtime.Inputs, opts runtime.SendOptions) (*runtime.Response, error) {
	return nil, errors.New("wire: not built")
}

// Plan gives the request.
func (c *Client) Plan(s *tool.Step, in runtime.Inputs) (*runtime.Request, *runtime.Problem, error) {
	return nil, nil, errors.New("wire: not built")
}
