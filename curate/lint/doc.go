// Package lint judges a compiled overlay by a table of rules: names, texts,
// schemas, results, contracts and budgets that are legal and yet likely to fail
// a model, a reviewer or an operator.
//
// What is plainly wrong is an error of package curate already; its diagnostics
// pass through here, so that one report, one profile and one list of waivers
// hold for both. The package must not send anything, ask a model, or change a
// set.
//
// The rules are data in package rule and carried out in package judgement; here
// is what becomes of what they find: severities, waivers, the report. Start at
// Run.
//
// Rough edges: the rules on texts know English only, and see words, not meaning.
package lint
