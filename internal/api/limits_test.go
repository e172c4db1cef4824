package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"rento/internal/calendar"
	"rento/internal/testkit"
)

// Transfers to numbers of nobody are refused from the sixth on. The refused ones leave the hourly
// limit of requests untouched.
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

// A refused client is told when to try again, with the same time in the header and the body. A
// moment earlier is too early, and then the call succeeds, whether the limit is kept in the node's
// memory or in the database.
func TestRetryAfterOfALimitHolds(t *testing.T) {
	for name, c := range map[string]struct{ path, body string }{
		"in memory":       {"/api/RMUsers/accessTokenLogin", `{"accessToken":"nobodys"}`},
		"in the database": {"/api/RMUsers/requestLoginCode", `{"mobileNumber":"9800000001"}`},
	} {
		t.Run(name, func(t *testing.T) {
			clock := calendar.NewFrozen(calendar.MustParse("2026-11-24").At(10, 0))
			n := limitedNode(t, clock)
			asked := 0
			ask := func() *httptest.ResponseRecorder {
				r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, c.path, strings.NewReader(c.body))
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set("X-Forwarded-For", "192.0.2.1")
				if name == "in the database" { // the limit per address is in memory
					r.Header.Set("X-Forwarded-For", fmt.Sprintf("192.0.2.%d", asked))
				}
				asked++
				out := httptest.NewRecorder()
				n.Handler().ServeHTTP(out, r)
				return out
			}
			answer := ask()
			for answer.Code != http.StatusTooManyRequests && asked < 20 {
				answer = ask()
			}
			var body struct {
				Error struct {
					Extra struct {
						RetryAfter int `json:"retryAfter"`
					} `json:"extra"`
				} `json:"error"`
			}
			if err := json.Unmarshal(answer.Body.Bytes(), &body); err != nil {
				t.Fatal(err)
			}
			seconds := body.Error.Extra.RetryAfter
			if got := answer.Header().Get("Retry-After"); answer.Code != http.StatusTooManyRequests || seconds < 2 || got != strconv.Itoa(seconds) {
				t.Fatalf("call %d: HTTP %d, Retry-After %q, retryAfter %d; want 429 and the same seconds twice", asked, answer.Code, got, seconds)
			}
			clock.Advance(time.Duration(seconds-1) * time.Second)
			if early := ask(); early.Code != http.StatusTooManyRequests || early.Header().Get("Retry-After") != "1" {
				t.Errorf("a second early: HTTP %d, Retry-After %q; want 429 and 1", early.Code, early.Header().Get("Retry-After"))
			}
			clock.Advance(time.Second)
			if then := ask(); then.Code == http.StatusTooManyRequests {
				t.Errorf("after %d s: HTTP 429, want another answer", seconds)
			}
		})
	}
}
