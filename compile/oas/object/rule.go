package object

import (
	"errors"
	"fmt"
	"strings"

	"github.com/oatools/oatools/compile/diag"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas/source"
)

// rule is one thing that may be wrong with a description, what it is worth, and
// how to say it. Warnings tell of a repair or a loss, infos of a reading.
type rule struct {
	severity diag.Severity
	say      string
	hint     string
}

// rules is the table of what may be wrong with a description; its keys are the
// codes. It is never written to.
var rules = map[string]rule{
	// The document.
	"oas-dialect":      {diag.Error, "%s", "oatools reads Swagger 2.0 and OpenAPI 3.0, 3.1 and 3.2"},
	"version-unquoted": {diag.Warning, "%s is the number %s; read as the text %q", "put the version in quotes"},
	"oas-no-paths":     {diag.Warning, "the description has no paths, so there are no operations", ""},

	// References.
	"ref-unresolved": {diag.Error, "$ref %q: %s", ""},
	"ref-refused":    {diag.Error, "$ref %q: %s", ""},
	"ref-cycle":      {diag.Error, "these references only point at each other: %s", "define one of them"},
	"ref-root":       {diag.Warning, "$ref %q leads nowhere in its own file; the root file's is meant", "write the file's name before the #"},
	"ref-relative":   {diag.Info, "$ref %q is read in the schema around it, since the document has no such place", ""},
	"ref-section":    {diag.Warning, "$ref %q leads nowhere; %s is meant", ""},
	"ref-kind":       {diag.Warning, "$ref %q points at %s where a %s belongs; what fits is used", ""},

	// Objects in general.
	"field-case":    {diag.Warning, "%s: the key %q is spelt %q; read as if it were", ""},
	"field-text":    {diag.Warning, "%s: %q must be a string; the %s %s is read as text", "put the value in quotes"},
	"field-bool":    {diag.Warning, "%s: %q must be true or false without quotes; read as %s", ""},
	"field-list":    {diag.Warning, "%s: %q must be a list; %s is read as one", ""},
	"field-type":    {diag.Warning, "%s: %q must be %s, not %s; ignored", ""},
	"field-unknown": {diag.Warning, "%s: unknown key %q is ignored", "extensions begin with x-"},
	"schema-inline": {diag.Warning, "%s says what its value is without a schema; read as one", "put these keys under schema"},
	"object-null":   {diag.Warning, "%s says nothing; read as an empty object", ""},
	"object-type":   {diag.Error, "%s must be an object, not %s", ""},

	// Operations and paths.
	"operation-missing":      {diag.Error, "the description has no operation %s %s", ""},
	"operation-twice":        {diag.Warning, "%s %s is declared twice, in two spellings; the first one counts", ""},
	"operation-method":       {diag.Error, "%q is no method that can be sent", ""},
	"operation-id-duplicate": {diag.Warning, "the operationId %q belongs to several operations", "select the operation by method and path"},
	"path-lost":              {diag.Warning, "the operations of %s are not known: its $ref leads nowhere", ""},
	"path-slash":             {diag.Warning, "the path %q does not begin with a slash; one is put before it", ""},
	"param-constant":         {diag.Info, "the query parameter %q is no argument, because the path key states it as %q", ""},
	"path-query":             {diag.Info, "the query %q of the path is sent as a constant", ""},
	"path-fragment":          {diag.Warning, "the fragment %q of the path is never sent and is left out", ""},
	"path-braces":            {diag.Error, "the path %q has unbalanced braces", ""},
	"responses-missing":      {diag.Warning, "the operation declares no responses", ""},
	"path-type":              {diag.Warning, "the path %s must be an object, not %s; it is ignored", ""},
	"response-key":           {diag.Warning, "the response %q is read as that of status %s", ""},
	"response-status":        {diag.Warning, "%q is no status code, range (2XX) or default; the response is ignored", ""},

	// Parameters.
	"param-name":        {diag.Warning, "a %s without a name is ignored", ""},
	"param-in":          {diag.Error, "the required parameter %q %s", "say in: query, header, path or cookie"},
	"param-in-path":     {diag.Warning, "the parameter %q %s; the path names it, so it is read as a path parameter", ""},
	"param-in-optional": {diag.Warning, "the parameter %q %s; it is optional and left out", ""},
	"param-in-body":     {diag.Warning, "the parameter %q stands in %q, as in Swagger 2.0; read as the request body", ""},
	"param-in-beside":   {diag.Warning, "the parameter %q stands in %q, as in Swagger 2.0; it is left out, because there is a requestBody", ""},
	"param-duplicate":   {diag.Warning, "the %s parameter %q is declared twice; the first one counts", ""},
	"param-undeclared":  {diag.Warning, "the path %s names the parameter %q, which is not declared; a required string is assumed", ""},
	"param-unused":      {diag.Warning, "the path %s does not name the path parameter %q; it is ignored", ""},
	"param-case":        {diag.Warning, "the path %s spells the path parameter %q as %q; read as the same", ""},
	"param-in-query":    {diag.Warning, "the path parameter %q stands in the query of the path; read as the query parameter %q", ""},
	"param-optional":    {diag.Info, "the path parameter %q is not marked as required; a path parameter always is", ""},
	"param-schema":      {diag.Info, "the parameter %q has neither schema nor content; any value is allowed", ""},
	"param-both":        {diag.Warning, "the parameter %q has both schema and content; content counts", ""},
	"param-contents":    {diag.Warning, "the parameter %q has several content types; %s is used", ""},
	"param-encoding":    {diag.Warning, "the encoding that the parameter %q states of %s is left out; they are written in the usual way", ""},
	"param-style":       {diag.Warning, "the style %q does not exist for %s parameters; %q is used for %q", ""},
	"param-reserved":    {diag.Info, "the header parameter %q is ignored, as the specification says", "it follows from the body, the accepted answers or the security scheme"},
	"param-querystring": {diag.Error, "a querystring parameter cannot stand beside another one or beside query parameters", ""},

	// Bodies.
	"body-empty":      {diag.Warning, "the request body declares no content and is ignored", ""},
	"media-type":      {diag.Warning, "%q is no media type and is ignored", ""},
	"media-duplicate": {diag.Info, "the media type %q is declared again with other parameters; the first one counts", ""},
	"encoding-style":  {diag.Warning, "the style %q of the part %q does not exist for forms and is ignored", ""},
	"media-stream":    {diag.Info, "itemSchema describes the items of a stream; the body as a whole is read without a schema", ""},

	// Servers and security.
	"server-url":         {diag.Warning, "a server has no url and is ignored", ""},
	"server-scheme":      {diag.Warning, "the schemes %s are not spoken; https is assumed", ""},
	"server-variable":    {diag.Warning, "the server %s names the variable %q, which is not declared", "the overlay can state the server"},
	"security-undefined": {diag.Warning, "security names the scheme %q, which is not defined", "the overlay can define it under auth"},
	"security-name":      {diag.Warning, "a security requirement is an object; %q is read as the name of its only scheme", ""},
	"security-list":      {diag.Warning, "security must be a list of alternatives; the object is read as the only one", ""},
	"security-shape":     {diag.Error, "a security requirement must be an object of scheme names with lists of scopes", ""},
	"scheme-type":        {diag.Warning, "the security scheme %q has the unknown type %q", "the overlay can define it under auth"},

	// What kin-openapi finds; see package opinion.
	"structure": {diag.Error, "the operation does not have the structure that %s asks for (%s)", ""},
}

// Fault words a diagnostic of the table.
func Fault(code string, pos diag.Pos, args ...any) diag.Diagnostic {
	r := rules[code]
	return diag.Diagnostic{Pos: pos, Severity: r.severity, Code: code, Message: fmt.Sprintf(r.say, args...), Hint: r.hint}
}

// RefProblem words a reference that leads nowhere.
func RefProblem(ref *node.Node, err error) diag.Diagnostic {
	var refused *source.Refusal
	if errors.As(err, &refused) {
		d := Fault("ref-refused", ref.Pos(), ref.Text(), err)
		d.Hint = refused.Hint
		return d
	}
	d := Fault("ref-unresolved", ref.Pos(), ref.Text(), err)
	var missing *source.Missing
	if errors.As(err, &missing) {
		if near := diag.Nearest(missing.Token, missing.Names); near != "" {
			d.Hint = "did you mean " + near + "?"
		}
	}
	return d
}

// CycleProblem words a chain of references that comes back to itself.
func CycleProblem(pos diag.Pos, chain []string) diag.Diagnostic {
	return Fault("ref-cycle", pos, strings.Join(chain, " → "))
}
