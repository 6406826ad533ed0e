package side

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const artifactOf = "../../../overlays/"

// named gives a folder of artifacts: file names and the sets that they hold.
func named(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, from := range files {
		data, err := os.ReadFile(artifactOf + from + ".tools.json")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+".tools.json"), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func names(s *Side) []string {
	var out []string
	for i := range s.Sets {
		out = append(out, filepath.Base(s.Sets[i].File))
	}
	return out
}

func TestLoad(t *testing.T) {
	s, err := Load(named(t, map[string]string{"a": "expenses", "b": "tickets"}))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a.tools.json", "b.tools.json"}, names(s)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if s, err := Load(artifactOf + "expenses.yaml"); err != nil || len(s.Sets) != 1 || s.Sets[0].Built == nil || s.Sets[0].Prov == nil {
		t.Errorf("an overlay is loaded as %+v, %v", s, err)
	}
	if _, err := Load(named(t, map[string]string{"a": "expenses", "b": "expenses"})); err == nil {
		t.Error("two sets of one name are taken")
	}
	if _, err := Load(t.TempDir()); err == nil {
		t.Error("a folder without artifacts is taken")
	}
	var wrong *ArgumentError
	for arg, want := range map[string]bool{":x.yaml": true, "--output=x:y": true, "no such file": false} {
		if _, err := Load(arg); err == nil || errors.As(err, &wrong) != want {
			t.Errorf("Load(%q) = %v; want an ArgumentError: %t", arg, err, want)
		}
	}
}

// TestCompare holds that single sets are compared whatever they are called, and
// others by name.
func TestCompare(t *testing.T) {
	load := func(files map[string]string) *Side {
		s, err := Load(named(t, files))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	expenses, tickets := map[string]string{"a": "expenses"}, map[string]string{"a": "tickets"}
	if got := Compare(load(expenses), load(tickets)); len(got) != 1 || got[0].Old == nil || got[0].New == nil {
		t.Errorf("two single sets: %+v", got)
	}
	both := map[string]string{"a": "expenses", "b": "tickets"}
	got := Compare(load(both), load(tickets))
	if len(got) != 2 || !got[0].Empty() || got[1].Old == nil || got[1].New != nil {
		t.Errorf("one of two is gone: %+v", got)
	}
}
