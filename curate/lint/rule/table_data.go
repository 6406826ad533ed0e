package rule

func arguments() []Rule {
	return []Rule{
		{
			ID: "open-object", Group: Input, Levels: "-WE", Raised: "-EE", RaisedIf: "the arguments as a whole",
			What: "An argument is an object that takes more than it declares.",
			Why:  "What a model makes up is sent.", Evidence: openSchemas,
			Example: "additionalProperties: true → name the fields as arguments",
		},
		{
			ID: "open-payload", Group: Input, Levels: "-WW", Raised: "-EE", RaisedIf: "argument of a command",
			What: "An argument may hold anything.",
			Why:  "Nobody can review what is sent.", Evidence: openSchemas,
			Example: "payload: {} → the fields that are needed, from: body:/…",
		},
		{
			ID: "top-level-union", Group: Input, Levels: "-EE",
			What: "The arguments are a union at the root.",
			Why:  "Providers refuse it, and with it the whole session.", Evidence: clientUnions,
			Example: "oneOf at the root → two tools",
		},
		{
			ID: "ref-left", Group: Input, Levels: "-IW",
			What: "The arguments refer to definitions.",
			Why:  "Some clients show the model a hole.", Evidence: clientRefs,
			Example: "flatten with from: body:/a/b",
		},
		{
			ID: "deep-input", Group: Input, Levels: "-WW",
			What: "An argument is nested more than two levels deep.",
			Why:  "Models lose braces, and the parts below.", Evidence: linters,
			Example: "order.address.street → street: {from: body:/address/street}",
		},
		{
			ID: "many-args", Group: Input, Levels: "-WW", Raised: "-EE", RaisedIf: "over 20",
			What: "A tool has more than 8 arguments.",
			Why:  "The more there are, the more are filled in wrongly.", Evidence: writingTools,
			Example: "pin what is always the same",
		},
		{
			ID: "params-all", Group: Input, Levels: "-WE", Need: NeedOverlay,
			What: `params is "*".`,
			Why:  "A parameter of the API's next version reaches the model by itself.", Evidence: ofFormat,
			Example: `params: "*" → params: [text, status]`,
		},
		{
			ID: "big-enum", Group: Input, Levels: "-WW",
			What: "An argument has more than 30 values.",
			Why:  "They cost tokens in every request.", Evidence: linters,
			Example: "249 countries → enum: [DE, FR, US], or a pattern",
		},
		{
			ID: "free-text-unbounded", Group: Input, Levels: "-WW", Raised: "-EE", RaisedIf: "command, human",
			What: "A text argument has no maxLength.",
			Why:  "A model pastes whole documents into it.", Evidence: ofFormat,
			Example: "note: {} → note: {maxLength: 500}",
		},
		{
			ID: "number-unbounded", Group: Input, Levels: "-WE",
			What: "A number of a command has no maximum.",
			Why:  "One wrong digit is a thousand times as much.", Evidence: ofFormat,
			Example: "cents: {} → cents: {maximum: 2000000}",
		},
		{
			ID: "default-invalid", Group: Input, Levels: "-EE",
			What: "A default is refused by its own schema.",
			Why:  "Leaving the argument out fails.", Evidence: ofFormat,
			Example: "maximum: 5, default: 10 → default: 5",
		},
		{
			ID: "eval-invalid", Group: Input, Levels: "EEE", Fixed: true, Build: true,
			What: "An eval's arguments are not what it says they are.",
			Why:  "It tests nothing.", Evidence: ofFormat,
			Example: "call: {cent: 5} → call: {cents: 5}",
		},
		{
			ID: "url-argument", Group: Input, Levels: "-WE",
			What: "A model chooses an address that the API may call.",
			Why:  "It is led to call inside the API's own network.", Evidence: "OWASP API7, server-side request forgery",
			Example: `callback: {} → callback: {pattern: "^https://acme[.]example/"}`,
		},
		{
			ID: "id-unreachable", Group: Input, Levels: "-WW",
			What: "Nobody who sees the tool has a tool that returns the id it takes.",
			Why:  "A model invents ids.", Evidence: writingTools,
			Example: "add expense_search, or select id there",
		},
		{
			ID: "no-page-limit", Group: Input, Levels: "-EE", Need: NeedSpec,
			What: "A list takes a page size, and it is neither pinned nor bounded.",
			Why:  "One call fills the context.", Evidence: writingTools,
			Example: `pin: {"query:page_size": 20}`,
		},
	}
}

func results() []Rule {
	return []Rule{
		{
			ID: "no-select", Group: Result, Levels: "-WW",
			What: "The whole answer passes.",
			Why:  "A field of the API's next version reaches the model by itself.", Evidence: writingTools,
			Example: "+ result: {select: [id, merchant, status]}",
		},
		{
			ID: "cap-high", Group: Result, Levels: "-WE",
			What: "A result may be larger than 50,000 bytes.",
			Why:  "Clients cut it, or put it into a file that the model does not read.", Evidence: clientSizes,
			Example: "max_bytes: 1MiB → shape: handle",
		},
		{
			ID: "auto-unreached", Group: Result, Levels: "-WW",
			What: "A call that joins pages can never bring as many items as it says.",
			Why:  "Its pages or its cap end it before, so the number that was reviewed is not the limit.", Evidence: ofFormat,
			Example: "auto: {pages: 5, items: 1000} → auto: {pages: 5, items: 200}",
		},
		{
			ID: "sensitive-field", Group: Result, Levels: "-EE",
			What: "The result holds a field about a person, or a secret.",
			Why:  "What a model has read, it may repeat.", Evidence: "OWASP LLM02, sensitive information disclosure",
			Example: "select: [name, iban] → select: [name]",
		},
		{
			ID: "opaque-only", Group: Result, Levels: "-WW",
			What: "The result holds nothing but ids and addresses.",
			Why:  "A model has nothing to tell a person, and calls once for each id.", Evidence: writingTools,
			Example: "select: [id] → select: [id, name]",
		},
		{
			ID: "output-schema", Group: Result, Levels: "-WW",
			What: "The description does not say what comes back.",
			Why:  "Nothing of the answer is checked, and clients cannot use its structure.", Evidence: mcpTools,
			Example: "patch the description",
		},
		{
			ID: "error-unmapped", Group: Result, Levels: "-WW", Need: NeedSpec,
			What: "Nothing says what a failure of the API looks like.",
			Why:  "A model is told that it failed, not why.", Evidence: writingTools,
			Example: "+ errors: {code_path: error.code, message_path: error.message}",
		},
		{
			ID: "id-dropped", Group: Result, Levels: "-WW", Need: NeedSpec,
			What: "select leaves out an id that another tool asks for.",
			Why:  "A model invents ids.", Evidence: writingTools,
			Example: "select: [merchant] → select: [id, merchant]",
		},
	}
}
