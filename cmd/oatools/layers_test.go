package main

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// layers is the map of the house: every package, and which packages of ours it
// may import. A new package needs a row here and a reason.
var layers = map[string][]string{
	"compile/diag":              {},
	"compile/tool":              {},
	"compile/node":              {"compile/diag"},
	"compile/value":             {"compile/diag", "compile/node"},
	"compile/yaml":              {"compile/diag", "compile/node"},
	"compile/pattern":           {},
	"compile/secret":            {"compile/naming"},
	"compile/schema/keyword":    {"compile/node"},
	"compile/schema/repair":     {"compile/diag", "compile/node", "compile/pattern", "compile/schema/keyword"},
	"compile/schema/shown":      {"compile/diag", "compile/node", "compile/schema/keyword", "compile/schema/raw"},
	"compile/schema/raw":        {"compile/diag", "compile/node", "compile/schema/keyword"},
	"compile/schema/loose":      {"compile/diag", "compile/node", "compile/schema/join", "compile/schema/keyword"},
	"compile/schema/build":      {"compile/node", "compile/schema/keyword"},
	"compile/schema/null":       {"compile/diag", "compile/node", "compile/schema/build", "compile/schema/keyword", "compile/schema/raw", "compile/schema/repair"},
	"compile/schema/example":    {"compile/node", "compile/schema/keyword", "compile/secret"},
	"compile/schema/join":       {"compile/diag", "compile/node", "compile/schema/example", "compile/schema/keyword"},
	"compile/schema":            {"compile/diag", "compile/node", "compile/pattern", "compile/schema/build", "compile/schema/example", "compile/schema/join", "compile/schema/keyword", "compile/schema/loose", "compile/schema/null", "compile/schema/raw", "compile/schema/repair", "compile/schema/shown"},
	"compile/schema/schematest": {"compile/diag", "compile/node"},
	"compile/check":             {"compile/diag", "compile/pattern", "compile/tool"},
	"compile/cond":              {"compile/tool"},
	"compile/sample":            {"compile/tool", "compile/check", "compile/pattern"},
	"compile/oas/source":        {"compile/diag", "compile/node", "compile/yaml", "compile/tool"},
	"compile/oas/grammar":       {"compile/node"},
	"compile/oas/object":        {"compile/diag", "compile/node", "compile/oas/grammar", "compile/oas/source"},
	"compile/oas/swagger":       {"compile/diag", "compile/node"},
	"compile/oas/component":     {"compile/diag", "compile/node", "compile/oas/grammar", "compile/oas/object", "compile/oas/source"},
	"compile/oas/opinion":       {"compile/diag", "compile/node", "compile/oas/grammar", "compile/oas/object", "compile/tool"},
	"compile/oas": {"compile/diag", "compile/node", "compile/schema/raw", "compile/tool",
		"compile/oas/source", "compile/oas/grammar", "compile/oas/object", "compile/oas/swagger", "compile/oas/component", "compile/oas/opinion"},
	"compile/provider": {"compile/tool", "compile/node", "compile/diag", "compile/check"},
	"compile/naming":   {"compile/tool"},
	"compile/media":    {"compile/oas", "compile/tool"},
	"compile/place":    {"compile/diag", "compile/media", "compile/naming", "compile/node", "compile/oas", "compile/schema/raw", "compile/secret", "compile/tool"},
	"compile/guess":    {"compile/media", "compile/naming", "compile/node", "compile/oas", "compile/place", "compile/schema/raw", "compile/tool"},
	"compile/bind":     {"compile/diag", "compile/media", "compile/node", "compile/oas", "compile/place", "compile/schema/join", "compile/schema/raw", "compile/schema/shown", "compile/tool"},
	"compile/narrow":   {"compile/check", "compile/diag", "compile/node", "compile/oas", "compile/place", "compile/schema", "compile/schema/join", "compile/schema/raw", "compile/tool"},
	"compile": {"compile/diag", "compile/node", "compile/schema", "compile/schema/example", "compile/schema/join", "compile/schema/keyword", "compile/schema/loose", "compile/schema/raw", "compile/check", "compile/tool", "compile/oas",
		"compile/bind", "compile/guess", "compile/media", "compile/naming", "compile/narrow", "compile/place"},
	"curate/overlay":         {"compile/diag", "compile/node", "compile/tool", "compile/value"},
	"curate/patch":           {"compile/diag", "compile/node", "compile/yaml"},
	"curate/source":          {"compile/diag", "compile/node", "compile/oas", "compile/tool", "curate/overlay", "curate/patch"},
	"curate/record":          {"compile/diag", "compile/node", "compile/yaml"},
	"curate/diff/subset":     {"compile/node"},
	"curate/diff/change":     {"compile/diag"},
	"curate/diff/journal":    {"compile/diag", "compile/node", "curate/diff/change"},
	"curate/diff/comparison": {"compile/node", "compile/tool", "curate/diff/change", "curate/diff/journal", "curate/diff/subset"},
	"curate/diff":            {"compile/tool", "curate/diff/change", "curate/diff/comparison", "curate/diff/journal"},
	"curate/diff/render":     {"compile/diag", "curate/diff/change", "curate/wording"},
	"curate/explain":         {"compile/diag", "compile/node", "compile/tool"},
	"curate/wording":         {},
	"curate/review":          {"compile/diag", "compile/node", "compile/provider", "compile/tool", "curate/diff/change", "curate/explain", "curate/wording"},

	"curate/condition":  {"compile/cond", "compile/diag", "compile/node", "compile/tool", "curate/overlay"},
	"curate/provenance": {"compile", "compile/diag", "compile/oas", "compile/place", "compile/tool", "curate/overlay"},
	"curate/scaffold":   {"compile", "compile/diag", "compile/oas", "compile/place", "compile/tool", "curate/overlay", "curate/source"},
	"curate/answer":     {"compile/diag", "compile/naming", "compile/node", "compile/oas", "compile/place", "compile/tool", "curate/overlay"},
	"curate/evals":      {"compile/check", "compile/diag", "compile/node", "compile/tool", "curate/overlay", "curate/source"},
	"curate/selection":  {"compile/diag", "compile/oas", "curate/overlay", "curate/source"},
	"curate/roster":     {"compile/diag", "compile/tool", "curate/overlay"},
	"curate": {"compile", "compile/diag", "compile/naming", "compile/narrow", "compile/node", "compile/oas", "compile/place", "compile/schema/raw", "compile/secret", "compile/tool", "compile/yaml",
		"curate/answer", "curate/condition", "curate/evals", "curate/overlay", "curate/provenance", "curate/roster", "curate/selection", "curate/source"},
	"curate/touch":          {"compile/diag", "compile/node", "compile/oas", "curate", "curate/overlay", "curate/patch"},
	"curate/lint/rule":      {"compile/diag"},
	"curate/lint/prose":     {"compile/naming"},
	"curate/lint/subject":   {"compile/diag", "compile/naming", "compile/node", "compile/oas", "compile/place", "compile/tool", "curate", "curate/lint/prose", "curate/overlay", "curate/provenance"},
	"curate/lint/judgement": {"compile/check", "compile/cond", "compile/diag", "compile/guess", "compile/naming", "compile/node", "compile/place", "compile/provider", "compile/secret", "compile/tool", "curate", "curate/lint/prose", "curate/lint/rule", "curate/lint/subject", "curate/overlay"},
	"curate/lint": {"compile/diag", "compile/provider", "compile/tool", "curate", "curate/lint/judgement", "curate/lint/rule", "curate/lint/subject",
		"curate/overlay", "curate/provenance"},

	"runtime":                 {"compile/tool", "compile/check", "compile/diag", "runtime/sanitise"},
	"runtime/sanitise":        {},
	"runtime/folder":          {"runtime"},
	"runtime/auditlog":        {"runtime/middleware"},
	"runtime/store":           {"runtime"},
	"runtime/store/memory":    {"runtime", "runtime/store"},
	"runtime/store/storetest": {"runtime", "runtime/store"},
	"runtime/answer":          {"compile/tool", "runtime", "runtime/sanitise", "runtime/store"},
	"runtime/credential":      {"compile/tool", "runtime"},
	"runtime/wire/encode":     {"compile/tool"},
	"runtime/wire/body":       {"compile/tool", "runtime/wire/encode"},
	"runtime/wire/pace":       {},
	"runtime/wire/outcome":    {"runtime"},
	"runtime/wire/reply":      {"compile/tool", "runtime", "runtime/wire/encode"},
	"runtime/wire/transport":  {"compile/tool"},
	"runtime/wire/plan":       {"compile/tool", "runtime", "runtime/credential", "runtime/wire/body", "runtime/wire/encode", "runtime/wire/transport"},
	"runtime/wire": {"compile/tool", "runtime", "runtime/credential", "runtime/sanitise", "runtime/wire/encode", "runtime/wire/outcome",
		"runtime/wire/pace", "runtime/wire/plan", "runtime/wire/reply", "runtime/wire/transport"},
	"runtime/shape/paging": {"compile/tool", "runtime", "runtime/answer"},
	"runtime/shape": {"compile/check", "compile/cond", "compile/tool", "runtime", "runtime/answer", "runtime/sanitise",
		"runtime/shape/paging", "runtime/store"},
	"runtime/shape/command":   {"compile/cond", "compile/tool", "runtime", "runtime/answer", "runtime/sanitise", "runtime/shape", "runtime/store"},
	"runtime/shape/companion": {"compile/tool", "runtime", "runtime/answer", "runtime/shape", "runtime/store"},
	"runtime/middleware":      {"compile/check", "compile/tool", "runtime", "runtime/sanitise", "runtime/shape"},
	"runtime/engine": {"compile/check", "compile/cond", "compile/diag", "compile/node", "compile/tool", "runtime", "runtime/answer",
		"runtime/credential", "runtime/middleware", "runtime/sanitise", "runtime/shape", "runtime/shape/command", "runtime/shape/companion", "runtime/store", "runtime/store/memory"},
	"runtime/mcpserver": {"runtime", "runtime/engine"},
	"runtime/mock":      {"compile/sample", "compile/tool", "runtime/wire/transport"},
	"runtime/eval": {"compile/check", "compile/cond", "compile/diag", "compile/tool", "runtime", "runtime/credential", "runtime/engine",
		"runtime/mock", "runtime/shape", "runtime/store", "runtime/store/memory", "runtime/wire", "runtime/wire/transport"},

	"specs/expenses/loopback": {},
	"specs/expenses/object":   {},
	"specs/expenses":          {"specs/expenses/object"},
	"cmd/oatools/config": {"compile/diag", "compile/node", "compile/tool", "compile/value", "compile/yaml", "runtime", "runtime/credential",
		"runtime/auditlog", "runtime/folder", "runtime/middleware", "runtime/wire", "runtime/wire/transport"},
	"cmd/oatools/side":    {"compile/diag", "compile/tool", "curate", "curate/diff", "curate/diff/change", "curate/provenance"},
	"cmd/oatools/stub":    {"compile", "compile/diag", "compile/oas", "compile/tool"},
	"cmd/oatools/tour":    {"runtime/mcpserver"},
	"cmd/oatools/outfile": {},
	"cmd/oatools": {"cmd/oatools/config", "cmd/oatools/outfile", "cmd/oatools/side", "cmd/oatools/stub", "cmd/oatools/tour", "compile", "compile/diag", "compile/oas", "compile/place", "compile/provider", "compile/tool", "curate", "curate/diff", "curate/diff/change", "curate/diff/render", "curate/explain", "curate/review",
		"curate/record", "curate/scaffold", "curate/touch", "runtime",
		"runtime/engine", "runtime/eval", "runtime/mcpserver", "runtime/mock", "runtime/store/memory", "runtime/wire", "specs/expenses", "specs/expenses/loopback", "curate/lint", "curate/lint/rule", "curate/overlay"},
}

// homes says which package alone may import a module.
var homes = map[string]string{
	"github.com/getkin/kin-openapi":          "compile/oas/opinion",
	"github.com/santhosh-tekuri/jsonschema":  "compile/check",
	"gopkg.in/yaml.v3":                       "compile/yaml",
	"github.com/spf13/cobra":                 "cmd/oatools",
	"github.com/modelcontextprotocol/go-sdk": "runtime/mcpserver",
	"cel.dev/cel-go":                         "compile/cond",
	"github.com/theory/jsonpath":             "curate/patch",
	"github.com/dlclark/regexp2":             "compile/pattern",
	"code.dny.dev/ssrf":                      "runtime/wire/transport",
}

const module = "github.com/oatools/oatools/"

// TestLayers holds imports to the table: downward only, every package named.
// Tests are exempt.
func TestLayers(t *testing.T) {
	seen := map[string]bool{}
	for _, p := range listPackages(t) {
		name, ours := strings.CutPrefix(p.ImportPath, module)
		if !ours {
			continue
		}
		seen[name] = true
		allowed, known := layers[name]
		if !known {
			t.Errorf("package %s has no row in the table", name)
			continue
		}
		for _, imp := range p.Imports {
			if dep, ok := strings.CutPrefix(imp, module); ok {
				if !slices.Contains(allowed, dep) {
					t.Errorf("%s imports %s, which its row does not allow", name, dep)
				}
				continue
			}
			for prefix, home := range homes {
				if (imp == prefix || strings.HasPrefix(imp, prefix+"/")) && name != home {
					t.Errorf("%s imports %s, whose only home is %s", name, imp, home)
				}
			}
		}
	}
	for name := range layers {
		if !seen[name] {
			t.Errorf("the table names %s, which does not exist", name)
		}
	}
}

// TestRuntimeStandsAlone holds that a program which embeds the runtime links
// neither kin-openapi nor a YAML parser.
func TestRuntimeStandsAlone(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", module+"runtime/engine", module+"runtime/wire").Output()
	if err != nil {
		t.Fatal(err)
	}
	for dep := range strings.Lines(string(out)) {
		dep = strings.TrimSpace(dep)
		for _, banned := range []string{"github.com/getkin/kin-openapi", "gopkg.in/yaml.v3", module + "curate", module + "compile/oas"} {
			if strings.HasPrefix(dep, banned) {
				t.Errorf("the runtime links %s", dep)
			}
		}
	}
}

type listed struct {
	ImportPath                        string
	Dir                               string
	GoFiles, CgoFiles, IgnoredGoFiles []string
	Imports                           []string
}

func listPackages(t *testing.T) []listed {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,CgoFiles,IgnoredGoFiles,Imports", module+"...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var all []listed
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}
