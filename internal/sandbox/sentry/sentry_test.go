package sentry_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rento/internal/calendar"
	"rento/internal/sandbox"
	"rento/internal/sandbox/sentry"
)

// Envelopes are taken as they must be, an event once. After the books were laid aside and
// taken up again they are the same.
func TestWhatIsTaken(t *testing.T) {
	box, err := sandbox.New(sandbox.Options{
		Clock: calendar.NewFrozen(calendar.MustParse("2026-11-20").At(12, 0)), PublicURL: "http://city.example",
		Merchants: []sandbox.Merchant{{Keys: sentry.Keys{Key: "key", Project: "7"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	call := func(method, path, body string) *httptest.ResponseRecorder {
		answer := httptest.NewRecorder()
		box.ServeHTTP(answer, httptest.NewRequest(method, sandbox.Prefix+path, strings.NewReader(body)))
		return answer
	}
	const id = "9ec79c33ec9942ab8353589fcb2e04dc"
	envelope := func(id, inside string) string {
		event := `{"event_id":"` + inside + `"}`
		return fmt.Sprintf("{\"event_id\":%q}\n{\"type\":\"event\",\"length\":%d}\n%s\n", id, len(event), event)
	}
	const good = "/sentry/api/7/envelope/?sentry_version=7&sentry_key=key"
	for _, c := range []struct {
		path, body string
		status     int
	}{
		{good, envelope(id, id), http.StatusOK},
		{good, envelope(id, id), http.StatusOK},
		{"/sentry/api/8/envelope/?sentry_version=7&sentry_key=key", envelope(id, id), http.StatusForbidden},
		{"/sentry/api/7/envelope/?sentry_version=7&sentry_key=other", envelope(id, id), http.StatusForbidden},
		{"/sentry/api/7/envelope/?sentry_key=key", envelope(id, id), http.StatusBadRequest},
		{good, envelope(id, strings.Repeat("0", 32)), http.StatusBadRequest},
		{good, envelope("short", "short"), http.StatusBadRequest},
		{good, "{}", http.StatusBadRequest},
		{good, "{}\n{\"type\":\"session\",\"length\":2}\n{}", http.StatusBadRequest},
		{good, "{}\n{\"type\":\"event\",\"length\":9}\n{}", http.StatusBadRequest},
		{good, envelope(id, id) + "more", http.StatusBadRequest},
		{good, strings.Repeat("x", 2<<20), http.StatusRequestEntityTooLarge},
	} {
		if answer := call(http.MethodPost, c.path, c.body); answer.Code != c.status {
			t.Errorf("%s %.80s: HTTP %d %s, want %d", c.path, c.body, answer.Code, answer.Body, c.status)
		}
	}
	memory, err := box.Memory()
	if err != nil {
		t.Fatal(err)
	}
	books := call(http.MethodGet, "/books", "").Body.String()
	if n := strings.Count(books, id); n != 1 {
		t.Errorf("%d events, want one: %s", n, books)
	}
	call(http.MethodPost, "/control", `{"provider":"sentry","reset":true}`)
	if after := call(http.MethodGet, "/books", "").Body.String(); strings.Contains(after, id) {
		t.Errorf("after a reset: %s, want nothing", after)
	}
	if err := box.Recall(memory); err != nil {
		t.Fatal(err)
	}
	if after := call(http.MethodGet, "/books", "").Body.String(); after != books {
		t.Errorf("recalled: %s, want %s", after, books)
	}
}
