package main

import "encoding/json"

// caseExpected is expected.json.
type caseExpected struct {
	Compile       *expectCompile `json:"compile"`
	OverlayResult map[string]any `json:"overlayResult"`
	HTTP          []expectHTTP   `json:"http"`
	Runs          []expectRun    `json:"runs"`

	StdoutOnlyJSONRPC bool `json:"stdoutOnlyJSONRPC"`
	StderrNotEmpty    bool `json:"stderrNotEmpty"`
	expectRun
}

// expectCompile is what is right about the compiled tools. Properties are named
// IN.NAME, those of a body body.NAME.
type expectCompile struct {
	Outcome       string   `json:"outcome"` // ok, ok-with-warning, error, error-or-warning, ok-distinct-or-error
	StrictOutcome string   `json:"strictOutcome"`
	MustMention   []string `json:"mustMention"`
	MaxMillis     int      `json:"maxMillis"`
	Connections   *int     `json:"connections"`
	FilesOutside  *int     `json:"filesOpenedOutsideDir"`
	Note          string   `json:"note"` // for people

	Tools             []string `json:"tools"` // operation ids
	ToolsStillPresent []string `json:"toolsStillPresent"`
	ToolCount         int      `json:"toolCount"`
	ToolNameRegex     string   `json:"toolNameRegex"`
	UniqueNames       bool     `json:"uniqueNames"`
	UniqueFolded      bool     `json:"uniqueCaseInsensitive"`
	// ProposedNames are names as a tool of another kind would make them: ours
	// hold the same words.
	ProposedNames    map[string]string `json:"proposedNames"`
	Deterministic    bool              `json:"deterministic"`
	OrderIndependent bool              `json:"orderIndependent"`
	ByteIdentical    int               `json:"byteIdenticalRuns"` // builds

	ForOperation         string                    `json:"forOperation"`
	MustAccept           []caseArgs                `json:"mustAccept"`
	MustReject           []caseArgs                `json:"mustReject"`
	ShouldReject         []caseArgs                `json:"shouldReject"`
	RuntimeMustReject    []caseArgs                `json:"runtimeMustReject"`
	FiniteJSON           bool                      `json:"finiteJSON"`
	NoDanglingRefs       bool                      `json:"noDanglingRefs"`
	InputHasNoProperty   []string                  `json:"inputHasNoProperty"`
	OutputHasNoProperty  []string                  `json:"outputHasNoProperty"`
	OutputSchemaContains map[string]map[string]any `json:"outputSchemaContains"`
	RootAdditional       *bool                     `json:"rootAdditionalProperties"`
	EnumOf               map[string][]any          `json:"enumOf"`
	PropertyKeyRegex     string                    `json:"propertyKeyRegex"`
	PropertyCount        int                       `json:"propertyCount"`
	ContainsText         []string                  `json:"containsText"`
	MustNotContainText   []string                  `json:"mustNotContainText"`

	DescriptionNotContainsRunes []string            `json:"descriptionNotContainsRunes"`
	DescriptionContains         descriptionContains `json:"descriptionContains"`

	Profiles []string `json:"profiles"`
	expectProfile
}

// expectProfile is what is right about the declaration for a provider.
type expectProfile struct {
	RootForbids       []string          `json:"rootForbids"`
	RootType          string            `json:"rootType"`
	ArrayItems        bool              `json:"everyArrayHasItems"`
	ObjectProperties  bool              `json:"everyObjectHasProperties"`
	ForbiddenKeywords []string          `json:"forbiddenKeywords"`
	EnumOnlyOnStrings bool              `json:"enumOnlyOnStrings"`
	DescriptionOf     map[string]string `json:"descriptionOf"`
	MaxDescription    int               `json:"maxDescriptionRunes"`
	ValidUTF8         bool              `json:"validUTF8"`
}

// descriptionContains lists words of the tool's description, or of those of
// properties.
type descriptionContains struct {
	Tool       []string
	Properties map[string][]string
}

func (d *descriptionContains) UnmarshalJSON(data []byte) error {
	if data[0] == '[' {
		return json.Unmarshal(data, &d.Tool)
	}
	return json.Unmarshal(data, &d.Properties)
}

type expectHTTP struct {
	Status    int `json:"status"`
	StatusNot int `json:"statusNot"`
}

// expectRun is what is right about one call.
type expectRun struct {
	Requests           []expectRequest `json:"requests"` // nil: not said; empty: nothing may be sent
	RequestCount       *int            `json:"requestCount"`
	RequestCountMax    *int            `json:"requestCountMax"`
	TokenRequestCount  *int            `json:"tokenRequestCount"`
	HostsContacted     []string        `json:"hostsContacted"`
	Result             *expectResult   `json:"result"`
	Error              string          `json:"error"` // class: refused before or while compiling, or by the call
	MustMention        []string        `json:"mustMention"`
	MinMillis          int             `json:"minMillis"`
	MaxMillis          int             `json:"maxMillis"`
	ArgumentsUnchanged bool            `json:"argumentsUnchanged"`
	LogsNotContain     []string        `json:"logsNotContain"`
	ListNotContain     []string        `json:"listNotContain"`
	JSONRPCError       *bool           `json:"jsonrpcError"`
	OneOf              []expectRun     `json:"oneOf"`
}

type expectRequest struct {
	Method        string            `json:"method"`
	URL           string            `json:"url"` // compared as it is on the wire
	AlsoAccept    []string          `json:"alsoAccept"`
	Headers       map[string]string `json:"headers"`
	AbsentHeaders []string          `json:"absentHeaders"`
	BodyJSON      any               `json:"bodyJSON"`
	BodyText      *string           `json:"bodyText"`
	BodyHex       string            `json:"bodyHex"`
	Form          [][2]string       `json:"form"`
	Multipart     []expectPart      `json:"multipart"`
}

type expectPart struct {
	Name        string `json:"name"`
	ContentType string `json:"contentType"`
	HasFilename bool   `json:"hasFilename"`
	JSON        any    `json:"json"`
	Hex         string `json:"hex"`
}

type expectResult struct {
	IsError       *bool          `json:"isError"`
	ErrorClass    string         `json:"errorClass"`
	JSON          any            `json:"json"`
	ContainsJSON  map[string]any `json:"containsJSON"`
	ItemsJSON     []any          `json:"itemsJSON"`
	Contains      []string       `json:"contains"`
	NotContains   []string       `json:"notContains"`
	MaxBytes      int            `json:"maxBytes"`
	ValidJSON     bool           `json:"validJSON"`
	WholeItems    bool           `json:"wholeItems"`
	SaysTruncated bool           `json:"saysTruncated"`
	Warning       bool           `json:"warning"` // the caller or the operator is told that something is wrong with the answer
	Image         *expectBinary  `json:"image"`
	Blob          *expectBinary  `json:"blob"`
}

type expectBinary struct {
	MimeType string `json:"mimeType"`
	Data     []byte `json:"data"`
}
