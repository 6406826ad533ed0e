package bind

import (
	"cmp"
	"maps"
	"mime"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/media"
	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/place"
	"github.com/oatools/oatools/compile/schema/raw"
	"github.com/oatools/oatools/compile/tool"
)

// body binds the request body; nil when there is none to send.
func (b *binder) body() *tool.Body {
	var list []Entry
	for _, e := range b.Entries {
		if e.At.In == tool.InBody {
			list = append(list, e)
		}
	}
	required := b.Op.Body != nil && b.Op.Body.Required
	if len(list) == 0 && !required {
		return nil
	}
	// What stands above comes first: a later field may write into it.
	slices.SortStableFunc(list, func(x, y Entry) int { return cmp.Compare(depthOf(x.At), depthOf(y.At)) })
	kind, params := "", ""
	if b.Media != nil {
		kind, params = b.Media.Type, b.Media.Params
	}
	if strings.Contains(kind, "*") && media.Mode(kind) == tool.BodyBytes {
		b.diags.Infof(b.Media.Pos, "body-media", "the body may be any of %s; it is sent as %s", kind, media.Wire(kind))
	}
	out := &tool.Body{Media: media.Wire(kind) + params, Mode: media.Mode(kind), Required: required, Fields: make([]tool.Field, 0, len(list))}
	shows := out.Mode == tool.BodyForm || out.Mode == tool.BodyMultipart
	for _, e := range list {
		f := tool.Field{To: e.At.Name, Value: e.Value, Layout: e.Layout}
		if shows && e.Schema != nil {
			f.Layout = ordered(f.Layout, e.Schema, b.Defs, 3)
		}
		out.Fields = append(out.Fields, f)
	}
	if shows && b.Media != nil {
		out.Parts = b.parts(out.Mode)
	}
	return out
}

// inParts reports whether the body can be cut into parts or fields, if it has to
// be: they have names, which only the properties of an object have.
func (b *binder) inParts() bool {
	if b.Media == nil {
		return true
	}
	if mode := media.Mode(b.Media.Type); mode != tool.BodyMultipart && mode != tool.BodyForm {
		return true
	}
	core, _ := place.Unwrap(place.Resolver(b.Op), b.Media.Schema)
	types := place.TypesOf(core)
	if len(types) == 0 || slices.Contains(types, "object") {
		return true
	}
	b.diags.Errorf(b.Media.Pos, "body-parts", "%s %s: %s is made of parts with names, and the body has no properties to name them; it cannot be written", b.Op.Method, b.Op.Path, b.Media.Type)
	if len(b.Op.Body.Content) > 1 {
		b.diags.Hint("choose another media type with body: {media: …} in the overlay")
	}
	return false
}

func depthOf(at tool.Locator) int { return strings.Count(at.Name, "/") }

// parts gives the encoding of a form's properties where it differs from the
// default: a scalar as text, an array as its items one after the other.
func (b *binder) parts(mode tool.BodyMode) map[string]tool.Part {
	parts := map[string]tool.Part{}
	props, _ := raw.Properties(place.Resolver(b.Op), b.Media.Schema)
	for _, p := range props {
		if p.ReadOnly {
			continue
		}
		enc, stated := b.Media.Encoding[p.Name]
		part := b.part(mode, p, enc, stated)
		if !isDefaultPart(part) {
			parts[p.Name] = part
		}
	}
	for _, name := range sortedKeys(b.Media.Encoding) {
		if !slices.ContainsFunc(props, func(p raw.Property) bool { return p.Name == name }) {
			b.diags.Infof(b.Media.Pos, "encoding-unused", "the encoding of %s is for no property of the body", name)
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return parts
}

func isDefaultPart(p tool.Part) bool {
	return p.Media == "" && p.Style == "" && !p.AllowReserved && p.Nested == "" && !p.File && p.Headers == nil
}

func (b *binder) part(mode tool.BodyMode, p raw.Property, enc oas.Encoding, stated bool) tool.Part {
	core, _ := place.Unwrap(place.Resolver(b.Op), p.Node)
	item := core
	if place.IsArray(core) {
		item, _ = place.Unwrap(place.Resolver(b.Op), core.Get("items"))
	}
	part := tool.Part{Media: b.partMedia(enc.ContentType, p), AllowReserved: enc.AllowReserved}
	if mode == tool.BodyMultipart {
		part.File = IsFile(p.Node, item, enc.ContentType)
		switch {
		case part.Media != "":
		case part.File:
			part.Media = fileMedia(item)
		case place.IsObject(item) || place.IsArray(item):
			part.Media = "application/json"
		}
		part.Headers = b.partHeaders(p.Name, enc.Headers)
		b.partStyle(&part, p, core, item, enc)
		return part
	}
	for _, h := range enc.Headers {
		b.diags.Infof(h.Pos, "part-header", "the header %s of %s is not sent: a form has no parts of its own", h.Name, p.Name)
	}
	// OpenAPI, "Encoding Object": a stated style decides; contentType is ignored then.
	if stated && (enc.Style != "" || enc.Explode != nil || enc.AllowReserved) {
		part.Media = ""
		part.Style = cmp.Or(enc.Style, "form")
		part.Explode = part.Style == "form" || part.Style == "deepObject"
		if enc.Explode != nil {
			part.Explode = *enc.Explode
		}
		if part.Style == "deepObject" {
			part.Nested = "indices"
		}
		if part.Style == "form" && part.Explode && !place.IsObject(core) {
			part.Style, part.Explode = "", false // the default
		}
		return part
	}
	if part.Media == "" && (place.IsObject(item) || place.IsArray(item)) {
		part.Media = "application/json"
	}
	if strings.HasPrefix(part.Media, "text/plain") {
		part.Media = "" // the default of a scalar
	}
	return part
}

// fileMedia gives the media type of a file whose encoding states none.
func fileMedia(item *node.Node) string {
	if kind, _ := item.Get("contentMediaType").Str(); isMedia(kind) && media.Mode(kind) == tool.BodyBytes {
		return kind
	}
	return "application/octet-stream"
}

// partStyle writes a list as one part where the description joins its items. In
// OpenAPI 3.0 a style has no meaning beside multipart; in Swagger 2.0 and since
// 3.1 it has.
func (b *binder) partStyle(part *tool.Part, p raw.Property, core, item *node.Node, enc oas.Encoding) {
	style := enc.Style
	if style == "" && enc.Explode != nil {
		style = "form"
	}
	explode := style == "form"
	if enc.Explode != nil {
		explode = *enc.Explode
	}
	switch {
	case style == "", part.File:
	case b.Op.Document != nil && b.Op.Document.Dialect == oas.OpenAPI30:
	case place.IsArray(core) && style != "deepObject" && !place.IsObject(item) && !place.IsArray(item):
		if !explode {
			part.Style, part.Media = style, ""
		}
	case place.IsArray(core) || place.IsObject(core):
		b.diags.Warnf(p.Pos, "part-style", "the part %s has the style %s, in which objects and lists of lists cannot be written in parts; it is sent as %s", p.Name, style, part.Media)
	}
}

// partMedia gives the one media type to send of a list of possible ones.
func (b *binder) partMedia(contentType string, p raw.Property) string {
	if contentType == "" {
		return ""
	}
	var first string
	list := strings.Split(contentType, ",")
	for _, m := range list {
		if m = strings.TrimSpace(m); isMedia(m) {
			first = m
			break
		}
	}
	if first == "" {
		return "" // wildcards only: the default for the type
	}
	if len(list) > 1 {
		b.diags.Infof(p.Pos, "part-media", "part %s may be any of %s; it is sent as %s", p.Name, contentType, first)
	}
	return first
}

// isMedia reports whether s is one media type, which a header can carry.
func isMedia(s string) bool {
	_, _, err := mime.ParseMediaType(s)
	return err == nil && !strings.Contains(s, "*")
}

// IsFile reports whether a part is a file rather than text: OpenAPI 3.0 says
// format binary, 3.1 a media type or no type at all.
func IsFile(n, core *node.Node, contentType string) bool {
	format, _ := core.Get("format").Str()
	switch {
	case format == "binary", place.HasType(core, "file"):
		return true
	case format == "byte", core.Has("contentEncoding"):
		return false // base64 on the wire as well
	case core.Has("contentMediaType"):
		kind, _ := core.Get("contentMediaType").Str()
		return media.Mode(kind) == tool.BodyBytes
	}
	untyped := n != nil && n.Is(node.Object) && len(place.TypesOf(core)) == 0 && len(core.Members()) == 0
	text := place.HasType(core, "string") && format == ""
	if contentType == "" {
		return untyped
	}
	first, _, _ := strings.Cut(contentType, ",")
	binary := media.Mode(strings.TrimSpace(first)) == tool.BodyBytes
	return binary && (text || untyped)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
