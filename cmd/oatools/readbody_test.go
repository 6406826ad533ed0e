package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/url"
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
)

// body reads the body by its media type.
func (b *readback) body(r *runtime.Request) error {
	body := b.step.Binding.Body
	want, present := b.document(body)
	if body == nil || !present && !body.Required {
		if len(r.Body) > 0 {
			return fmt.Errorf("is there, and nobody asked for one")
		}
		return nil
	}
	media, params, err := mime.ParseMediaType(r.Header["Content-Type"])
	if err != nil {
		return fmt.Errorf("content type %q: %w", r.Header["Content-Type"], err)
	}
	i := slices.IndexFunc(b.op.Body.Content, func(m oas.Media) bool {
		sent, _, _ := strings.Cut(body.Media, ";")
		return strings.EqualFold(m.Type, sent) || strings.Contains(m.Type, "*")
	})
	if i < 0 {
		return fmt.Errorf("the description takes no %s", media)
	}
	if !present {
		want = map[string]any{}
	}
	if body.Mode == tool.BodyJSON {
		return b.same(decoded(r.Body), want, "")
	}
	var text string
	if err := json.Unmarshal(r.Body, &text); err != nil {
		return err
	}
	switch body.Mode {
	case tool.BodyForm:
		return b.form(text, &b.op.Body.Content[i], want)
	case tool.BodyMultipart:
		return b.multipart(text, params["boundary"], body, want)
	case tool.BodyBytes:
		data := []byte(text)
		if plain, err := base64.StdEncoding.DecodeString(text); err == nil && !bytes.Equal(fileBytes(want), data) {
			data = plain // bytes that are no text are shown in base64
		}
		return b.file(data, want)
	}
	return b.stands(text, want)
}

// document gives the body that the arguments mean.
func (b *readback) document(body *tool.Body) (any, bool) {
	if body == nil {
		return nil, false
	}
	var root any
	present := false
	for _, f := range body.Fields {
		to := tokensOf(f.To)
		l := f.Layout
		if l == nil {
			l = body.Layout
			for _, t := range to {
				if l != nil {
					l = l.Props[t]
				}
			}
		}
		v, ok := b.expected(f.Value, l)
		if !ok {
			continue
		}
		root, present = put(root, to, v), true
	}
	return root, present
}

func put(root any, to []string, v any) any {
	if len(to) == 0 {
		return v
	}
	m := map[string]any{}
	if old, ok := root.(map[string]any); ok {
		for k, item := range old {
			m[k] = item
		}
	}
	m[to[0]] = put(m[to[0]], to[1:], v)
	return m
}

// form reads application/x-www-form-urlencoded: by style where the encoding
// states one, else by content.
func (b *readback) form(text string, media *oas.Media, want any) error {
	record, ok := want.(map[string]any)
	if !ok {
		return fmt.Errorf("wants %v, which is no object", want)
	}
	inner := &readback{op: b.op, step: b.step, claimed: map[int]bool{}}
	for piece := range strings.SplitSeq(text, "&") {
		if piece != "" {
			name, value, _ := strings.Cut(piece, "=")
			inner.pairs = append(inner.pairs, [2]string{name, value})
		}
	}
	for name, v := range record {
		if err := inner.field(name, v, media.Encoding[name], b.step.Binding.Body.Parts[name].Nested); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	b.values += inner.values
	for i, p := range inner.pairs {
		if !inner.claimed[i] {
			return fmt.Errorf("has %q, which nobody asked for", p)
		}
	}
	return nil
}

func (b *readback) field(name string, v any, e oas.Encoding, nested string) error {
	if e.Style != "" || e.Explode != nil || e.AllowReserved {
		r := writing{name: name, style: e.Style, explode: e.Style == "" || e.Style == "form", nested: nested, reserved: e.AllowReserved}
		if r.style == "" {
			r.style = "form"
		}
		if e.Explode != nil {
			r.explode = *e.Explode
		}
		return b.styled(r, v, true, url.QueryUnescape)
	}
	list, isList := v.([]any)
	if !isList {
		list = []any{v}
	}
	var want []any
	for _, item := range list {
		if item != nil {
			want = append(want, item)
		}
	}
	got, err := b.take(func(n string) bool { return n == name }, url.QueryUnescape)
	if err != nil || len(got) != len(want) {
		return fmt.Errorf("is there %d times, want %d: %v", len(got), len(want), err)
	}
	for i, item := range want {
		text, err := url.QueryUnescape(got[i][1])
		if err != nil {
			return err
		}
		if strings.Contains(e.ContentType, "json") {
			err = b.same(decoded([]byte(text)), item, "")
		} else {
			err = b.stands(text, item)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// multipart reads multipart/form-data with the standard library.
func (b *readback) multipart(text, boundary string, body *tool.Body, want any) error {
	record, ok := want.(map[string]any)
	if !ok {
		return fmt.Errorf("wants %v, which is no object", want)
	}
	data := []byte(text)
	if plain, err := base64.StdEncoding.DecodeString(text); err == nil {
		data = plain
	}
	got := map[string][]part{}
	mr := multipart.NewReader(bytes.NewReader(data), boundary)
	for {
		p, err := mr.NextRawPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		content, err := io.ReadAll(p)
		if err != nil {
			return err
		}
		name := strings.NewReplacer("%22", `"`, "%0D", "\r", "%0A", "\n").Replace(p.FormName())
		got[name] = append(got[name], part{content, p.Header.Get("Content-Type")})
	}
	for name, v := range record {
		list, isList := v.([]any)
		if !isList {
			list = []any{v}
		}
		list = defined(list)
		if style := body.Parts[name].Style; style != "" && isList && len(list) > 0 {
			if len(got[name]) != 1 {
				return fmt.Errorf("%s is there %d times, want all in one", name, len(got[name]))
			}
			sep := map[string]string{"form": ",", "spaceDelimited": " ", "pipeDelimited": "|", "tabDelimited": "\t"}[style]
			var pieces []part
			for piece := range strings.SplitSeq(string(got[name][0].data), sep) {
				pieces = append(pieces, part{[]byte(piece), got[name][0].media})
			}
			got[name] = pieces
		}
		if len(got[name]) != len(list) {
			return fmt.Errorf("%s is there %d times, want %d", name, len(got[name]), len(list))
		}
		for i, item := range list {
			if err := b.part(got[name][i], item, body.Parts[name].File); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		delete(got, name)
	}
	for name := range got {
		return fmt.Errorf("has a part %q that nobody asked for", name)
	}
	return nil
}

type part struct {
	data  []byte
	media string
}

func (b *readback) part(p part, v any, file bool) error {
	switch {
	case file:
		return b.file(p.data, v)
	case strings.Contains(p.media, "json"):
		return b.same(decoded(p.data), v, "")
	}
	return b.stands(string(p.data), v)
}

// fileBytes gives what a file argument holds: base64, or an object with that or
// a text.
func fileBytes(v any) []byte {
	text, _ := v.(string)
	if m, ok := v.(map[string]any); ok {
		if s, ok := m["text"].(string); ok {
			return []byte(s)
		}
		text, _ = m["base64"].(string)
	}
	data, _ := base64.StdEncoding.DecodeString(text)
	return data
}

func (b *readback) file(data []byte, v any) error {
	b.values++
	if want := fileBytes(v); !bytes.Equal(data, want) {
		return fmt.Errorf("file reads %.60q, want %.60q", data, want)
	}
	return nil
}
