package diff

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMoved holds that what moved is named: the file by its digest, the overlay
// where nothing else explains it, and each tool with its hashes.
func TestMoved(t *testing.T) {
	texts := map[string]string{}
	for _, name := range []string{spec, overlay, patch} {
		data, err := os.ReadFile(filepath.Join("testdata", "overlays", name))
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(data)
	}
	base, _ := built(t, texts)
	if got := Moved(base, clone(t, base)); got != nil {
		t.Errorf("a set and itself: %q", got)
	}
	const byAuthor = "the overlay changed, or another version of oatools compiled it"
	tests := []struct {
		file, from, to string
		want           []string
	}{
		{spec, "title: Expenses API", "title: Expense API", []string{"spec " + spec + " changed (source expenses)"}},
		{spec, "merchant: {type: string, maxLength: 120}", "merchant: {type: string, maxLength: 60}", []string{"spec " + spec + " changed (source expenses)", "tool expense_create: operation, surface, runtime"}},
		{overlay, "Newest first.", "Oldest first.", []string{byAuthor, "tool expense_search: surface"}},
		{overlay, "version: 2.3.0", "version: 2.4.0", []string{byAuthor, "set: version"}},
		{overlay, "  month_report:", "  monthly_report:", []string{byAuthor, "tool monthly_report: was month_report, surface, runtime"}},
		{patch, "version: 1.0.0", "version: 1.0.1", []string{"patch " + patch + " changed (source expenses)"}},
	}
	for _, tt := range tests {
		changed := map[string]string{}
		for name, text := range texts {
			changed[name] = text
		}
		changed[tt.file] = strings.Replace(texts[tt.file], tt.from, tt.to, 1)
		set, diags := built(t, changed)
		if set == nil {
			t.Fatalf("%q: %v", tt.to, diags)
		}
		if diff := cmp.Diff(tt.want, Moved(base, set)); diff != "" {
			t.Errorf("%s: %q to %q (-want +got):\n%s", tt.file, tt.from, tt.to, diff)
		}
	}
}

// TestMovedFile holds that a file more is told, though its name is there twice.
func TestMovedFile(t *testing.T) {
	for _, set := range sets(t) {
		other := clone(t, set)
		other.Sources[0].Files = append(other.Sources[0].Files, other.Sources[0].Files[0])
		if len(Moved(set, other)) == 0 {
			t.Errorf("%s: a file more is not told", set.Name)
		}
	}
}
