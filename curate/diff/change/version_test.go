package change

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestVersion(t *testing.T) {
	tests := []struct {
		name     string
		old, new string
		worst    Class
		want     Version
	}{
		{"nothing changed", "1.0.0", "1.0.0", "", Version{Need: "none", Bump: "none"}},
		{"breaking wants a major", "1.2.3", "1.3.0", Breaking, Version{Need: "major", Bump: "minor", Least: "2.0.0", Small: true, What: "The version goes from 1.2.3 to 1.3.0; these changes need 2.0.0 or later."}},
		{"a major is enough", "1.2.3", "2.0.0", Breaking, Version{Need: "major", Bump: "major"}},
		{"exposure wants a minor", "1.2.3", "1.2.3", Exposure, Version{Need: "minor", Bump: "none", Least: "1.3.0", Small: true, What: "The version stays 1.2.3; these changes need 1.3.0 or later."}},
		{"additive wants a minor", "1.2.3", "1.2.4", Additive, Version{Need: "minor", Bump: "patch", Least: "1.3.0", Small: true, What: "The version goes from 1.2.3 to 1.2.4; these changes need 1.3.0 or later."}},
		{"a prompt wants a patch", "1.2.3", "1.2.4", Prompt, Version{Need: "patch", Bump: "patch"}},
		{"nobody hurt wants nothing", "1.2.3", "1.2.3", None, Version{Need: "none", Bump: "none"}},
		{"more than needed", "1.2.3", "3.0.0", Behaviour, Version{Need: "patch", Bump: "major"}},
		{"before 1.0.0 a minor may break", "0.2.3", "0.3.0", Breaking, Version{Need: "major", Bump: "minor"}},
		{"before 1.0.0 a patch may not", "0.2.3", "0.2.4", Breaking, Version{Need: "major", Bump: "patch", Least: "0.3.0", Small: true, What: "The version goes from 0.2.3 to 0.2.4; these changes need 0.3.0 or later."}},
		{"backwards", "1.2.3", "1.2.2", None, Version{Need: "none", Bump: "back", Small: true, What: "The version goes back from 1.2.3 to 1.2.2."}},
		{"no version was promised", "", "1.0.0", Breaking, Version{Need: "major", Bump: "unknown"}},
		{"the version is gone", "1.0.0", "", Prompt, Version{Need: "patch", Bump: "unknown", Small: true, What: "The version was 1.0.0 and is not stated now."}},
		{"a pre-release counts as its release", "1.2.3", "1.3.0-rc.1", Additive, Version{Need: "minor", Bump: "minor"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := &Report{Old: &Side{Version: tt.old}, New: &Side{Version: tt.new}}
			if tt.worst != "" {
				r.Changes = []Change{{Class: tt.worst}}
			}
			r.Finish()
			tt.want.Old, tt.want.New = tt.old, tt.new
			if diff := cmp.Diff(tt.want, r.Version); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
