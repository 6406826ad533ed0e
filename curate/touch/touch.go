package touch

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/curate"
	"github.com/oatools/oatools/curate/overlay"
	"github.com/oatools/oatools/curate/patch"
)

// Touch is what one action of a patch changes.
type Touch struct {
	Source     string   `json:"source"`
	Pos        diag.Pos `json:"pos"`                  // of the action's target
	Target     string   `json:"target"`               // the JSONPath, as it was read
	Changes    []string `json:"changes,omitempty"`    // JSON Pointers of what is changed
	Operations []string `json:"operations,omitempty"` // "METHOD /path": those that stand at what is changed
	Tools      []string `json:"tools,omitempty"`      // tools of which an operation, or what it refers to, is changed; sorted
}

// Of tells for each action of the overlay's patches, in order, what it
// touches. It reads every description once more for each action, so it is for
// reviews, not for builds. built is what Build gave for the overlay at path.
func Of(path string, built *curate.Built, opts curate.Options) ([]Touch, error) {
	var out []Touch
	for i := range built.Overlay.Sources {
		list, err := touchedBy(filepath.Dir(path), &built.Overlay.Sources[i], built, opts)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	return out, nil
}

func touchedBy(dir string, src *overlay.Source, built *curate.Built, opts curate.Options) ([]Touch, error) {
	var quiet diag.List // Build reported everything
	var steps []*patch.Patch
	var out []Touch
	for _, name := range src.Patches {
		file := filepath.Join(dir, filepath.FromSlash(name.V))
		data, err := os.ReadFile(file)
		if err != nil {
			continue // reported by Build
		}
		p := patch.Parse(filepath.ToSlash(file), data, &quiet)
		if p == nil {
			continue
		}
		for _, a := range p.Actions {
			steps = append(steps, p.Only(a))
			out = append(out, Touch{Source: src.Name.V, Pos: a.Pos, Target: a.Target.String()})
		}
	}
	spec := filepath.Join(dir, filepath.FromSlash(src.Spec.V))
	before, err := digests(spec, nil, nil, src, built, opts)
	for i := range out {
		if err != nil {
			return nil, err
		}
		var after map[string]string
		after, err = digests(spec, steps[:i+1], &out[i], src, built, opts)
		for use, digest := range after {
			if tool, _, _ := strings.Cut(use, " "); before[use] != digest && !slices.Contains(out[i].Tools, tool) {
				out[i].Tools = append(out[i].Tools, tool)
			}
		}
		slices.Sort(out[i].Tools)
		before = after
	}
	return out, err
}

// digests gives, by tool and operation, the digest of each operation that a tool
// can call, in a description to which steps are applied; touch takes note of what the last of them changes.
func digests(spec string, steps []*patch.Patch, touch *Touch, src *overlay.Source, built *curate.Built, opts curate.Options) (map[string]string, error) {
	var quiet diag.List
	doc, err := oas.Load(spec, oas.LoadOptions{Limits: opts.Limits, Patch: func(root *node.Node) *node.Node {
		for i, s := range steps {
			var changes []patch.Change
			root, changes = s.ApplyAll(root, &quiet)
			if i == len(steps)-1 {
				touch.note(changes)
			}
		}
		return root
	}}, &quiet)
	if err != nil || doc == nil {
		return nil, err
	}
	byPlace := map[string]oas.Ref{}
	for _, ref := range doc.Index() {
		byPlace[ref.Method+" "+ref.Path] = ref
	}
	out := map[string]string{}
	var refs []oas.Ref
	var tools []string
	for name, places := range usedBy(built, src) {
		for _, at := range places {
			if ref, ok := byPlace[at]; ok {
				refs, tools = append(refs, ref), append(tools, name)
			}
		}
	}
	for i, op := range doc.Operations(refs, &quiet) {
		if op != nil {
			out[tools[i]+" "+refs[i].Method+" "+refs[i].Path] = op.Digest
		}
	}
	return out, nil
}

// usedBy gives for each tool the operations of a source, "METHOD /path", that it
// can call: its own and those of its contract. Without a set, only its own are
// known, and those of all sources.
func usedBy(built *curate.Built, src *overlay.Source) map[string][]string {
	out := map[string][]string{}
	if built.Set == nil {
		for name, op := range built.Operations {
			out[name] = []string{op.Method + " " + op.Path}
		}
		return out
	}
	for i := range built.Set.Tools {
		t := &built.Set.Tools[i]
		for _, step := range t.Steps() {
			at := step.Op.Method + " " + step.Op.Path
			if step.Op.Source == src.Name.V && !slices.Contains(out[t.Name], at) {
				out[t.Name] = append(out[t.Name], at)
			}
		}
	}
	return out
}

// note takes down what an action changed.
func (t *Touch) note(changes []patch.Change) {
	for _, c := range changes {
		t.Changes = append(t.Changes, c.At.String())
		if len(c.At) < 3 || c.At[0] != "paths" {
			continue
		}
		if op := strings.ToUpper(c.At[2]) + " " + c.At[1]; !slices.Contains(t.Operations, op) {
			t.Operations = append(t.Operations, op)
		}
	}
}
