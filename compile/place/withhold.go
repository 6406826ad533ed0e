package place

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/naming"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/secret"
	"github.com/oatools/oatools/compile/tool"
)

// Reserved says why a model may never set a place of a request, or "". The
// reason is a phrase that can follow "X is".
//
// These are the headers that the runtime or the transport owns. OpenAPI ("Parameter
// Object") has Accept, Content-Type and Authorization ignored where they are
// declared; the others would let a value change how the request is framed,
// routed or attributed.
func Reserved(op *oas.Operation, at tool.Locator) string {
	if scheme := SchemeOf(op, at); scheme != "" {
		return "set by the security scheme " + scheme
	}
	if at.In != tool.InHeader {
		return ""
	}
	name := strings.ToLower(at.Name)
	switch name {
	case "authorization", "proxy-authorization", "cookie":
		return "a credential header"
	case "accept", "content-type":
		return "chosen from the declared media types"
	case "idempotency-key", "x-idempotency-key":
		return "owned by the runtime's ledger"
	case "host", "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "te", "trailer",
		"expect", "forwarded", "via", "accept-encoding", "content-encoding", "accept-charset":
		return "owned by the HTTP transport"
	}
	if strings.HasPrefix(name, "x-forwarded-") || strings.HasPrefix(name, "proxy-") {
		return "owned by the HTTP transport"
	}
	return ""
}

// SchemeOf gives the security scheme of the document that sets the place at.
func SchemeOf(op *oas.Operation, at tool.Locator) string {
	if op.Document == nil {
		return ""
	}
	var names []string
	for name, s := range op.Document.Schemes {
		if s.Type == "apiKey" && s.In == at.In && SameName(at.In, s.Param, at.Name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return slices.Min(names)
}

// Credential says why the value of a place must be taken for a credential, or
// "". The reason is a phrase that can follow "X". No model is ever shown such a
// place; an overlay binds it to a secret.
func Credential(op *oas.Operation, at tool.Locator) string {
	if at.In == tool.InBody || at.In == tool.InQueryString {
		return ""
	}
	key := naming.Fold(at.Name)
	switch {
	case at.In == tool.InPath:
		// {token}, {sessionId} and {app_key} in a path are the ids of things.
		if slices.Contains([]string{"apikey", "accesstoken", "authtoken", "apisecret", "clientsecret"}, key) {
			return "is named like a credential"
		}
		return ""
	case secret.Named(key), at.In == tool.InHeader && secret.Named(strings.TrimPrefix(key, "x")):
		return "is named like a credential"
	case at.In == tool.InHeader && (strings.HasSuffix(key, "apikey") || strings.HasSuffix(key, "accesstoken") || strings.HasSuffix(key, "authtoken") || strings.HasSuffix(key, "authorization")):
		return "is named like a credential"
	}
	if p := Param(op, at); p != nil && (key == "key" || key == "token" || key == "sig" || key == "signature") {
		text := naming.Fold(p.Description)
		for _, word := range []string{"apikey", "apitoken", "accesskey", "accesstoken", "authtoken", "authenticationtoken", "bearertoken"} {
			if strings.Contains(text, word) {
				return "is described as a credential"
			}
		}
	}
	return ""
}

// SameName compares wire names; those of headers ignore case (RFC 9110 §5.1).
func SameName(in tool.In, a, b string) bool {
	return a == b || in == tool.InHeader && strings.EqualFold(a, b)
}

// Param gives the declared parameter at a place, or nil.
func Param(op *oas.Operation, at tool.Locator) *oas.Param {
	for i := range op.Params {
		if p := &op.Params[i]; p.In == at.In && SameName(p.In, p.Name, at.Name) {
			return p
		}
	}
	return nil
}
