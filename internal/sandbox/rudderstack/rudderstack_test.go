package rudderstack_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rento/internal/calendar"
	"rento/internal/sandbox"
	"rento/internal/sandbox/rudderstack"
)

// Messages are taken alone as in batches, and as they must be; a batch is taken whole or
// not at all. After the books were laid aside and taken up again they are the same.
func TestWhatIsTaken(t *testing.T) {
	keys := rudderstack.Keys{WriteKey: "key", Token: "token"}
	box, err := sandbox.New(sandbox.Options{Clock: calendar.NewFrozen(calendar.MustParse("2026-11-20").At(12, 0)), PublicURL: "http://city.example", Merchants: []sandbox.Merchant{{Keys: keys}}})
	if err != nil {
		t.Fatal(err)
	}
	call := func(method, path, user, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, sandbox.Prefix+path, strings.NewReader(body))
		r.SetBasicAuth(user, "")
		answer := httptest.NewRecorder()
		box.ServeHTTP(answer, r)
		return answer
	}
	track := `{"type":"track","userId":"a","event":"e","messageId":"1"}`
	for _, c := range []struct {
		path, user, body string
		status           int
		text             string
	}{
		{"track", "key", `{"userId":"a","event":"e","messageId":"0"}`, http.StatusOK, "OK"},
		{"identify", "key", `{"userId":"a","messageId":"i"}`, http.StatusOK, "OK"},
		{"batch", "key", `{"batch":[` + track + `,` + track + `]}`, http.StatusOK, "OK"},
		{"batch", "other", `{"batch":[` + track + `]}`, http.StatusUnauthorized, "Invalid Write Key"},
		{"batch", "key", `{"batch":[]}`, http.StatusBadRequest, "Invalid JSON"},
		{"batch", "key", `{`, http.StatusBadRequest, "Invalid JSON"},
		{"batch", "key", `{"batch":[{"type":"track","userId":"a","event":"e","messageId":"2"},{"type":"track","userId":"a"}]}`, http.StatusBadRequest, "does not contain event"},
		{"batch", "key", `{"batch":[{"type":"track","event":"e"}]}`, http.StatusBadRequest, "anonymousId or userId"},
		{"batch", "key", `{"batch":[{"type":"tracked","userId":"a"}]}`, http.StatusBadRequest, "event type"},
		{"batch", "key", `{"batch":[{"type":"page","userId":"` + strings.Repeat("a", 32<<10) + `"}]}`, http.StatusBadRequest, "Invalid JSON"},
		{"batch", "key", `{"batch":["` + strings.Repeat("a", 4<<20) + `"]}`, http.StatusRequestEntityTooLarge, "exceeds"},
	} {
		if answer := call(http.MethodPost, "/rudderstack/v1/"+c.path, c.user, c.body); answer.Code != c.status || !strings.Contains(answer.Body.String(), c.text) {
			t.Errorf("%s %.80s: HTTP %d %s, want %d %s", c.path, c.body, answer.Code, answer.Body, c.status, c.text)
		}
	}
	memory, err := box.Memory()
	if err != nil {
		t.Fatal(err)
	}
	books := call(http.MethodGet, "/books", "", "").Body.String()
	if n := strings.Count(books, `"messageId"`); n != 3 || strings.Contains(books, `"messageId":"2"`) {
		t.Errorf("%d messages, want 0, i and 1: %s", n, books)
	}
	call(http.MethodPost, "/control", "", `{"provider":"rudderstack","reset":true}`)
	if after := call(http.MethodGet, "/books", "", "").Body.String(); strings.Contains(after, "messageId") {
		t.Errorf("after a reset: %s, want nothing", after)
	}
	if err := box.Recall(memory); err != nil {
		t.Fatal(err)
	}
	if after := call(http.MethodGet, "/books", "", "").Body.String(); after != books {
		t.Errorf("recalled: %s, want %s", after, books)
	}
}
