// Package compile turns an operation into a tool: Default lays it out as a Plan,
// an editor may change the Plan, and Assemble writes the tool from it.
//
// It knows operations (package oas) and schemas, but not overlays: package
// curate edits Plans and owns everything that an author writes. Assemble is the
// only writer of a tool's Input, Binding and Output.
package compile

import (
	"encoding/json"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/guess"
	"github.com/oatools/oatools/compile/narrow"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/tool"
)

// Plan is the layout of a tool before it is written: which arguments the model
// has, where each goes, what is fixed.
type Plan struct {
	Name        string
	Title       string
	Description string
	Shape       tool.Shape
	Effect      tool.Effect // commands
	Hints       tool.Hints
	Args        []Arg
	Fixed       []Fixed
	Media       string // request body media type; "" when there is none
	Undeclared  []tool.Locator
	Result      tool.Result
	Contract    Contract
	Guesses     []guess.Guess
}

// Contract is what a tool promises over time. Only the field that Plan.Shape
// names is used; left nil, Assemble fills in the shape's least contract. Steps
// in it are made with Bind and Preview.
type Contract struct {
	Query   *tool.Query
	Command *tool.Command
	Job     *tool.Job
	Handle  *tool.Handle
	Agent   *tool.Agent
	Human   *tool.Human
}

// Arg is one argument of the model.
type Arg struct {
	Name     string
	At       tool.Locator
	Schema   *node.Node   // raw schema of the document; nil: anything
	Describe string       // replaces the schema's description, and examples, when not empty
	Examples []*node.Node // of the document, to be told with Describe
	Required bool
	Default  json.RawMessage // the overlay's: makes the argument optional, filled in before validation
	Narrow   narrow.Narrowing
	Slash    string // path: "", encode, segments
	// Omit lists pointers below At that are bound elsewhere (pinned, injected,
	// or arguments of their own) and so are not part of this argument.
	Omit []string
	Spec diag.Pos // the parameter's or property's place in the document
	From diag.Pos // the overlay line that asked for it; zero for a default
}

// Fixed is a place of the request that the model does not choose.
type Fixed struct {
	At    tool.Locator
	Value tool.Value
	From  diag.Pos
}
