package credential

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"strings"
	"testing"
)

// spellings gives ways in which a text comes back from an upstream.
func spellings(s string) map[string]string {
	quoted, _ := json.Marshal(s)
	var percent, points strings.Builder
	for _, b := range []byte(s) {
		fmt.Fprintf(&percent, "%%%02x", b)
	}
	for _, r := range s {
		fmt.Fprintf(&points, `\u%04X`, r)
	}
	return map[string]string{
		"plain": s, "query": url.QueryEscape(s), "path": url.PathEscape(s), "percent": percent.String(), "points": points.String(),
		"json": string(quoted), "html": html.EscapeString(s), "slashes": strings.ReplaceAll(s, "/", `\/`),
		"base64": base64.StdEncoding.EncodeToString([]byte(s)), "base64url": base64.RawURLEncoding.EncodeToString([]byte("1" + s + "22")),
		"hex": hex.EncodeToString([]byte(s)), "hidden": strings.Join(strings.Split(s, ""), "\u200b"), "lines": strings.Join(strings.Split(s, ""), "\r\n"),
	}
}

func TestScrubberSeesThroughLayers(t *testing.T) {
	for _, secret := range []string{"plain-secret-77", `p/+=&%"\<>~ q'ü€ 41`, "%41%42%43%44", `\u0041\"\\x41`, "&amp;&lt;secret;"} {
		var b Scrubber
		b.Add(NewSecret(secret))
		for outer := range spellings(secret) {
			for inner, text := range spellings(secret) {
				twice := spellings(text)[outer]
				got := b.Scrub("before " + twice + " after")
				want := !strings.HasPrefix(outer, "base64") && outer != "hex" || inner == "plain" || inner == "query" || inner == "path"
				if want && !strings.Contains(got, Redacted) {
					t.Errorf("%q, %s in %s: %q stays", secret, inner, outer, got)
				}
				if !strings.HasPrefix(got, "before ") || !strings.HasSuffix(got, " after") {
					t.Errorf("%q, %s in %s: what is around is torn: %q", secret, inner, outer, got)
				}
				if again := b.Scrub(got); again != got {
					t.Errorf("%q, %s in %s: not idempotent: %q", secret, inner, outer, again)
				}
			}
		}
	}
}

func TestScrubberForgetsTheOldest(t *testing.T) {
	const most = 100
	b := Scrubber{most: most}
	for i := range most + 1 {
		b.Add(NewSecret(fmt.Sprintf("token-%08d", i)))
	}
	if n := len(b.order); n != most/2+1 || len(b.known) != n {
		t.Errorf("%d values are known", n)
	}
	if got := b.Scrub(fmt.Sprintf("token-%08d token-%08d", 0, most)); got != "token-00000000 "+Redacted {
		t.Errorf("Scrub gives %q", got)
	}
}

// FuzzScrub states that a secret comes out of no text, however it is embedded,
// and that what is no part of one stays as it is.
func FuzzScrub(f *testing.F) {
	f.Add("secret-value", "before %25 ", ` after \`)
	f.Add(`a"b\c%41`, `\`, "%")
	f.Fuzz(func(t *testing.T, secret, before, after string) {
		var b Scrubber
		b.Add(NewSecret(secret))
		if len(secret) < minScrub {
			return
		}
		if got := b.Scrub(before + secret + after); strings.Contains(got, secret) && !strings.Contains(Redacted, secret) {
			t.Errorf("%q stays in %q", secret, got)
		}
		if plain := strings.Repeat("x", len(before)); !strings.Contains(secret, "xxx") {
			if got := b.Scrub(plain); got != plain {
				t.Errorf("%q became %q", plain, got)
			}
		}
	})
}

func BenchmarkScrub(bench *testing.B) {
	var b Scrubber
	for i := range 20 {
		b.Add(NewSecret(fmt.Sprintf("secret-%d-value", i)))
	}
	text := strings.Repeat(`{"merchant": "Taxi Berlin", "note": "A text without any secret.", "cents": 1250}, `, 300)
	bench.SetBytes(int64(len(text)))
	for bench.Loop() {
		b.Scrub(text)
	}
}
