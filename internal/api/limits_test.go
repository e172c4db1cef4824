package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rento/internal/testkit"
)

// Asking for numbers that are nobody's is refused from the sixth on, and what
// is refused leaves the requests of the hour to who needs them.
func TestRefusedTransfersLeaveTheRequests(t *testing.T) {
	n := newLiveNode(t, testkit.Open(t), 0)
	token := n.customer(t, 1)
	post := func(path, body string) int {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", token)
		out := httptest.NewRecorder()
		n.Handler().ServeHTTP(out, r)
		return out.Code
	}
	for i := range 22 {
		got := post("/api/ServiceRequests/createNewTicket", fmt.Sprintf(`{"data":{"requestType":690,"orderItemIds":[1],"mobileNumber":"98000000%02d"}}`, i))
		if refused := got == http.StatusTooManyRequests; refused != (i >= 5) || got == http.StatusUnauthorized {
			t.Fatalf("number %d: HTTP %d, want a 429 from the sixth on", i+1, got)
		}
	}
	for i := range 15 {
		if got := post("/api/Dashboards/createNewTickets", `{"data":[]}`); got == http.StatusTooManyRequests {
			t.Fatalf("request %d: HTTP %d, want that the refused transfers took nothing of the requests", i+1, got)
		}
	}
}
