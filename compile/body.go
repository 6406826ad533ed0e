package compile

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/node"
	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/schema"
	"github.com/oatools/oatools/compile/tool"
)

// body binds the request body; nil when there is none to send.
func (b *binder) body() *tool.Body {
	var list []entry
	for _, e := range b.list {
		if e.at.In == tool.InBody {
			list = append(list, e)
		}
	}
	required := b.op.Body != nil && b.op.Body.Required
	if len(list) == 0 && !required {
		return nil
	}
	// What stands above comes first: a later field may write into it.
	slices.SortStableFunc(list, func(x, y entry) int { return cmp.Compare(depthOf(x.at), depthOf(y.at)) })
	media := ""
	if b.media != nil {
		media = b.media.Type
	}
	out := &tool.Body{Media: wireMedia(media), Mode: bodyMode(media), Required: required, Fields: make([]tool.Field, 0, len(list))}
	shows := out.Mode == tool.BodyForm || out.Mode == tool.BodyMultipart
	for _, e := range list {
		f := tool.Field{To: e.at.Name, Value: e.value, Layout: e.layout}
		if shows && e.schema != nil {
			f.Layout = ordered(f.Layout, e.schema, b.defs, 3)
		}
		out.Fields = append(out.Fields, f)
	}
	if shows && b.media != nil {
		out.Parts = b.parts(out.Mode)
	}
	return out
}

func depthOf(at tool.Locator) int { return strings.Count(at.Name, "/") }

// parts gives the encoding of a form's properties where it differs from the
// default: a scalar as text, an array as its items one after the other.
func (b *binder) parts(mode tool.BodyMode) map[string]tool.Part {
	parts := map[string]tool.Part{}
	props, _ := schema.Properties(resolver(b.op), b.media.Schema)
	for _, p := range props {
		if p.ReadOnly {
			continue
		}
		enc, stated := b.media.Encoding[p.Name]
		part := b.part(mode, p, enc, stated)
		if !isDefaultPart(part) {
			parts[p.Name] = part
		}
	}
	for _, name := range sortedKeys(b.media.Encoding) {
		if !slices.ContainsFunc(props, func(p schema.Property) bool { return p.Name == name }) {
			b.diags.Infof(b.media.Pos, "encoding-unused", "the encoding of %s is for no property of the body", name)
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

func (b *binder) part(mode tool.BodyMode, p schema.Property, enc oas.Encoding, stated bool) tool.Part {
	core, _ := unwrap(resolver(b.op), p.Node)
	item := core
	if isArray(core) {
		item, _ = unwrap(resolver(b.op), core.Get("items"))
	}
	part := tool.Part{Media: b.partMedia(enc.ContentType, p), AllowReserved: enc.AllowReserved}
	if mode == tool.BodyMultipart {
		part.File = isFile(p.Node, item, enc.ContentType)
		switch {
		case part.Media != "":
		case part.File:
			part.Media = "application/octet-stream"
		case isObject(item) || isArray(item):
			part.Media = "application/json"
		}
		if len(enc.Headers) > 0 {
			b.diags.Infof(p.Pos, "part-headers", "part %s declares headers (%s); they are not sent", p.Name, strings.Join(enc.Headers, ", "))
		}
		return part
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
		if part.Style == "form" && part.Explode && !isObject(core) {
			part.Style, part.Explode = "", false // the default
		}
		return part
	}
	if part.Media == "" && (isObject(item) || isArray(item)) {
		part.Media = "application/json"
	}
	if strings.HasPrefix(part.Media, "text/plain") {
		part.Media = "" // the default of a scalar
	}
	return part
}

// partMedia gives the one media type to send of a list of possible ones.
func (b *binder) partMedia(contentType string, p schema.Property) string {
	if contentType == "" {
		return ""
	}
	var first string
	list := strings.Split(contentType, ",")
	for _, m := range list {
		if m = strings.TrimSpace(m); m != "" && !strings.Contains(m, "*") {
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

// isFile reports whether a part is a file rather than text: OpenAPI 3.0 says
// format binary, 3.1 a media type or no type at all.
func isFile(n, core *node.Node, contentType string) bool {
	format, _ := core.Get("format").Str()
	switch {
	case format == "binary", hasType(core, "file"):
		return true
	case format == "byte", core.Has("contentEncoding"):
		return false // base64 on the wire as well
	case core.Has("contentMediaType"):
		media, _ := core.Get("contentMediaType").Str()
		return bodyMode(media) == tool.BodyBytes
	}
	untyped := n != nil && n.Is(node.Object) && len(typesOf(core)) == 0 && len(core.Members()) == 0
	text := hasType(core, "string") && format == ""
	if contentType == "" {
		return untyped
	}
	first, _, _ := strings.Cut(contentType, ",")
	binary := bodyMode(strings.TrimSpace(first)) == tool.BodyBytes
	return binary && (text || untyped)
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
