package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
	specyaml "github.com/oatools/oatools/compile/yaml"
	"github.com/oatools/oatools/curate"
	"github.com/oatools/oatools/curate/patch"
)

// checkCompile compiles all tools of the case and holds them against what is
// right.
func (c *caseRun) checkCompile(e expectCompile) {
	network := &countedTransport{}
	before := http.DefaultTransport
	http.DefaultTransport = network
	start := time.Now()
	built, err := c.build(overlayOf{all: true})
	took := time.Since(start)
	http.DefaultTransport = before
	if err != nil {
		c.errorf("compile", "%v", err)
		return
	}
	if e.MaxMillis > 0 {
		c.expect(took.Milliseconds() <= int64(e.MaxMillis), "compile.maxMillis", "took %s", took)
	}
	if e.Connections != nil {
		c.expect(int(network.n.Load()) == *e.Connections, "compile.connections", "%d connections", network.n.Load())
	}
	if e.FilesOutside != nil {
		c.filesOutside(*e.FilesOutside)
	}
	c.outcome(e, built)
	for _, words := range e.MustMention {
		c.expect(strings.Contains(built.Diags.String(), words), "compile.mustMention", "no diagnostic mentions %q:\n%s", words, built.Diags)
	}
	c.stillPresent(e.ToolsStillPresent)
	if built.Set == nil {
		return
	}
	c.checkNames(e, built.Set)
	c.checkStable(e, built.Set)
	c.checkTools(e, built.Set)
}

type countedTransport struct{ n atomic.Int64 }

func (t *countedTransport) RoundTrip(*http.Request) (*http.Response, error) {
	t.n.Add(1)
	return nil, http.ErrHandlerTimeout
}

// outcome judges whether there are tools, and whether the author is told
// something about the description. This compiler is always strict.
func (c *caseRun) outcome(e expectCompile, built *curate.Built) {
	want := e.Outcome
	if e.StrictOutcome != "" {
		want = e.StrictOutcome
	}
	told := slices.ContainsFunc(built.Diags.Sorted(), func(d diag.Diagnostic) bool {
		return !strings.Contains(filepath.Base(d.Pos.File), "case-")
	})
	ok := built.Set != nil
	switch want {
	case "", "ok":
	case "ok-with-warning":
		// What a declaration loses is told with the declaration.
		ok = ok && (told || len(e.Profiles) > 0)
	case "error":
		ok = !ok
	case "error-or-warning":
		ok = !ok || told
	case "ok-distinct-or-error":
		ok = true // checkNames judges whether they are distinct
	default:
		c.errorf("compile.outcome", "unknown outcome %q", want)
	}
	c.expect(ok, "compile.outcome", "want %s; tools: %t, told: %t\n%s", want, built.Set != nil, told, built.Diags)
}

// stillPresent checks that what is wrong with other operations does not matter
// to those with ids.
func (c *caseRun) stillPresent(ids []string) {
	if len(ids) == 0 {
		return
	}
	built, err := c.build(overlayOf{all: true, only: func(r oas.Ref) bool { return slices.Contains(ids, r.ID) }})
	if c.expect(err == nil, "compile.toolsStillPresent", "%v", err) {
		c.expect(built.Set != nil && len(built.Set.Tools) == len(ids), "compile.toolsStillPresent", "want tools for %v\n%s", ids, built.Diags)
	}
}

// filesOutside counts the files that were read from outside the folder.
func (c *caseRun) filesOutside(most int) {
	doc, err := c.document()
	if err != nil || doc == nil {
		c.errorf("compile.filesOpenedOutsideDir", "not loaded: %v", err)
		return
	}
	doc.Operations(doc.Index(), &diag.List{})
	outside := 0
	for _, f := range doc.Files() {
		if !filepath.IsLocal(filepath.FromSlash(f.Path)) {
			outside++
		}
	}
	c.expect(outside <= most, "compile.filesOpenedOutsideDir", "%d files: %v", outside, doc.Files())
}

// checkStable compiles again, and with the paths in another order.
func (c *caseRun) checkStable(e expectCompile, set *tool.Set) {
	builds := e.ByteIdentical
	if e.Deterministic {
		builds = 2
	}
	first, _ := tool.Encode(set)
	for range builds - 1 {
		again, err := c.build(overlayOf{all: true})
		if !c.expect(err == nil && again.Set != nil, "compile.deterministic", "another build: %v", err) {
			break
		}
		next, _ := tool.Encode(again.Set)
		c.expect(bytes.Equal(first, next), "compile.deterministic", "two builds differ")
	}
	if e.OrderIndependent {
		c.reversePaths()
		turned, err := c.build(overlayOf{all: true})
		if c.expect(err == nil && turned.Set != nil, "compile.orderIndependent", "build with paths turned round: %v", err) {
			c.expect(slices.Equal(surfaces(set), surfaces(turned.Set)), "compile.orderIndependent", "%v, then %v", surfaces(set), surfaces(turned.Set))
		}
	}
}

func surfaces(set *tool.Set) []string {
	var list []string
	for _, t := range set.Tools {
		list = append(list, t.Main.Op.Path+" "+t.Name+" "+t.Hash.Surface)
	}
	return list
}

// reversePaths turns the paths of the case's copy of the description round.
func (c *caseRun) reversePaths() {
	file := filepath.Join(c.dir, "openapi.yaml")
	data, err := os.ReadFile(file)
	if err != nil {
		c.errorf("compile", "%v", err)
		return
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(data, &doc); err != nil {
		c.errorf("compile", "%v", err)
		return
	}
	root := doc.Content[0]
	for i := 0; i+1 < len(root.Content); i += 2 {
		if root.Content[i].Value != "paths" {
			continue
		}
		var turned []*yaml.Node
		for pair := range slices.Chunk(root.Content[i+1].Content, 2) {
			turned = append(append([]*yaml.Node{}, pair...), turned...)
		}
		root.Content[i+1].Content = turned
	}
	out, err := yaml.Marshal(&doc)
	if err == nil {
		err = os.WriteFile(file, out, 0o644)
	}
	if err != nil {
		c.errorf("compile", "%v", err)
	}
}

// checkPatched applies overlay.yaml to the description; want is by place, a
// path with dots.
func (c *caseRun) checkPatched(want map[string]any) {
	var diags diag.List
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(c.dir, name))
		if err != nil {
			c.errorf("overlayResult", "%v", err)
		}
		return data
	}
	root := specyaml.ReadAny("openapi.yaml", read("openapi.yaml"), specyaml.Options{}, &diags)
	p := patch.Parse("overlay.yaml", read("overlay.yaml"), &diags)
	if !c.expect(p != nil && root != nil, "overlayResult", "%s", &diags) {
		return
	}
	root = p.Apply(root, &diags)
	c.expect(!diags.HasErrors(), "overlayResult", "%s", &diags)
	for place, v := range want {
		at := node.Pointer(strings.Split(place, ".")).Lookup(root)
		got := at.AppendJSON(nil)
		c.expect(sameJSON(got, v), "overlayResult", "%s is %s, want %s", place, got, asJSON(v))
	}
}

func asJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}

// sameJSON reports whether a text means v; numbers are compared as they are
// written.
func sameJSON(text []byte, v any) bool {
	var got any
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	if dec.Decode(&got) != nil {
		return false
	}
	return bytes.Equal(asJSON(got), asJSON(v))
}
