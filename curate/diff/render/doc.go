// Package render writes reports of package diff down: as text for a terminal,
// as Markdown for a pull request, as JSON, as SARIF 2.1.0 for code scanning and
// as annotations of GitHub Actions.
//
// A Document goes in, bytes come out. It judges nothing and reads no files.
// Words of tools come from people and services that are not trusted: each
// format escapes what it means to show as text.
//
// Start at Document and Write.
package render
