package credential

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

const (
	execTimeout = 5 * time.Second
	execKeep    = 5 * time.Minute // life of a value that states none
	execSkew    = 10 * time.Second
)

// execSecret is what a program printed.
type execSecret struct {
	secret  Secret
	expires time.Time
	serial  uint64
}

// exec runs a program without a shell and takes its standard output: plain text,
// or a JSON object {"value", "expires_at"} with an RFC 3339 time. Its standard
// error is dropped: programs print secrets there, too.
func (r *Resolver) exec(ctx context.Context, reference string, ref Reference) (Secret, error) {
	if known, ok := r.printed(reference); ok {
		return known.secret, nil
	}
	v, err, _ := r.flights.Do(reference, func() (any, error) {
		if known, ok := r.printed(reference); ok { // another run has just ended
			return known, nil
		}
		// Others may wait for this run, so one caller's end must not be everybody's.
		got, err := r.run(context.WithoutCancel(ctx), ref)
		if err != nil {
			return nil, err
		}
		got.serial = r.serial.Add(1)
		r.mu.Lock()
		r.execs[reference] = got
		r.mu.Unlock()
		return got, nil
	})
	if err != nil {
		return Secret{}, err
	}
	return v.(execSecret).secret, nil
}

// printed gives what a program printed, while it is good.
func (r *Resolver) printed(reference string) (execSecret, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	known, ok := r.execs[reference]
	return known, ok && r.opts.Now().Before(known.expires)
}

func (r *Resolver) run(ctx context.Context, ref Reference) (execSecret, error) {
	ctx, cancel := context.WithTimeout(ctx, execTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, ref.Argv[0], ref.Argv[1:]...)
	cmd.WaitDelay = time.Second
	var out capped
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return execSecret{}, fmt.Errorf("%s: did not end within %s", ref.label(), execTimeout)
		}
		return execSecret{}, fmt.Errorf("%s: %w", ref.label(), err)
	}
	text := strings.TrimSpace(string(out.buf))
	got := execSecret{secret: NewSecret(text), expires: r.opts.Now().Add(execKeep)}
	if !strings.HasPrefix(text, "{") {
		return got, nil
	}
	var answer struct {
		Value     string    `json:"value"`
		ExpiresAt time.Time `json:"expires_at"`
	}
	if json.Unmarshal([]byte(text), &answer) != nil || answer.Value == "" {
		return execSecret{}, fmt.Errorf("%s: printed neither a text nor an object with a value", ref.label())
	}
	got.secret = NewSecret(answer.Value)
	if !answer.ExpiresAt.IsZero() {
		got.expires = answer.ExpiresAt.Add(-execSkew)
	}
	return got, nil
}

// capped keeps the first bytes of what is written to it.
type capped struct{ buf []byte }

// Write implements io.Writer and never fails.
func (c *capped) Write(p []byte) (int, error) {
	c.buf = append(c.buf, p[:min(len(p), maxFile-len(c.buf))]...)
	return len(p), nil
}
