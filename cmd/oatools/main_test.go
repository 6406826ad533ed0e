package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestInterrupt: a server that is told to end does so in good order.
func TestInterrupt(t *testing.T) {
	oatools := buildBinary(t, ".")
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(s.String(), func(t *testing.T) {
			cmd := exec.CommandContext(t.Context(), oatools, "serve", filepath.Join("..", "..", "overlays", "expenses.tools.json"), "--http", "127.0.0.1:0", "--demo")
			stderr, err := cmd.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewReader(stderr)
			if line, err := lines.ReadString('\n'); err != nil || !strings.HasPrefix(line, "serving ") {
				t.Fatalf("%q, %v", line, err)
			}
			if err := cmd.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
			if err := cmd.Wait(); err != nil {
				t.Errorf("after %v: %v, want exit code 0", s, err)
			}
		})
	}
}
