package shape

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/oatools/oatools/compile/tool"
	"github.com/oatools/oatools/runtime"
	"github.com/oatools/oatools/runtime/answer"
	"github.com/oatools/oatools/runtime/shape/paging"
	"github.com/oatools/oatools/runtime/store"
)

// What a handle is when its tool does not say.
const (
	handleTTL    = time.Hour
	handleMax    = 50 << 20
	handleSample = 5
)

// maxPages bounds how many pages one handle collects.
const maxPages = 1000

// handle reads something large, all its pages, stores it, and shows a sample.
type handle struct {
	*listing
	contract tool.Handle
	shaper   *answer.Shaper
}

// NewHandle gives the runner of a tool whose results are stored. The error says
// what is wrong with its schemas.
func NewHandle(t *tool.Tool, env *Env) (Runner, error) {
	shaper, err := env.Shaper(t.Result)
	if err != nil {
		return nil, err
	}
	l, err := newListing(t, env)
	if err != nil {
		return nil, err
	}
	h := &handle{listing: l, shaper: shaper}
	if t.Handle != nil {
		h.contract = *t.Handle
	}
	if s := h.contract.Scope; s != "" && s != "caller" {
		return nil, fmt.Errorf("handle scope %q", s)
	}
	if h.contract.TTL == 0 {
		h.contract.TTL = tool.Duration(handleTTL)
	}
	if h.contract.MaxBytes == 0 {
		h.contract.MaxBytes = handleMax
	}
	if h.contract.Sample == 0 {
		h.contract.Sample = handleSample
	}
	h.max = h.contract.MaxBytes
	return h.run, nil
}

func (h *handle) run(ctx context.Context, c *Call) (*runtime.Result, error) {
	in, problem, err := h.env.Inputs(ctx, c, h.need)
	if err != nil {
		return nil, err
	}
	if problem != nil {
		return runtime.Failure(problem, runtime.EffectNone), nil
	}
	lines, r, err := h.collect(ctx, c, in)
	if r == nil || err != nil || r.Status == runtime.StatusError || r.Handle != nil {
		return r, err
	}
	r.Removed(lines.Counts)
	ok, err := h.env.store(ctx, c, r, parcel{media: lines.Media, data: lines.Data, index: lines.Index, items: lines.Items, ttl: h.contract.TTL.Std()})
	if err != nil {
		return nil, err
	}
	if !ok {
		return runtime.Failure(runtime.NewProblem(runtime.CodeResultTooLarge, "The result is too large to be stored here. Narrow the request."), runtime.EffectNone), nil
	}
	r.Total = lines.Total
	if lines.Items >= 0 {
		n := int64(lines.Items)
		r.Total = &n
	}
	r.Data = h.sample(lines)
	return r, nil
}

// collect reads page after page. A result that is an error, or has a handle
// already, is final; otherwise the lines belong to it.
func (h *handle) collect(ctx context.Context, c *Call, in runtime.Inputs) (answer.Lines, *runtime.Result, error) {
	var all answer.Lines
	r := &runtime.Result{Status: runtime.StatusOK, Untrusted: true}
	at := paging.Page{Size: c.Control.Limit}
	if h.pager != nil {
		at.State = h.pager.First()
	}
	for page := 0; ; page++ {
		resp, err := h.read(ctx, in, at.State)
		if err != nil {
			return all, nil, err
		}
		if resp.Problem != nil {
			return all, h.env.Fail(resp, runtime.EffectNone), nil
		}
		if data, ok := resp.Body.([]byte); ok {
			r, err := h.env.Park(ctx, c, resp, data)
			return all, r, err
		}
		if page == 0 {
			if err := h.env.Remember(ctx, c, resp); err != nil {
				return all, nil, err
			}
		}
		next, refused, err := h.next(ctx, in, resp, at)
		if err != nil {
			return all, nil, err
		}
		lines, problem := h.shaper.Lines(resp.Body)
		if problem != nil {
			return all, runtime.Failure(problem, runtime.EffectNone), nil
		}
		r.DataSource = resp.Host
		full := page > 0 && len(all.Data)+len(lines.Data) > h.contract.MaxBytes || page+1 == maxPages && next != nil
		if page == 0 || !full {
			all.Add(lines)
		}
		if full || refused != "" {
			r.Truncated = &runtime.Truncated{Kept: all.Items, What: answer.WhatItems, How: strings.TrimSpace(refused + " The first items are stored; narrow the request to see the others.")}
		}
		if full || next == nil {
			return all, r, nil
		}
		at.State = next
	}
}

// sample gives the first items, or the start of a text.
func (h *handle) sample(l answer.Lines) json.RawMessage {
	if l.Items >= 0 {
		part, _ := TakeItems(l.Data, h.contract.Sample, sampleMax)
		return part
	}
	return runtime.AppendString(nil, CutText(l.Data, sampleMax))
}

// sampleMax bounds the sample of a handle.
const sampleMax = 8 << 10

// parcel is something to be stored.
type parcel struct {
	media string
	data  []byte
	index []int64
	items int
	ttl   time.Duration
}

// store stores p for the caller of c and puts its handle into r. It reports
// false when there is no room.
func (e *Env) store(ctx context.Context, c *Call, r *runtime.Result, p parcel) (bool, error) {
	now := e.Now()
	sum := sha256.Sum256(p.data)
	h := store.Handle{
		ID: e.NewID(store.PrefixHandle), Tool: c.Tool.Name, Principal: c.Principal.Key(), Source: r.DataSource, Media: p.media,
		Size: int64(len(p.data)), SHA256: hex.EncodeToString(sum[:]), Items: max(p.items, 0), Index: p.index,
		Created: now, Expires: now.Add(p.ttl),
	}
	ok, err := e.Store.PutHandle(ctx, h, p.data)
	if err != nil {
		return false, fmt.Errorf("store result: %w", err)
	}
	if !ok {
		return false, nil
	}
	shown := handleView{ID: h.ID, Media: h.Media, Bytes: h.Size, SHA256: h.SHA256, Items: h.Items, ReadWith: e.ReadResult}
	if r.Handle, err = json.Marshal(shown); err != nil {
		return false, fmt.Errorf("store result: %w", err)
	}
	r.ExpiresAt = Stamp(h.Expires)
	return true, nil
}

// handleView is a handle as a model reads it.
type handleView struct {
	ID       string `json:"id,omitempty"` // none: it is not stored
	Media    string `json:"media"`
	Bytes    int64  `json:"bytes"`
	Items    int    `json:"items,omitempty"`
	SHA256   string `json:"sha256,omitempty"`
	ReadWith string `json:"read_with,omitempty"`
}

// fileMax bounds a file that goes along with a result.
const fileMax = 1 << 20

// Park answers a body of bytes: it is stored where it can be read again, else
// only described.
func (e *Env) Park(ctx context.Context, c *Call, resp *runtime.Response, data []byte) (*runtime.Result, error) {
	data = e.scrub(data)
	media := resp.Media
	if media == "" {
		media = "application/octet-stream"
	}
	r := &runtime.Result{Status: runtime.StatusOK, Untrusted: true, DataSource: resp.Host}
	if len(data) <= fileMax {
		r.Files = []runtime.File{{Media: media, Data: data}}
	}
	if e.ReadResult != "" {
		ok, err := e.store(ctx, c, r, parcel{media: media, data: data, items: -1, ttl: handleTTL})
		if ok || err != nil {
			return r, err
		}
	}
	sum := sha256.Sum256(data)
	described, err := json.Marshal(handleView{Media: media, Bytes: int64(len(data)), SHA256: hex.EncodeToString(sum[:])})
	if err != nil {
		return nil, fmt.Errorf("describe result: %w", err)
	}
	r.Data = json.RawMessage(described)
	if r.Files == nil {
		r.Truncated = &runtime.Truncated{Dropped: len(data), What: answer.WhatCharacters, How: "This is a file, not a text, and too large to be shown here."}
	}
	return r, nil
}

// Stamp writes a time for the envelope.
func Stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }
