// Package diff says what a change of a toolset means to those who live with
// it: callers whose calls fail now, people whose data or power moves, models
// that read other words, operators whose requests run otherwise.
//
// Diff compares two tool.Sets and gives a change.Report: classified changes with
// stable rules and fingerprints, the version they ask for, and what happened to
// each tool. This package finds what became of each tool and compares what
// belongs to none; package comparison compares a tool, package render writes a
// report down.
//
// It reads artifacts alone: no overlays, no API descriptions, no lines. Whoever
// has lines adds them with Report.Locate. Two sides that cannot be proved
// compatible count as breaking, and the change says so.
package diff
