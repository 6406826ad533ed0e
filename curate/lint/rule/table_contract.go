package rule

func contracts() []Rule {
	return []Rule{
		{
			ID: "shape-implicit", Group: Contract, Levels: "-WE", Build: true,
			What: "The shape is guessed from the method.",
			Why:  "A quarter to two fifths of producers have POSTs that only read.", Evidence: survey,
			Example: "+ shape: query",
		},
		{
			ID: "effect-implicit", Group: Contract, Levels: "-WE", Build: true,
			What: "The effect is guessed from the method.",
			Why:  "Hints, confirmation and approval follow from it.", Evidence: survey,
			Example: "+ command: {effect: pay, …}",
		},
		{
			ID: "unsafe-query", Group: Contract, Levels: "EEE", Fixed: true, Build: true,
			What: "A query uses a method that usually changes something, and does not say why.",
			Why:  "Queries are repeated, cached, and run without asking.", Evidence: "RFC 9110 §9.2.1",
			Example: `query: {safe: "it only reads"}`,
		},
		{
			ID: "shape-method", Group: Contract, Levels: "-II", Raised: "-WE", RaisedIf: "a query whose name says that it changes something", Need: NeedSpec,
			What: "A command uses a method that only reads.",
			Why:  "Proxies repeat what is safe by its method.", Evidence: "RFC 9110 §9.2.1",
			Example: "a GET that sends → ask the API for a POST",
		},
		{
			ID: "confirm-needed", Group: Contract, Levels: "EEE", Fixed: true, Build: true,
			What: "A command that deletes, pays or sends skips the plan.",
			Why:  "One wrong call cannot be taken back.", Evidence: ofFormat,
			Example: "confirm: {none: …} → delete it",
		},
		{
			ID: "unconfirmed-effect", Group: Contract, Levels: "-EE",
			What: "unless lets a delete or a payment run without having been shown.",
			Why:  "One wrong call cannot be taken back.", Evidence: manifest,
			Example: "unless: args.cents < 2500 → an approval above that",
		},
		{
			ID: "irreversible-unapproved", Group: Contract, Levels: "-WE",
			What: "A delete, payment or message has neither an approval nor an undo.",
			Why:  "A model that is wrong, or misled, is stopped by nobody.", Evidence: manifest,
			Example: "+ approval: [{when: args.cents > 50000, by: approver}]",
		},
		{
			ID: "approval-always", Group: Contract, Levels: "-WW",
			What: "Every call of a command that can be taken back needs a person.",
			Why:  "People who are always asked stop reading.", Evidence: "alert fatigue",
			Example: "+ when: args.cents > 50000",
		},
		{
			ID: "approval-pointless", Group: Contract, Levels: "-WW", Build: true,
			What: "A tool that changes nothing needs an approval.",
			Why:  "It only delays.", Evidence: ofFormat,
			Example: "delete approval",
		},
		{
			ID: "no-idempotency", Group: Contract, Levels: "-EE", Need: NeedOverlay,
			What: "Retries are asked for, and nothing keeps the call from happening twice.",
			Why:  "It is never repeated, against what the overlay says.", Evidence: "RFC 9110 §9.2.2",
			Example: "idempotency: {header: Idempotency-Key}",
		},
		{
			ID: "weak-preview", Group: Contract, Levels: "-WE", Need: NeedSpec,
			What: "The dry run is a sentence, though the API can check.",
			Why:  "The plan that a person sees may not work.", Evidence: survey,
			Example: `dry_run: {native: {"query:validate_only": true}}`,
		},
		{
			ID: "native-preview", Group: Contract, Levels: "--E",
			What: "The dry run of a delete or payment is checked by nobody.",
			Why:  "The plan that a person sees may not work.", Evidence: ofFormat,
			Example: "dry_run: {validate: {operation: …}}",
		},
		{
			ID: "no-verify", Group: Contract, Levels: "-II", Raised: "-WE", RaisedIf: "delete, pay",
			What: "Nothing reads a command's effect back.",
			Why:  "An API that says 200 and does nothing is believed.", Evidence: ofFormat,
			Example: `verify: {operation: …, expect: result.status == "paid"}`,
		},
		{
			ID: "self-approval", Group: Contract, Levels: "EEE", Fixed: true,
			What: "Everybody who may call a tool may also approve it.",
			Why:  "Two people of a group wave each other's calls through.", Evidence: "separation of duties",
			Example: "by: employee → by: approver",
		},
		{
			ID: "audience-all", Group: Contract, Levels: "-WW", Raised: "-EE", RaisedIf: "command",
			What: "A tool that acts is for everybody who can log in.",
			Why:  "An agent of anybody can do it.", Evidence: "46 % of operations declare no security",
			Example: "+ audience: [employee]",
		},
		{
			ID: "sync-too-long", Group: Contract, Levels: "-WE",
			What: "A query or command may take more than 10 seconds.",
			Why:  "A person waits, and the client gives up first.", Evidence: clientTimes,
			Example: "timeout: 60s → shape: job, or handle",
		},
		{
			ID: "retry-overrun", Group: Contract, Levels: "-WE",
			What: "All attempts together take longer than they may.",
			Why:  "The last ones never happen.", Evidence: clientTimes,
			Example: "attempts: 3, timeout: 30s, within: 25s → timeout: 8s",
		},
		{
			ID: "poll-unbounded", Group: Contract, Levels: "-WE", Raised: "-EE", RaisedIf: "job",
			What: "Nothing ends the wait for a job.",
			Why:  "A job that is lost upstream is polled for ever.", Evidence: ofFormat,
			Example: "poll: {give_up: 30m}",
		},
		{
			ID: "agent-unbounded", Group: Contract, Levels: "-EE",
			What: "An agent has no budget, or needs no evidence.",
			Why:  "It costs without end, or answers without reason.", Evidence: ofFormat,
			Example: "budget: {seconds: 300}, evidence: {items: /evidence, min: 1}",
		},
		{
			ID: "human-free-answer", Group: Contract, Levels: "-WW",
			What: "A person may answer anything.",
			Why:  "A model reads more into an answer than the person meant.", Evidence: ofFormat,
			Example: "+ options: /options",
		},
		{
			ID: "hint-conflict", Group: Contract, Levels: "-EE",
			What: "Hints contradict each other or the contract.",
			Why:  "Clients ask, or do not ask, by hints.", Evidence: mcpTools,
			Example: "hints: {idempotent: true} on a create without a key → delete it",
		},
	}
}

func toolsets() []Rule {
	return []Rule{
		{
			ID: "tool-tokens", Group: Toolset, Levels: "-WW", Raised: "-EE", RaisedIf: "over 1,000",
			What: "Listing a tool costs more than 400 tokens.",
			Why:  "Every request pays for every tool.", Evidence: smells,
			Example: "shorten descriptions, narrow enums",
		},
		{
			ID: "set-tokens", Group: Toolset, Levels: "-WW", Raised: "-EE", RaisedIf: "over metadata.budget.tokens",
			What: "An audience is shown more than 5,000 tokens.",
			Why:  "Every request pays for them.", Evidence: retrieval,
			Example: "split the set, or state a budget",
		},
		{
			ID: "set-count", Group: Toolset, Levels: "-WW", Raised: "-EE", RaisedIf: "over 40, or metadata.budget.tools",
			What: "An audience is shown more than 20 tools.",
			Why:  "Selection holds below 30 tools and falls steeply after 100.", Evidence: retrieval,
			Example: "split the set, or give tools an audience",
		},
		{
			ID: "eval-missing", Group: Toolset, Levels: "-WE", Raised: "-EE", RaisedIf: "command",
			What: "No eval shows a call that works, a wrong argument, and a failure of the API.",
			Why:  "Nobody knows whether it works until an agent tries.", Evidence: writingTools,
			Example: "evals: [{call: …, sends: …}, {call: …, error: invalid_input}, {call: …, upstream: 503, error: dependency_unavailable}]",
		},
		{
			ID: "owner-missing", Group: Toolset, Levels: "-EE",
			What: "The set has no owners.",
			Why:  "Nobody is told when it breaks.", Evidence: ofFormat,
			Example: `owners: ["@acme/finance"]`,
		},
		{
			ID: "sunset-short", Group: Toolset, Levels: "-II",
			What: "An old name goes in less than 30 days.",
			Why:  "Stored prompts and running sessions still call it.", Evidence: ofFormat,
			Example: "look up who calls it",
		},
		{
			ID: "sunset-over", Group: Toolset, Levels: "-EE",
			What: "An old name should have gone.",
			Why:  "It is a promise to remove it.", Evidence: ofFormat,
			Example: "delete replaces",
		},
	}
}
