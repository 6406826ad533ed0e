package auditlog

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/middleware"
)

func read(t *testing.T, path string) []middleware.Record {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []middleware.Record
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var r middleware.Record
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatalf("%q: %v", lines.Text(), err)
		}
		out = append(out, r)
	}
	return out
}

func TestRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	want := []middleware.Record{
		{Time: time.Unix(1, 0).UTC(), Event: middleware.EventIntent, Call: "c1", Tool: "pay", Principal: "ada", Args: "h"},
		{Time: time.Unix(2, 0).UTC(), Event: middleware.EventOutcome, Call: "c1", Tool: "pay", Principal: "two\nlines", Status: runtime.StatusOK, SideEffect: runtime.EffectApplied},
	}
	// Each record through a log of its own: a second process adds, never replaces.
	for i := range want {
		l, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Record(t.Context(), &want[i]); err != nil {
			t.Fatal(err)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want, read(t, path)); diff != "" {
		t.Errorf("records (-want +got):\n%s", diff)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v; want 0600", info.Mode(), err)
	}
}

func TestRecordsOfManyCallsStayWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	var wg sync.WaitGroup
	for range 2 {
		l, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		for range 20 {
			wg.Go(func() {
				r := &middleware.Record{Event: middleware.EventOutcome, Call: strings.Repeat("c", 5000)}
				if err := l.Record(t.Context(), r); err != nil {
					t.Error(err)
				}
			})
		}
	}
	wg.Wait()
	if n := len(read(t, path)); n != 40 {
		t.Errorf("%d records, want 40", n)
	}
}

// A write must not be sent when its intent cannot be kept, so the error counts.
func TestRecordThatCannotBeKept(t *testing.T) {
	l, err := Open(filepath.Join(t.TempDir(), "audit.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := l.Record(t.Context(), &middleware.Record{Event: middleware.EventIntent}); err == nil {
		t.Error("Record after Close gave no error")
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{dir, filepath.Join(dir, "no", "such", "folder.jsonl")} {
		if _, err := Open(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("Open(%s) = %v, want an error that names it", path, err)
		}
	}
}

// A log may be a pipe to a collector or a device: what cannot be synced is not
// lost. What cannot be written is.
func TestRecordToWhatIsNoFile(t *testing.T) {
	intent := &middleware.Record{Event: middleware.EventIntent, Call: "c"}
	t.Run("a device", func(t *testing.T) {
		l, err := Open(os.DevNull)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		if err := l.Record(t.Context(), intent); err != nil {
			t.Error(err)
		}
	})
	t.Run("a pipe", func(t *testing.T) {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		defer w.Close()
		l, err := Open(fmt.Sprintf("/dev/fd/%d", w.Fd()))
		if err != nil {
			t.Skip("this system names no pipes:", err)
		}
		defer l.Close()
		if err := l.Record(t.Context(), intent); err != nil {
			t.Error(err)
		}
		if line, err := bufio.NewReader(r).ReadString('\n'); err != nil || !strings.Contains(line, `"call":"c"`) {
			t.Errorf("the pipe gives %q, %v", line, err)
		}
	})
	t.Run("a full device", func(t *testing.T) {
		l, err := Open("/dev/full")
		if err != nil {
			t.Skip("this system has none:", err)
		}
		defer l.Close()
		if err := l.Record(t.Context(), intent); err == nil {
			t.Error("a full device keeps records")
		}
	})
}
