package compile

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"testing"

	"github.com/oatools/oatools/compile/tool"
)

// TestDigestIsOfTheJSONForm: what is lifted out changes nothing but the time.
func TestDigestIsOfTheJSONForm(t *testing.T) {
	type pair struct {
		Text string
		A, B tool.Schema
	}
	for _, p := range []pair{
		{},
		{"<b>", tool.Schema(`{"description":"a <b> & c \u003c ` + "\u2028\u2029" + ` é"}`), nil},
		{"-0", tool.Schema(`{}`), tool.Schema(`{"title":"x"}`)},
		{marker, tool.Schema(`true`), tool.Schema(`{"type":["string","null"]}`)},
	} {
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(text)
		var out lifted
		out.lift(&p.A)
		out.lift(&p.B)
		got, want := digest(p, out), hex.EncodeToString(sum[:])
		if p.Text != marker && got != want {
			t.Errorf("%s: digest %s, want that of %s", p.Text, got, text)
		}
		if p.Text == marker && got == digest(p, lifted{tool.Schema(`false`), out[1]}) {
			t.Error("a text that reads like a marker hides a schema")
		}
	}
}
