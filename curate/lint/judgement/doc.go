// Package judgement carries the rules of package lint out: one function a rule,
// from a tool or a set to findings.
//
// It decides what is found and in which words, and whether there is reason to
// raise it. It must not know what a finding weighs under a profile, who waived
// it, or how a report is written: that is package lint above. The words about
// the rules themselves are data in package rule. It sends nothing and changes
// nothing. Start at Judge.Findings; table.go says which function carries out
// which rule.
package judgement
