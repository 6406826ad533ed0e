package loopback_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/oatools/oatools/specs/expenses/loopback"
)

func inProcess(h http.HandlerFunc) *http.Client {
	return &http.Client{
		Transport: loopback.Transport(h),
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		},
	}
}

func TestTransportShowsTheHandlerAServerRequest(t *testing.T) {
	client := inProcess(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		user, password, _ := r.BasicAuth()
		fmt.Fprintf(w, "%s|%s|%s|%s|%s|%s:%s|%d|%s", r.Method, r.RequestURI, r.URL, r.Host, r.Proto, user, password, r.ContentLength, body)
	})
	resp, err := client.Post("https://me:pw@api.example:8443/a%2Fb?c=d#e", "text/plain", strings.NewReader("hello"))
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	got, _ := io.ReadAll(resp.Body)
	const want = "POST|/a%2Fb?c=d|/a%2Fb?c=d|api.example:8443|HTTP/1.1|me:pw|5|hello"
	if string(got) != want {
		t.Errorf("handler saw %s\nwant %s", got, want)
	}
	if kind := resp.Header.Get("Content-Type"); kind != "text/plain; charset=utf-8" {
		t.Errorf("sniffed %q", kind)
	}
}

func TestTransportStatusAndBody(t *testing.T) {
	for _, tt := range []struct {
		name    string
		method  string
		handler http.HandlerFunc
		status  int
		length  int64
		body    int
	}{
		{"nothing written", "GET", func(http.ResponseWriter, *http.Request) {}, 200, 0, 0},
		{"no content", "DELETE", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, 204, 0, 0},
		{"first status wins", "GET", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(103)
			w.WriteHeader(302)
			w.WriteHeader(200)
		}, 302, 0, 0},
		{"head has no body", "HEAD", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "text") }, 200, -1, 0},
		{"larger than the buffer", "GET", func(w http.ResponseWriter, _ *http.Request) {
			for range 100 {
				_, _ = io.WriteString(w, strings.Repeat("x", 1000))
			}
		}, 200, -1, 100_000},
	} {
		t.Run(tt.name, func(t *testing.T) {
			req, _ := http.NewRequestWithContext(t.Context(), tt.method, "http://a.example/", nil)
			resp, err := inProcess(tt.handler).Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			data, err := io.ReadAll(resp.Body)
			if resp.StatusCode != tt.status || resp.ContentLength != tt.length || len(data) != tt.body || err != nil {
				t.Errorf("status %d, length %d, body %d, error %v", resp.StatusCode, resp.ContentLength, len(data), err)
			}
		})
	}
}

func TestTransportStreams(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		more := make(chan struct{})
		resp, err := inProcess(func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintln(w, "one")
			w.(http.Flusher).Flush()
			<-more
			fmt.Fprintln(w, "two")
		}).Get("http://a.example/")
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		lines := bufio.NewReader(resp.Body)
		if line, _ := lines.ReadString('\n'); line != "one\n" {
			t.Errorf("first line %q", line)
		}
		close(more)
		if rest, err := io.ReadAll(lines); string(rest) != "two\n" || err != nil {
			t.Errorf("rest %q, %v", rest, err)
		}
	})
}

// The bubble of each of these tests ends only when every goroutine has, so they
// also show that nothing is left behind.
func TestTransportHonoursCancellation(t *testing.T) {
	t.Run("before the header", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			req, _ := http.NewRequestWithContext(ctx, "GET", "http://a.example/", nil)
			go func() { synctest.Wait(); cancel() }()
			_, err := inProcess(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }).Do(req)
			if !errors.Is(err, context.Canceled) {
				t.Errorf("error %v", err)
			}
		})
	})
	t.Run("in the body", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			req, _ := http.NewRequestWithContext(ctx, "GET", "http://a.example/", nil)
			resp, err := inProcess(endless).Do(req)
			if err != nil {
				t.Fatal(err)
			}
			cancel()
			if _, err := io.Copy(io.Discard, resp.Body); !errors.Is(err, context.Canceled) {
				t.Errorf("error %v", err)
			}
		})
	})
	t.Run("while the request body is read", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			body, _ := io.Pipe()
			req, _ := http.NewRequestWithContext(ctx, "POST", "http://a.example/", body)
			go func() { synctest.Wait(); cancel() }()
			if _, err := inProcess(endless).Do(req); !errors.Is(err, context.Canceled) {
				t.Errorf("error %v", err)
			}
		})
	})
	t.Run("by closing the response", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			resp, err := inProcess(endless).Get("http://a.example/")
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
		})
	})
}

func endless(w http.ResponseWriter, _ *http.Request) {
	for {
		if _, err := io.WriteString(w, "more and more\n"); err != nil {
			return
		}
	}
}

func TestTransportReportsAPanic(t *testing.T) {
	_, err := inProcess(func(http.ResponseWriter, *http.Request) { panic("oops") }).Get("http://a.example/")
	if err == nil || !strings.Contains(err.Error(), "oops") {
		t.Errorf("before the header: %v", err)
	}
	resp, err := inProcess(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "half")
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}).Get("http://a.example/")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if data, err := io.ReadAll(resp.Body); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("in the body: %q, %v", data, err)
	}
}
