package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// startMock runs `oatools mock` in this process and gives its address.
func startMock(t *testing.T, spec string, args ...string) (address string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	said, stderr := io.Pipe()
	done := make(chan int, 1)
	go func() {
		done <- run(ctx, append([]string{"mock", spec}, args...), streams{strings.NewReader(""), io.Discard, stderr})
		stderr.Close()
	}()
	t.Cleanup(func() {
		cancel()
		if code := <-done; code != exitOK {
			t.Errorf("mock ended with %d", code)
		}
	})
	lines := bufio.NewScanner(said)
	for lines.Scan() {
		if _, at, ok := strings.Cut(lines.Text(), " at "); ok && strings.HasPrefix(lines.Text(), "playing ") {
			go io.Copy(io.Discard, said)
			return at
		}
	}
	t.Fatal("mock serves nothing")
	return ""
}

func get(t *testing.T, url string, header ...string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), "GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(body)
}

// TestMockPlaysASpec asks a stub of the example API for what it knows.
func TestMockPlaysASpec(t *testing.T) {
	spec := filepath.Join("..", "..", "specs", "expenses", "expenses.openapi.yaml")
	at := startMock(t, spec)
	if !strings.HasPrefix(at, "http://127.0.0.1:") || !strings.HasSuffix(at, "/v2") {
		t.Errorf("address %s, want one of this machine with the server's path", at)
	}
	status, first := get(t, at+"/expenses?q=taxi")
	if status != 200 || !strings.Contains(first, `"data":[`) {
		t.Errorf("GET /expenses = %d %s", status, first)
	}
	if _, again := get(t, at+"/expenses?q=train"); again != first {
		t.Errorf("the same seed answers %s and %s", first, again)
	}
	if _, other := get(t, startMock(t, spec, "--seed", "7")+"/expenses"); other == first {
		t.Errorf("another seed answers the same: %s", other)
	}
	if status, _ := get(t, at+"/expenses/7", "Prefer", "status=404"); status != 404 {
		t.Errorf("Prefer: status=404 = %d", status)
	}
	if status, body := get(t, at+"/nothing"); status != 404 || !strings.Contains(body, "no operation") {
		t.Errorf("GET /nothing = %d %s", status, body)
	}
}

// TestMockAnswersWithExamples holds that what a description shows is what its
// stub answers.
func TestMockAnswersWithExamples(t *testing.T) {
	spec := filepath.Join(t.TempDir(), "spec.json")
	text := `{"openapi": "3.1.0", "info": {"title": "Pets", "version": "1"}, "servers": [{"url": "/{stage}", "variables": {"stage": {"default": "beta"}}}],
 "paths": {"/pets/{id}": {"get": {"parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
  "responses": {"200": {"description": "ok", "content": {"application/json": {"example": {"id": "p1", "name": "Rex"}}}},
   "404": {"description": "no", "content": {"application/json": {"examples": {"gone": {"value": {"code": "gone"}}}}}}}}}}}`
	if err := os.WriteFile(spec, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	at := startMock(t, spec)
	if status, body := get(t, at+"/pets/1"); status != 200 || body != `{"id":"p1","name":"Rex"}` {
		t.Errorf("GET %s/pets/1 = %d %s", at, status, body)
	}
	if status, body := get(t, at+"/pets/1", "Prefer", "status=404"); status != 404 || body != `{"code":"gone"}` {
		t.Errorf("Prefer: status=404 = %d %s", status, body)
	}
}
