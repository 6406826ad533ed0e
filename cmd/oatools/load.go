package main

import (
	"bytes"
	"fmt"
	"os"

	"github.com/oatools/oatools/compile/tool"
)

// loadSet reads an artifact, or compiles an overlay in memory. The first byte
// tells them apart: an artifact is a JSON object, an overlay never is.
func loadSet(path string, std streams) (*tool.Set, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		return build(path, std)
	}
	set, err := tool.Decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return set, nil
}
