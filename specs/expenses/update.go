package expenses

import (
	"net/http"
	"slices"
	"strings"
)

func (s *Server) updateExpense(c *call) *reply {
	e, refused := s.expense(c)
	if refused != nil {
		return refused
	}
	if refused := c.precondition(e); refused != nil {
		return refused
	}
	if !slices.Contains([]string{"draft", "submitted", "rejected"}, e.Status) {
		return conflict("expense_closed", "An expense that is "+e.Status+" cannot change.")
	}
	body, bad := c.object("application/merge-patch+json")
	if bad != nil {
		return bad
	}
	if body.Empty() {
		return problem(http.StatusUnprocessableEntity, "invalid_body", "The body changes nothing.",
			fieldError{Detail: "must have at least one of merchant, category, note"})
	}
	next := *e
	if body.Has("merchant") {
		next.Merchant = body.Text("merchant", false, 1, 120)
	}
	if body.Has("category") {
		next.Category = body.OneOf("category", false, categories())
	}
	if body.Has("note") {
		next.Note = ""
		if !body.Null("note") { // RFC 7396: null removes
			next.Note = body.Text("note", false, 0, 1000)
		}
	}
	if bad := reject(body); bad != nil {
		return bad
	}
	*e = next
	e.changed(c, "updated")
	s.executed(c)
	return answer(200, e).with("ETag", e.etag())
}

func (s *Server) deleteExpense(c *call) *reply {
	e, refused := s.expense(c)
	if refused != nil {
		return refused
	}
	if refused := c.precondition(e); refused != nil {
		return refused
	}
	if slices.Contains([]string{"approved", "paid", "archived"}, e.Status) {
		return conflict("expense_closed", "An expense that is "+e.Status+" cannot be deleted.")
	}
	now := c.now
	e.DeletedAt = &now
	e.changed(c, "deleted")
	s.executed(c)
	return answer(http.StatusNoContent, nil)
}

// precondition compares If-Match, when it was sent. RFC 9110 §13.1.1: any tag
// of the list will do, and so will * for what exists.
func (c *call) precondition(e *expense) *reply {
	sent := c.Header.Values("If-Match")
	if len(sent) == 0 {
		return nil
	}
	for tag := range strings.SplitSeq(strings.Join(sent, ","), ",") {
		if tag = strings.TrimSpace(tag); tag == "*" || tag == e.etag() {
			return nil
		}
	}
	return problem(http.StatusPreconditionFailed, "version_mismatch",
		"The expense changed since it was read; its version is now "+e.etag()+".")
}
