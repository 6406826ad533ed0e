package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

// readback reads a request as a server would that knows OpenAPI 3.2 and the
// operation, and nothing of how the request was written: the serialisation of
// every parameter is that of the description. Of the tool it uses which argument
// belongs to which name, and the names that differ.
type readback struct {
	op      *oas.Operation
	step    *tool.Step
	args    map[string]any
	pairs   [][2]string // of the query, undecoded
	claimed map[int]bool
	values  int      // values that were found where they belong
	unread  []string // why something was not read
}

// read compares all that a request holds with the arguments.
func (b *readback) read(r *runtime.Request) error {
	rest, ok := strings.CutPrefix(r.URL, tripOrigin+tripBase)
	if !ok || strings.Contains(rest, "#") {
		return fmt.Errorf("leaves its origin")
	}
	if r.Method != b.op.Method {
		return fmt.Errorf("method is %s", r.Method)
	}
	path, query, _ := strings.Cut(rest, "?")
	for piece := range strings.SplitSeq(query, "&") {
		if piece != "" {
			name, value, _ := strings.Cut(piece, "=")
			b.pairs = append(b.pairs, [2]string{name, value})
		}
	}
	if err := b.path(path); err != nil {
		return err
	}
	known := map[string]bool{"Accept": true, "Content-Type": true, "Cookie": true}
	cookies := splitCookies(r.Header["Cookie"])
	for i := range b.step.Binding.Params {
		p := &b.step.Binding.Params[i]
		v, present := b.expected(p.Value, p.Layout)
		rule := b.rule(p)
		var err error
		switch p.In {
		case tool.InQuery:
			err = b.query(rule, v, present)
		case tool.InQueryString:
			err = b.whole(query, rule, v)
		case tool.InHeader:
			key := http.CanonicalHeaderKey(p.Name)
			known[key] = true
			err = b.header(rule, v, present, r.Header, key)
		case tool.InCookie:
			cookies, err = b.cookie(rule, v, present, cookies)
		}
		if err != nil {
			return fmt.Errorf("%s %s: %w", p.In, p.Name, err)
		}
	}
	for i, pair := range b.pairs {
		if !b.claimed[i] {
			return fmt.Errorf("the query has %q, which nobody asked for", pair)
		}
	}
	if len(cookies) > 0 {
		return fmt.Errorf("cookies %q, which nobody asked for", cookies)
	}
	for key := range r.Header {
		if !known[key] {
			return fmt.Errorf("header %s, which nobody asked for", key)
		}
	}
	if err := b.body(r); err != nil {
		return fmt.Errorf("body: %w", err)
	}
	return nil
}

// writing is how the description says that a value is written.
type writing struct {
	name, style, media string
	explode, reserved  bool
	nested             string // what lies deeper than styles reach is a convention, not a standard
}

// rule finds a parameter in the description. What the description does not have,
// a constant of the path key, has the defaults of its place.
func (b *readback) rule(p *tool.Param) writing {
	r := writing{name: p.Name, style: "form", explode: true, nested: p.Nested}
	if p.In == tool.InPath || p.In == tool.InHeader {
		r.style, r.explode = "simple", false
	}
	for _, d := range b.op.Params {
		if d.In == p.In && (d.Name == p.Name || p.In == tool.InHeader && strings.EqualFold(d.Name, p.Name)) {
			r.style, r.explode, r.media, r.reserved = d.Style, d.Explode, d.Media, d.AllowReserved
		}
	}
	return r
}

// expected gives the value that a server should see: with wire names, and
// without what is undefined.
func (b *readback) expected(v tool.Value, l *tool.Layout) (any, bool) {
	raw := v.Const
	if raw == nil {
		if got, ok := lookup(b.args, v.Arg); ok {
			return wired(got, l), true
		}
		raw = v.Default
	}
	if raw == nil {
		return nil, false
	}
	return wired(decoded(raw), l), true
}

func decoded(raw []byte) any {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return err
	}
	return v
}

func tokensOf(pointer string) []string {
	if pointer == "" {
		return nil
	}
	tokens := strings.Split(pointer[1:], "/")
	for i, t := range tokens {
		tokens[i] = strings.ReplaceAll(strings.ReplaceAll(t, "~1", "/"), "~0", "~")
	}
	return tokens
}

func lookup(v any, pointer string) (any, bool) {
	for _, t := range tokensOf(pointer) {
		m, _ := v.(map[string]any)
		next, ok := m[t]
		if !ok {
			return nil, false
		}
		v = next
	}
	return v, true
}

// wired gives v with the names of the description.
func wired(v any, l *tool.Layout) any {
	if l == nil {
		return v
	}
	switch v := v.(type) {
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = wired(item, l.Items)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, item := range v {
			name := k
			if n, ok := l.Names[k]; ok {
				name = n
			}
			out[name] = wired(item, l.Props[k])
		}
		return out
	}
	return v
}

// undefined reports whether a style writes nothing for v: RFC 6570 §2.3.
func undefined(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case []any:
		return len(defined(v)) == 0
	case map[string]any:
		for _, item := range v {
			if item != nil {
				return false
			}
		}
		return true
	}
	return false
}

// defined gives the items of a list that are no nulls.
func defined(list []any) []any {
	return slices.DeleteFunc(slices.Clone(list), func(v any) bool { return v == nil })
}

// stands compares a text of the request with a value.
func (b *readback) stands(text string, v any) error {
	b.values++
	switch v := v.(type) {
	case string:
		if text == v {
			return nil
		}
	case bool:
		if text == strconv.FormatBool(v) {
			return nil
		}
	case json.Number:
		x, okX := new(big.Rat).SetString(text)
		y, okY := new(big.Rat).SetString(v.String())
		if okX && okY && x.Cmp(y) == 0 {
			return nil
		}
	case []any, map[string]any: // below a style, JSON
		return b.same(decoded([]byte(text)), v, "")
	}
	return fmt.Errorf("reads %q, want %v", text, v)
}

// same compares two JSON values.
func (b *readback) same(got, want any, at string) error {
	switch want := want.(type) {
	case map[string]any:
		m, ok := got.(map[string]any)
		if !ok || len(m) != len(want) {
			return fmt.Errorf("%s reads %v, want %v", at, got, want)
		}
		for k, v := range want {
			item, ok := m[k]
			if !ok {
				return fmt.Errorf("%s/%s is not there", at, k)
			}
			if err := b.same(item, v, at+"/"+k); err != nil {
				return err
			}
		}
		return nil
	case []any:
		list, ok := got.([]any)
		if !ok || len(list) != len(want) {
			return fmt.Errorf("%s reads %v, want %v", at, got, want)
		}
		for i, v := range want {
			if err := b.same(list[i], v, at+"/"+strconv.Itoa(i)); err != nil {
				return err
			}
		}
		return nil
	case json.Number:
		if n, ok := got.(json.Number); ok {
			return b.stands(n.String(), want)
		}
		return fmt.Errorf("%s reads %v, want the number %v", at, got, want)
	}
	b.values++
	if got != want {
		return fmt.Errorf("%s reads %#v, want %#v", at, got, want)
	}
	return nil
}

// parts compares items of one text, each decoded on its own, with a value.
func (b *readback) parts(items []string, v any, unescape func(string) (string, error)) error {
	for i, item := range items {
		plain, err := unescape(item)
		if err != nil {
			return err
		}
		items[i] = plain
	}
	switch v := v.(type) {
	case []any:
		return b.list(items, defined(v))
	case map[string]any:
		if len(items)%2 != 0 {
			return fmt.Errorf("%d names and values", len(items))
		}
		pairs := make([][2]string, 0, len(items)/2)
		for i := 0; i < len(items); i += 2 {
			pairs = append(pairs, [2]string{items[i], items[i+1]})
		}
		return b.record(pairs, v)
	}
	return b.stands(strings.Join(items, ","), v)
}

func (b *readback) list(items []string, want []any) error {
	if len(items) != len(want) {
		return fmt.Errorf("reads %d items %q, want %d", len(items), items, len(want))
	}
	for i, v := range want {
		if err := b.stands(items[i], v); err != nil {
			return err
		}
	}
	return nil
}

func (b *readback) record(pairs [][2]string, want map[string]any) error {
	n := 0
	for _, v := range want {
		if v != nil {
			n++
		}
	}
	if len(pairs) != n {
		return fmt.Errorf("reads %d members %q, want %d", len(pairs), pairs, n)
	}
	for _, p := range pairs {
		v, ok := want[p[0]]
		if !ok || v == nil {
			return fmt.Errorf("reads a member %q that is not there", p[0])
		}
		if err := b.stands(p[1], v); err != nil {
			return fmt.Errorf("%s: %w", p[0], err)
		}
	}
	return nil
}

// path reads the path by its template: as many segments, the same literals.
func (b *readback) path(path string) error {
	var names []string
	pattern := "^"
	template := regexp.MustCompile(`\{[^{}]*\}`)
	at := 0
	if strings.Contains(b.op.Path, "}{") {
		b.unread = append(b.unread, "two path parameters side by side: nothing says where the first one ends")
		return nil
	}
	for _, m := range template.FindAllStringIndex(b.op.Path, -1) {
		pattern += regexp.QuoteMeta(escapedPath(b.op.Path[at:m[0]])) + "([^/?#]+)"
		names = append(names, b.op.Path[m[0]+1:m[1]-1])
		at = m[1]
	}
	pattern += regexp.QuoteMeta(escapedPath(b.op.Path[at:])) + "$"
	found := regexp.MustCompile(pattern).FindStringSubmatch(path)
	if found == nil {
		return fmt.Errorf("path %s leaves its template", path)
	}
	for segment := range strings.SplitSeq(path, "/") {
		if d, err := url.PathUnescape(segment); err != nil || d == "." || d == ".." {
			return fmt.Errorf("path %s has a dot segment", path)
		}
	}
	for i, name := range names {
		j := slices.IndexFunc(b.step.Binding.Params, func(p tool.Param) bool { return p.In == tool.InPath && p.Name == name })
		if j < 0 {
			return fmt.Errorf("path parameter %s is not bound", name)
		}
		p := &b.step.Binding.Params[j]
		v, _ := b.expected(p.Value, p.Layout)
		if err := b.segment(found[i+1], b.rule(p), v); err != nil {
			return fmt.Errorf("path %s: %w", name, err)
		}
	}
	return nil
}

// escapedPath escapes what a template may hold and a URL may not.
func escapedPath(s string) string {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if c := s[i]; c > ' ' && c < 0x7f && strings.IndexByte("\"<>\\^`{|}[]#?", c) < 0 {
			out.WriteByte(c)
		} else {
			fmt.Fprintf(&out, "%%%02X", c)
		}
	}
	return out.String()
}

// segment reads the styles simple, label and matrix.
func (b *readback) segment(text string, r writing, v any) error {
	if r.media != "" {
		plain, err := url.PathUnescape(text)
		if err != nil {
			return err
		}
		return b.content(plain, r.media, v)
	}
	sep := ","
	switch r.style {
	case "label":
		if text == "" || text[0] != '.' {
			return fmt.Errorf("%q does not begin with a dot", text)
		}
		text = text[1:]
		if r.explode {
			sep = "."
		}
	case "matrix":
		return b.matrix(text, r, v)
	}
	switch v := v.(type) {
	case []any:
		return b.parts(strings.Split(text, sep), v, url.PathUnescape)
	case map[string]any:
		items := strings.Split(text, sep)
		if r.explode {
			items = flatPairs(items)
		}
		return b.parts(items, v, url.PathUnescape)
	}
	return b.parts([]string{text}, v, url.PathUnescape)
}

func flatPairs(items []string) []string {
	var out []string
	for _, item := range items {
		name, value, _ := strings.Cut(item, "=")
		out = append(out, name, value)
	}
	return out
}

func (b *readback) matrix(text string, r writing, v any) error {
	if text == "" || text[0] != ';' {
		return fmt.Errorf("%q does not begin with a semicolon", text)
	}
	items := flatPairs(strings.Split(text[1:], ";"))
	if _, isRecord := v.(map[string]any); isRecord && r.explode {
		return b.parts(items, v, url.PathUnescape)
	}
	var values []string
	for i := 0; i < len(items); i += 2 {
		if name, err := url.PathUnescape(items[i]); err != nil || name != r.name {
			return fmt.Errorf("reads the name %q", items[i])
		}
		values = append(values, items[i+1])
	}
	if _, scalar := v.([]any); !r.explode && len(values) == 1 && (scalar || isRecord(v)) {
		values = strings.Split(values[0], ",")
	}
	return b.parts(values, v, url.PathUnescape)
}

func isRecord(v any) bool {
	_, ok := v.(map[string]any)
	return ok
}

// content reads a text by its media type.
func (b *readback) content(text, media string, v any) error {
	if strings.Contains(media, "json") {
		return b.same(decoded([]byte(text)), v, "")
	}
	return b.stands(text, v)
}

// take claims the pairs of the query that want asks for, and gives their values.
func (b *readback) take(want func(name string) bool, unescape func(string) (string, error)) ([][2]string, error) {
	var out [][2]string
	for i, p := range b.pairs {
		name, err := unescape(p[0])
		if err != nil {
			return nil, err
		}
		if !b.claimed[i] && want(name) {
			b.claimed[i] = true
			out = append(out, [2]string{name, p[1]})
		}
	}
	return out, nil
}

// query reads a query parameter: the styles form, the delimited ones, deepObject.
func (b *readback) query(r writing, v any, present bool) error {
	return b.styled(r, v, present, url.PathUnescape)
}

func (b *readback) styled(r writing, v any, present bool, unescape func(string) (string, error)) error {
	named := func(name string) bool { return name == r.name }
	if r.reserved && r.media == "" { // RFC 6570 §3.2.3: triples that are in the value already stay
		v = plainTriples(v)
	}
	if record, ok := v.(map[string]any); ok && r.media == "" && r.explode && r.style != "deepObject" {
		got, err := b.take(func(name string) bool { return record[name] != nil }, unescape)
		if err != nil {
			return err
		}
		for i := range got {
			if got[i][1], err = unescape(got[i][1]); err != nil {
				return err
			}
		}
		return b.record(got, record)
	}
	if r.style == "deepObject" && r.media == "" && !isScalar(v) {
		named = func(name string) bool { return name == r.name || strings.HasPrefix(name, r.name+"[") }
	}
	got, err := b.take(named, unescape)
	if err != nil {
		return err
	}
	if !present || r.media == "" && undefined(v) || v == nil {
		if len(got) > 0 && !(len(got) == 1 && got[0][1] == "") {
			return fmt.Errorf("reads %q, want nothing", got)
		}
		return nil
	}
	switch {
	case r.media != "" || isScalar(v):
		if len(got) != 1 {
			return fmt.Errorf("is there %d times", len(got))
		}
		text, err := unescape(got[0][1])
		if err != nil {
			return err
		}
		if r.media != "" {
			return b.content(text, r.media, v)
		}
		return b.stands(text, v)
	case r.style == "deepObject":
		return b.deep(r, got, v, unescape)
	case r.explode:
		items := make([]string, len(got))
		for i, p := range got {
			items[i] = p[1]
		}
		return b.parts(items, v, unescape)
	}
	if len(got) != 1 {
		return fmt.Errorf("is there %d times", len(got))
	}
	sep := map[string]string{"spaceDelimited": "%20", "pipeDelimited": "%7C", "tabDelimited": "%09"}[r.style]
	if sep == "" {
		sep = ","
	}
	return b.parts(strings.Split(got[0][1], sep), v, unescape)
}

// plainTriples decodes the %XX in the texts of v.
func plainTriples(v any) any {
	switch v := v.(type) {
	case string:
		return percentRun.ReplaceAllStringFunc(v, func(m string) string {
			b, _ := strconv.ParseUint(m[1:], 16, 8)
			return string([]byte{byte(b)})
		})
	case []any:
		out := make([]any, len(v))
		for i, item := range v {
			out[i] = plainTriples(item)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, item := range v {
			out[k] = plainTriples(item)
		}
		return out
	}
	return v
}

func isScalar(v any) bool {
	switch v.(type) {
	case map[string]any, []any:
		return false
	}
	return true
}

var brackets = regexp.MustCompile(`\[([^\]]*)\]`)

// deep reads name[a][b]=value. Lists are name[0], name[] or a repeated name.
func (b *readback) deep(r writing, got [][2]string, v any, unescape func(string) (string, error)) error {
	root := &branch{}
	for _, p := range got {
		text, err := unescape(p[1])
		if err != nil {
			return err
		}
		at := root
		for _, m := range brackets.FindAllStringSubmatch(p[0][len(r.name):], -1) {
			at = at.child(m[1])
		}
		at.texts = append(at.texts, text)
	}
	return b.matches(root, v, r.name)
}

// branch is a node of a tree of texts.
type branch struct {
	texts []string
	order []string
	kids  map[string]*branch
}

func (n *branch) child(name string) *branch {
	if n.kids == nil {
		n.kids = map[string]*branch{}
	}
	if n.kids[name] == nil {
		n.kids[name] = &branch{}
		n.order = append(n.order, name)
	}
	return n.kids[name]
}

func (b *readback) matches(n *branch, v any, at string) error {
	switch v := v.(type) {
	case map[string]any:
		want := 0
		for k, item := range v {
			if hollow(item) {
				continue
			}
			want++
			if n.kids[k] == nil {
				if len(n.texts) == 0 {
					return fmt.Errorf("%s[%s] is not there", at, k)
				}
				return b.list(n.texts, []any{v}) // as JSON
			}
			if err := b.matches(n.kids[k], item, at+"["+k+"]"); err != nil {
				return err
			}
		}
		if len(n.kids) != want {
			return fmt.Errorf("%s has members %q, want %d", at, n.order, want)
		}
		return nil
	case []any:
		if kid := n.kids[""]; kid != nil && len(n.kids) == 1 {
			n = kid
		}
		if len(n.kids) == 0 && len(n.texts) == 0 && hollow(v) {
			b.unread = append(b.unread, "a list of empty values in a deep object, which has no spelling")
			return nil
		}
		if len(n.kids) == 0 {
			if len(n.texts) == 1 && strings.HasPrefix(n.texts[0], "[") && b.list(n.texts, []any{v}) == nil {
				return nil
			}
			return b.list(n.texts, defined(v))
		}
		for i, item := range v {
			if hollow(item) {
				continue
			}
			kid := n.kids[strconv.Itoa(i)]
			if kid == nil {
				return fmt.Errorf("%s[%d] is not there", at, i)
			}
			if err := b.matches(kid, item, fmt.Sprintf("%s[%d]", at, i)); err != nil {
				return err
			}
		}
		return nil
	}
	if len(n.texts) != 1 {
		return fmt.Errorf("%s is there %d times", at, len(n.texts))
	}
	return b.stands(n.texts[0], v)
}

// hollow reports whether nothing in v can be written as texts.
func hollow(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case []any:
		return !slices.ContainsFunc(v, func(item any) bool { return !hollow(item) })
	case map[string]any:
		for _, item := range v {
			if !hollow(item) {
				return false
			}
		}
		return true
	}
	return false
}

// whole reads a query that is one value: OpenAPI 3.2, in: querystring.
func (b *readback) whole(query string, r writing, v any) error {
	if strings.Contains(r.media, "json") {
		for i := range b.pairs {
			b.claimed[i] = true
		}
		text, err := url.PathUnescape(query)
		if err != nil {
			return err
		}
		return b.content(text, r.media, v)
	}
	record, _ := v.(map[string]any)
	for name, item := range record {
		if err := b.styled(writing{name: name, style: "form", explode: true}, item, true, url.QueryUnescape); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func asIs(s string) (string, error) { return s, nil }

// header reads the style simple, in which nothing is escaped.
func (b *readback) header(r writing, v any, present bool, h map[string]string, key string) error {
	text, found := h[key]
	if key == "Accept" || key == "Content-Type" || key == "Authorization" {
		return nil // OpenAPI: such a parameter is ignored
	}
	if !present || v == nil || r.media == "" && undefined(v) {
		if found && text != "" {
			return fmt.Errorf("reads %q, want nothing", text)
		}
		return nil
	}
	if !found {
		if strings.HasSuffix(key, "Idempotency-Key") {
			b.unread = append(b.unread, "an idempotency key, which is not the model's")
			return nil
		}
		return fmt.Errorf("is not there")
	}
	if r.media != "" {
		return b.content(text, r.media, v)
	}
	items := []string{text}
	if !isScalar(v) {
		items = strings.Split(text, ",")
	}
	if isRecord(v) && r.explode {
		items = flatPairs(items)
	}
	return b.parts(items, v, asIs)
}

func splitCookies(header string) [][2]string {
	var out [][2]string
	for pair := range strings.SplitSeq(header, "; ") {
		if pair != "" {
			name, value, _ := strings.Cut(pair, "=")
			out = append(out, [2]string{name, value})
		}
	}
	return out
}

// cookie reads the styles form and cookie; it gives the cookies that are left.
func (b *readback) cookie(r writing, v any, present bool, all [][2]string) ([][2]string, error) {
	inner := &readback{op: b.op, step: b.step, pairs: all, claimed: map[int]bool{}}
	unescape := url.PathUnescape
	if r.style == "cookie" {
		unescape = asIs
	}
	err := inner.styled(r, v, present, unescape)
	b.values += inner.values
	var left [][2]string
	for i, pair := range all {
		if !inner.claimed[i] {
			left = append(left, pair)
		}
	}
	return left, err
}
