package credential

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"html/template"
	"log/slog"
	"strings"
	"testing"
	texttemplate "text/template"
)

// A secret is seen by nobody, wherever it stands and whatever prints it.
func TestSecretShowsNothing(t *testing.T) {
	s := NewSecret(canary)
	if s.Reveal() != canary || s.IsZero() || !NewSecret("").IsZero() || (Secret{}).Reveal() != "" {
		t.Fatal("Reveal or IsZero give another value")
	}
	type open struct{ S Secret }
	type shut struct{ s Secret } // package fmt calls no methods of what is in here
	for _, at := range []struct {
		name  string
		value any
		shut  bool // nothing need stand for it: an address does, or a text was made before
	}{
		{"itself", s, false},
		{"a pointer", &s, false},
		{"a field", open{s}, false},
		{"a pointer to a field", &open{s}, false},
		{"a list", []Secret{s}, false},
		{"a map", map[string]Secret{"k": s}, false},
		{"a key", map[Secret]int{s: 1}, false},
		{"an interface", []any{s, &s}, false},
		{"an error", fmt.Errorf("x: %v", s), true},
		{"errors", errors.Join(fmt.Errorf("x: %s", s), fmt.Errorf("y: %q", s)), true},
		{"an unexported field", shut{s}, true},
		{"a pointer to an unexported field", &shut{s}, true},
		{"a map of unexported fields", map[string]shut{"k": {s}}, true},
		{"a flight", execSecret{secret: s}, true},
	} {
		for how, text := range printed(t, at.value) {
			if strings.Contains(text, "s3cr3t") || strings.Contains(text, fmt.Sprintf("%x", "s3cr3t")) || strings.Contains(text, fmt.Sprintf("%X", "s3cr3t")) {
				t.Errorf("%s by %s shows the value: %s", at.name, how, text)
			}
			if !at.shut && text != "" && !strings.Contains(text, Redacted) {
				t.Errorf("%s by %s: %q", at.name, how, text)
			}
		}
	}
}

// printed gives v as all that prints shows it; empty where it does not take v.
func printed(t *testing.T, v any) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%t", "%10.3s"} {
		out[verb] = fmt.Sprintf(verb, v)
	}
	if s, ok := v.(fmt.Stringer); ok {
		out["String"] = s.String()
	}
	var b bytes.Buffer
	take := func(how string, err error) {
		if err == nil {
			out[how] = b.String()
		}
		b.Reset()
	}
	take("json", json.NewEncoder(&b).Encode(v))
	take("xml", xml.NewEncoder(&b).Encode(v))
	slog.New(slog.NewTextHandler(&b, nil)).Info("x", "v", v)
	take("slog text", nil)
	slog.New(slog.NewJSONHandler(&b, nil)).Info("x", "v", v)
	take("slog json", nil)
	take("text/template", texttemplate.Must(texttemplate.New("").Parse("{{.}}")).Execute(&b, v))
	take("html/template", template.Must(template.New("").Parse("<p title='{{.}}'>{{.}}</p><script>var x = {{.}}</script>")).Execute(&b, v))
	return out
}
