// Command compileall is what the compiler's benchmarks measure: it compiles
// operations of an API description, spread evenly over it, into default tools
// and writes the set to standard output.
//
//	compileall SPEC [COUNT]
//
// COUNT 0, the default, is all of them. With CPUPROFILE set in the environment
// it writes a profile to the file of that name, with FILES a list of the files
// that were read.
package main

import (
	"fmt"
	"log"
	"os"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile"
	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/naming"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(200) // as oatools compile does
	}
	if path := os.Getenv("CPUPROFILE"); path != "" {
		f, err := os.Create(path)
		if err != nil {
			log.Fatal(err)
		}
		if err := pprof.StartCPUProfile(f); err != nil {
			log.Fatal(err)
		}
		defer pprof.StopCPUProfile()
	}
	count := 0
	if len(os.Args) > 2 {
		n, err := strconv.Atoi(os.Args[2])
		if err != nil {
			log.Fatal(err)
		}
		count = n
	}
	if err := run(os.Args[1], count); err != nil {
		log.Fatal(err)
	}
}

func run(path string, count int) error {
	var diags diag.List
	doc, err := oas.Load(path, oas.LoadOptions{}, &diags)
	if err != nil {
		return err
	}
	if doc == nil {
		return fmt.Errorf("%s", &diags)
	}
	all := doc.Index()
	if count == 0 || count > len(all) {
		count = len(all)
	}
	refs := make([]oas.Ref, count)
	keys := make([]naming.Key, count)
	for i := range refs {
		refs[i] = all[i*len(all)/count]
		keys[i] = naming.Key{ID: refs[i].ID, Method: refs[i].Method, Path: refs[i].Path}
	}
	names := naming.Tools(keys)
	set := &tool.Set{
		Name: "all", Sources: []tool.Source{{ID: "api", Dialect: string(doc.Dialect), Files: doc.Files()}},
		Servers: map[string]tool.Server{"api": {URL: "https://api.example.com"}}, Auth: map[string]tool.AuthScheme{},
	}
	for name := range doc.Schemes {
		set.Auth[name] = tool.AuthScheme{Type: "none", None: "this set is measured, not run"}
	}
	opts := compile.Options{Source: "api", Shared: &compile.Shared{}}
	for i, op := range doc.Operations(refs, &diags) {
		if op == nil {
			continue
		}
		plan := compile.Default(op, &diags)
		plan.Name = names[i]
		if t := compile.Assemble(op, plan, opts, &diags); t != nil {
			set.Tools = append(set.Tools, *t)
		}
	}
	if path := os.Getenv("FILES"); path != "" {
		var list strings.Builder
		for _, f := range doc.Files() {
			fmt.Fprintln(&list, f.Path)
		}
		if err := os.WriteFile(path, []byte(list.String()), 0o644); err != nil {
			return err
		}
	}
	slices.SortFunc(set.Tools, func(a, b tool.Tool) int { return strings.Compare(a.Name, b.Name) })
	text, err := tool.Encode(set)
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(text)
	return err
}
