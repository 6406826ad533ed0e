package expenses_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/oatools/oatools/specs/expenses"
	"github.com/oatools/oatools/specs/expenses/loopback"
)

func TestServerAtItsOrigin(t *testing.T) {
	client := &http.Client{Transport: loopback.Transport(expenses.NewServer(expenses.Options{}))}
	req, err := http.NewRequestWithContext(t.Context(), "POST", expenses.BaseURL+"/expenses?validate_only=true", strings.NewReader(lunch))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = http.Header{"Authorization": {"Bearer ada"}, "X-Tenant": {"acme"}, "Content-Type": {"application/json"}}
	resp, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if resp.Status != "200 OK" || resp.Request != req || resp.ContentLength != int64(len(data)) {
		t.Errorf("response = %s, length %d of %d: %s", resp.Status, resp.ContentLength, len(data), data)
	}
}
