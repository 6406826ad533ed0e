package expenses

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"net/http"
	"time"
)

const keyLifetime = 24 * time.Hour

// storedAnswer is what the first request with a key was answered.
type storedAnswer struct {
	body    [sha256.Size]byte // of the request
	answer  reply             // encoded, so later changes do not show in it
	expires time.Time
}

// once runs an operation, or answers what it answered the first time it saw
// the request's Idempotency-Key. Keys belong to one tenant and one operation.
// Only success is kept: a refused request changed nothing and may be mended
// under the same key. The caller holds the lock, so two requests with one key
// never run side by side.
func (s *Server) once(c *call, run func() *reply) *reply {
	keys := c.Header.Values("Idempotency-Key")
	if len(keys) == 0 {
		return run()
	}
	if len(keys) > 1 || keys[0] == "" || len(keys[0]) > 255 {
		return badParameter("Idempotency-Key", "must be one text of 1 to 255 characters")
	}
	for name, old := range s.keys {
		if !c.now.Before(old.expires) {
			delete(s.keys, name)
		}
	}
	name := c.op.id + "\x00" + c.tenant + "\x00" + keys[0]
	digest := bodyDigest(c.body)
	if first, ok := s.keys[name]; ok {
		if first.body != digest {
			return problem(http.StatusUnprocessableEntity, "idempotency_key_reused",
				"This Idempotency-Key was used with another body.",
				fieldError{Parameter: "Idempotency-Key", Detail: "was used with another body"})
		}
		again := first.answer
		again.header = again.header.Clone()
		return again.with("Idempotency-Replayed", "true")
	}
	r := run()
	if r.status < 300 {
		r.encode()
		kept := *r
		kept.header = r.header.Clone()
		s.keys[name] = storedAnswer{body: digest, answer: kept, expires: c.now.Add(keyLifetime)}
	}
	return r
}

// bodyDigest is blind to spacing and to the order of members, so that a client
// which writes the same JSON anew is understood to repeat itself.
func bodyDigest(body []byte) [sha256.Size]byte {
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		return sha256.Sum256(body)
	}
	canonical, err := json.Marshal(value)
	if err != nil {
		return sha256.Sum256(body)
	}
	return sha256.Sum256(canonical)
}
