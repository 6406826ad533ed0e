// Package media knows media types: which one of several to send and to ask for,
// and how a body of each is written and read.
//
// It reads operations and decides nothing else about them. Start at Body and
// Success.
package media

import (
	"slices"
	"strings"

	"github.com/oatools/oatools/compile/oas"
	"github.com/oatools/oatools/compile/tool"
)

// Mode says how a body of a media type is encoded.
func Mode(media string) tool.BodyMode {
	switch {
	case media == "application/x-www-form-urlencoded":
		return tool.BodyForm
	case strings.HasPrefix(media, "multipart/"):
		return tool.BodyMultipart
	case isJSON(media), media == "*/*", media == "application/*", media == "":
		return tool.BodyJSON
	case isText(media):
		return tool.BodyText
	}
	return tool.BodyBytes
}

// isJSON reports whether a body of a media type is JSON.
func isJSON(media string) bool {
	return media == "application/json" || strings.HasSuffix(media, "+json") || media == "text/json" ||
		media == "application/x-json" || media == "application/*+json"
}

// isText: XML, YAML and their like travel as opaque text.
func isText(media string) bool {
	switch media {
	case "application/xml", "application/yaml", "application/x-yaml", "application/javascript", "application/graphql",
		"application/sql", "application/x-ndjson", "application/jsonl", "application/json-seq", "application/toml":
		return true
	}
	return strings.HasPrefix(media, "text/") || strings.HasSuffix(media, "+xml") || strings.HasSuffix(media, "+yaml")
}

// Wire gives the concrete media type to send for a declared one.
func Wire(media string) string {
	switch {
	case media == "", media == "*/*", media == "application/*", media == "application/*+json":
		return "application/json"
	case strings.HasPrefix(media, "text/*"):
		return "text/plain"
	case strings.Contains(media, "*"):
		return "application/octet-stream"
	}
	return media
}

// rank orders media types of a body by how well a model can fill them; less is
// better. A merge patch says what changes in the shape of the thing itself, a
// JSON Patch needs paths.
func rank(media string) int {
	switch {
	case media == "application/json":
		return 0
	case media == "application/problem+json":
		return 12 // an error (RFC 9457), whatever is declared beside it
	case media == "text/json", media == "application/x-json":
		return 1
	case media == "application/merge-patch+json":
		return 2
	case media == "application/json-patch+json":
		return 5
	case media == "application/strategic-merge-patch+json":
		return 4
	case isJSON(media):
		return 3
	case media == "*/*", media == "application/*":
		return 6
	}
	switch Mode(media) {
	case tool.BodyForm:
		return 7
	case tool.BodyMultipart:
		return 8
	case tool.BodyText:
		if strings.HasPrefix(media, "text/") {
			return 9
		}
		return 10
	}
	return 11
}

// choose gives the media type of content that is wanted, or the best one
// when wanted is empty; nil when there is none.
func choose(content []oas.Media, wanted string) *oas.Media {
	var best *oas.Media
	for i := range content {
		m := &content[i]
		switch {
		case wanted != "" && m.Type == wanted:
			return m
		case wanted == "" && (best == nil || rank(m.Type) < rank(best.Type)):
			best = m
		}
	}
	return best
}

// Body gives the media type in use for op's body; nil when there is none.
func Body(op *oas.Operation, wanted string) *oas.Media {
	if op.Body == nil {
		return nil
	}
	return choose(op.Body.Content, wanted)
}

// Success gives the response that stands for success: the first 2xx by code
// that carries JSON, else the first 2xx, else 2XX, else default.
func Success(op *oas.Operation) *oas.Response {
	var best *oas.Response
	for i := range op.Responses {
		r := &op.Responses[i]
		if !IsSuccess(op, r.Status) {
			continue
		}
		if best == nil || successRank(r) < successRank(best) || successRank(r) == successRank(best) && r.Status < best.Status {
			best = r
		}
	}
	return best
}

// successRank puts JSON first. Digits come before letters, so a code before a
// range.
func successRank(r *oas.Response) int {
	if m := Of(r); m == nil || !isJSON(m.Type) && m.Type != "*/*" {
		return 1
	}
	return 0
}

// IsSuccess reports whether a status is one of success: "default" stands for success only where nothing else does.
func IsSuccess(op *oas.Operation, status string) bool {
	if strings.HasPrefix(status, "2") {
		return true
	}
	return status == "default" && !slices.ContainsFunc(op.Responses, func(r oas.Response) bool {
		return strings.HasPrefix(r.Status, "2") || strings.HasPrefix(r.Status, "3")
	})
}

// Of gives the media type that we ask for, or nil.
func Of(r *oas.Response) *oas.Media { return choose(r.Content, "") }

// Decoding says how an answer of a media type is read.
func Decoding(media string) tool.Decoding {
	switch mode := Mode(media); {
	case mode == tool.BodyJSON:
		return tool.DecodeJSON
	case mode == tool.BodyText, mode == tool.BodyForm:
		return tool.DecodeText
	}
	return tool.DecodeBytes
}

// Accept lists what we can read of the success responses, best first.
func Accept(op *oas.Operation) []string {
	var list []string
	for _, r := range op.Responses {
		if !IsSuccess(op, r.Status) {
			continue
		}
		for _, m := range r.Content {
			if m.Type != "" && !slices.Contains(list, m.Type) {
				list = append(list, m.Type)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return rank(a) - rank(b) })
	return list
}
