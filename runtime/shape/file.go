package shape

import (
	"context"
	"log/slog"
	"strings"

	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/store"
)

// sentMax bounds a stored result that goes into a request.
const sentMax = 25 << 20

// files finds what a file argument of c refers to: a stored result of the same
// caller by its handle, or a file of the operator's that was attached to c.
// Nothing else can be referred to, above all no path of this machine and no
// address.
func (e *Env) files(ctx context.Context, c *Call) func(ref string) (runtime.File, string) {
	return func(ref string) (runtime.File, string) {
		if strings.HasPrefix(ref, filePrefix) {
			if f, ok := c.attached[ref]; ok {
				return f, ""
			}
			return runtime.File{}, "names a file, and no files of this machine are sent here; give its bytes in base64, or a handle"
		}
		if f, ok := e.kept(ctx, c, ref); ok {
			return f, ""
		}
		return runtime.File{}, "is a handle that is unknown or has expired"
	}
}

// kept reads a stored result of c's caller.
func (e *Env) kept(ctx context.Context, c *Call, ref string) (runtime.File, bool) {
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
