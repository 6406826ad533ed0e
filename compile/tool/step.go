package tool

import (
	"encoding/json"
	"strings"
)

// Step is one HTTP operation, bound: everything that is needed to send it but
// the values of a call and the credentials.
type Step struct {
	Op      Op         `json:"op"`
	Binding Binding    `json:"binding"`
	Results []Response `json:"results,omitempty"`
}

// Op is the identity of an operation. (Source, Method, Path) names it; the
// digest tells whether it changed.
type Op struct {
	Source string `json:"source"`
	Method string `json:"method"`
	Path   string `json:"path"` // template, as the document spells it
	ID     string `json:"id,omitempty"`
	Digest string `json:"digest"` // sha256 over the operation and the components it reaches
}

// Response is one answer that the description declares.
type Response struct {
	Status  string   `json:"status"` // "200", "2XX" or "default"
	Media   string   `json:"media,omitempty"`
	Decode  Decoding `json:"decode"`
	Success bool     `json:"success,omitempty"`
	Schema  Schema   `json:"schema,omitempty"` // the upstream's exact schema, pruned to what is kept
}

// Answer gives the response that stands for success: of those that say what they
// look like, the one with the lowest status. It is nil when none does.
func (s *Step) Answer() *Response {
	var best *Response
	for i := range s.Results {
		if r := &s.Results[i]; r.Success && len(r.Schema) > 0 && (best == nil || r.Status < best.Status) {
			best = r
		}
	}
	return best
}

// Decoding says how a body is read.
type Decoding string

// The ways to read a body.
const (
	DecodeJSON  Decoding = "json"
	DecodeText  Decoding = "text"
	DecodeBytes Decoding = "bytes"
	DecodeNone  Decoding = "none"
)

// Binding says where every value of a request comes from and how it is written.
type Binding struct {
	Method string      `json:"method"`
	Server string      `json:"server"` // key of Set.Servers
	Path   []Seg       `json:"path"`
	Params []Param     `json:"params,omitempty"`
	Body   *Body       `json:"body,omitempty"`
	Accept []string    `json:"accept,omitempty"`
	Auth   [][]AuthUse `json:"auth,omitempty"` // any of, all of; see AuthUse
}

// Seg is a piece of the path: literal text, or the path parameter so named.
type Seg struct {
	Lit   string `json:"lit,omitempty"`
	Param string `json:"param,omitempty"`
}

// AuthUse is one scheme of an alternative; Scheme is a key of Set.Auth. Nil
// instead of alternatives is anonymous: nothing is asked for. An empty alternative
// says that the API answers without a credential as well; it is taken only where
// it stands alone, never for want of a credential that another one names.
type AuthUse struct {
	Scheme string   `json:"scheme"`
	Scopes []string `json:"scopes,omitempty"`
}

// In is a place of a request.
type In string

// The places.
const (
	InPath        In = "path"
	InQuery       In = "query"
	InHeader      In = "header"
	InCookie      In = "cookie"
	InQueryString In = "querystring" // OpenAPI 3.2: the whole query
	InBody        In = "body"        // Locator only
)

// Locator names a place of a request: "query:q", "body:/amount/cents".
type Locator struct {
	In   In     `json:"in"`
	Name string `json:"name"` // wire name; a JSON Pointer for the body ("" is the whole body)
}

// String gives the overlay's spelling.
func (l Locator) String() string { return string(l.In) + ":" + l.Name }

// PointerToken writes a name as a reference token of a JSON Pointer (RFC 6901 §3).
func PointerToken(name string) string {
	if !strings.ContainsAny(name, "~/") {
		return name
	}
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// ParseLocator reads the overlay's spelling; ok is false when it is none.
func ParseLocator(s string) (l Locator, ok bool) {
	in, name, found := strings.Cut(s, ":")
	if !found {
		return Locator{}, false
	}
	switch In(in) {
	case InPath, InQuery, InHeader, InCookie:
		return Locator{In(in), name}, name != ""
	case InQueryString:
		return Locator{InQueryString, name}, true
	case InBody:
		return Locator{InBody, name}, name == "" || strings.HasPrefix(name, "/")
	}
	return Locator{}, false
}

// Param is one parameter of a request and how it is serialised: OpenAPI 3.2,
// "Parameter Object".
type Param struct {
	Name          string  `json:"name"` // wire name
	In            In      `json:"in"`
	Value         Value   `json:"value"`
	Style         string  `json:"style,omitempty"` // always stated unless Media is
	Explode       bool    `json:"explode,omitempty"`
	AllowReserved bool    `json:"allow_reserved,omitempty"`
	Media         string  `json:"media,omitempty"` // content-typed parameter
	Integer       bool    `json:"integer,omitempty"`
	Slash         string  `json:"slash,omitempty"`  // path: "" refuses / and \, "encode", "segments"
	Nested        string  `json:"nested,omitempty"` // deepObject below one level: indices, brackets, repeat, json
	Empty         string  `json:"empty,omitempty"`  // empty array: "" omits, "value" sends name=
	Layout        *Layout `json:"layout,omitempty"`
	Required      bool    `json:"required,omitempty"`
}

// Layout tells how an object is written: the order of its keys and the wire
// names that differ from the model's.
type Layout struct {
	Order []string           `json:"order,omitempty"` // model's names, in the schema's order; the rest follows sorted
	Names map[string]string  `json:"names,omitempty"` // model's name → wire name
	Props map[string]*Layout `json:"props,omitempty"` // by the model's name
	Items *Layout            `json:"items,omitempty"`
}

// Member gives the layout of the member that the model calls key; nil, as for
// everything below a nil Layout, when nothing is said of it.
func (l *Layout) Member(key string) *Layout {
	if l == nil {
		return nil
	}
	return l.Props[key]
}

// Element gives the layout of the elements of a list; nil when nothing is said
// of them.
func (l *Layout) Element() *Layout {
	if l == nil {
		return nil
	}
	return l.Items
}

// Body is the request's body.
type Body struct {
	Media    string          `json:"media"`
	Mode     BodyMode        `json:"mode"`
	Required bool            `json:"required,omitempty"`
	Fields   []Field         `json:"fields"` // applied in order; a later one may write into an earlier one
	Parts    map[string]Part `json:"parts,omitempty"`
	Layout   *Layout         `json:"layout,omitempty"`
}

// BodyMode says how a body is encoded.
type BodyMode string

// The modes.
const (
	BodyJSON      BodyMode = "json"
	BodyForm      BodyMode = "form"
	BodyMultipart BodyMode = "multipart"
	BodyText      BodyMode = "text"
	BodyBytes     BodyMode = "bytes"
)

// Field is one value of a body and its place there.
type Field struct {
	To     string  `json:"to"` // JSON Pointer in the body, in wire names; "" is the whole body
	Value  Value   `json:"value"`
	Layout *Layout `json:"layout,omitempty"`
}

// Part is the encoding of one property of a form or multipart body.
//
// Style of a list in multipart joins its items in one part; without one, each
// item is a part.
type Part struct {
	Media         string            `json:"media,omitempty"`
	Style         string            `json:"style,omitempty"`
	Explode       bool              `json:"explode,omitempty"`
	AllowReserved bool              `json:"allow_reserved,omitempty"`
	Nested        string            `json:"nested,omitempty"`
	File          bool              `json:"file,omitempty"`
	Headers       map[string]string `json:"headers,omitempty"`
}

// Value says where a value comes from. Exactly one of its fields is set, save
// that Default goes with Arg.
type Value struct {
	Arg     string          `json:"arg,omitempty"`     // JSON Pointer into the arguments
	Default json.RawMessage `json:"default,omitempty"` // the overlay's default for Arg
	Const   json.RawMessage `json:"const,omitempty"`
	Caller  string          `json:"caller,omitempty"` // id, tenant, roles, scopes, claims.X
	Secret  string          `json:"secret,omitempty"` // key of Set.Auth
	Gen     string          `json:"gen,omitempty"`    // idempotency-key, now, request-id
	Start   string          `json:"start,omitempty"`  // runtime expression over the start response, kept with the job
	Page    bool            `json:"page,omitempty"`   // the cursor's state
	Size    bool            `json:"size,omitempty"`   // the page size that the model asked for
	Run     string          `json:"run,omitempty"`    // remembered value
}
