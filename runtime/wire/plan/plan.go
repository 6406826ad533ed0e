package plan

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/credential"
	"github.com/oatools/oatools/runtime/wire/encode"
	"github.com/oatools/oatools/runtime/wire/transport"
)

// Plan is a step, compiled: all that does not depend on a call. It is safe for
// concurrent use.
type Plan struct {
	Step   *tool.Step
	Accept string // the header
	// Refused says why nothing can be sent; nil: something can.
	Refused *runtime.Problem

	server  *transport.Server
	path    []segment
	slashes int // in the base path and the literals
	query   []param
	header  []param
	cookie  []param
	body    *bodyPlan

	queryNames  encode.Names
	cookieNames encode.Names
}

// segment is literal text, escaped, or a parameter.
type segment struct {
	lit   string
	param *param
}

// param is a parameter and its value.
type param struct {
	*tool.Param
	value value
	key   string // header: the key of the map
}

type bodyPlan struct {
	*tool.Body
	fields []field
}

type field struct {
	to     []string
	value  value
	layout *tool.Layout
}

// New compiles a step that is sent to server. credentials are the places that are
// filled after the request was built; what would stand beside one is refused. An
// error is a broken binding: ours.
func New(s *tool.Step, server *transport.Server, credentials []credential.Place) (*Plan, error) {
	b := &s.Binding
	if !encode.HeaderName(b.Method) || strings.EqualFold(b.Method, "CONNECT") {
		return nil, fmt.Errorf("method %q cannot be sent", b.Method)
	}
	p := &Plan{Step: s, server: server, Accept: accept(s)}
	inPath := map[string]*param{}
	for i := range b.Params {
		if err := p.addParam(&b.Params[i], inPath); err != nil {
			return nil, fmt.Errorf("parameter %s: %w", b.Params[i].Name, err)
		}
	}
	if err := p.compilePath(b.Path, inPath); err != nil {
		return nil, err
	}
	if err := p.compileBody(b.Body); err != nil {
		return nil, fmt.Errorf("body: %w", err)
	}
	p.names(credentials)
	return p, nil
}

func (p *Plan) addParam(tp *tool.Param, inPath map[string]*param) error {
	v, err := compileValue(tp.Value)
	if err != nil {
		return err
	}
	pm := param{Param: tp, value: v}
	switch tp.In {
	case tool.InPath:
		inPath[tp.Name] = &pm
	case tool.InQuery, tool.InQueryString:
		p.query = append(p.query, pm)
	case tool.InCookie:
		p.cookie = append(p.cookie, pm)
	case tool.InHeader:
		return p.addHeader(pm)
	default:
		return fmt.Errorf("place %q is not known", tp.In)
	}
	return nil
}

// addHeader admits a header parameter. OpenAPI says that parameters named
// Accept, Content-Type and Authorization are ignored; an operator may still pin
// the first, and bind the last to a secret.
func (p *Plan) addHeader(pm param) error {
	if !encode.HeaderName(pm.Name) || encode.Controlled(pm.Name) {
		return fmt.Errorf("header is set by the transport")
	}
	switch http.CanonicalHeaderKey(pm.Name) {
	case "Content-Type":
		return nil
	case "Accept":
		if text, ok := pm.value.fixed.(string); ok && pm.value.from == fromConst {
			p.Accept = text
		}
		return nil
	case "Authorization":
		if pm.value.from != fromSecret {
			return nil
		}
	case "Idempotency-Key", "X-Idempotency-Key":
		if pm.value.from == fromArg {
			return nil // the key is the engine's
		}
	}
	pm.key = http.CanonicalHeaderKey(pm.Name)
	if pm.value.from == fromKey || strings.HasSuffix(pm.key, "Idempotency-Key") {
		// net/http repeats any request whose header map has the canonical key, even
		// after the server has executed it. Under a lower-case key it does not.
		pm.key = strings.ToLower(pm.Name)
	}
	p.header = append(p.header, pm)
	return nil
}

func (p *Plan) compileBody(b *tool.Body) error {
	if b == nil {
		return nil
	}
	if encode.HeaderText(b.Media) != nil {
		return fmt.Errorf("media type %q cannot be sent", b.Media)
	}
	p.body = &bodyPlan{Body: b}
	for _, f := range b.Fields {
		v, err := compileValue(f.Value)
		if err != nil {
			return err
		}
		to, err := encode.Tokens(f.To)
		if err != nil {
			return err
		}
		p.body.fields = append(p.body.fields, field{to, v, f.Layout})
	}
	return nil
}

// names lists the names that no free-form value may use. A parameter that would
// be sent beside a credential of the same name makes the tool unusable: which of
// them counts would be the server's guess.
func (p *Plan) names(places []credential.Place) {
	for _, pm := range p.query {
		p.queryNames.Add(pm.Name)
	}
	for _, pm := range p.cookie {
		p.cookieNames.Add(pm.Name)
	}
	for _, at := range places {
		switch at.In {
		case tool.InQuery:
			p.queryNames.Add(at.Name)
			p.beside(p.query, at.Name)
		case tool.InCookie:
			p.cookieNames.Add(at.Name)
			p.beside(p.cookie, at.Name)
		case tool.InHeader:
			p.beside(p.header, at.Name)
		}
	}
}

func (p *Plan) beside(params []param, credential string) {
	for _, pm := range params {
		if p.Refused == nil && strings.EqualFold(pm.Name, credential) && pm.value.from != fromSecret {
			p.Refused = runtime.NewProblem(runtime.CodeConfigurationError,
				"A parameter of this tool would be sent beside a credential of the same name. Trying again does not help; tell the operator.")
		}
	}
}
