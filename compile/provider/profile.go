package provider

import "slices"

// Form is the envelope of a declaration.
type Form string

// The forms.
const (
	FormMCP        Form = "mcp"         // a tool of tools/list
	FormOpenAI     Form = "openai"      // a function tool of the Responses API
	FormAnthropic  Form = "anthropic"   // a tool of the Messages API
	FormGemini     Form = "gemini"      // a function declaration with parameters
	FormGeminiJSON Form = "gemini-json" // a function declaration with parametersJsonSchema
	FormBedrock    Form = "bedrock"     // a tool of the Converse API
)

// Refs says what becomes of references.
type Refs string

// The ways.
const (
	RefsKeep   Refs = "keep"   // as they are, $defs at the root
	RefsAlone  Refs = "alone"  // kept, but nothing may stand beside one
	RefsTree   Refs = "tree"   // as alone, but a definition that contains itself is unrolled and then cut
	RefsInline Refs = "inline" // replaced by what they refer to; recursion is unrolled and then cut
)

// Extra says what becomes of additionalProperties.
type Extra string

// The ways.
const (
	ExtraKeep   Extra = "keep"
	ExtraClosed Extra = "closed" // every object is closed; maps travel as JSON text
	ExtraStrip  Extra = "strip"  // the keyword is left out
)

// Profile says what one API takes, as data. The zero value of a limit means
// that none is known. Limits move: Verified is the day on which the sources
// were last read.
type Profile struct {
	ID       string
	Title    string
	Verified string // YYYY-MM-DD
	Sources  []string
	Form     Form

	NamePattern string // of tools
	PropPattern string // of properties, at every level
	DescMax     int    // characters of a tool's description
	ToolsMax    int    // tools of one request

	Keywords   []string // what schemas may hold; nil: everything
	RootOnly   []string // what the root may hold; nil: what Keywords says
	Formats    []string // formats that may be named; nil: all
	Refs       Refs
	Unroll     int  // inline, tree: how often a definition may contain itself
	OpenCycles bool // a definition may contain itself only in properties that are not required
	AllOf      bool // allOf is taken; else its branches are joined
	OneOf      bool // oneOf is taken; else it becomes anyOf
	AnyOfAlone bool // nothing may stand beside anyOf
	NullFlag   bool // null is said by nullable: true instead of a type
	AllNeeded  bool // every property must be required; optional ones are nullable
	Extra      Extra
	EnumText   bool // enum is for strings only
	EnumPlain  bool // enum and const are for texts, numbers, booleans and null only
	FewItems   bool // minItems may be 0 or 1 only
	Strict     bool // the API is told to hold the model to the schema
	TypeNeeded bool // every schema must state its type
	ItemsTold  bool // arrays must say items, objects properties
	PlainRegex bool // pattern without groups of the form (?…, back references and word boundaries

	MaxDepth     int // levels of objects and arrays
	MaxProps     int // properties of all levels
	MaxEnum      int // enum values of all levels, null aside
	MaxEnumChars int // characters of an enum of more than 250 values
	MaxChars     int // characters of all property names and enum values
	MaxItemsSum  int // sum of maxItems over the lists of a tool

	// Of all tools of a request together.
	MaxOptional int // properties that are not required
	MaxUnions   int // schemas with anyOf or several types
}

// Profiles lists the profiles, sorted by id.
func Profiles() []Profile {
	return []Profile{
		anthropic(), anthropicStrict(), bedrock(), gemini(), geminiJSON(), mcp(), openai(), openaiStrict(),
	}
}

// Find gives the profile with an id; ok is false when there is none.
func Find(id string) (p Profile, ok bool) {
	list := Profiles()
	i := slices.IndexFunc(list, func(p Profile) bool { return p.ID == id })
	if i < 0 {
		return Profile{}, false
	}
	return list[i], true
}

// verified is the day on which the sources of all profiles were last read.
const verified = "2026-11-30"

const (
	anyProp   = `^[a-zA-Z0-9_.-]{1,64}$`
	shortName = `^[a-zA-Z0-9_-]{1,64}$`
)

func mcp() Profile {
	return Profile{
		ID: "mcp", Title: "MCP, what most clients take", Verified: verified, Form: FormMCP,
		Sources:     []string{"MCP specification 2026-07-28, Tools", "limits of desktop and editor clients"},
		NamePattern: shortName, PropPattern: anyProp, DescMax: 2048, ToolsMax: 128,
		Refs: RefsKeep, AllOf: true, OneOf: true, Extra: ExtraKeep, ItemsTold: true,
	}
}

func openai() Profile {
	return Profile{
		ID: "openai", Title: "OpenAI functions", Verified: verified, Form: FormOpenAI,
		Sources:     []string{"OpenAI API description, FunctionTool", "OpenAI guide, Function calling"},
		NamePattern: shortName, PropPattern: anyProp, DescMax: 1024, ToolsMax: 128,
		Refs: RefsKeep, AllOf: true, OneOf: true, Extra: ExtraKeep, ItemsTold: true,
	}
}

func openaiStrict() Profile {
	return Profile{
		ID: "openai-strict", Title: "OpenAI functions, strict", Verified: verified, Form: FormOpenAI,
		Sources:     []string{"OpenAI guide, Structured outputs: supported schemas", "openai-node, transform of strict schemas"},
		NamePattern: shortName, PropPattern: anyProp, DescMax: 1024, ToolsMax: 128,
		Keywords: []string{"type", "title", "description", "properties", "required", "additionalProperties", "items", "enum", "const",
			"anyOf", "$ref", "$defs", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "pattern", "format",
			"minItems", "maxItems"},
		Formats: []string{"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"},
		Refs:    RefsAlone, AllNeeded: true, Extra: ExtraClosed, TypeNeeded: true, ItemsTold: true, PlainRegex: true, Strict: true,
		MaxDepth: 10, MaxProps: 5000, MaxEnum: 1000, MaxEnumChars: 15000, MaxChars: 120000,
	}
}

func anthropic() Profile {
	return Profile{
		ID: "anthropic", Title: "Anthropic Messages", Verified: verified, Form: FormAnthropic,
		Sources:     []string{"Anthropic API reference, Messages: tools", "error texts of the Messages API"},
		NamePattern: shortName, PropPattern: anyProp,
		Refs: RefsKeep, AllOf: true, OneOf: true, Extra: ExtraKeep, ItemsTold: true,
	}
}

func anthropicStrict() Profile {
	return Profile{
		ID: "anthropic-strict", Title: "Anthropic Messages, strict", Verified: verified, Form: FormAnthropic,
		Sources:     []string{"Anthropic guide, Structured outputs: JSON Schema limitations", "error texts of the Messages API"},
		NamePattern: shortName, PropPattern: anyProp, ToolsMax: 20,
		Keywords: []string{"type", "title", "description", "properties", "required", "additionalProperties", "items", "enum", "const",
			"anyOf", "$ref", "$defs", "format", "pattern", "minItems"},
		Formats: []string{"date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"},
		Refs:    RefsTree, Unroll: 1, Extra: ExtraClosed, EnumPlain: true, TypeNeeded: true, ItemsTold: true, PlainRegex: true,
		FewItems: true, Strict: true, MaxDepth: 10, MaxOptional: 24, MaxUnions: 16,
	}
}

func gemini() Profile {
	return Profile{
		ID: "gemini", Title: "Gemini, parameters", Verified: verified, Form: FormGemini,
		Sources:     []string{"Gemini API reference, Schema", "error texts of generateContent"},
		NamePattern: `^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$`, PropPattern: `^[a-zA-Z_][a-zA-Z0-9_]{0,63}$`,
		Keywords: []string{"type", "title", "description", "properties", "required", "items", "enum", "anyOf", "nullable", "format",
			"minimum", "maximum", "minLength", "maxLength", "pattern", "minItems", "maxItems"},
		Formats: []string{"enum", "date-time", "int32", "int64", "float", "double"},
		Refs:    RefsInline, Unroll: 2, AnyOfAlone: true, NullFlag: true, Extra: ExtraStrip, EnumText: true,
		TypeNeeded: true, ItemsTold: true, PlainRegex: true, MaxDepth: 10,
	}
}

func geminiJSON() Profile {
	return Profile{
		ID: "gemini-json", Title: "Gemini, parametersJsonSchema", Verified: verified, Form: FormGeminiJSON,
		Sources:     []string{"Gemini API reference, FunctionDeclaration.parametersJsonSchema", "googleapis/python-genai#2170"},
		NamePattern: `^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$`, PropPattern: `^[a-zA-Z_][a-zA-Z0-9_]{0,63}$`,
		Keywords: []string{"type", "title", "description", "properties", "required", "additionalProperties", "items", "prefixItems",
			"enum", "anyOf", "$ref", "$defs", "format", "minimum", "maximum", "minItems", "maxItems"},
		Refs: RefsAlone, OpenCycles: true, Extra: ExtraKeep, ItemsTold: true, MaxDepth: 16, MaxItemsSum: 960,
	}
}

func bedrock() Profile {
	return Profile{
		ID: "bedrock", Title: "Bedrock Converse, what every model there takes", Verified: verified, Form: FormBedrock,
		Sources:     []string{"AWS API reference, ToolSpecification", "Amazon Nova guide, Tool use: troubleshooting"},
		NamePattern: shortName, PropPattern: anyProp, DescMax: 10000,
		RootOnly: []string{"type", "properties", "required"},
		Refs:     RefsInline, Unroll: 2, AllOf: true, OneOf: true, Extra: ExtraKeep, ItemsTold: true, MaxDepth: 10,
	}
}
