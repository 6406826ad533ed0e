package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestMain makes the test binary answer as oatools in scripts, and keeps every
// test away from proxies and real endpoints.
func TestMain(m *testing.M) {
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		if strings.HasSuffix(strings.ToUpper(name), "_PROXY") || strings.HasPrefix(name, "EXPENSES_") {
			os.Unsetenv(name)
		}
	}
	testscript.Main(m, map[string]func(){
		"oatools": main,
	})
}

// TestScripts runs the journeys of testdata/script: each is what a user could
// have typed in a checkout, which is why specs and overlays are laid beside.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("..", "..", "testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup: func(env *testscript.Env) error {
			for _, dir := range []string{"specs", "overlays"} {
				if err := os.CopyFS(filepath.Join(env.WorkDir, dir), os.DirFS(filepath.Join("..", "..", dir))); err != nil {
					return err
				}
			}
			return nil
		},
	})
}
