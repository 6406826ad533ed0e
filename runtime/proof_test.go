package runtime

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
)

// A caller's own token is seen by nobody: callers are logged, recorded and
// printed in many places.
func TestProofShowsNothing(t *testing.T) {
	p := NewProof("t0ken-of-ada")
	if p.Token() != "t0ken-of-ada" || p.IsZero() || !(Proof{}).IsZero() || !p.Equal(NewProof("t0ken-of-ada")) || p.Equal(Proof{}) || !(Proof{}).Equal(NewProof("")) {
		t.Fatal("Token, IsZero or Equal are wrong")
	}
	type shut struct{ who Principal } // package fmt calls no methods of what is in here
	ada := Principal{ID: "ada", Proof: p}
	for _, at := range []struct {
		name  string
		value any
		mark  bool // something stands for it
	}{
		{"itself", p, true}, {"a pointer", &p, true}, {"a list", []Proof{p}, true}, {"a map", map[string]Proof{"k": p}, true},
		{"a caller", ada, false}, {"a call", &Call{ID: "c", Principal: ada}, false}, {"an unexported field", shut{ada}, false}, {"an error", fmt.Errorf("x: %v", ada), false},
	} {
		var out bytes.Buffer
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
			fmt.Fprintf(&out, verb+"\n", at.value)
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		out.Reset()
		slog.New(slog.NewTextHandler(&out, nil)).Info("x", "v", at.value)
		slog.New(slog.NewJSONHandler(&out, nil)).Info("x", "v", at.value)
		if err := json.NewEncoder(&out).Encode(at.value); err != nil {
			t.Fatal(err)
		}
		for _, line := range append(lines, strings.Split(strings.TrimSpace(out.String()), "\n")...) {
			if strings.Contains(line, "t0ken") || strings.Contains(line, fmt.Sprintf("%x", "t0ken")) {
				t.Errorf("%s shows the token: %s", at.name, line)
			}
			if at.mark && !strings.Contains(line, "[REDACTED]") {
				t.Errorf("%s: %s", at.name, line)
			}
		}
	}
	if got := fmt.Stringer(p).String(); got != "[REDACTED]" {
		t.Errorf("String = %q", got)
	}
}
