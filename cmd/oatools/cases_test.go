package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// casesDir holds one folder for each fault that people met with tools of this
// kind: a description, what is called, how the upstream answers, what is right.
const casesDir = "../../testdata/cases"

// TestCases runs every case through the real compiler, engine and HTTP client.
// What is known to be missing stands in ignore.json, by what is missing; an
// entry that hides nothing any more fails the test.
func TestCases(t *testing.T) {
	ignored := readIgnored(t)
	entries, err := os.ReadDir(casesDir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		t.Run(e.Name(), func(t *testing.T) {
			c := loadCase(t, e.Name())
			c.check(t)
			if c.checks == 0 && len(c.problems) == 0 {
				t.Error("the case checks nothing")
			}
			report(t, c, ignored[e.Name()])
		})
		delete(ignored, e.Name())
	}
	for id := range ignored {
		t.Errorf("ignore.json: there is no case %s", id)
	}
}

// ignore is one entry of ignore.json: problems at a place of a case.
type ignore struct {
	place  string // "" is the whole case
	reason string
}

// readIgnored reads what is known to be missing: reason → places, each a case
// id or "ID place".
func readIgnored(t *testing.T) map[string][]ignore {
	data, err := os.ReadFile(filepath.Join(casesDir, "ignore.json"))
	if err != nil {
		t.Fatal(err)
	}
	var reasons map[string][]string
	if err := json.Unmarshal(data, &reasons); err != nil {
		t.Fatal(err)
	}
	out := map[string][]ignore{}
	for reason, places := range reasons {
		for _, p := range places {
			id, place, _ := strings.Cut(p, " ")
			out[id] = append(out[id], ignore{place, reason})
		}
	}
	return out
}

// report fails t for every problem that no entry expects, and for every entry
// that expects none of the problems.
func report(t *testing.T, c *caseRun, expected []ignore) {
	for _, p := range c.problems {
		if !slices.ContainsFunc(expected, func(i ignore) bool { return i.covers(p.place) }) {
			t.Errorf("%s: %s", p.place, p.text)
		}
	}
	for _, i := range expected {
		if !slices.ContainsFunc(c.problems, func(p caseProblem) bool { return i.covers(p.place) }) {
			t.Errorf("ignore.json: %q (%s) hides nothing any more: remove it", strings.TrimSpace(c.id+" "+i.place), i.reason)
		}
	}
}

// covers reports whether a problem's place is the entry's or below it.
func (i ignore) covers(place string) bool {
	rest, ok := strings.CutPrefix(place, i.place)
	return ok && (i.place == "" || rest == "" || rest[0] == '.' || rest[0] == '[')
}

// caseRun is one case with what was found wrong.
type caseRun struct {
	id       string
	dir      string // a copy that the overlays are written to
	meta     caseMeta
	need     caseNeed
	call     *caseCalls
	upstream *caseUpstream
	expected caseExpected

	problems []caseProblem
	checks   int // expectations that were looked at
	overlays int // overlays written
}

type caseProblem struct{ place, text string }

func (c *caseRun) errorf(place, format string, args ...any) {
	c.problems = append(c.problems, caseProblem{place, fmt.Sprintf(format, args...)})
}

// expect notes a check and, when ok is false, a problem.
func (c *caseRun) expect(ok bool, place, format string, args ...any) bool {
	c.checks++
	if !ok {
		c.errorf(place, format, args...)
	}
	return ok
}

func loadCase(t *testing.T, id string) *caseRun {
	c := &caseRun{id: id, dir: t.TempDir()}
	src := filepath.Join(casesDir, id)
	known := map[string]any{
		"meta.json": &c.meta, "need.yaml": &c.need, "call.json": &c.call, "upstream.json": &c.upstream,
		"expected.json": &c.expected, "overlay.yaml": nil,
	}
	for name, into := range known {
		data, err := os.ReadFile(filepath.Join(src, name))
		switch {
		case os.IsNotExist(err) && name != "meta.json" && name != "expected.json":
			continue
		case err != nil:
			t.Fatal(err)
		}
		if into != nil {
			if err := decodeCase(name, data, into); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
	if c.meta.ID != id {
		t.Errorf("meta.json: id is %q", c.meta.ID)
	}
	if err := os.CopyFS(c.dir, os.DirFS(src)); err != nil {
		t.Fatal(err)
	}
	return c
}

// check runs all that the case says.
func (c *caseRun) check(t *testing.T) {
	if c.expected.Compile != nil {
		c.checkCompile(*c.expected.Compile)
	}
	if c.expected.OverlayResult != nil {
		c.checkPatched(c.expected.OverlayResult)
	}
	if c.expected.HTTP != nil {
		c.checkHTTP(t)
	}
	if c.call != nil && c.call.MCP != nil {
		c.checkStdio(t)
		return
	}
	c.checkCalls(t)
}
