package oas

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden reads every description in testdata and compares what was
// understood, and what was told, with golden.txt beside it.
func TestGolden(t *testing.T) {
	roots, err := filepath.Glob("testdata/*/openapi.*")
	if err != nil || len(roots) == 0 {
		t.Fatal("no testdata", err)
	}
	for _, root := range roots {
		t.Run(filepath.Base(filepath.Dir(root)), func(t *testing.T) {
			got := dump(t, root)
			if again := dump(t, root); again != got {
				t.Errorf("two readings differ:\n%s", cmp.Diff(got, again))
			}
			golden := filepath.Join(filepath.Dir(root), "golden.txt")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", golden, diff)
			}
		})
	}
}

func dump(t *testing.T, path string) string {
	t.Helper()
	var diags diag.List
	d, err := Load(path, LoadOptions{}, &diags)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if d != nil {
		dumpDocument(&b, d)
		refs := d.Index()
		for i, op := range d.Operations(refs, &diags) {
			r := refs[i]
			fmt.Fprintf(&b, "\n%s %s  %s\n", r.Method, r.Path, r.Pos)
			if op == nil {
				b.WriteString("  broken\n")
				continue
			}
			dumpOperation(&b, op)
		}
		b.WriteString("\nfiles:")
		for _, f := range d.Files() {
			b.WriteString(" " + f.Path)
		}
		b.WriteString("\n")
	}
	b.WriteString("\n" + diags.String())
	return b.String()
}

func dumpDocument(b *strings.Builder, d *Document) {
	fmt.Fprintf(b, "%s %q version %q security declared %v\n", d.Dialect, d.Title, d.Version, d.SecurityDeclared)
	dumpServers(b, d.Servers)
	for _, name := range slices.Sorted(maps.Keys(d.Schemes)) {
		s := d.Schemes[name]
		fmt.Fprintf(b, "  scheme %q %s http=%s in=%s param=%s flows=%v token=%s\n", name, s.Type, s.HTTP, s.In, s.Param, s.Flows, s.Token)
	}
}

func dumpServers(b *strings.Builder, servers []Server) {
	for _, s := range servers {
		fmt.Fprintf(b, "  server %s", s.URL)
		for _, name := range slices.Sorted(maps.Keys(s.Variables)) {
			fmt.Fprintf(b, " %s=%s%q", name, s.Variables[name].Default, s.Variables[name].Enum)
		}
		b.WriteString("\n")
	}
}

func dumpOperation(b *strings.Builder, o *Operation) {
	fmt.Fprintf(b, "  id=%q summary=%q description=%q tags=%q deprecated=%v digest=%.10s\n", o.ID, o.Summary, o.Description, o.Tags, o.Deprecated, o.Digest)
	if len(o.Query) > 0 {
		fmt.Fprintf(b, "  path %s constants %v\n", o.Path, o.Query)
	}
	for _, p := range o.Params {
		fmt.Fprintf(b, "  param %s %q required=%v style=%s explode=%v", p.In, p.Name, p.Required, p.Style, p.Explode)
		for _, flag := range []struct {
			name string
			on   bool
		}{{"reserved", p.AllowReserved}, {"empty", p.AllowEmpty}, {"deprecated", p.Deprecated}, {"synthetic", p.Synthetic}} {
			if flag.on {
				b.WriteString(" " + flag.name)
			}
		}
		if p.Media != "" {
			b.WriteString(" media=" + p.Media)
		}
		fmt.Fprintf(b, " schema=%s %s\n", schemaText(p.Schema), p.Pos)
	}
	if o.Body != nil {
		fmt.Fprintf(b, "  body required=%v %s\n", o.Body.Required, o.Body.Pos)
		dumpContent(b, o.Body.Content)
	}
	for _, r := range o.Responses {
		fmt.Fprintf(b, "  response %s %q headers=%v links=%v %s\n", r.Status, r.Description, r.Headers, r.Links, r.Pos)
		dumpContent(b, r.Content)
	}
	dumpServers(b, o.Servers)
	fmt.Fprintf(b, "  security declared=%v", o.SecurityDeclared)
	for _, alt := range o.Security {
		b.WriteString(" [")
		for _, u := range alt {
			fmt.Fprintf(b, " %s%v", u.Name, u.Scopes)
		}
		b.WriteString(" ]")
	}
	b.WriteString("\n")
	for _, key := range slices.Sorted(maps.Keys(o.Extensions)) {
		fmt.Fprintf(b, "  %s=%s\n", key, o.Extensions[key].AppendJSON(nil))
	}
}

func dumpContent(b *strings.Builder, content []Media) {
	for _, m := range content {
		fmt.Fprintf(b, "    %s schema=%s", m.Type, schemaText(m.Schema))
		for _, name := range slices.Sorted(maps.Keys(m.Encoding)) {
			e := m.Encoding[name]
			fmt.Fprintf(b, " %s(%s %s", name, e.ContentType, e.Style)
			if e.Explode != nil {
				fmt.Fprintf(b, " explode=%v", *e.Explode)
			}
			headers := []string{}
			for _, h := range e.Headers {
				headers = append(headers, h.Name)
			}
			fmt.Fprintf(b, " %v)", headers)
		}
		for _, ex := range m.Examples {
			fmt.Fprintf(b, " e.g. %s", ex.AppendJSON(nil))
		}
		b.WriteString("\n")
	}
}

func schemaText(n *node.Node) string {
	if n == nil {
		return "any"
	}
	return string(n.AppendJSON(nil))
}
