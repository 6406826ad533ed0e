package credential

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"
)

// Options say where a Resolver looks.
type Options struct {
	// Env looks up environment variables; nil means os.LookupEnv.
	Env func(string) (string, bool)
	// Dir is the folder that relative file: references start from; empty means
	// the working folder.
	Dir string
	// Fixed, if set, is the value of every reference, and nothing is read: for a
	// demo, a mock and tests.
	Fixed string
	// Now is the clock; nil means time.Now.
	Now func() time.Time
}

// Resolver reads secrets from where references point. It caches what costs
// something to read and is safe for concurrent use.
type Resolver struct {
	opts    Options
	scrub   *Scrubber
	flights singleflight.Group
	serial  atomic.Uint64 // counts what was issued and what programs printed

	mu    sync.Mutex
	files map[string]fileSecret
	execs map[string]execSecret
}

// NewResolver makes a resolver. Nothing is read before a secret is needed.
func NewResolver(opts Options) *Resolver {
	if opts.Env == nil {
		opts.Env = os.LookupEnv
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	return &Resolver{opts: opts, scrub: &Scrubber{}, files: map[string]fileSecret{}, execs: map[string]execSecret{}}
}

// Scrubber gives the scrubber that knows every value this resolver has read.
func (r *Resolver) Scrubber() *Scrubber { return r.scrub }

// Resolve reads the secret that a reference names. Errors say what is missing
// and never hold a value.
func (r *Resolver) Resolve(ctx context.Context, reference string) (Secret, error) {
	ref, err := ParseReference(reference)
	if err != nil {
		return Secret{}, err
	}
	s, err := r.read(ctx, reference, ref)
	if err != nil {
		return Secret{}, err
	}
	if s.IsZero() {
		return Secret{}, fmt.Errorf("%s: is empty", ref.label())
	}
	if strings.ContainsAny(s.Reveal(), "\r\n\x00") {
		return Secret{}, fmt.Errorf("%s: holds a line break", ref.label())
	}
	r.scrub.Add(s)
	return s, nil
}

// Text is Resolve for keys that span lines, such as PEM.
func (r *Resolver) Text(ctx context.Context, reference string) (Secret, error) {
	ref, err := ParseReference(reference)
	if err != nil {
		return Secret{}, err
	}
	s, err := r.read(ctx, reference, ref)
	if err == nil && s.IsZero() {
		err = fmt.Errorf("%s: is empty", ref.label())
	}
	r.scrub.Add(s)
	return s, err
}

func (r *Resolver) read(ctx context.Context, reference string, ref Reference) (Secret, error) {
	if r.opts.Fixed != "" {
		return NewSecret(r.opts.Fixed), nil
	}
	switch ref.Kind {
	case KindEnv:
		v, ok := r.opts.Env(ref.Name)
		if !ok {
			return Secret{}, fmt.Errorf("%s: is not set", ref.label())
		}
		return NewSecret(strings.TrimRight(v, "\r\n")), nil
	case KindFile:
		return r.file(ref)
	}
	return r.exec(ctx, reference, ref)
}

// Present reports whether a reference can be read, as far as that is known
// without running anything.
func (r *Resolver) Present(reference string) bool {
	ref, err := ParseReference(reference)
	if err != nil {
		return false
	}
	if ref.Kind == KindExec || r.opts.Fixed != "" {
		return true
	}
	s, err := r.read(context.Background(), reference, ref)
	return err == nil && !s.IsZero()
}

// Forget drops what was read, so that the next Resolve reads again, unless a
// program printed it after mark. It reports whether another value can be had at
// all.
func (r *Resolver) Forget(reference string, mark uint64) bool {
	ref, err := ParseReference(reference)
	if err != nil || ref.Kind == KindEnv || r.opts.Fixed != "" {
		return false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.files, r.path(ref.Name))
	if r.execs[reference].serial <= mark {
		delete(r.execs, reference)
	}
	return true
}

func (r *Resolver) path(name string) string {
	if filepath.IsAbs(name) || r.opts.Dir == "" {
		return name
	}
	return filepath.Join(r.opts.Dir, name)
}

// label names a reference in an error: enough to find it, nothing of its value.
func (ref Reference) label() string {
	if ref.Kind == KindExec {
		return "exec:" + filepath.Base(ref.Argv[0])
	}
	return string(ref.Kind) + ":" + ref.Name
}
