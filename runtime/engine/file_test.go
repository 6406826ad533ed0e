package engine

import (
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/store"
)

// TestStoredFilesAreSent: the bytes of one tool's answer go into the request of
// another by their handle, for the caller whose they are and for nobody else, and
// no other text stands for a file.
func TestStoredFilesAreSent(t *testing.T) {
	const picture = "\x89PNG\r\n\x1a\n\x00picture"
	var uploads []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			w.Header().Set("Content-Type", "image/png")
			io.WriteString(w, picture)
			return
		}
		file, header, err := r.FormFile("file")
		if err != nil {
			t.Errorf("upload: %v", err)
			return
		}
		data, _ := io.ReadAll(file)
		uploads = append(uploads, header.Header.Get("Content-Type")+" "+string(data))
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"id":"f1"}`)
	}))
	defer server.Close()
	set := realSet(server.URL)
	fetch, upload := &set.Tools[0], &set.Tools[1]
	fetch.Result, fetch.Input = tool.Result{}, object(`"q":{"type":"string"}`)
	fetch.Main.Results = []tool.Response{{Status: "200", Media: "image/png", Decode: tool.DecodeBytes, Success: true}}
	upload.Input = object(`"file":{"type":"string","contentEncoding":"base64"},"dry_run":{"type":"boolean"},"confirm_token":{"type":"string"}`, "file", "dry_run")
	upload.Command.Confirm = tool.Confirm{None: "a test"}
	upload.Main.Binding.Body = &tool.Body{Media: "multipart/form-data", Mode: tool.BodyMultipart, Parts: map[string]tool.Part{"file": {File: true}},
		Fields: []tool.Field{{To: "/file", Value: tool.Value{Arg: "/file"}}}}
	now := time.Now()
	e := openReal(t, set, func(o *Options) { o.Now = func() time.Time { return now } })

	r := callReal(t, e, "find", `{"q":"x"}`)
	wantOK(t, r)
	var h struct{ ID string }
	if err := json.Unmarshal(r.Handle, &h); err != nil || h.ID == "" {
		t.Fatalf("handle %s: %v", r.Handle, err)
	}
	send := func(file string, who runtime.Principal) *runtime.Result {
		args, _ := json.Marshal(map[string]any{"file": file, "dry_run": false})
		r, err := e.Handler()(t.Context(), &runtime.Call{ID: "c", Tool: "pay", Args: args, Principal: who})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	wantOK(t, send(h.ID, ada))
	wantOK(t, send(base64.StdEncoding.EncodeToString([]byte("written out")), ada))
	if want := "image/png " + picture + "|application/octet-stream written out"; strings.Join(uploads, "|") != want {
		t.Errorf("uploads %q, want %q", uploads, want)
	}
	// A plan describes a large body, and does not show it.
	args, _ := json.Marshal(map[string]any{"file": base64.StdEncoding.EncodeToString(make([]byte, 100<<10)), "dry_run": true})
	plan := callReal(t, e, "pay", string(args))
	if b, _ := json.Marshal(plan); plan.Status != runtime.StatusPlanned || len(b) > 2000 || !strings.Contains(string(b), "bytes, sha256") {
		t.Errorf("a plan of %d bytes: %.300s", len(b), b)
	}
	uploads = nil
	eve := runtime.Principal{ID: "eve", Tenant: ada.Tenant}
	for _, refused := range []struct {
		file string
		who  runtime.Principal
	}{
		{h.ID, eve}, {store.NewID(store.PrefixHandle), ada}, {h.ID[:len(h.ID)-1], ada}, {"h_", ada}, {"/etc/passwd", ada},
		{"file:///etc/passwd", ada}, {server.URL, ada}, {"../testdata/weather.yaml", ada},
	} {
		wantCode(t, send(refused.file, refused.who), runtime.CodeInvalidInput, "/file")
	}
	now = now.Add(24 * time.Hour)
	wantCode(t, send(h.ID, ada), runtime.CodeInvalidInput, "expired")
	if len(uploads) > 0 {
		t.Errorf("something was sent: %q", uploads)
	}
}
