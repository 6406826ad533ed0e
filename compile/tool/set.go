package tool

import "encoding/json"

// Format is the artifact's format name and major version. A reader refuses
// every other value.
const Format = "oatools.set/1"

// Schema is a self-contained JSON Schema 2020-12 in its JSON text, in the
// author's order of keys. Nil means "none".
type Schema = json.RawMessage

// Set is the artifact: the tools of one overlay and everything they need at run
// time. It holds no secret, no time and no path of the machine it was made on.
type Set struct {
	Format       string                `json:"format"` // Format
	Name         string                `json:"name"`
	Version      string                `json:"version,omitempty"` // semver, as the overlay states it
	Title        string                `json:"title,omitempty"`
	Owners       []string              `json:"owners,omitempty"`
	Instructions string                `json:"instructions,omitempty"` // what a model reads about the whole set
	Budget       *Budget               `json:"budget,omitempty"`
	Audiences    map[string]string     `json:"audiences,omitempty"` // name → CEL condition over caller
	Tools        []Tool                `json:"tools"`               // sorted by name
	Companions   map[string]Companion  `json:"companions,omitempty"`
	Sources      []Source              `json:"sources"`
	Servers      map[string]Server     `json:"servers"`
	Auth         map[string]AuthScheme `json:"auth,omitempty"`
	Digest       string                `json:"digest"` // sha256 over the encoding with an empty digest
}

// Budget caps what one audience is shown; zero means no cap.
type Budget struct {
	Tools  int `json:"tools,omitempty"`
	Tokens int `json:"tokens,omitempty"`
}

// Companion changes what a model reads about one of the tools that the runtime
// adds (get_job, read_result, …).
type Companion struct {
	Name        string `json:"name,omitempty"`
	Description string `json:"description,omitempty"`
}

// Source is one API description that the set was compiled from.
type Source struct {
	ID      string `json:"id"`
	Title   string `json:"title,omitempty"`
	Version string `json:"version,omitempty"`
	Dialect string `json:"dialect"` // "openapi-3.1", …
	Files   []File `json:"files"`   // every file that was read, root first, then sorted
	Patches []File `json:"patches,omitempty"`
	Closed  bool   `json:"closed,omitempty"` // the API is a closed world: openWorldHint false
}

// File is a file's identity: its slash path relative to the overlay, and the
// hex sha256 of its bytes.
type File struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// Server is where a source's requests go.
type Server struct {
	// URL is the server's URL with every server variable filled in. It may hold
	// ${NAME} and ${NAME:-default}, expanded from the environment at load.
	URL string `json:"url"`
	// Hosts lists the allowed hosts, host or host:port; a host without a port
	// means the default port of the scheme. Empty: the URL's own host only.
	Hosts []string `json:"hosts,omitempty"`
	// Network is the class of addresses that may be dialled: public, private,
	// loopback. Empty: what the URL's literal host implies.
	Network string `json:"network,omitempty"`
}

// AuthScheme says how requests prove who sends them. It holds references to
// secrets ("env:NAME", "file:PATH", "exec:ARGV"), never a secret.
type AuthScheme struct {
	Type         string   `json:"type"`             // apiKey, basic, bearer, oauth2, mutualTLS, none
	In           string   `json:"in,omitempty"`     // apiKey: header, query or cookie
	Name         string   `json:"name,omitempty"`   // apiKey: name of the parameter
	Prefix       string   `json:"prefix,omitempty"` // written before the secret, with one blank
	Secret       string   `json:"secret,omitempty"` // reference
	Username     string   `json:"username,omitempty"`
	TokenURL     string   `json:"token_url,omitempty"`
	ClientID     string   `json:"client_id,omitempty"`
	ClientSecret string   `json:"client_secret,omitempty"` // reference
	Scopes       []string `json:"scopes,omitempty"`
	Method       string   `json:"method,omitempty"`   // oauth2 client authentication: basic, post, private_key_jwt
	Exchange     string   `json:"exchange,omitempty"` // "caller": token exchange, RFC 8693
	Audience     string   `json:"audience,omitempty"`
	Account      string   `json:"account,omitempty"` // "user": the caller's connected account
	None         string   `json:"none,omitempty"`    // why no credential is sent
}
