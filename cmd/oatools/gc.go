package main

import (
	"os"
	"runtime/debug"
)

// collectLess has the collector run when the heap has grown by percent instead
// of 100: a process that is soon over trades memory for time. GOGC still has its
// say.
func collectLess(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}
