package msg91_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/provider/msg91"
)

var message = provider.Message{
	To: "9000000001", Template: "login_code", Body: "not sent", Variables: map[string]string{"code": "482913", "brand": "Rento"},
}

// sender returns a sender whose MSG91 answers in one way.
func sender(t *testing.T, status int, body string, seen *http.Request, sent *map[string]any) *msg91.Sender {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		*seen = *r
		if err := json.Unmarshal(raw, sent); err != nil {
			t.Error(err)
		}
		w.WriteHeader(status)
		if _, err := io.WriteString(w, body); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(server.Close)
	s, err := msg91.New(msg91.Options{
		URL: server.URL, AuthKey: "key", Flows: map[string]string{"login_code": "flow1"},
		Clock: calendar.NewFrozen(calendar.MustParse("2026-11-20").Start()),
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSendFillsTheRegisteredFlow(t *testing.T) {
	var seen http.Request
	var sent map[string]any
	s := sender(t, 200, `{"type":"success","message":"3763646c3058373530393938"}`, &seen, &sent)
	if err := s.Send(t.Context(), message); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"template_id": "flow1", "recipients": []any{
		map[string]any{"mobiles": "919000000001", "code": "482913", "brand": "Rento"},
	}}
	if diff := cmp.Diff(want, sent); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
	if seen.Method != http.MethodPost || seen.URL.Path != "/api/v5/flow/" || seen.Header.Get("Authkey") != "key" {
		t.Errorf("%s %s with key %q, want %v, /api/v5/flow/ and key", seen.Method, seen.URL.Path, seen.Header.Get("Authkey"), http.MethodPost)
	}
}

func TestWhatIsKnownAfterAFailure(t *testing.T) {
	cases := []struct {
		name   string
		status int
		body   string
		want   provider.Outcome
	}{
		{"refused with 200", 200, `{"type":"error","message":"template id missing"}`, provider.Declined},
		{"refused with 400", 400, `{"type":"error","message":"invalid mobile"}`, provider.Declined},
		{"wrong key", 401, `{"type":"error","message":"authkey"}`, provider.NotAttempted},
		{"too many", 429, `{}`, provider.NotAttempted},
		{"broken", 503, `<html>`, provider.Unknown},
		{"unreadable", 200, `<html>`, provider.Unknown},
		{"other shape", 200, `{"ok":true}`, provider.Unknown},
	}
	for _, c := range cases {
		var seen http.Request
		var sent map[string]any
		err := sender(t, c.status, c.body, &seen, &sent).Send(t.Context(), message)
		if got := provider.OutcomeOf(err); err == nil || got != c.want {
			t.Errorf("%s: %s, want %s (%v)", c.name, got, c.want, err)
		}
	}
}

func TestATextWithoutAFlowIsDeclined(t *testing.T) {
	var seen http.Request
	var sent map[string]any
	s := sender(t, 200, `{"type":"success"}`, &seen, &sent)
	other := message
	other.Template = "greeting"
	if err := s.Send(t.Context(), other); provider.OutcomeOf(err) != provider.Declined || sent != nil {
		t.Errorf("%v, sent %v, want %v", err, sent, provider.Declined)
	}
	if _, err := msg91.New(msg91.Options{URL: "not an address"}); err == nil {
		t.Error("an address that is none was taken")
	}
}
