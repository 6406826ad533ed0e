package expenses

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
)

func (s *Server) downloadReport(c *call) *reply {
	r, missing := s.report(c)
	if missing != nil {
		return missing
	}
	s.advanceReport(r, c.now)
	if r.State != "done" {
		return conflict("report_not_done", "The report is "+r.State+"; there is a file once it is done.")
	}
	media, data := "text/csv; charset=utf-8", csvFile(s.ofMonth(r.tenant, r.Month))
	if r.Format == "pdf" {
		media, data = "application/pdf", pdfFile("Expenses of "+r.Month, s.ofMonth(r.tenant, r.Month))
	}
	out := answer(200, nil).
		with("Content-Type", media).
		with("Content-Disposition", fmt.Sprintf(`attachment; filename="expenses-%s.%s"`, r.Month, r.Format))
	out.stream = func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
	return out
}

func csvFile(list []*expense) []byte {
	var buf bytes.Buffer
	w := csv.NewWriter(&buf)
	rows := [][]string{{"id", "date", "merchant", "category", "cents", "currency", "status", "employee"}}
	for _, e := range list {
		rows = append(rows, []string{
			*e.ID, e.Date, e.Merchant, e.Category,
			strconv.FormatInt(e.Amount.Cents, 10), e.Amount.Currency, e.Status, e.Employee.DisplayName,
		})
	}
	if err := w.WriteAll(rows); err != nil {
		panic("expenses: write CSV: " + err.Error()) // a buffer takes everything
	}
	return buf.Bytes()
}

// pdfFile writes the smallest document that readers open: one page, one font,
// one line for each expense.
func pdfFile(title string, list []*expense) []byte {
	var text strings.Builder
	fmt.Fprintf(&text, "BT /F1 12 Tf 50 790 Td 16 TL (%s) Tj T*", title)
	for _, e := range list {
		fmt.Fprintf(&text, " (%s  %s  %d %s) Tj T*", e.Date, *e.ID, e.Amount.Cents, e.Amount.Currency)
	}
	text.WriteString(" ET")

	var out bytes.Buffer
	var offsets []int
	out.WriteString("%PDF-1.4\n")
	for i, body := range []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", text.Len(), text.String()),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	} {
		offsets = append(offsets, out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, body)
	}
	table := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, at := range offsets {
		fmt.Fprintf(&out, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, table)
	return out.Bytes()
}
