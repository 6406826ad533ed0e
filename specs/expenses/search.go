package expenses

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

type expensePage struct {
	Data       []*expense `json:"data"`
	NextCursor string     `json:"next_cursor,omitempty"`
}

// cursor names the last expense of a page. A place, unlike an offset, stays
// right while expenses are created and deleted between two pages.
type cursor struct {
	Date   string `json:"d"`
	ID     string `json:"i"`
	Filter uint32 `json:"f"`
}

func (s *Server) searchExpenses(c *call) *reply {
	f, size, bad := readFilter(c.tenant, c.URL.Query())
	if bad != nil {
		return bad
	}
	var from *expense
	if token := c.URL.Query().Get("cursor"); token != "" {
		place, err := readCursor(token, f)
		if err != nil {
			return badParameter("cursor", "is not a next_cursor of this search")
		}
		from = &expense{ID: &place.ID, Date: place.Date}
	}
	var hits []*expense
	for _, e := range s.expenses {
		if f.admits(e) && (from == nil || newestFirst(from, e) < 0) {
			hits = append(hits, e)
		}
	}
	slices.SortFunc(hits, newestFirst)
	page := expensePage{Data: hits[:min(size, len(hits))]}
	if len(hits) > size {
		last := hits[size-1]
		page.NextCursor = cursor{Date: last.Date, ID: *last.ID, Filter: f.hash()}.String()
	}
	if page.Data == nil {
		page.Data = []*expense{} // [], not null
	}
	return answer(200, page)
}

type filter struct {
	tenant, status, since string
	words                 []string
	deleted               bool
}

func readFilter(tenant string, query url.Values) (f filter, size int, bad *reply) {
	f = filter{tenant: tenant, status: query.Get("status"), since: query.Get("date_gte")}
	f.words = strings.Fields(strings.ToLower(query.Get("q")))
	size = 100
	if query.Has("status") && !slices.Contains(statuses(), f.status) {
		return f, 0, badParameter("status", "must be one of "+strings.Join(statuses(), ", "))
	}
	if query.Has("date_gte") {
		if _, err := time.Parse(day, f.since); err != nil {
			return f, 0, badParameter("date_gte", "must be a day such as 2026-05-01")
		}
	}
	if query.Has("page_size") {
		n, err := strconv.Atoi(query.Get("page_size"))
		if err != nil || n < 1 || n > 500 {
			return f, 0, badParameter("page_size", "must be between 1 and 500")
		}
		size = n
	}
	f.deleted, bad = readBool(query, "include_deleted")
	return f, size, bad
}

// readBool accepts the two words that JSON has and nothing that Go adds.
func readBool(query url.Values, name string) (bool, *reply) {
	switch value := query.Get(name); {
	case !query.Has(name) || value == "false":
		return false, nil
	case value == "true":
		return true, nil
	}
	return false, badParameter(name, "must be true or false")
}

func (f filter) admits(e *expense) bool {
	if e.tenant != f.tenant || e.Date < f.since {
		return false
	}
	if f.status != "" && e.Status != f.status || e.DeletedAt != nil && !f.deleted {
		return false
	}
	text := strings.ToLower(e.Merchant + "\n" + e.Note)
	for _, word := range f.words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

func (f filter) hash() uint32 {
	h := fnv.New32a()
	fmt.Fprintf(h, "%q", []any{f.tenant, f.status, f.since, f.words, strconv.FormatBool(f.deleted)})
	return h.Sum32()
}

func (c cursor) String() string {
	data, err := json.Marshal(c)
	if err != nil {
		panic("expenses: encode cursor: " + err.Error()) // three plain fields
	}
	return base64.RawURLEncoding.EncodeToString(data)
}

func readCursor(token string, f filter) (cursor, error) {
	var c cursor
	data, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return c, fmt.Errorf("decode cursor: %w", err)
	}
	if err := json.Unmarshal(data, &c); err != nil {
		return c, fmt.Errorf("decode cursor: %w", err)
	}
	if c.Filter != f.hash() {
		return c, fmt.Errorf("cursor belongs to another search")
	}
	return c, nil
}
