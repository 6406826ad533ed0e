package wire

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/oatools/oatools/runtime"
)

// TestPackedOtherwise: a server packs its answer in a way that nobody asked for.
// The code is closed and says so, the effect of a write stands, and no byte of
// what cannot be read gets through.
func TestPackedOtherwise(t *testing.T) {
	const noise = "\x28\xb5\x2f\xfdnoise{\"a\":1}\x1b\x00"
	for _, codings := range [][]string{
		{"br"}, {"zstd"}, {"deflate"}, {"compress"}, {"BR"}, {"gzip, br"}, {"gzip", "br"}, {"identity, zstd"}, {"br", "identity"}, {"gzip, gzip"},
		{"x y\"<b>"}, {strings.Repeat("z", 200)},
	} {
		for _, media := range []string{"application/json", "text/plain", "application/octet-stream", "text/html", ""} {
			for status, codes := range map[int][2]runtime.Code{
				200: {runtime.CodeUnsupportedResponse, runtime.CodeUnsupportedResponse},
				404: {runtime.CodeNotFound, runtime.CodeNotFound},
				422: {runtime.CodeBusinessRejected, runtime.CodeBusinessRejected},
				500: {broken, unsure},
			} {
				for i, who := range []caller{callers[0], callers[5]} {
					c := clientFor(t, setOf("https://api.example.com", nil), func(cfg *Config) {
						cfg.Transport = roundTripper(func(r *http.Request) (*http.Response, error) {
							if got := r.Header.Get("Accept-Encoding"); got != "gzip" {
								t.Errorf("asked for %q", got)
							}
							return respond(status, http.Header{"Content-Type": {media}, "Content-Encoding": codings}, noise), nil
						})
					})
					res := do(t, c, who.step(), runtime.Inputs{Args: map[string]any{"n": true}}, who.options())
					effect := none
					if who.class == once && status == 200 {
						effect = applied
					} else if who.class == once && status == 500 {
						effect = unknown
					}
					said, _ := json.Marshal(res.Problem)
					if codeOf(res) != codes[i] || res.Effect != effect || res.Body != nil || strings.Contains(string(said), "noise") || strings.Contains(string(said), "<b>") || len(said) > 600 {
						t.Errorf("%q of %s with %d to a %s: body %v, effect %s, %s", codings, media, status, who.name, res.Body, res.Effect, said)
					}
					if status == 200 && len(codings) == 1 && codings[0] == "zstd" && !strings.Contains(res.Problem.Message, "packed as zstd") {
						t.Errorf("%s does not say how", said)
					}
				}
			}
		}
	}
}

// TestPackedAsAskedFor: how the header writes gzip does not matter.
func TestPackedAsAskedFor(t *testing.T) {
	for _, codings := range [][]string{{"gzip"}, {" GZip "}, {"identity", "x-gzip"}, {"gzip,"}, {"", "gzip"}} {
		c := clientFor(t, setOf("https://api.example.com", nil), func(cfg *Config) {
			cfg.Transport = roundTripper(func(*http.Request) (*http.Response, error) {
				return respond(200, http.Header{"Content-Type": {"application/json"}, "Content-Encoding": codings}, string(zipped(`"x"`))), nil
			})
		})
		if res := do(t, c, step("GET", "/x"), runtime.Inputs{}, read); res.Body != "x" {
			t.Errorf("%q: %v %+v", codings, res.Body, res.Problem)
		}
	}
}
