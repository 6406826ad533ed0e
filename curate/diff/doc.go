// Package diff says what a change of a toolset means to those who live with
// it: callers whose calls fail now, people whose data or power moves, models
// that read other words, operators whose requests run otherwise.
//
// Diff compares two tool.Sets and gives a Report: classified changes with
// stable rules and fingerprints, the version they ask for, and what happened to
// each tool. A report is data; package render writes it down.
//
// It reads artifacts alone: no overlays, no API descriptions, no lines. Whoever
// has lines adds them with Report.Locate. Two sides that cannot be proved
// compatible count as breaking, and the change says so.
package diff
