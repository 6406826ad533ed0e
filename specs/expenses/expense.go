package expenses

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

const day = "2006-01-02"

type money struct {
	Cents    int64  `json:"cents"`
	Currency string `json:"currency"`
}

type employee struct {
	ID          string `json:"id"`
	DisplayName string `json:"display_name"`
	Email       string `json:"email"`
	IBAN        string `json:"iban"`
}

type auditEntry struct {
	At     time.Time `json:"at"`
	Actor  string    `json:"actor"`
	Action string    `json:"action"`
}

// expense is one expense as stored and as answered. ID is a pointer because a
// preview answers null.
type expense struct {
	tenant string

	ID         *string      `json:"id"`
	Status     string       `json:"status"`
	Merchant   string       `json:"merchant"`
	Amount     money        `json:"amount"`
	Category   string       `json:"category"`
	Note       string       `json:"note,omitempty"`
	CostCenter string       `json:"cost_center"`
	Date       string       `json:"date"`
	Employee   employee     `json:"employee"`
	Flags      []string     `json:"internal_flags,omitempty"`
	Audit      []auditEntry `json:"audit,omitempty"`
	Version    int          `json:"version,omitempty"`
	DeletedAt  *time.Time   `json:"deleted_at,omitempty"`
}

func statuses() []string {
	return []string{"draft", "submitted", "approved", "rejected", "paid", "archived"}
}

func categories() []string {
	return []string{"travel", "meals", "lodging", "equipment", "legacy_other"}
}

func currencies() []string { return []string{"EUR", "USD", "GBP", "CHF"} }

// newestFirst orders by the day on the receipt, then by id, so that the order
// is total and a cursor can name a place in it.
func newestFirst(a, b *expense) int {
	if c := strings.Compare(b.Date, a.Date); c != 0 {
		return c
	}
	return strings.Compare(*b.ID, *a.ID)
}

func (e *expense) etag() string { return fmt.Sprintf(`"v%d"`, e.Version) }

func (e *expense) changed(c *call, action string) {
	e.Version++
	e.Audit = append(e.Audit, auditEntry{At: c.now, Actor: c.employee.ID, Action: action})
}

// expense finds the expense that the path names. One of another tenant and one
// that was deleted answer as if they had never been.
func (s *Server) expense(c *call) (*expense, *reply) {
	id := c.PathValue("id")
	i := slices.IndexFunc(s.expenses, func(e *expense) bool {
		return *e.ID == id && e.tenant == c.tenant && e.DeletedAt == nil
	})
	if i < 0 {
		return nil, notFound("expense")
	}
	return s.expenses[i], nil
}

func (s *Server) getExpense(c *call) *reply {
	e, missing := s.expense(c)
	if missing != nil {
		return missing
	}
	return answer(200, e).with("ETag", e.etag())
}
