package shape

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/store"
)

// cursorTTL is how long a listing may be left alone.
const cursorTTL = time.Hour

// Resume reads the cursor that args hold and gives the arguments of the listing
// that it belongs to: the cursor alone is enough, and other arguments, if given,
// must match. Without a cursor it gives args and nil. It must be called before
// defaults are filled in, which are not given, and before args are validated.
func Resume(ctx context.Context, env *Env, t *tool.Tool, p runtime.Principal, args map[string]any) (map[string]any, *store.Cursor, *runtime.Problem, error) {
	id, ok := args[tool.ArgCursor].(string)
	if t.Result.Page == nil || !ok {
		return args, nil, nil, nil
	}
	if id == "" { // some models write "" for "from the start"
		delete(args, tool.ArgCursor)
		return args, nil, nil, nil
	}
	if words := store.CheckID(store.PrefixCursor, "cursor", id); words != "" {
		return nil, nil, badCursor(words), nil
	}
	cur, ok, err := env.Store.Cursor(ctx, id)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("read cursor: %w", err)
	}
	if !ok || cur.Principal != p.Key() || cur.Tool != t.Name {
		return nil, nil, badCursor("The cursor is unknown or has expired, or it belongs to another tool. Start the listing again without cursor."), nil
	}
	saved, err := decodeArgs(cur.Call)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("read cursor: %w", err)
	}
	if runtime.ArgsHash(t, saved) != cur.Args {
		return nil, nil, badCursor("This tool has changed since the listing was started. Start again without cursor."), nil
	}
	for _, name := range slices.Sorted(maps.Keys(args)) {
		if name == tool.ArgCursor {
			continue
		}
		if problem := sameArgument(name, args[name], saved, &cur, t); problem != nil {
			return nil, nil, problem, nil
		}
	}
	saved[tool.ArgCursor] = id
	if cur.Size > 0 && t.Result.Page.Size != nil {
		saved[tool.ArgLimit] = json.Number(fmt.Sprint(cur.Size))
	}
	return saved, &cur, nil, nil
}

// sameArgument refuses an argument that is not the listing's own.
func sameArgument(name string, value any, saved map[string]any, cur *store.Cursor, t *tool.Tool) *runtime.Problem {
	want, known := saved[name]
	if name == tool.ArgLimit && t.Result.Page.Size != nil {
		want, known = json.Number(fmt.Sprint(cur.Size)), cur.Size > 0
	}
	if known && bytes.Equal(runtime.AppendCanonical(nil, value), runtime.AppendCanonical(nil, want)) {
		return nil
	}
	p := badCursor("The cursor belongs to a listing with other arguments. Pass the cursor alone, or start again without it.")
	p.Fields = append(p.Fields, runtime.Field{Arg: "/" + tool.PointerToken(name), Problem: "is not what the listing was started with"})
	return p
}

func badCursor(words string) *runtime.Problem { return BadReference(tool.ArgCursor, words) }

// BadReference is the problem of a reference that a model passed as arg.
func BadReference(arg, words string) *runtime.Problem {
	p := runtime.NewProblem(runtime.CodeInvalidReference, words)
	p.Fields = []runtime.Field{{Arg: "/" + arg, Problem: "cannot be used"}}
	return p
}

func decodeArgs(raw json.RawMessage) (map[string]any, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	args := map[string]any{}
	err := dec.Decode(&args)
	return args, err
}

// saveCursor records where the listing of c goes on and gives the cursor.
func (e *Env) saveCursor(ctx context.Context, c *Call, at place) (string, error) {
	call, err := json.Marshal(c.Args)
	if err != nil {
		return "", fmt.Errorf("save cursor: %w", err)
	}
	cur := store.Cursor{
		ID: e.NewID(store.PrefixCursor), Tool: c.Tool.Name, Principal: c.Principal.Key(), Args: c.Hash(),
		Call: call, State: at.state, Size: c.Control.Limit, Skip: at.skip, Expires: e.Now().Add(cursorTTL),
	}
	if err := e.Store.PutCursor(ctx, cur); err != nil {
		return "", fmt.Errorf("save cursor: %w", err)
	}
	return cur.ID, nil
}
