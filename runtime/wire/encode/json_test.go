package encode

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/oatools/oatools/compile/tool"
)

// FuzzJSON states: writing and reading gives the value back, and writing that
// again gives the same bytes.
func FuzzJSON(f *testing.F) {
	f.Add([]byte(`{"b":[1,null,1e5,"é\u0000\ud800"],"a":{}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := DecodeValue(data)
		if err != nil {
			return
		}
		for _, write := range []func([]byte, any, *tool.Layout) ([]byte, *Refusal){AppendJSON, AppendASCII} {
			out, r := write(nil, v, nil)
			if r != nil {
				return
			}
			back, err := DecodeValue(out)
			if err != nil || !reflect.DeepEqual(v, back) {
				t.Fatalf("%s reads back as %v (%v)", out, back, err)
			}
			again, _ := write(nil, back, nil)
			if !bytes.Equal(out, again) {
				t.Fatalf("%s, then %s", out, again)
			}
		}
	})
}
