package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/oatools/oatools/compile/tool"
)

// BenchmarkCompileGitHub compares whole processes: compiling ten tools out of
// GitHub's description, and unmarshalling the same bytes into any.
func BenchmarkCompileGitHub(b *testing.B) {
	overlay := gitHub(b, func(s string) string { return s })
	spec := filepath.Join(filepath.Dir(overlay), "api.github.com.json")
	oatools, floor := buildBinary(b, "."), buildBinary(b, "./testdata/jsonfloor")
	var ours, theirs time.Duration
	var peak int64
	for b.Loop() {
		cpu, rss := usage(b, exec.Command(oatools, "compile", overlay))
		ours, peak = ours+cpu, max(peak, rss)
		cpu, _ = usage(b, exec.Command(floor, spec))
		theirs += cpu
	}
	b.ReportMetric(float64(ours)/float64(b.N)/1e6, "cpu-ms/op")
	b.ReportMetric(float64(theirs)/float64(b.N)/1e6, "floor-cpu-ms/op")
	b.ReportMetric(float64(ours)/float64(theirs), "x-json.Unmarshal")
	b.ReportMetric(float64(peak)/(1<<20), "peak-MB")
}

// usage runs a process and gives its CPU time and peak memory.
func usage(b *testing.B, cmd *exec.Cmd) (cpu time.Duration, rss int64) {
	b.Helper()
	cmd.Stderr = io.Discard
	if err := cmd.Run(); err != nil {
		b.Fatalf("%s: %v", cmd, err)
	}
	ru := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), ru.Maxrss << 10
}

// BenchmarkLoadArtifact compares strict loading of an artifact with unmarshalling
// the same bytes into any.
func BenchmarkLoadArtifact(b *testing.B) {
	overlay := gitHub(b, func(s string) string { return s })
	if out, err := exec.Command(buildBinary(b, "."), "compile", overlay).CombinedOutput(); err != nil {
		b.Fatalf("compile: %v\n%s", err, out)
	}
	data, err := os.ReadFile(artifactPath(overlay))
	if err != nil {
		b.Fatal(err)
	}
	compareLoad(b, data)
}

// BenchmarkLoadExpenses is BenchmarkLoadArtifact over the shipped example.
func BenchmarkLoadExpenses(b *testing.B) {
	data, err := os.ReadFile(filepath.Join("..", "..", "overlays", "expenses.tools.json"))
	if err != nil {
		b.Fatal(err)
	}
	compareLoad(b, data)
}

func compareLoad(b *testing.B, data []byte) {
	b.Helper()
	var ours, floor time.Duration
	for b.Loop() {
		start := time.Now()
		if _, err := tool.Decode(data); err != nil {
			b.Fatal(err)
		}
		mid := time.Now()
		var v any
		if err := json.Unmarshal(data, &v); err != nil {
			b.Fatal(err)
		}
		ours, floor = ours+mid.Sub(start), floor+time.Since(mid)
	}
	b.SetBytes(int64(len(data)))
	b.ReportMetric(float64(ours)/float64(floor), "x-json.Unmarshal")
}

// BenchmarkFirstList compares the time from process start to the first answer of
// tools/list over stdio with that of a bare server on the same SDK: ten tools
// over GitHub's description against one tool.
func BenchmarkFirstList(b *testing.B) {
	oatools, bare := buildBinary(b, "."), buildBinary(b, "./testdata/bareserver")
	overlay := gitHub(b, func(s string) string { return s })
	if out, err := exec.Command(oatools, "compile", overlay).CombinedOutput(); err != nil {
		b.Fatalf("compile: %v\n%s", err, out)
	}
	var ours, floor time.Duration
	for b.Loop() {
		ours += firstList(b, exec.Command(oatools, "serve", artifactPath(overlay), "--stdio"))
		floor += firstList(b, exec.Command(bare))
	}
	b.ReportMetric(float64(ours)/float64(b.N)/1e6, "ms/op")
	b.ReportMetric(float64(floor)/float64(b.N)/1e6, "floor-ms/op")
	b.ReportMetric(float64(ours)/float64(floor), "x-bare")
}

func firstList(b *testing.B, cmd *exec.Cmd) time.Duration {
	b.Helper()
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	start := time.Now()
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	fmt.Fprintln(in, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`)
	lines := bufio.NewReader(out)
	if _, err := lines.ReadBytes('\n'); err != nil {
		b.Fatal(err)
	}
	fmt.Fprintln(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	fmt.Fprintln(in, `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`)
	answer, err := lines.ReadBytes('\n')
	took := time.Since(start)
	var msg struct {
		Result struct{ Tools []any }
	}
	if err != nil || json.Unmarshal(answer, &msg) != nil || len(msg.Result.Tools) == 0 {
		b.Fatalf("tools/list: %v: %s", err, answer)
	}
	in.Close()
	if _, err := io.Copy(io.Discard, lines); err != nil {
		b.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		b.Fatal(err)
	}
	return took
}
