package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/check"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/naming"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/provider"
	"github.com/oatools/oatools/compile/schema"
	"github.com/oatools/oatools/compile/tool"
)

// TestCorpusSweep compiles every operation of every document of the corpus into
// its default tool, twice, and lowers each tool for every provider:
//
//	OATOOLS_CORPUS=DIR go test ./cmd/oatools -run 'TestCorpusSweep$' -v -timeout 40m
//
// DIR holds MANIFEST.tsv and what it lists. The ceilings of what may fail stand
// in testdata/corpus/ceilings.json; one that is higher than needed fails too.
func TestCorpusSweep(t *testing.T) {
	rows := manifest(t, corpus(t))
	if os.Getenv("GOGC") == "" { // the collector is a quarter of the work otherwise
		defer debug.SetGCPercent(debug.SetGCPercent(200))
	}
	results := make([]*swept, len(rows))
	var wg sync.WaitGroup
	work := make(chan int)
	for range 2 {
		wg.Go(func() {
			for i := range work {
				results[i] = sweepGuarded(t, rows[i])
			}
		})
	}
	// The largest first, so that none of them is left for one worker at the end.
	order := make([]int, len(rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return rows[b].ops - rows[a].ops })
	for _, i := range order {
		work <- i
	}
	close(work)
	wg.Wait()

	real := total{failures: map[string]int{"input-restless": 0}, losses: map[string]int{}}
	all := total{failures: map[string]int{}, losses: map[string]int{}}
	for i, s := range results {
		for _, p := range s.problems {
			t.Errorf("%s: %s", rows[i].path, p)
		}
		for _, n := range s.notes {
			t.Logf("%s: %s", rows[i].path, n)
		}
		all.add(s)
		if rows[i].real {
			real.add(s)
		}
	}
	t.Logf("all documents:  %s", all)
	t.Logf("real documents: %s", real)
	for _, class := range slices.Sorted(maps.Keys(real.failures)) {
		t.Logf("  %6d × %s", real.failures[class], class)
	}
	for _, class := range slices.Sorted(maps.Keys(all.losses)) {
		t.Logf("  refused for %s: %d", class, all.losses[class])
	}
	real.hold(t)
}

// row is one document of the manifest.
type row struct {
	path string // below the corpus
	file string
	real bool
	ops  int
}

func manifest(t *testing.T, dir string) []row {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "MANIFEST.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = '\t', true, -1
	lines, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	for _, l := range lines[1:] {
		ops, err := strconv.Atoi(l[5])
		if err != nil {
			t.Fatalf("%s: operations: %v", l[0], err)
		}
		file := filepath.Join(dir, l[0])
		if unpacked, ok := strings.CutSuffix(file, ".gz"); ok {
			plain := filepath.Join(t.TempDir(), filepath.Base(unpacked))
			unpack(t, file, plain)
			file = plain
		}
		rows = append(rows, row{path: l[0], file: file, real: strings.HasPrefix(l[7], "kind=real"), ops: ops})
	}
	return rows
}

// swept is what one document came to.
type swept struct {
	documents, declared int // 1 each, when readable and when it declares operations
	some                int // 1 when at least one operation compiled
	operations, tools   int
	inputBytes, tokens  int
	failures, losses    map[string]int
	problems            []string                   // what must never be
	notes               []string                   // what a ceiling allows
	outputs             map[[sha256.Size]byte]bool // that compile: many operations share one
}

func newSwept() *swept {
	return &swept{failures: map[string]int{}, losses: map[string]int{}, outputs: map[[sha256.Size]byte]bool{}}
}

func (s *swept) problemf(format string, args ...any) {
	if len(s.problems) < 5 {
		s.problems = append(s.problems, fmt.Sprintf(format, args...))
	}
}

const hang = 20 * time.Minute

// sweepGuarded sweeps one document; a panic or a hang is a problem of the row.
func sweepGuarded(t *testing.T, r row) *swept {
	done := make(chan *swept, 1)
	go func() {
		s := newSwept()
		defer func() {
			if p := recover(); p != nil {
				s.problemf("panic: %v\n%s", p, debug.Stack())
			}
			done <- s
		}()
		first := sweep(r, s, true)
		second := sweep(r, newSwept(), false)
		if first != second {
			s.problemf("two runs gave different bytes")
		}
	}()
	select {
	case s := <-done:
		return s
	case <-time.After(hang):
		return &swept{problems: []string{"not done after " + hang.String()}}
	}
}

// sweep compiles a document and gives a digest of all tools and diagnostics.
func sweep(r row, s *swept, look bool) [sha256.Size]byte {
	var diags diag.List
	doc, err := oas.Load(r.file, oas.LoadOptions{}, &diags)
	if err != nil {
		s.problemf("%v", err)
		return [sha256.Size]byte{}
	}
	h := sha256.New()
	if doc == nil {
		s.failures[code(&diags)]++
		if !diags.HasErrors() {
			s.problemf("not readable, and no error says why")
		}
		fmt.Fprint(h, &diags)
		return [sha256.Size]byte(h.Sum(nil))
	}
	refs := doc.Index()
	s.documents = 1
	s.declared = min(len(refs), 1)
	s.operations = len(refs)
	keys := make([]naming.Key, len(refs))
	for i, ref := range refs {
		keys[i] = naming.Key{ID: ref.ID, Method: ref.Method, Path: ref.Path}
	}
	names := naming.Tools(keys)
	opts := compile.Options{Source: "api", Shared: &compile.Shared{}}
	for i, op := range doc.Operations(refs, &diags) {
		var own diag.List
		if op == nil {
			doc.Operations(refs[i:i+1], &own)
		}
		made := assembleWith(opts, op, names[i], &own)
		fmt.Fprint(h, &own)
		if made == nil {
			s.failures[code(&own)]++
			if !placed(&own) {
				s.problemf("%s %s fails and no error with a place says why:\n%s", refs[i].Method, refs[i].Path, &own)
			}
			continue
		}
		if err := json.NewEncoder(h).Encode(made); err != nil {
			s.problemf("%s: %v", made.Name, err)
			continue
		}
		s.tools++
		s.inputBytes += len(made.Input)
		s.tokens += made.Tokens
		if look {
			s.examine(made)
		}
	}
	s.some = min(s.tools, 1)
	fmt.Fprint(h, &diags)
	return [sha256.Size]byte(h.Sum(nil))
}

func assemble(op *oas.Operation, name string, diags *diag.List) *tool.Tool {
	return assembleWith(compile.Options{Source: "api"}, op, name, diags)
}

func assembleWith(opts compile.Options, op *oas.Operation, name string, diags *diag.List) *tool.Tool {
	if op == nil {
		return nil
	}
	plan := compile.Default(op, diags)
	plan.Name = name
	return compile.Assemble(op, plan, opts, diags)
}

func code(diags *diag.List) string {
	for _, d := range diags.Sorted() {
		if d.Severity == diag.Error {
			return d.Code
		}
	}
	return "none"
}

func placed(diags *diag.List) bool {
	for _, d := range diags.Sorted() {
		if d.Severity == diag.Error && d.Pos.Line > 0 && d.Code != "" {
			return true
		}
	}
	return false
}

var (
	legalName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)
	legalArg  = regexp.MustCompile(`^[a-zA-Z0-9_.-]{1,64}$`)
	localRef  = regexp.MustCompile(`"\$ref":\s*"([^"]*)"`)
)

// examine holds what every default tool promises.
func (s *swept) examine(t *tool.Tool) {
	if !legalName.MatchString(t.Name) {
		s.problemf("illegal tool name %q", t.Name)
	}
	var root struct {
		Type                 string
		Properties           map[string]json.RawMessage
		AdditionalProperties *bool
		Defs                 map[string]json.RawMessage `json:"$defs"`
	}
	if err := json.Unmarshal(t.Input, &root); err != nil {
		s.problemf("%s: input: %v", t.Name, err)
		return
	}
	if root.Type != "object" || root.AdditionalProperties == nil || *root.AdditionalProperties {
		s.problemf("%s: the input is not a closed object: %.200s", t.Name, t.Input)
	}
	for name := range root.Properties {
		if !legalArg.MatchString(name) {
			s.problemf("%s: illegal argument name %q", t.Name, name)
		}
	}
	for _, m := range localRef.FindAllSubmatch(t.Input, -1) {
		if name, ok := bytes.CutPrefix(m[1], []byte("#/$defs/")); !ok || root.Defs[string(name)] == nil {
			s.problemf("%s: dangling $ref %s", t.Name, m[1])
		}
	}
	if _, err := check.Compile(t.Input); err != nil {
		s.problemf("%s: input: %v", t.Name, err)
	}
	if again := rewritten(t.Input); again != string(t.Input) {
		if s.failures["input-restless"]++; s.failures["input-restless"] <= 2 {
			s.notes = append(s.notes, fmt.Sprintf("%s: the input is rewritten to something else: %s", t.Name, difference(string(t.Input), again)))
		}
	}
	if sum := sha256.Sum256(t.Output); t.Output != nil && !s.outputs[sum] {
		s.outputs[sum] = true
		if _, err := check.Compile(t.Output); err != nil {
			s.problemf("%s: output: %v", t.Name, err)
		}
	}
	for _, p := range provider.Profiles() {
		if decl, _, _, err := provider.Lower(t, p); err != nil {
			s.losses[p.ID]++
		} else if schema := argumentSchema(decl, p); schema == nil && len(root.Properties) == 0 {
			continue // Gemini wants no schema at all for a tool without arguments
		} else if err := provider.Check(schema, p); err != nil {
			s.problemf("%s for %s: %v", t.Name, p.ID, err)
		}
	}
}

// rewritten gives an input schema as the compiler rewrites it: it says what it
// says already, so nothing may change.
func rewritten(s tool.Schema) string {
	var quiet diag.List
	root := node.ReadJSON("input", s, node.Limits{}, &quiet)
	w := schema.New(inside{root}, schema.Options{}, &quiet)
	out := w.Rewrite(root)
	if defs := w.Defs(); defs != nil {
		out = out.With("$defs", defs)
	}
	return string(out.AppendJSON(nil))
}

// inside resolves references into one self-contained schema.
type inside struct{ root *node.Node }

func (i inside) Resolve(_ *node.Node, ref string) (*node.Node, string, error) {
	p, err := node.ParseFragment(strings.TrimPrefix(ref, "#"))
	if err != nil {
		return nil, "", err
	}
	return p.Lookup(i.root), ref, nil
}

// difference gives what stands around the first byte that differs.
func difference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	from := max(0, i-100)
	return "\n" + a[from:min(len(a), i+100)] + "\n" + b[from:min(len(b), i+100)]
}

// argumentSchema finds the schema of the arguments in a declaration.
func argumentSchema(decl json.RawMessage, p provider.Profile) *node.Node {
	n := node.ReadJSON("declaration", decl, node.Limits{}, &diag.List{})
	switch p.Form {
	case provider.FormMCP:
		return n.Get("inputSchema")
	case provider.FormAnthropic:
		return n.Get("input_schema")
	case provider.FormGeminiJSON:
		return n.Get("parametersJsonSchema")
	case provider.FormBedrock:
		return n.At("toolSpec", "inputSchema", "json")
	}
	return n.Get("parameters")
}

// total adds up documents.
type total struct {
	swept
	failures, losses map[string]int
}

func (t *total) add(s *swept) {
	t.documents += s.documents
	t.declared += s.declared
	t.some += s.some
	t.operations += s.operations
	t.tools += s.tools
	t.inputBytes += s.inputBytes
	t.tokens += s.tokens
	for k, n := range s.failures {
		t.failures[k] += n
	}
	for k, n := range s.losses {
		t.losses[k] += n
	}
}

func (t total) String() string {
	return fmt.Sprintf("%d readable, %d with operations, %d of them compile at least one; %d operations, %d compile (%.2f %%); %d KB of input schemas, %d tokens",
		t.documents, t.declared, t.some, t.operations, t.tools, 100*float64(t.tools)/float64(max(t.operations, 1)), t.inputBytes>>10, t.tokens)
}

// hold compares with the targets and with the ceilings of each failure class.
func (t total) hold(test *testing.T) {
	if 100*t.some < 99*t.declared {
		test.Errorf("%d of %d documents with operations compile at least one, want 99 %%", t.some, t.declared)
	}
	if 100*t.tools < 98*t.operations {
		test.Errorf("%d of %d operations compile, want 98 %%", t.tools, t.operations)
	}
	path := filepath.Join("..", "..", "testdata", "corpus", "ceilings.json")
	if *update {
		data, err := json.MarshalIndent(t.failures, "", "  ")
		if err == nil {
			err = os.WriteFile(path, append(data, '\n'), 0o644)
		}
		if err != nil {
			test.Error(err)
		}
		return
	}
	data, err := os.ReadFile(path)
	if err != nil {
		test.Fatal(err)
	}
	var ceilings map[string]int
	if err := json.Unmarshal(data, &ceilings); err != nil {
		test.Fatal(err)
	}
	for _, class := range slices.Sorted(maps.Keys(ceilings)) {
		switch c := cmp.Compare(t.failures[class], ceilings[class]); {
		case c < 0:
			test.Errorf("%s fails %d times; its ceiling of %d is no longer needed", class, t.failures[class], ceilings[class])
		case c > 0:
			test.Errorf("%s fails %d times, more than its ceiling of %d", class, t.failures[class], ceilings[class])
		}
	}
	for class, n := range t.failures {
		if _, known := ceilings[class]; !known {
			test.Errorf("%s fails %d times and has no ceiling", class, n)
		}
	}
}
