package main

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// recorder is an upstream that records what it is asked, byte for byte where it
// matters, and gives prepared answers.
type recorder struct {
	mu      sync.Mutex
	got     []recorded
	answers map[string]string // by "METHOD path"
}

type recorded struct {
	Line, Host, Auth, Accept, Media, Body string
}

func (r *recorder) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.got = append(r.got, recorded{
		Line: req.Method + " " + req.RequestURI, Host: req.Host, Auth: req.Header.Get("Authorization"),
		Accept: req.Header.Get("Accept"), Media: req.Header.Get("Content-Type"), Body: string(body),
	})
	answer, ok := r.answers[req.Method+" "+req.URL.Path]
	if !ok {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	if req.Method == http.MethodPost {
		w.WriteHeader(http.StatusCreated)
	}
	_, _ = io.WriteString(w, answer)
}

// TestGitHub takes ten tools out of GitHub's description, serves them over stdio
// and makes a query and a command against an upstream that records.
func TestGitHub(t *testing.T) {
	upstream := &recorder{answers: map[string]string{
		"GET /repos/octo/app/issues":                  `[{"number":7,"title":"Crash","state":"open","user":{"login":"ada","id":1},"comments":2,"body":"long"}]`,
		"POST /repos/octo/app/issues":                 `{"number":8,"html_url":"https://github.example/octo/app/issues/8","id":900719925474099312}`,
		"GET /repos/octo/app/contents/docs/how to.md": `{"name":"how to.md","type":"file","size":3,"content":"YWJj"}`,
	}}
	server := httptest.NewServer(upstream)
	defer server.Close()
	host := server.Listener.Addr().(*net.TCPAddr).String()
	overlay := gitHub(t, func(s string) string { return strings.Replace(s, "127.0.0.1:1", host, 1) })
	t.Setenv("GITHUB_URL", server.URL)
	t.Setenv("GITHUB_TOKEN", "canary-token")

	cs := serveClient(t, overlay, "--stdio")
	list, err := cs.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
	}
	// The ten, and the two that every set with writes and long lists gets.
	wantNames := []string{
		"file_read", "file_write", "get_operation", "issue_comment", "issue_create", "issue_get", "issue_list",
		"issue_search", "pull_create", "pull_get", "pull_list", "read_result",
	}
	if diff := cmp.Diff(wantNames, names); diff != "" {
		t.Fatalf("tools (-want +got):\n%s", diff)
	}

	listed := callTool(t, cs, "issue_list", `{"owner":"octo","repo":"app","state":"open","labels":"bug,p 1"}`)
	equalJSON(t, "issue_list", `[{"number":7,"title":"Crash","state":"open","author":"ada","comments":2}]`, listed.Data)
	file := callTool(t, cs, "file_read", `{"owner":"octo","repo":"app","path":"docs/how to.md"}`)
	if file.Status != "ok" {
		t.Errorf("file_read = %+v", file)
	}
	planned := callTool(t, cs, "issue_create", `{"owner":"octo","repo":"app","title":"Crash","text":"It \"crashes\"","dry_run":true}`)
	if planned.Status != "planned" || planned.ConfirmToken == "" {
		t.Fatalf("dry run = %+v", planned)
	}
	args, err := json.Marshal(map[string]any{
		"owner": "octo", "repo": "app", "title": "Crash", "text": `It "crashes"`, "dry_run": false, "confirm_token": planned.ConfirmToken,
	})
	if err != nil {
		t.Fatal(err)
	}
	created := callTool(t, cs, "issue_create", string(args))
	equalJSON(t, "issue_create", `{"number":8,"html_url":"https://github.example/octo/app/issues/8"}`, created.Data)
	if again := callTool(t, cs, "issue_create", string(args)); again.Error.Code != "invalid_reference" {
		t.Errorf("the same token again = %+v", again)
	}

	upstream.mu.Lock()
	defer upstream.mu.Unlock()
	accept, auth := "application/json", "Bearer canary-token"
	want := []recorded{
		{Line: "GET /repos/octo/app/issues?state=open&labels=bug%2Cp%201&per_page=20", Host: host, Auth: auth, Accept: accept},
		{Line: "GET /repos/octo/app/contents/docs/how%20to.md", Host: host, Auth: auth, Accept: "application/json, application/vnd.github.object"},
		{Line: "POST /repos/octo/app/issues", Host: host, Auth: auth, Accept: accept, Media: "application/json", Body: `{"title":"Crash","body":"It \"crashes\""}`},
	}
	if diff := cmp.Diff(want, upstream.got); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

func equalJSON(t *testing.T, what, want string, got json.RawMessage) {
	t.Helper()
	var w, g any
	if err := json.Unmarshal([]byte(want), &w); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(got, &g); err != nil {
		t.Fatalf("%s: %v in %q", what, err, got)
	}
	if diff := cmp.Diff(w, g); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}
