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

// TestFilesOfTheOperator: where an operator lets files be sent, a call names one;
// the schema says so, and only then. A confirm token fits the content that was
// planned and no other.
func TestFilesOfTheOperator(t *testing.T) {
	var uploads []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := r.ParseMultipartForm(1 << 20); err != nil {
			t.Errorf("upload: %v", err)
			return
		}
		for _, header := range r.MultipartForm.File["file"] {
			f, _ := header.Open()
			data, _ := io.ReadAll(f)
			uploads = append(uploads, header.Filename+" "+header.Header.Get("Content-Type")+" "+string(data))
		}
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"id":"f1"}`)
	}))
	defer server.Close()
	content := map[string]string{"a.txt": "first", "b.pdf": "pdf", "big": strings.Repeat("x", 13<<20), "big2": strings.Repeat("y", 13<<20)}
	asked := 0
	files := func(name string) (runtime.File, string) {
		asked++
		text, ok := content[name]
		if !ok {
			return runtime.File{}, "names a file that is not there"
		}
		media := ""
		if name == "b.pdf" {
			media = "application/pdf"
		}
		return runtime.File{Name: name, Media: media, Data: []byte(text)}, ""
	}
	const file = `{"type":"string","contentEncoding":"base64","description":"The bytes."}`
	with := func(confirm tool.Confirm, schema string) *tool.Set {
		set := realSet(server.URL)
		upload := &set.Tools[1]
		upload.Input = object(`"file":`+schema+`,"note":{"type":"string"},"dry_run":{"type":"boolean"},"confirm_token":{"type":"string"}`, "file", "dry_run")
		upload.Command.Confirm = confirm
		upload.Main.Binding.Body = &tool.Body{Media: "multipart/form-data", Mode: tool.BodyMultipart, Parts: map[string]tool.Part{"file": {File: true}},
			Fields: []tool.Field{{To: "/file", Value: tool.Value{Arg: "/file"}}, {To: "/note", Value: tool.Value{Arg: "/note"}}}}
		return set
	}
	schemaOf := func(e *Engine) string {
		for _, s := range e.Tools(ada) {
			if s.Name == "pay" {
				return string(s.Input)
			}
		}
		return ""
	}
	allow := func(o *Options) { o.Files = files }

	// Nobody allows it: nothing is said, nothing is read.
	e := openReal(t, with(tool.Confirm{None: "a test"}, file))
	if s := schemaOf(e); strings.Contains(s, "file:") {
		t.Errorf("offered: %s", s)
	}
	wantCode(t, callReal(t, e, "pay", `{"file":"file:a.txt","dry_run":false}`), runtime.CodeInvalidInput, "no files of this machine")

	e = openReal(t, with(tool.Confirm{None: "a test"}, file), allow)
	if s := schemaOf(e); !strings.Contains(s, `The bytes. Or \"file:\" and the name`) || strings.Count(s, "outgoing") != 1 || !json.Valid([]byte(s)) {
		t.Errorf("schema: %s", s)
	}
	wantOK(t, callReal(t, e, "pay", `{"file":"file:a.txt","note":"file:b.pdf","dry_run":false}`))
	wantOK(t, callReal(t, e, "pay", `{"file":"file:b.pdf","dry_run":false}`))
	if want := "a.txt application/octet-stream first|b.pdf application/pdf pdf"; strings.Join(uploads, "|") != want || asked != 2 {
		t.Errorf("uploads %q after %d readings, want %q", uploads, asked, want)
	}
	for _, name := range []string{"file:none", "file:", "file:///etc/passwd", "file:../a.txt"} {
		wantCode(t, callReal(t, e, "pay", `{"file":"`+name+`","dry_run":false}`), runtime.CodeInvalidInput, "/file")
	}

	// A list of files, each read once, and together no more than fits.
	e = openReal(t, with(tool.Confirm{None: "a test"}, `{"type":"array","items":`+file+`}`), allow)
	uploads = nil
	wantOK(t, callReal(t, e, "pay", `{"file":["file:a.txt","file:b.pdf","aGk="],"dry_run":false}`))
	if len(uploads) != 3 || !strings.Contains(schemaOf(e), "outgoing") {
		t.Errorf("uploads %q, schema %s", uploads, schemaOf(e))
	}
	wantCode(t, callReal(t, e, "pay", `{"file":["file:a.txt","file:none"],"dry_run":false}`), runtime.CodeInvalidInput, "/file/1")
	wantCode(t, callReal(t, e, "pay", `{"file":["file:big","file:big2"],"dry_run":false}`), runtime.CodeInvalidInput, "/file/1")

	// The content that was planned is the content that is sent.
	e = openReal(t, with(tool.Confirm{}, file), allow)
	uploads = nil
	plan := callReal(t, e, "pay", `{"file":"file:a.txt","dry_run":true}`)
	if b, _ := json.Marshal(plan); strings.Contains(string(b), "first") || !strings.Contains(string(b), "bytes, sha256") {
		t.Errorf("the plan shows what may be sent and not read: %s", b)
	}
	content["a.txt"] = "swapped"
	confirmed := `{"file":"file:a.txt","dry_run":false,"confirm_token":"` + plan.ConfirmToken + `"}`
	if r := callReal(t, e, "pay", confirmed); r.Status == runtime.StatusOK || len(uploads) > 0 {
		t.Errorf("a swapped file was sent: %+v, %q", r, uploads)
	}
	content["a.txt"] = "first"
	wantOK(t, callReal(t, e, "pay", confirmed))
	if len(uploads) != 1 || !strings.HasSuffix(uploads[0], " first") {
		t.Errorf("uploads %q", uploads)
	}
}
