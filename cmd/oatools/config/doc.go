// Package config reads the file that an operator gives to serve and call with
// --config: who calls, and how the servers of a set are reached here. What a
// tool is and may do stands in the overlay; the file can only choose among what
// the overlay leaves open, and tighten, and open what is the operator's own:
// networks, redirects and files of this machine.
//
// It is YAML, one document, strict: unknown and repeated keys are errors, and
// every mistake is reported with its place. Paths in it start from its folder.
// It holds no secret: passwords are references, env:NAME, file:PATH or
// exec:COMMAND.
//
//	apiVersion: oatools/v1
//	kind: Config
//
//	callers:                    # by name, for --caller NAME
//	  ada: {id: ada, tenant: acme, roles: [employee], scopes: [expenses.read], claims: {department: d7}}
//	  ci: {file: callers/ci.json}             # a caller file, as --caller FILE takes it
//
//	secrets: {dir: /run/secrets}              # where relative file: references of the set start; default: the working folder
//
//	files: {root: outgoing, max: 10MiB}       # a folder whose files tools may send, by name, up to a size; default: none
//
//	audit: {file: audit.jsonl}                # a record of every call, one a line, appended; default: none is kept
//
//	upstreams:                  # by the server's key in the set; "*" gives what a server does not state itself
//	  "*":
//	    proxy: {url: http://proxy.internal:3128, username: agent, password: env:PROXY_PASSWORD}
//	  expenses:
//	    tls:
//	      min: "1.3"                          # lowest version of TLS: 1.2 or 1.3; default 1.2
//	      ca: ca.pem                          # certificate authorities, besides the system's
//	      cert: client.pem                    # client certificate, for mutual TLS; read again when it changes
//	      key: client.key
//	      server_name: api.internal           # the name that the certificate has to have; default: the host's
//	      pins: [BASE64]                      # SHA-256 of public keys, one of which has to be in the chain
//	    proxy: none                           # or {url, username, password}; url alone may be written as text
//	    pool: {connections: 16, idle: 60s}    # connections at once, and how long an unused one is kept
//	    network:                              # not together with a proxy, which decides by itself
//	      class: private                      # public, private or loopback; default: as the overlay says
//	      allow: [10.2.0.0/16]                # only addresses in these ranges
//	      deny: [10.2.9.0/24]                 # none in these
//	    redirects: [cdn.example.com]          # hosts to which a read may be redirected, without credentials
//	    limits: {response: 8MiB, attempt: 10s, total: 45s}   # caps of every call, whatever its tool asks for
//
//	tokens:                     # token endpoints by host or host:port: tls, proxy, pool, network
//	  login.acme.example: {tls: {ca: ca.pem}}
//
//	costs: {run_usd: 1, caller_usd: 20}       # caps of what calls cost, per run, and per caller and day
//	responses: strict                         # refuse answers that do not fit their description; default: warn
//
// It must not know flags or commands. Start at Load.
package config
