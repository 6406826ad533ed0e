package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/guess"
	"github.com/oatools/oatools/compile/naming"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/curate"
)

// overlayOf says what of the case's operations an overlay has to select, and on
// which stage its tools run.
type overlayOf struct {
	call caseCall
	only func(oas.Ref) bool // nil: what need.yaml selects, else all
	all  bool               // every scheme of the document gets a credential
}

// build writes the overlay that an author would write for o and compiles it.
func (c *caseRun) build(o overlayOf) (*curate.Built, error) {
	doc, err := c.document()
	if err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(c.overlay(doc, o), "", " ")
	if err != nil {
		return nil, err
	}
	text = append([]byte("# An object alone would be taken for an artifact.\n"), text...)
	c.overlays++
	path := filepath.Join(c.dir, fmt.Sprintf("case-%d.yaml", c.overlays))
	if err := os.WriteFile(path, text, 0o644); err != nil {
		return nil, err
	}
	return curate.Build(path, curate.Options{})
}

// document reads the case's description, to know what there is to select. What
// is wrong with it is found again, and told, when the overlay is compiled.
func (c *caseRun) document() (*oas.Document, error) {
	return oas.Load(filepath.Join(c.dir, "openapi.yaml"), oas.LoadOptions{}, &diag.List{})
}

type object map[string]any

func (c *caseRun) overlay(doc *oas.Document, o overlayOf) object {
	source := object{"spec": "openapi.yaml", "auth": c.auth(doc, o)}
	if _, err := os.Stat(filepath.Join(c.dir, "overlay.yaml")); err == nil {
		source["patches"] = []string{"overlay.yaml"}
	}
	server := object{}
	if base := o.call.Config.BaseURL; base != "" && doc != nil && len(doc.Servers) > 0 {
		at, err := url.Parse(doc.Servers[0].URL)
		if err != nil {
			c.errorf("config", "%v", err)
		} else {
			server["url"] = base + at.Path
		}
	}
	if hosts := o.call.Config.AllowHosts; len(hosts) > 0 {
		server["hosts"] = hosts
	}
	if len(server) > 0 {
		source["server"] = server
	}
	tools := object{}
	if doc != nil {
		refs := doc.Index()
		names := naming.Tools(keysOf(refs))
		for i, ref := range refs {
			if c.selects(ref) && (o.only == nil || o.only(ref)) {
				tools[names[i]] = c.tool(ref, o)
			}
		}
	}
	return object{
		"apiVersion": "oatools/v1", "kind": "Overlay", "metadata": object{"name": "case"},
		"sources": object{"api": source}, "tools": tools,
	}
}

func keysOf(refs []oas.Ref) []naming.Key {
	var keys []naming.Key
	for _, r := range refs {
		keys = append(keys, naming.Key{ID: r.ID, Method: r.Method, Path: r.Path})
	}
	return keys
}

// selects reports whether need.yaml wants ref; without one, all are wanted.
func (c *caseRun) selects(ref oas.Ref) bool {
	s := c.need.Select
	return (len(s.IDs) == 0 || slices.Contains(s.IDs, ref.ID)) &&
		(len(s.Methods) == 0 || slices.Contains(s.Methods, ref.Method)) &&
		(len(s.Tags) == 0 || slices.ContainsFunc(ref.Tags, func(tag string) bool { return slices.Contains(s.Tags, tag) }))
}

// auth refers each scheme that has a credential to the environment.
func (c *caseRun) auth(doc *oas.Document, o overlayOf) object {
	out := object{}
	if doc == nil {
		return out
	}
	for _, name := range slices.Sorted(maps.Keys(doc.Schemes)) {
		secret, ok := o.call.Credentials[name]
		if !ok && !o.all {
			continue
		}
		entry := object{"secret": "env:" + credentialEnv(name)}
		user, _, pair := strings.Cut(secret, ":")
		switch s := doc.Schemes[name]; {
		case s.Type == "http" && strings.EqualFold(s.HTTP, "basic"):
			entry["username"] = user
		case s.Type == "oauth2" && pair:
			entry = object{"client_id": user, "client_secret": entry["secret"]}
		}
		out[name] = entry
	}
	return out
}

func credentialEnv(scheme string) string { return "CASE_" + strings.ToUpper(scheme) }

// tool gives the entry of one operation: the default layout, with what need.yaml
// adds. A command confirms as always; how it is kept from running twice has to
// be said.
func (c *caseRun) tool(ref oas.Ref, o overlayOf) object {
	t := object{"operation": ref.Method + " " + ref.Path, "params": "*"}
	plan := c.plan(ref)
	if plan == nil || strings.TrimSpace(plan.Description) == "" {
		t["description"] = "Does what the case is about."
	}
	t["shape"] = guess.Shape(ref.Method)
	if guess.Shape(ref.Method) == tool.ShapeCommand {
		t["command"] = object{"effect": guess.Effect(ref.Method), "idempotency": object{"none": "the API knows no keys"}}
	}
	if c.need.Operation == "" || c.need.Operation == ref.ID {
		if pins := c.pins(); len(pins) > 0 {
			t["pin"] = pins
		}
		if len(c.need.Slash) > 0 && plan != nil {
			t["params"] = c.slashed(plan)
		}
	}
	result := object{}
	if n := o.call.Config.MaxResultBytes; n > 0 {
		result["max_bytes"] = n
	}
	if p := c.need.Paginate; p != nil && c.need.Operation == ref.ID {
		result["page"] = p.page()
		if p.Response.Items != "" {
			result["items"] = p.Response.Items
		}
	}
	if len(result) > 0 {
		t["result"] = result
	}
	return t
}

// plan gives the default layout of an operation; nil when it is broken.
func (c *caseRun) plan(ref oas.Ref) *compile.Plan {
	doc, err := c.document()
	if err != nil || doc == nil {
		return nil
	}
	op := doc.Operations([]oas.Ref{ref}, &diag.List{})[0]
	if op == nil {
		return nil
	}
	return compile.Default(op, &diag.List{})
}

// slashed lists the arguments of the default layout, with what need.yaml says
// about slashes in them.
func (c *caseRun) slashed(plan *compile.Plan) object {
	params := object{}
	for _, a := range plan.Args {
		entry := object{"from": a.At.String()}
		if how, ok := c.need.Slash[string(a.At.In)+"."+a.At.Name]; ok {
			entry["slash"] = how
		}
		params[a.Name] = entry
	}
	return params
}

func (c *caseRun) pins() object {
	out := object{}
	for i := 0; i+1 < len(c.need.Pin.Content); i += 2 {
		in, name, _ := strings.Cut(c.need.Pin.Content[i].Value, ".")
		var v any
		if err := c.need.Pin.Content[i+1].Decode(&v); err != nil {
			c.errorf("need", "pin: %v", err)
		}
		out[in+":"+name] = v
	}
	return out
}

// page translates the neutral words for paging.
func (p *casePages) page() object {
	page := object{"style": strings.TrimSuffix(p.Style, "-header")}
	if p.Request.Name != "" {
		page["param"] = p.Request.In + ":" + p.Request.Name
	}
	if p.Response.Next != "" {
		page["next"] = p.Response.Next
	}
	return page
}
