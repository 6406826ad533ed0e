package rule

import "slices"

// Where it is known from that a rule matters.
const (
	ofFormat     = "how the format and the runtime work"
	ofDocuments  = "OpenAPI 3.1 §4.8.10, §4.8.12; JSON Schema 2020-12 Validation §9.3"
	smells       = "arXiv 2602.14878: 97 % of 856 tools have a smell"
	catalogue    = "arXiv 2602.18914: mending texts moves selection by 12 %, over 10,831 servers"
	retrieval    = "arXiv 2505.03275: selection by number of tools"
	writingTools = "Anthropic, Writing tools for agents"
	anthropicAPI = "Anthropic documentation, tool definitions"
	mcpTools     = "MCP specification, Tools"
	poisoning    = "OWASP MCP03, tool poisoning"
	manifest     = "Microsoft 365 Copilot plugin manifest 2.4, confirmation"
	linters      = "linters of MCP servers agree on it"
	survey       = "a survey of public API descriptions"
	directories  = "requirements of connector directories"
	openSchemas  = "OpenAI strict mode; MCP specification, Tools"
	clientNames  = "limits of Claude Desktop, Cursor, Copilot and Codex"
	clientProps  = "error of the Anthropic Messages API"
	clientTexts  = "limits of Claude Code and of OpenAI functions"
	clientUnions = "errors of the Anthropic and OpenAI APIs"
	clientRefs   = "errors of the Gemini API; behaviour of editor clients"
	clientSizes  = "limits of Claude Code"
	clientTimes  = "timeouts of the MCP SDKs and of desktop clients"
)

// All gives the table, in its order. Ids are unique.
func All() []Rule {
	return slices.Concat(references(), names(), textRules(), arguments(), results(), contracts(), toolsets(), waivers(), providers())
}

func references() []Rule {
	return []Rule{
		{
			ID: "dead-operation", Group: References, Levels: "EEE", Fixed: true, Build: true,
			What: "The selector matches no operation.",
			Why:  "A renamed or removed operation must stop the build, not the first call.", Evidence: ofFormat,
			Example: "operation: getExpence → operation: getExpense",
		},
		{
			ID: "operation-ambiguous", Group: References, Levels: "EEE", Fixed: true, Build: true,
			What: "The selector matches several operations.",
			Why:  "Nobody can review which one is called.", Evidence: ofFormat,
			Example: "operation: list, used twice in the spec → operation: GET /teas",
		},
		{
			ID: "operation-moved", Group: References, Levels: "EEE", Fixed: true, Build: true,
			What: "id and at name different operations.",
			Why:  "The reader sees one endpoint, and calls go to another.", Evidence: ofFormat,
			Example: "at: GET /expenses, now GET /v2/expenses → look, then correct at",
		},
		{
			ID: "dead-parameter", Group: References, Levels: "EEE", Fixed: true, Build: true,
			What: "A locator is not in the operation.",
			Why:  "The API ignores what it does not know: a filter that filters nothing.", Evidence: ofFormat,
			Example: "from: query:stauts → from: query:status",
		},
		{
			ID: "ambiguous-parameter", Group: References, Levels: "EEE", Fixed: true, Build: true,
			What: "A name without from fits several places.",
			Why:  "The value would go to either.", Evidence: ofFormat,
			Example: "id: {} → id: {from: path:id}",
		},
		{
			ID: "required-unbound", Group: References, Levels: "EEE", Fixed: true, Build: true,
			What: "Nothing fills a parameter or field that the API requires.",
			Why:  "Every call fails.", Evidence: ofFormat,
			Example: "params without year → params: [year]",
		},
		{
			ID: "not-narrower", Group: References, Levels: "EEE", Fixed: true, Build: true,
			What: "A narrowing allows what the API does not.",
			Why:  "The model is told that something works which never does.", Evidence: ofFormat,
			Example: "enum: [draft, gone] → enum: [draft]",
		},
		{
			ID: "widening", Group: References, Levels: "EEE", Fixed: true, Build: true,
			What: "An argument is optional that the API requires.",
			Why:  "The model leaves it out, and the API refuses the call.", Evidence: ofFormat,
			Example: "required: false → a default, or a pin",
		},
		{
			ID: "dead-result", Group: References, Levels: "EEE", Fixed: true, Build: true,
			What: "A path is not in the response.",
			Why:  "The model gets less than the description promises.", Evidence: ofFormat,
			Example: "select: [ammount] → select: [amount]",
		},
		{
			ID: "result-unchecked", Group: References, Levels: "-WW", Build: true,
			What: "A path cannot be checked, since the description does not say what comes back.",
			Why:  "A typing mistake shows only at run time.", Evidence: ofFormat,
			Example: "patch the description with a schema of the answer",
		},
		{
			ID: "deprecated-operation", Group: References, Levels: "IWW", Build: true,
			What: "The operation, or that of a step, is deprecated.",
			Why:  "The API is about to give it up, and the tool goes with it.", Evidence: ofDocuments,
			Example: "operation: searchV1 → operation: searchV2",
		},
		{
			ID: "deprecated-parameter", Group: References, Levels: "IWW", Need: NeedSpec,
			What: "An argument or a pin fills a parameter or field that is deprecated.",
			Why:  "The API is about to ignore or refuse it.", Evidence: ofDocuments,
			Example: "from: query:user → from: query:user_id",
		},
		{
			ID: "deprecated-result", Group: References, Levels: "IWW", Need: NeedSpec,
			What: "A field of the response that is selected is deprecated.",
			Why:  "The API is about to leave it out, and the description promises it.", Evidence: ofDocuments,
			Example: "select: [user] → select: [user_id]",
		},
		{
			ID: "dead-state", Group: References, Levels: "EEE", Fixed: true, Build: true,
			What: "A state is not among the values of the API.",
			Why:  "It never comes.", Evidence: ofFormat,
			Example: "done: [finished] → done: [completed]",
		},
		{
			ID: "state-unmapped", Group: References, Levels: "EEE", Fixed: true, Build: true,
			What: "A value of the state field is in no class.",
			Why:  "A job in that state is polled for ever.", Evidence: ofFormat,
			Example: "add failed: [expired]",
		},
		{
			ID: "bad-condition", Group: References, Levels: "EEE", Fixed: true, Build: true,
			What: "A condition does not type-check.",
			Why:  "It would fail on every call, and the careful branch would be taken.", Evidence: ofFormat,
			Example: "args.cent > 5 → args.cents > 5",
		},
		{
			ID: "condition-optional", Group: References, Levels: "-WW", Build: true,
			What: "A condition reads an argument that may be absent.",
			Why:  "It fails where the argument is left out, and the careful branch is taken.", Evidence: ofFormat,
			Example: `args.note == "x" → has(args.note) && args.note == "x"`,
		},
		{
			ID: "unknown-key", Group: References, Levels: "EEE", Fixed: true, Build: true,
			What: "The format has no such key.",
			Why:  "What is ignored is not reviewed.", Evidence: ofFormat,
			Example: "confirmm: → confirm:",
		},
		{
			ID: "patch-dead", Group: References, Levels: "EEE", Fixed: true, Build: true,
			What: "An action of a patch matches nothing.",
			Why:  "The fact that it adds is missing, and nobody notices.", Evidence: "OAI Overlay 1.1 lets dead targets pass; people asked for strictness",
			Example: "target: $.paths['/expense'] → $.paths['/expenses']",
		},
		{
			ID: "patch-noop", Group: References, Levels: "-WW", Build: true,
			What: "An action of a patch changes nothing.",
			Why:  "The description was corrected upstream; the patch is dead weight.", Evidence: "OAI Overlay 1.1",
			Example: "delete the action",
		},
		{
			ID: "unused", Group: References, Levels: "-WW", Build: true, Need: NeedOverlay,
			What: "Something is declared that nothing uses: an audience, a source, a companion, a default.",
			Why:  "Reviewers read policy that does not hold for anything.", Evidence: ofFormat,
			Example: "audiences: {approver: …} without a tool for it → delete it",
		},
		{
			ID: "secret-literal", Group: References, Levels: "EEE", Fixed: true, Build: true, Need: NeedOverlay,
			What: "A secret is written out, or something that reads like one.",
			Why:  "It stays in the history for ever.", Evidence: ofFormat,
			Example: "secret: sk_live_… → secret: env:SHOP_KEY",
		},
		{
			ID: "bad-server", Group: References, Levels: "EEE", Fixed: true, Build: true,
			What: "A server's URL is none.",
			Why:  "No request can be sent.", Evidence: ofFormat,
			Example: "url: /v1 → url: https://api.example/v1",
		},
		{
			ID: "host-outside", Group: References, Levels: "EEE", Fixed: true,
			What: "A server's URL is outside the hosts that are allowed.",
			Why:  "The set does not load, or credentials go elsewhere.", Evidence: ofFormat,
			Example: "{url: https://api.example, hosts: [other.example]} → hosts: [api.example]",
		},
		{
			ID: "plain-http", Group: References, Levels: "-WE",
			What: "Requests go over plain http to another machine.",
			Why:  "Whoever is on the way reads the credentials.", Evidence: ofFormat,
			Example: "http://api.example → https://api.example",
		},
		{
			ID: "hosts-missing", Group: References, Levels: "-WE", Build: true,
			What: "The environment alone decides which host gets the credentials.",
			Why:  "A wrong variable sends them anywhere.", Evidence: ofFormat,
			Example: "url: ${URL} → {url: ${URL}, hosts: [api.example]}",
		},
		{
			ID: "credential-exposed", Group: References, Levels: "EEE", Fixed: true, Build: true,
			What: "A model would choose a credential.",
			Why:  "It invents one, or repeats one from elsewhere.", Evidence: "13 % of producers take credentials as plain parameters",
			Example: "params: [api_key] → auth with a secret reference",
		},
		{
			ID: "yaml-anchor", Group: References, Levels: "EEE", Fixed: true, Build: true,
			What: "The overlay uses anchors.",
			Why:  "Reviewers must not chase values through a file.", Evidence: ofFormat,
			Example: "&x / *x → write the value out",
		},
		{
			ID: "lock-stale", Group: References, Levels: "-EE",
			What: "The committed artifact is not what the overlay compiles to.",
			Why:  "What is reviewed is not what is served.", Evidence: ofFormat,
			Example: "oatools compile OVERLAY, and commit",
		},
	}
}

func names() []Rule {
	return []Rule{
		{
			ID: "name-portable", Group: Names, Levels: "-EE",
			What: "A tool's name must be 3 to 56 of a-z, 0-9 and _.",
			Why:  "One provider refuses it, and with it the whole request.", Evidence: clientNames,
			Example: "Get.Expense → expense_get",
		},
		{
			ID: "name-long", Group: Names, Levels: "-WW",
			What: "A tool's name has more than 40 characters.",
			Why:  "Clients put mcp__SERVER__ before it and drop what becomes too long.", Evidence: clientNames,
			Example: "finance_expense_reports_of_the_current_month_get → month_report",
		},
		{
			ID: "duplicate-tool", Group: Names, Levels: "EEE", Fixed: true, Build: true,
			What: "Two tools have one name, old names and those of the runtime included.",
			Why:  "Calls go to either.", Evidence: mcpTools,
			Example: "rename one",
		},
		{
			ID: "name-pattern", Group: Names, Levels: "-WW",
			What: "A set mixes verb_noun and noun_verb.",
			Why:  "Models guess names from names.", Evidence: writingTools,
			Example: "expense_search, get_ledger → expense_search, ledger_get",
		},
		{
			ID: "name-vague", Group: Names, Levels: "-WW",
			What: "A name holds a word that could mean anything.",
			Why:  "The name is what a model chooses by.", Evidence: linters,
			Example: "process_data → invoice_match",
		},
		{
			ID: "arg-portable", Group: Names, Levels: "-EE",
			What: "An argument's name must be at most 40 of a-z, 0-9 and _.",
			Why:  "Providers refuse others, and with one the whole request.", Evidence: clientProps,
			Example: "filter[name] → name, from: query:filter[name]",
		},
		{
			ID: "property-portable", Group: Names, Levels: "-EE",
			What: "A property below an argument must match [a-zA-Z0-9_.-]{1,64}.",
			Why:  "Providers refuse others, and with one the whole request.", Evidence: clientProps,
			Example: `{"price>": 5} → an argument min_price`,
		},
		{
			ID: "arg-cryptic", Group: Names, Levels: "-WW",
			What: "An argument's name is one or two letters, or id without a noun.",
			Why:  "A model with several ids at hand takes the wrong one.", Evidence: writingTools,
			Example: "id → expense_id; q → text",
		},
	}
}

func waivers() []Rule {
	return []Rule{
		{
			ID: "waiver-expired", Group: Waivers, Levels: "EEE", Fixed: true, Need: NeedOverlay,
			What: "A waiver's end date is past.",
			Why:  "What was tolerated for a while is tolerated for ever.", Evidence: ofFormat,
			Example: "mend it, or move until and say why",
		},
		{
			ID: "waiver-idle", Group: Waivers, Levels: "WWW", Fixed: true, Need: NeedOverlay,
			What: "A waiver waives nothing.",
			Why:  "It would hide the next finding of that kind.", Evidence: ofFormat,
			Example: "delete it",
		},
		{
			ID: "waiver-dead", Group: Waivers, Levels: "EEE", Fixed: true, Need: NeedOverlay,
			What: "A waiver names no rule.",
			Why:  "It waives nothing.", Evidence: ofFormat,
			Example: "rule: no-selct → rule: no-select",
		},
		{
			ID: "waiver-refused", Group: Waivers, Levels: "EEE", Fixed: true, Need: NeedOverlay,
			What: "A waiver names a rule that cannot be waived.",
			Why:  "Some mistakes have no good reason.", Evidence: ofFormat,
			Example: "mend it",
		},
	}
}

func providers() []Rule {
	return []Rule{
		{
			ID: "provider-loss", Group: Providers, Levels: "IWW",
			What: "With --for: the provider cannot say something of a tool.",
			Why:  "The model is not told; the runtime checks it all the same.", Evidence: "the provider's documentation",
			Example: "see the message",
		},
		{
			ID: "provider-refused", Group: Providers, Levels: "EEE", Fixed: true,
			What: "With --for: the provider cannot take a tool.",
			Why:  "It refuses the whole request.", Evidence: "the provider's documentation",
			Example: "see the message",
		},
	}
}
