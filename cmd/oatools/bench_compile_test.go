package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// BenchmarkCompile compares whole processes: compiling operations of large
// descriptions into default tools, and unmarshalling the same bytes, JSON into
// any and YAML into a yaml.Node. Where there is a target, it is printed beside.
func BenchmarkCompile(b *testing.B) {
	dir := filepath.Join(corpus(b), "specs")
	bench := compileBench{all: buildBinary(b, "./testdata/compileall"), json: buildBinary(b, "./testdata/jsonfloor"), yaml: buildBinary(b, "./testdata/yamlfloor")}
	github := unpacked(b, filepath.Join(dir, "github", "api.github.com.json"))
	for _, tt := range []struct {
		name   string
		spec   string
		count  int // 0: all
		target float64
	}{
		{"GitHub=1", github, 1, 1},
		{"GitHub=10", github, 10, 1},
		{"GitHub=100", github, 100, 0},
		{"GitHub=all", github, 0, 6},
		{"Stripe=all", unpacked(b, filepath.Join(dir, "stripe", "stripe-old.yaml")), 0, 0},
		{"Swagger2=all", unpacked(b, filepath.Join(dir, "kubernetes", "swagger-1.13.json")), 0, 0},
		{"DigitalOcean=10", filepath.Join(dir, "digitalocean", "specification", "DigitalOcean-public.v2.yaml"), 10, 0},
		{"DigitalOcean=all", filepath.Join(dir, "digitalocean", "specification", "DigitalOcean-public.v2.yaml"), 0, 0},
	} {
		b.Run(tt.name, func(b *testing.B) { bench.run(b, tt.spec, tt.count, tt.target) })
	}
}

// BenchmarkOps is listing all operations of GitHub's description.
func BenchmarkOps(b *testing.B) {
	spec := unpacked(b, filepath.Join(corpus(b), "specs", "github", "api.github.com.json"))
	oatools, floor := buildBinary(b, "."), buildBinary(b, "./testdata/jsonfloor")
	compareProcesses(b, 0,
		func() *exec.Cmd { return exec.Command(oatools, "ops", spec) },
		func() *exec.Cmd { return exec.Command(floor, spec) })
}

// compileBench holds the programs that are compared.
type compileBench struct{ all, json, yaml string }

func (c compileBench) run(b *testing.B, spec string, count int, target float64) {
	floor, files := c.json, []string{spec}
	if filepath.Ext(spec) != ".json" {
		floor, files = c.yaml, c.filesOf(b, spec, count)
	}
	compareProcesses(b, target,
		func() *exec.Cmd { return exec.Command(c.all, spec, strconv.Itoa(count)) },
		func() *exec.Cmd { return exec.Command(floor, files...) })
	if count == 0 {
		b.ReportMetric(c.kinShare(b, spec), "%-kin-openapi")
	}
}

// compareProcesses reports CPU time and peak memory of two processes and their
// ratios.
func compareProcesses(b *testing.B, target float64, ours, floor func() *exec.Cmd) {
	b.Helper()
	var cpu, floorCPU time.Duration
	var peak, floorPeak int64
	for b.Loop() {
		c, m := usage(b, ours())
		cpu, peak = cpu+c, max(peak, m)
		c, m = usage(b, floor())
		floorCPU, floorPeak = floorCPU+c, max(floorPeak, m)
	}
	b.ReportMetric(float64(cpu)/float64(b.N)/1e6, "cpu-ms/op")
	b.ReportMetric(float64(floorCPU)/float64(b.N)/1e6, "floor-cpu-ms/op")
	b.ReportMetric(float64(cpu)/float64(floorCPU), "x-cpu")
	b.ReportMetric(float64(peak)/(1<<20), "peak-MB")
	b.ReportMetric(float64(peak)/float64(floorPeak), "x-peak")
	if target > 0 {
		b.ReportMetric(target, "x-cpu-target")
	}
}

// kinShare is the part of the CPU time that goes into kin-openapi, in percent.
func (c compileBench) kinShare(b *testing.B, spec string) float64 {
	b.Helper()
	profile := filepath.Join(b.TempDir(), "cpu.prof")
	cmd := exec.Command(c.all, spec)
	cmd.Env = append(os.Environ(), "CPUPROFILE="+profile)
	if err := cmd.Run(); err != nil {
		b.Fatal(err)
	}
	top, err := exec.Command("go", "tool", "pprof", "-top", "-cum", "-nodecount=100000", "-nodefraction=0", "-focus=kin-openapi", c.all, profile).Output()
	if err != nil {
		b.Fatal(err)
	}
	// "Showing nodes accounting for 50ms, 5.75% of 870ms total"
	for line := range strings.Lines(string(top)) {
		var share float64
		if _, after, ok := strings.Cut(line, "Showing nodes accounting for "); ok {
			if _, percent, ok := strings.Cut(after, ", "); ok {
				if _, err := fmt.Sscanf(percent, "%f%%", &share); err == nil {
					return share
				}
			}
		}
	}
	return 0
}

// filesOf lists the files that compiling reads. Another process finds out: the
// peak memory of a process counts what its parent holds when it starts.
func (c compileBench) filesOf(b *testing.B, spec string, count int) []string {
	b.Helper()
	list := filepath.Join(b.TempDir(), "files")
	cmd := exec.Command(c.all, spec, strconv.Itoa(count))
	cmd.Env = append(os.Environ(), "FILES="+list)
	if err := cmd.Run(); err != nil {
		b.Fatal(err)
	}
	text, err := os.ReadFile(list)
	if err != nil {
		b.Fatal(err)
	}
	files := strings.Fields(string(text))
	for i, f := range files {
		files[i] = filepath.Join(filepath.Dir(spec), filepath.FromSlash(f))
	}
	return files
}

// unpacked gives the path of a document of the corpus, gzipped or not, that can
// be read.
func unpacked(b *testing.B, doc string) string {
	b.Helper()
	path := filepath.Join(b.TempDir(), filepath.Base(doc))
	unpack(b, doc, path)
	return path
}
