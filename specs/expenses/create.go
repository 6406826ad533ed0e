package expenses

import (
	"fmt"
	"time"
)

func (s *Server) createExpense(c *call) *reply {
	validateOnly, bad := readBool(c.URL.Query(), "validate_only")
	if bad != nil {
		return bad
	}
	if validateOnly {
		// No key is looked up either: a check must not answer with, or use
		// up, what the real request is going to store.
		e, bad := c.newExpense()
		if bad != nil {
			return bad
		}
		return answer(200, e)
	}
	return s.once(c, func() *reply {
		e, bad := c.newExpense()
		if bad != nil {
			return bad
		}
		id := fmt.Sprintf("exp_%d", 2000+s.next())
		e.ID = &id
		e.changed(c, "created")
		s.expenses = append(s.expenses, e)
		s.executed(c)
		return answer(201, e).with("ETag", e.etag()).with("Location", basePath+"/expenses/"+id)
	})
}

// newExpense reads the body and says what it would create.
func (c *call) newExpense() (*expense, *reply) {
	body, bad := c.object()
	if bad != nil {
		return nil, bad
	}
	e := &expense{
		tenant:     c.tenant,
		Status:     "submitted",
		Merchant:   body.Text("merchant", true, 1, 120),
		Category:   body.OneOf("category", true, categories()),
		Note:       body.Text("note", false, 0, 1000),
		CostCenter: "CC-100",
		Date:       c.now.Format(day),
		Employee:   c.employee,
		Flags:      body.Texts("internal_flags", false, 10, 40),
	}
	if amount, ok := body.Child("amount", true); ok {
		e.Amount.Cents = amount.Integer("cents", true, 1, 100_000_000)
		e.Amount.Currency = amount.OneOf("currency", true, currencies())
		amount.Done()
	}
	if value, ok := body.Take("cost_center", false); ok {
		if e.CostCenter, _ = value.(string); !costCenter(e.CostCenter) {
			body.Fail("cost_center", "must look like CC-100")
		}
	}
	if value, ok := body.Take("date", false); ok {
		e.Date, _ = value.(string)
		switch _, err := time.Parse(day, e.Date); {
		case err != nil:
			body.Fail("date", "must be a day such as 2026-05-01")
		case e.Date > c.now.Format(day):
			body.Fail("date", "must not be in the future")
		}
	}
	return e, reject(body)
}

func costCenter(s string) bool {
	if len(s) != 6 || s[:3] != "CC-" {
		return false
	}
	for _, r := range s[3:] {
		if r < '0' || r > '9' {
			return false
		}
	}
	return true
}
