package main

import (
	"fmt"
	"os"

	"github.com/oatools/oatools/cmd/oatools/side"
	"github.com/oatools/oatools/compile/tool"
)

// loadSet reads an artifact, or compiles an overlay in memory.
func loadSet(path string, std streams) (*tool.Set, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if !side.IsArtifact(data) {
		return build(path, std)
	}
	set, err := tool.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return set, nil
}
