package main

import (
	"bytes"
	"fmt"
	"os"

	"github.com/oatools/oatools/compile/tool"
)

// loadSet reads an artifact, or compiles an overlay in memory.
func loadSet(path string, std streams) (*tool.Set, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if !isArtifact(data) {
		return build(path, std)
	}
	set, err := tool.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return set, nil
}

// isArtifact tells an artifact from an overlay, which may be written as JSON
// too: an artifact names its format first, of whatever version.
func isArtifact(data []byte) bool {
	return bytes.Contains(data[:min(len(data), 100)], []byte(`"oatools.set/`))
}
