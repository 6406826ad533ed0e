package store

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"strings"
)

// The prefixes of ids: they tell a model, and us, what a reference refers to.
const (
	PrefixToken     = "ct_"
	PrefixOperation = "op_"
	PrefixCursor    = "cur_"
	PrefixHandle    = "h_"
)

// alphabet is Crockford's base 32 in lower case: no letters that look alike.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

const (
	randomLen = 26 // 130 bits
	sumLen    = 2
)

// NewID gives an id that cannot be guessed: prefix, 26 random characters and two
// that check the others.
func NewID(prefix string) string {
	var raw [randomLen]byte
	rand.Read(raw[:]) // never fails
	var b strings.Builder
	b.Grow(len(prefix) + randomLen + sumLen)
	b.WriteString(prefix)
	for _, x := range raw {
		b.WriteByte(alphabet[x&31])
	}
	b.WriteString(checksum(b.String()))
	return b.String()
}

// SequentialID gives the n-th id of a series: well-formed and always the same, so
// that it can be guessed. It is for evals and tests, where nothing is at stake.
func SequentialID(prefix string, n uint64) string {
	body := []byte(prefix + strings.Repeat(alphabet[:1], randomLen))
	for i := len(body) - 1; n > 0 && i >= len(prefix); i-- {
		body[i] = alphabet[n&31]
		n >>= 5
	}
	return string(body) + checksum(string(body))
}

// checksum covers the prefix too, so that a token never passes for a cursor.
func checksum(s string) string {
	sum := sha256.Sum256([]byte(s))
	return string([]byte{alphabet[sum[0]&31], alphabet[sum[1]&31]})
}

// CheckID tells what is wrong with a reference that a model wrote, as a sentence
// for the model; "" when it is well-formed. What is well-formed may still be
// unknown.
func CheckID(prefix, what, id string) string {
	for _, p := range []string{PrefixToken, PrefixOperation, PrefixCursor, PrefixHandle} {
		if p != prefix && strings.HasPrefix(id, p) && wellFormed(p, id) {
			return fmt.Sprintf("This is no %s but another kind of reference (it starts with %s). A %s starts with %s.", what, p, what, prefix)
		}
	}
	if wellFormed(prefix, id) {
		return ""
	}
	return fmt.Sprintf("The %s was not copied correctly: it has a wrong or missing character. Copy all %d characters exactly as they were given.", what, len(prefix)+randomLen+sumLen)
}

func wellFormed(prefix, id string) bool {
	if len(id) != len(prefix)+randomLen+sumLen || !strings.HasPrefix(id, prefix) {
		return false
	}
	body := id[:len(id)-sumLen]
	return checksum(body) == id[len(id)-sumLen:]
}
