package shape

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/store"
	"github.com/oatools/oatools/runtime/store/memory"
)

// A file goes along where it is small, is stored where it can be read again, and
// is described where neither is so: what was answered is never lost in silence.
func TestPark(t *testing.T) {
	now := func() time.Time { return time.Date(2030, 1, 2, 12, 0, 0, 0, time.UTC) }
	const small, large = 3, fileMax + 1
	for _, tt := range []struct {
		name              string
		media             string
		size              int
		reader            string
		room              int // MiB
		file, handle, cut bool
		want              string // in the handle, else in the data
	}{
		{"small and stored", "image/png", small, "read_result", 10, true, true, false, `"media":"image/png","bytes":3,`},
		{"large and stored", "image/png", large, "read_result", 10, false, true, false, `"read_with":"read_result"`},
		{"small, and nobody reads", "image/png", small, "", 10, true, false, false, `{"media":"image/png","bytes":3,"sha256":"9834876dcfb05cb167a5c24953eba58c4ac89b1adf57f28f2f9d09af107ee8f0"}`},
		{"large, and nobody reads", "", large, "", 10, false, false, true, `"media":"application/octet-stream"`},
		{"larger than the store", "", 2 << 20, "read_result", 1, false, false, true, `"bytes":2097152`},
	} {
		e := &Env{Store: memory.New(memory.Options{Now: now, HandleMiB: tt.room}), Now: now, NewID: store.NewID, ReadResult: tt.reader}
		c := &Call{Call: &runtime.Call{Principal: runtime.Principal{ID: "ada"}}, Tool: &tool.Tool{Name: "t"}}
		r, err := e.Park(t.Context(), c, &runtime.Response{Media: tt.media, Host: "api.test"}, []byte(strings.Repeat("a", tt.size)))
		if err != nil {
			t.Fatal(err)
		}
		text := string(r.Handle)
		if !tt.handle {
			text = fmt.Sprintf("%s", r.Data)
		}
		if (len(r.Files) == 1) != tt.file || (r.Handle != nil) != tt.handle || (r.Truncated != nil) != tt.cut || !strings.Contains(text, tt.want) || !r.Untrusted || r.DataSource != "api.test" {
			t.Errorf("%s: %s, %d files, truncated %+v", tt.name, text, len(r.Files), r.Truncated)
		}
	}
}
