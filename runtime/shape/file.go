package shape

import (
	"context"
	"log/slog"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/store"
)

// sentMax bounds a stored result that goes into a request.
const sentMax = 25 << 20

// files finds the stored result that a file argument of c refers to by its
// handle. A handle is its caller's own; nothing else can be referred to, above
// all no path of this machine and no address.
func (e *Env) files(ctx context.Context, c *Call) func(ref string) (runtime.File, bool) {
	return func(ref string) (runtime.File, bool) {
		if store.CheckID(store.PrefixHandle, "handle", ref) != "" {
			return runtime.File{}, false
		}
		h, ok, err := e.Store.Handle(ctx, ref)
		if err == nil && ok && h.Principal == c.Principal.Key() && h.Size <= sentMax {
			data := make([]byte, 0, h.Size)
			for int64(len(data)) < h.Size {
				var part []byte
				part, ok, err = e.Store.ReadHandle(ctx, ref, int64(len(data)), int(h.Size)-len(data))
				if err != nil || !ok || len(part) == 0 {
					break
				}
				data = append(data, part...)
			}
			if int64(len(data)) == h.Size {
				return runtime.File{Media: h.Media, Data: data}, true
			}
		}
		if err != nil {
			e.Log.LogAttrs(ctx, slog.LevelError, "a stored file cannot be read", slog.String("tool", c.Tool.Name), slog.String("call", c.ID), slog.Any("error", err))
		}
		return runtime.File{}, false
	}
}
