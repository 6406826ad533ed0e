package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"gopkg.in/yaml.v3"
)

// decodeCase reads one file of a case. A key that the runner does not know is an
// error: an expectation must never be skipped in silence.
func decodeCase(name string, data []byte, into any) error {
	if strings.HasSuffix(name, ".yaml") {
		dec := yaml.NewDecoder(bytes.NewReader(data))
		dec.KnownFields(true)
		return dec.Decode(into)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	dec.UseNumber()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return fmt.Errorf("more than one value")
	}
	return nil
}

type caseMeta struct {
	ID    string   `json:"id"`
	Title string   `json:"title"`
	Kinds []string `json:"kinds"`
}

// caseNeed is what an author wants of the overlay, in neutral words.
type caseNeed struct {
	Operation string            `yaml:"operation"`
	Select    caseSelect        `yaml:"select"`
	Pin       yaml.Node         `yaml:"pin"`   // IN.NAME → value
	Slash     map[string]string `yaml:"slash"` // IN.NAME → encode or segments
	Paginate  *casePages        `yaml:"paginate"`
}

type casePages struct {
	Style   string `yaml:"style"` // cursor, link-header
	Request struct {
		In   string `yaml:"in"`
		Name string `yaml:"name"`
	} `yaml:"request"`
	Response struct {
		Next  string `yaml:"next"`
		Items string `yaml:"items"`
	} `yaml:"response"`
	MaxPages int `yaml:"maxPages"`
}

// caseSelect is a list of ids, or tags and methods.
type caseSelect struct {
	IDs           []string
	Tags, Methods []string
}

func (s *caseSelect) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.SequenceNode {
		return n.Decode(&s.IDs)
	}
	var by map[string][]string
	if err := n.Decode(&by); err != nil {
		return err
	}
	s.Tags, s.Methods = by["tags"], by["methods"]
	delete(by, "tags")
	if delete(by, "methods"); len(by) > 0 {
		return fmt.Errorf("select: unknown keys %v", by)
	}
	return nil
}

// caseCalls is call.json: one call, or runs that do not depend on each other,
// or requests to the MCP endpoint, or messages of a client over stdio.
type caseCalls struct {
	caseCall
	Runs []caseCall    `json:"runs"`
	HTTP []caseRequest `json:"http"`
	MCP  []caseMessage `json:"mcp"`
}

type caseCall struct {
	Operation   string            `json:"operation"`
	Args        caseArgs          `json:"args"`
	Raw         json.RawMessage   `json:"rawArguments"`
	Via         string            `json:"via"` // streamable-http, or empty
	MCPHeaders  map[string]string `json:"mcpHeaders"`
	Credentials map[string]string `json:"credentials"` // by scheme
	Config      caseConfig        `json:"config"`
}

type caseConfig struct {
	BaseURL        string   `json:"baseURL"`
	AllowHosts     []string `json:"allowHosts"`
	PublicHosts    []string `json:"publicHosts"`
	MaxResultBytes int      `json:"maxResultBytes"`
	StrictOutput   bool     `json:"strictOutput"`
	FetchAll       bool     `json:"fetchAll"`
	TimeoutMillis  int      `json:"timeoutMillis"`
}

// caseArgs are arguments by their place in the request.
type caseArgs struct {
	Path   map[string]any `json:"path"`
	Query  map[string]any `json:"query"`
	Header map[string]any `json:"header"`
	Cookie map[string]any `json:"cookie"`
	Body   any            `json:"body"`
}

type caseRequest struct {
	Headers map[string]string `json:"headers"`
	Config  caseConfig        `json:"config"`
}

// caseUpstream is upstream.json: exchanges in order, of which the last repeats,
// for all runs or for each. What is asked of the token endpoint is counted apart.
type caseUpstream struct {
	Exchanges     []caseExchange   `json:"exchanges"`
	Runs          [][]caseExchange `json:"runs"`
	TokenEndpoint *caseTokens      `json:"tokenEndpoint"`
}

type caseTokens struct {
	Host      string         `json:"host"`
	Exchanges []caseExchange `json:"exchanges"`
}

type caseExchange struct {
	Status      int               `json:"status"`
	Headers     map[string]string `json:"headers"`
	Body        string            `json:"body"`
	BodyBase64  []byte            `json:"bodyBase64"`
	Generate    *caseGenerate     `json:"generate"`
	Fault       string            `json:"fault"` // close-after-request, refuse-connection
	DelayMillis int               `json:"delayMillis"`
}

type caseGenerate struct {
	Items int            `json:"items"`
	Item  map[string]any `json:"item"` // {i} is the number of the item
	Total int            `json:"total"`
}
