package provider_test

import (
	"encoding/json"
	"testing"

	"github.com/oatools/oatools/compile/provider"
)

// FuzzRestore: what comes back of arguments is JSON, whatever a model wrote.
func FuzzRestore(f *testing.F) {
	f.Add(`{"free":"{}","list":[{"parts":null}],"owner":null}`, 0)
	f.Add(`[1,"",{"a":1,"a":2}]`, 3)
	f.Add(`{"x_y_z":"\ud800","any":"1e999"}`, 2)
	profiles := provider.Profiles()
	var maps []*provider.ReverseMap
	for _, p := range profiles {
		_, back, _, err := provider.Lower(rich(f), p)
		if err != nil {
			f.Fatal(err)
		}
		maps = append(maps, back)
	}
	f.Fuzz(func(t *testing.T, args string, which int) {
		back := maps[uint(which)%uint(len(maps))]
		got, err := back.Restore([]byte(args))
		if err == nil && back != nil && !json.Valid(got) {
			t.Errorf("Restore(%q) = %q, which is no JSON", args, got)
		}
	})
}
