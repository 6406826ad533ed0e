package main

import "github.com/oatools/oatools/compile/tool"

// checkProfiles judges the declarations for providers.
func (c *caseRun) checkProfiles(e expectCompile, set *tool.Set, t *tool.Tool) {
	for _, profile := range e.Profiles {
		c.errorf("compile.profiles", "there are no declarations for %s", profile)
	}
}
