package plan

import (
	"strconv"
	"strings"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/wire/body"
	"github.com/oatools/oatools/runtime/wire/encode"
)

// Caps of a request body.
const (
	maxBody      = 1 << 20
	maxFilesBody = 25 << 20
)

// body puts the body together from its fields and writes it.
func (b *builder) body(r *Request) *runtime.Problem {
	bp := b.plan.body
	if bp == nil {
		return nil
	}
	tree := body.Tree{Layout: bp.Layout}
	for i := range bp.fields {
		f := &bp.fields[i]
		v, present, problem := f.value.get(b.in, b.now, b.secret)
		if problem != nil {
			return problem
		}
		if f.value.from == fromSecret && b.secret == nil {
			v, present = "[REDACTED]", true
		}
		if !present {
			continue
		}
		if refusal := tree.Put(f.to, v, f.layout); refusal != nil {
			// What stands in its way came from an earlier field.
			return bp.blame(refusal)
		}
	}
	if tree.Empty() {
		if !bp.Required {
			return nil
		}
		tree.Put(nil, &encode.Object{}, nil)
	}
	return bp.write(r, &tree, b.files())
}

func (b *builder) files() body.Files {
	if b.in.Files == nil {
		return nil
	}
	return func(ref string) (body.File, string) {
		f, why := b.in.Files(ref)
		return body.File{Name: f.Name, Media: f.Media, Data: f.Data}, why
	}
}

func (bp *bodyPlan) write(r *Request, tree *body.Tree, files body.Files) *runtime.Problem {
	root, layout := tree.Root()
	var refusal *encode.Refusal
	r.media = bp.Media
	limit := maxBody
	switch bp.Mode {
	case tool.BodyForm:
		r.Body, refusal = body.Form(root, layout, bp.Parts)
	case tool.BodyMultipart:
		var boundary string
		r.Body, boundary, refusal = body.Multipart(root, layout, bp.Parts, files)
		r.media += "; boundary=" + boundary
		limit = maxFilesBody
	case tool.BodyText, tool.BodyBytes:
		r.Body, refusal = body.Raw(root, bp.Mode, files)
		limit = maxFilesBody
	default:
		r.json = true
		r.Body, refusal = encode.AppendJSON(make([]byte, 0, 256), root, layout)
	}
	if refusal != nil {
		return bp.blame(refusal)
	}
	if len(r.Body) > limit {
		return runtime.NewProblem(runtime.CodeInvalidInput, "The request would be larger than "+strconv.Itoa(limit>>20)+" MiB. Send less.")
	}
	return nil
}

// blame finds the argument whose value is at a refused place of the body. Places
// in a refusal are in wire names at the top and in the model's below a field.
func (bp *bodyPlan) blame(r *encode.Refusal) *runtime.Problem {
	at, _ := encode.Tokens(r.At)
	var best *field
	for i := range bp.fields {
		f := &bp.fields[i]
		if f.value.from == fromArg && len(f.to) <= len(at) && equal(f.to, at[:len(f.to)]) && (best == nil || len(f.to) >= len(best.to)) {
			best = f
		}
	}
	if best == nil {
		return refused(&value{from: fromConst}, r)
	}
	rest := r.At
	for range best.to {
		rest = after(rest)
	}
	return refused(&best.value, &encode.Refusal{At: rest, Why: r.Why})
}

// after cuts the first token off a pointer.
func after(pointer string) string {
	if i := strings.IndexByte(pointer[1:], '/'); i >= 0 {
		return pointer[1+i:]
	}
	return ""
}

func equal(a, b []string) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
