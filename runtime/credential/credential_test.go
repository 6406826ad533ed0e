package credential

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

const canary = "s3cr3t/canary+value=="

func TestScrubber(t *testing.T) {
	var b Scrubber
	if got := b.Scrub("untouched"); got != "untouched" {
		t.Errorf("an empty scrubber gives %q", got)
	}
	b.Add(NewSecret(canary))
	b.Add(NewSecret("pin"))
	quoted, _ := json.Marshal("\"" + canary)
	for _, text := range []string{
		canary, url.QueryEscape(canary), url.PathEscape(canary), strings.ReplaceAll(url.QueryEscape(canary), "+", "%20"),
		base64.StdEncoding.EncodeToString([]byte(canary)), base64.RawURLEncoding.EncodeToString([]byte(canary)),
		base64.StdEncoding.EncodeToString([]byte("u:" + canary)), base64.StdEncoding.EncodeToString([]byte("user:" + canary)), base64.StdEncoding.EncodeToString([]byte("x" + canary + "tail")),
		string(quoted), fmt.Sprintf("%x", canary), fmt.Sprintf("%X", canary),
	} {
		got := b.Scrub("before " + text + " after")
		if !strings.Contains(got, Redacted) || !strings.HasPrefix(got, "before ") || !strings.HasSuffix(got, " after") {
			t.Errorf("%q is scrubbed to %q", text, got)
		}
	}
	if got := b.Scrub("a spinning pin"); got != "a spinning pin" {
		t.Errorf("a short value tears words apart: %q", got)
	}
}

func TestReferences(t *testing.T) {
	for text, ok := range map[string]bool{
		"env:TOKEN": true, "file:/run/secrets/x": true, "exec:pass show x": true, `exec:["a b","c"]`: true,
		"": false, "env:": false, "sk_live_abc": false, "vault:x#y": false, `exec:["a",1]`: false,
	} {
		_, err := ParseReference(text)
		if (err == nil) != ok {
			t.Errorf("ParseReference(%q): %v", text, err)
		}
		if err != nil && text != "" && strings.Contains(err.Error(), "sk_live") {
			t.Errorf("the error repeats a literal: %v", err)
		}
	}
}

func TestEnvironment(t *testing.T) {
	env := map[string]string{"A": "value-a\n", "EMPTY": "", "LINES": "a\nb"}
	r := NewResolver(Options{Env: func(n string) (string, bool) { v, ok := env[n]; return v, ok }})
	if s, err := r.Resolve(t.Context(), "env:A"); err != nil || s.Reveal() != "value-a" {
		t.Errorf("%q, %v", s.Reveal(), err)
	}
	for _, ref := range []string{"env:EMPTY", "env:NONE", "env:LINES"} {
		if _, err := r.Resolve(t.Context(), ref); err == nil {
			t.Errorf("%s resolves", ref)
		}
	}
	if got := r.Scrubber().Scrub("x value-a y"); got != "x "+Redacted+" y" {
		t.Errorf("a resolved value is not scrubbed: %q", got)
	}
	fixed := NewResolver(Options{Fixed: "demo", Env: func(string) (string, bool) { t.Error("the environment is read"); return "", false }})
	if s, err := fixed.Resolve(t.Context(), "env:A"); err != nil || s.Reveal() != "demo" {
		t.Errorf("fixed: %q, %v", s.Reveal(), err)
	}
}

func TestFilesAreReadAgainWhenTheyChange(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "token")
	put := func(text string, mode os.FileMode, age time.Duration) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		os.Chmod(path, mode)
		at := time.Now().Add(-age)
		os.Chtimes(path, at, at)
	}
	r := NewResolver(Options{Dir: dir})
	put("first\n", 0o600, time.Hour)
	if s, err := r.Resolve(t.Context(), "file:token"); err != nil || s.Reveal() != "first" {
		t.Fatalf("%q, %v", s.Reveal(), err)
	}
	put("other\r\n", 0o440, time.Minute)
	if s, err := r.Resolve(t.Context(), "file:token"); err != nil || s.Reveal() != "other" {
		t.Errorf("after a change: %q, %v", s.Reveal(), err)
	}
	if runtime.GOOS != "windows" {
		put("third", 0o644, time.Second)
		if _, err := r.Resolve(t.Context(), "file:token"); err == nil || strings.Contains(err.Error(), dir) {
			t.Errorf("a file that others may read: %v", err)
		}
	}
	for _, ref := range []string{"file:absent", "file:."} {
		if _, err := r.Resolve(t.Context(), ref); err == nil || r.Present(ref) {
			t.Errorf("%s: %v", ref, err)
		}
	}
	if !r.Forget("file:token", 0) || r.Forget("env:X", 0) {
		t.Error("Forget: files can change, the environment cannot")
	}
}

func TestPrograms(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("needs a shell")
	}
	count := filepath.Join(t.TempDir(), "count")
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	r := NewResolver(Options{Now: func() time.Time { return now }})
	script := fmt.Sprintf(`echo x >> %s; echo '{"value":"from-program","expires_at":"2026-01-01T01:00:00Z"}'`, count)
	argv, _ := json.Marshal([]string{"sh", "-c", script})
	runs := func() int { data, _ := os.ReadFile(count); return len(data) / 2 }
	for range 3 {
		if s, err := r.Resolve(t.Context(), "exec:"+string(argv)); err != nil || s.Reveal() != "from-program" {
			t.Fatalf("%q, %v", s.Reveal(), err)
		}
	}
	if runs() != 1 {
		t.Errorf("run %d times before it expires", runs())
	}
	now = now.Add(time.Hour)
	r.Resolve(t.Context(), "exec:"+string(argv))
	if runs() != 2 {
		t.Errorf("run %d times after it expired", runs())
	}
	if s, err := r.Resolve(t.Context(), "exec:echo plain text"); err != nil || s.Reveal() != "plain text" {
		t.Errorf("%q, %v", s.Reveal(), err)
	}
	for _, ref := range []string{"exec:false", "exec:/no/such/program x", `exec:["sh","-c","echo {}"]`, "exec:true"} {
		if _, err := r.Resolve(t.Context(), ref); err == nil {
			t.Errorf("%s resolves", ref)
		}
	}
}
