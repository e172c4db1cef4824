package twilio_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/provider/twilio"
	"rento/internal/sandbox"
	sandboxed "rento/internal/sandbox/twilio"
)

const (
	account = "AC00000000000000000000000000sandbox"
	secret  = "sandbox-twilio-token"
)

// fixture is a Twilio over HTTP.
type fixture struct {
	*testing.T

	url, at string
	clock   *calendar.Frozen
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	var box *sandbox.Sandbox
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) { box.ServeHTTP(out, r) }))
	t.Cleanup(server.Close)
	w := &fixture{T: t, url: server.URL + sandbox.Prefix, clock: calendar.NewFrozen(calendar.MustParse("2026-11-20").At(12, 0))}
	w.at = w.url + "/twilio"
	var err error
	box, err = sandbox.New(sandbox.Options{Clock: w.clock, PublicURL: server.URL, Merchants: []sandbox.Merchant{{Keys: sandboxed.Keys{AccountSID: account, AuthToken: secret}}}})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *fixture) sender(token, from string) *twilio.Sender {
	w.Helper()
	s, err := twilio.New(twilio.Options{
		URL: w.at, AccountSID: account, AuthToken: token, From: from, Templates: map[string]string{"login_code": "1107161234567890123"}, Clock: w.clock,
	})
	if err != nil {
		w.Fatal(err)
	}
	return s
}

type sent struct {
	To, From, Body string
	Service        string `json:"messaging_service_sid"`
}

// taken are the messages that Twilio has, newest first.
func (w *fixture) taken() []sent {
	w.Helper()
	r, err := http.NewRequestWithContext(w.Context(), http.MethodGet, w.at+"/2010-04-01/Accounts/"+account+"/Messages.json", nil)
	if err != nil {
		w.Fatal(err)
	}
	r.SetBasicAuth(account, secret)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		w.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var list struct{ Messages []sent }
	if err := json.NewDecoder(answer.Body).Decode(&list); err != nil {
		w.Fatal(err)
	}
	return list.Messages
}

var message = provider.Message{To: "9000000001", Template: "login_code", Body: "482913 is your code to sign in to Rento."}

// The whole text is sent, by the header or by the service that has it.
func TestTheRegisteredTextIsSent(t *testing.T) {
	w := newFixture(t)
	service := "MG" + strings.Repeat("0", 32)
	for _, from := range []string{"RENTOS", service} {
		if err := w.sender(secret, from).Send(t.Context(), message); err != nil {
			t.Fatalf("from %s: %v", from, err)
		}
	}
	want := []sent{
		{To: "+919000000001", Service: service, Body: message.Body},
		{To: "+919000000001", From: "RENTOS", Body: message.Body},
	}
	if diff := cmp.Diff(want, w.taken()); diff != "" {
		t.Errorf("taken (-want +got):\n%s", diff)
	}
}

// A text that the operators do not know never leaves; what is refused says whether it is
// to be sent again.
func TestWhatIsNotTaken(t *testing.T) {
	w := newFixture(t)
	s := w.sender(secret, "RENTOS")
	if !s.Has("login_code") || s.Has("login_code.hi") {
		t.Error("want the registered texts alone")
	}
	unknown, wrongNumber, long := message, message, message
	unknown.Template, wrongNumber.To, long.Body = "login_code.hi", "12", strings.Repeat("x", 1601)
	for name, c := range map[string]struct {
		sender  *twilio.Sender
		message provider.Message
		want    provider.Outcome
	}{
		"not registered":    {s, unknown, provider.Declined},
		"no number":         {s, wrongNumber, provider.Declined},
		"too long":          {s, long, provider.Declined},
		"from nobody":       {w.sender(secret, ""), message, provider.Declined},
		"wrong credentials": {w.sender("another", "RENTOS"), message, provider.NotAttempted},
	} {
		if err := c.sender.Send(t.Context(), c.message); provider.OutcomeOf(err) != c.want || err == nil {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if got := w.taken(); len(got) != 0 {
		t.Errorf("taken %v, want nothing", got)
	}
}

func TestWhatIsKnownAfterAFailure(t *testing.T) {
	for fault, want := range map[string]provider.Outcome{"500_after": provider.Unknown, "429": provider.NotAttempted, "502_html": provider.Unknown, "empty_200": provider.Unknown} {
		t.Run(fault, func(t *testing.T) {
			w := newFixture(t)
			body := `{"provider":"twilio","faults":[{"call":"messages.create","fault":"` + fault + `"}]}`
			answer, err := http.Post(w.url+"/control", "application/json", strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, answer.Body)
			_ = answer.Body.Close()
			if err := w.sender(secret, "RENTOS").Send(t.Context(), message); provider.OutcomeOf(err) != want || err == nil {
				t.Errorf("%v, want %s", err, want)
			}
		})
	}
}
