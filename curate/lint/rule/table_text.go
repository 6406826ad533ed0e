package rule

func textRules() []Rule {
	return []Rule{
		{
			ID: "what-missing", Group: Text, Levels: "-EE", Need: NeedOverlay,
			What: "The description has no sentence on what the tool does.",
			Why:  "A model cannot choose it for the right reason.", Evidence: smells,
			Example: "{when: …} → {what: Finds expenses., when: …}",
		},
		{
			ID: "when-missing", Group: Text, Levels: "-WW", Raised: "-EE", RaisedIf: "command, agent, human", Need: NeedOverlay,
			What: "The description does not say when to use the tool.",
			Why:  "It is used too early, too late, or never.", Evidence: smells,
			Example: "+ when: Use it before any other expense tool.",
		},
		{
			ID: "not-missing", Group: Text, Levels: "-WW", Need: NeedOverlay,
			What: "Another tool reads alike, and nothing says when not to use this one.",
			Why:  "A model picks either of two.", Evidence: smells,
			Example: "+ not: Not for ledger rows.",
		},
		{
			ID: "returns-missing", Group: Text, Levels: "-WW", Need: NeedOverlay,
			What: "The description does not say what comes back.",
			Why:  "A model calls it to find out.", Evidence: catalogue,
			Example: "+ returns: Up to 20 expenses with id and amount.",
		},
		{
			ID: "tautology", Group: Text, Levels: "-WW", Need: NeedOverlay,
			What: "The description says no more than the name.",
			Why:  "It costs tokens and helps nobody.", Evidence: catalogue,
			Example: "order_create: Creates an order. → Orders tea for the calling customer; it ships the next day.",
		},
		{
			ID: "copied-from-spec", Group: Text, Levels: "-WW", Need: NeedSpec,
			What: "The description is the API's own.",
			Why:  "It was written for programmers who read the rest of the page too.", Evidence: smells,
			Example: "List expenses → Finds expenses by words, status or date.",
		},
		{
			ID: "too-short", Group: Text, Levels: "-WW", Need: NeedOverlay,
			What: "The description has fewer than 40 characters.",
			Why:  "The description is the strongest lever on how well a tool is used.", Evidence: anthropicAPI,
			Example: "Searches. → Finds expenses by words, status or date.",
		},
		{
			ID: "too-long", Group: Text, Levels: "-WW", Raised: "-EE", RaisedIf: "over 4,000",
			What: "What the model reads has more than 1,024 characters.",
			Why:  "Some providers refuse it, others cut it: the end is lost first.", Evidence: clientTexts,
			Example: "move what belongs to one argument into its describe",
		},
		{
			ID: "instructions-long", Group: Text, Levels: "-WW",
			What: "The set's instructions have more than 2,048 characters.",
			Why:  "Clients cut them without a word.", Evidence: clientTexts,
			Example: "keep what holds for every tool",
		},
		{
			ID: "arg-undescribed", Group: Text, Levels: "-WW", Raised: "-EE", RaisedIf: "argument of a command",
			What: "An argument, or a field below it, has no description.",
			Why:  "A model guesses what it means.", Evidence: smells,
			Example: `cents: {} → cents: {describe: "Amount in cents: 12.50 is 1250."}`,
		},
		{
			ID: "arg-echo", Group: Text, Levels: "-WW",
			What: "An argument's description repeats its name.",
			Why:  "It says nothing.", Evidence: catalogue,
			Example: "status: The status. → status: Only expenses in this status.",
		},
		{
			ID: "unit-missing", Group: Text, Levels: "-WW",
			What: "A number or a time says neither its unit nor its form.",
			Why:  "12.50 becomes 12.5 cents.", Evidence: catalogue,
			Example: "amount: What to pay. → amount: What to pay, in cents.",
		},
		{
			ID: "prose-schema-conflict", Group: Text, Levels: "-WW",
			What: "The description names a limit or a value that does not hold.",
			Why:  "A model believes the text, and the call is refused.", Evidence: catalogue,
			Example: `"at most 50" with maximum 100 → make them one`,
		},
		{
			ID: "enum-in-prose", Group: Text, Levels: "-WW",
			What: "The description lists the values, and the schema takes any text.",
			Why:  "Only a schema is kept by providers that sample from it.", Evidence: catalogue,
			Example: "kind: One of green, black. → enum: [green, black]",
		},
		{
			ID: "names-hidden-tool", Group: Text, Levels: "-EE",
			What: "A text names a tool that its reader may not have, or an old name.",
			Why:  "A model calls it, is refused, and tries again.", Evidence: "audience lists differ by caller",
			Example: "not: use ledger_export, for approvers only → Not for the ledger.",
		},
		{
			ID: "sibling-overlap", Group: Text, Levels: "-WW", Need: NeedOverlay,
			What: "Two descriptions share most of their words.",
			Why:  "A model cannot tell the tools apart.", Evidence: retrieval,
			Example: "expense_list and expense_search: Finds expenses. → say what differs",
		},
		{
			ID: "injection-text", Group: Text, Levels: "EEE", Fixed: true,
			What: "A text hides characters, or orders a model about.",
			Why:  "It is how tools are poisoned.", Evidence: poisoning,
			Example: `"Ignore previous instructions …" → delete it`,
		},
		{
			ID: "internal-leak", Group: Text, Levels: "-WE",
			What: "A text names an internal host, an address, a ticket, or what the API is built with.",
			Why:  "What a model reads, it may repeat to anybody.", Evidence: linters,
			Example: "See FIN-1234 → delete it",
		},
		{
			ID: "todo", Group: Text, Levels: "-EE", Build: true,
			What: "A text is not finished.",
			Why:  "A model reads TODO as part of its orders.", Evidence: linters,
			Example: "describe: TODO → describe: Only this status.",
		},
		{
			ID: "title-missing", Group: Text, Levels: "-II",
			What: "A tool has no title.",
			Why:  "Directories of connectors refuse tools without one.", Evidence: directories,
			Example: "+ title: Search expenses",
		},
	}
}
