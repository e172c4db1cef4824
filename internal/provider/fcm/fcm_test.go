package fcm_test

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/provider/fcm"
	"rento/internal/sandbox"
	sandboxed "rento/internal/sandbox/fcm"
)

// fixture is a service over HTTP with a phone, and our sender.
type fixture struct {
	*testing.T

	url   string
	clock *calendar.Frozen
	box   *sandbox.Sandbox
}

var account = fcm.Account{ProjectID: "rento-sandbox", ClientEmail: "messages@rento-sandbox.example", PrivateKey: sandboxed.PrivateKey()}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	w := &fixture{T: t, clock: calendar.NewFrozen(calendar.MustParse("2026-11-20").At(12, 0))}
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) { w.box.ServeHTTP(out, r) }))
	t.Cleanup(server.Close)
	w.url = server.URL + sandbox.Prefix + "/fcm"
	var err error
	w.box, err = sandbox.New(sandbox.Options{
		Clock: w.clock, PublicURL: server.URL, Merchants: []sandbox.Merchant{{Keys: sandboxed.Keys{ProjectID: account.ProjectID, ClientEmail: account.ClientEmail}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *fixture) sender(a fcm.Account) *fcm.Sender {
	w.Helper()
	s, err := fcm.New(fcm.Options{URL: w.url, TokenURL: w.url + "/token", Account: a, Clock: w.clock})
	if err != nil {
		w.Fatal(err)
	}
	return s
}

// call calls the sandbox and reads its answer.
func (w *fixture) call(method, path string, into any) int {
	w.Helper()
	r, err := http.NewRequestWithContext(w.Context(), method, w.url+path, strings.NewReader("{}"))
	if err != nil {
		w.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		w.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if into != nil {
		if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
			w.Fatal(err)
		}
	}
	return answer.StatusCode
}

func (w *fixture) install() string {
	w.Helper()
	var app struct{ Token string }
	w.call(http.MethodPost, "/apps", &app)
	return app.Token
}

// plan has the next call go wrong.
func (w *fixture) plan(call, fault string) {
	w.Helper()
	body := `{"provider":"fcm","faults":[{"call":"` + call + `","fault":"` + fault + `"}]}`
	answer, err := http.Post(strings.TrimSuffix(w.url, "/fcm")+"/control", "application/json", strings.NewReader(body))
	if err != nil {
		w.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		w.Fatalf("control: HTTP %d, want %d", answer.StatusCode, http.StatusOK)
	}
}

func messageTo(token string) provider.Message {
	return provider.Message{ID: "42", To: token, Subject: "किराया", Body: "₹2,048 के लिए"}
}

// A message arrives in its words, and names itself, so that one that comes twice is shown
// once; a token is asked for once an hour.
func TestAMessageArrives(t *testing.T) {
	w := newFixture(t)
	token, sender := w.install(), w.sender(account)
	for range 2 {
		if err := sender.Send(t.Context(), messageTo(token)); err != nil {
			t.Fatal(err)
		}
	}
	w.clock.Advance(time.Hour)
	if err := sender.Send(t.Context(), messageTo(token)); err != nil {
		t.Fatalf("after an hour: %v", err)
	}
	var got []map[string]any
	w.call(http.MethodGet, "/apps/"+token+"/messages", &got)
	want := map[string]any{
		"token": token, "notification": map[string]any{"title": "किराया", "body": "₹2,048 के लिए"},
		"android": map[string]any{"notification": map[string]any{"tag": "42"}}, "apns": map[string]any{"headers": map[string]any{"apns-collapse-id": "42"}},
	}
	if diff := cmp.Diff([]map[string]any{want, want, want}, got); diff != "" {
		t.Errorf("what the app has got (-want +got):\n%s", diff)
	}
}

// An app that is gone is to be forgotten; what is ours to mend waits; what is broken may
// have arrived.
func TestWhatIsNotTaken(t *testing.T) {
	w := newFixture(t)
	token := w.install()
	other := account
	other.ProjectID = "another"
	stranger := account
	stranger.PrivateKey = newKey(t)
	sender := w.sender(account)
	long := messageTo(token)
	long.Body = strings.Repeat("x", 4096)
	for name, c := range map[string]struct {
		send func() error
		want provider.Outcome
		gone bool
	}{
		"an app that was never there": {func() error { return sender.Send(t.Context(), messageTo("nobody")) }, provider.Declined, true},
		"too long":                    {func() error { return sender.Send(t.Context(), long) }, provider.Declined, false},
		"of another project":          {func() error { return w.sender(other).Send(t.Context(), messageTo(token)) }, provider.Declined, false},
		"with another key":            {func() error { return w.sender(stranger).Send(t.Context(), messageTo(token)) }, provider.NotAttempted, false},
	} {
		if err := c.send(); provider.OutcomeOf(err) != c.want || provider.IsGone(err) != c.gone || err == nil {
			t.Errorf("%s: %v; want %s, gone %t", name, err, c.want, c.gone)
		}
	}
	w.call(http.MethodDelete, "/apps/"+token, nil)
	if err := sender.Send(t.Context(), messageTo(token)); !provider.IsGone(err) {
		t.Errorf("an app that was removed: %v, want gone", err)
	}
}

func TestWhatIsKnownAfterAFailure(t *testing.T) {
	for _, c := range []struct {
		call, fault string
		want        provider.Outcome
	}{
		{"message.send", "500", provider.Unknown},
		{"message.send", "429", provider.NotAttempted},
		{"message.send", "502_html", provider.Unknown},
		{"message.send", "empty_200", provider.Unknown},
		{"token.create", "500", provider.NotAttempted},
		{"token.create", "429", provider.NotAttempted},
	} {
		t.Run(c.call+" "+c.fault, func(t *testing.T) {
			w := newFixture(t)
			token, sender := w.install(), w.sender(account)
			w.plan(c.call, c.fault)
			if err := sender.Send(t.Context(), messageTo(token)); provider.OutcomeOf(err) != c.want || err == nil {
				t.Errorf("%v, want %s", err, c.want)
			}
			if err := sender.Send(t.Context(), messageTo(token)); err != nil {
				t.Errorf("once it is over: %v", err)
			}
		})
	}
}

// A token that the service does not know any more is replaced with the next message.
func TestATokenThatWasRefused(t *testing.T) {
	w := newFixture(t)
	sender := w.sender(account)
	if err := sender.Send(t.Context(), messageTo(w.install())); err != nil {
		t.Fatal(err)
	}
	body := `{"provider":"fcm","reset":true}`
	answer, err := http.Post(strings.TrimSuffix(w.url, "/fcm")+"/control", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	token := w.install()
	if err := sender.Send(t.Context(), messageTo(token)); provider.OutcomeOf(err) != provider.NotAttempted {
		t.Errorf("with the former token: %v, want not attempted", err)
	}
	if err := sender.Send(t.Context(), messageTo(token)); err != nil {
		t.Errorf("with the next: %v", err)
	}
}

// The key is taken as the account's file has it; what is none is refused at the start.
func TestKeys(t *testing.T) {
	escaped := account
	escaped.PrivateKey = strings.ReplaceAll(account.PrivateKey, "\n", `\n`)
	w := newFixture(t)
	if err := w.sender(escaped).Send(t.Context(), messageTo(w.install())); err != nil {
		t.Errorf("with line breaks as in the file: %v", err)
	}
	for _, key := range []string{"", "key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"} {
		if _, err := fcm.New(fcm.Options{URL: w.url, TokenURL: w.url, Account: fcm.Account{PrivateKey: key}, Clock: w.clock}); err == nil {
			t.Errorf("the key %q was taken, want it refused", key)
		}
	}
}

func TestTokensOfApps(t *testing.T) {
	s := newFixture(t).sender(account)
	if !s.Takes("fGx3kQ7mRz2:APA91bH5v8") || s.Takes("https://fcm.googleapis.com/fcm/send/x#p256dh=P&auth=A") {
		t.Error("want tokens of apps alone")
	}
}

func newKey(t *testing.T) string {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: raw}))
}
