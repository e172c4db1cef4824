package webpush_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/provider/webpush"
	sandbox "rento/internal/sandbox/webpush"
)

// fixture is a push service with its browsers, and our sender.
type fixture struct {
	*testing.T

	server *httptest.Server
	keys   webpush.Keys
	sender *webpush.Sender
}

// service is where the sandbox has its push service.
const service = "/push"

func newFixture(t *testing.T) *fixture {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	sandbox.New(server.URL).Routes(mux, service)
	w := &fixture{T: t, server: server, keys: keys(t, "a secret")}
	w.sender = w.senderWith(w.keys)
	return w
}

func keys(t *testing.T, secret string) webpush.Keys {
	t.Helper()
	k, err := webpush.KeysOf([]byte(secret))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func (w *fixture) senderWith(k webpush.Keys) *webpush.Sender {
	w.Helper()
	s, err := webpush.New(webpush.Options{
		Keys: k, Contact: "help@rento.example", Clock: calendar.System{}, Hosts: append([]string{strings.TrimPrefix(w.server.URL, "http://") + service}, webpush.Services...),
	})
	if err != nil {
		w.Fatal(err)
	}
	return s
}

// subscribe has a browser subscribe, and returns its token.
func (w *fixture) subscribe() string {
	w.Helper()
	body, _ := json.Marshal(map[string]string{"applicationServerKey": w.keys.Public})
	answer, err := http.Post(w.server.URL+"/push/subscriptions", "application/json", bytes.NewReader(body))
	if err != nil {
		w.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var s struct {
		Endpoint string
		Keys     struct{ P256dh, Auth string }
	}
	if err := json.NewDecoder(answer.Body).Decode(&s); err != nil || answer.StatusCode != http.StatusCreated {
		w.Fatalf("subscribe: status %d, %v; want 201", answer.StatusCode, err)
	}
	return fmt.Sprintf("%s#p256dh=%s&auth=%s", s.Endpoint, s.Keys.P256dh, s.Keys.Auth)
}

// read is what the browser of a token has read.
func (w *fixture) read(token string) []map[string]string {
	w.Helper()
	endpoint, _, _ := strings.Cut(token, "#")
	answer, err := http.Get(endpoint + "/messages")
	if err != nil {
		w.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var list []map[string]string
	if err := json.NewDecoder(answer.Body).Decode(&list); err != nil {
		w.Fatal(err)
	}
	return list
}

// What is sent is read by the browser for which it was meant alone, in any script.
func TestAMessageIsReadByTheBrowser(t *testing.T) {
	w := newFixture(t)
	token, other := w.subscribe(), w.subscribe()
	err := w.sender.Send(t.Context(), provider.Message{ID: "42", To: token, Subject: "किराया 5 दिसंबर को", Body: "₹2,048 के लिए"})
	if err != nil {
		t.Fatal(err)
	}
	want := []map[string]string{{"title": "किराया 5 दिसंबर को", "text": "₹2,048 के लिए", "tag": "42"}}
	if diff := cmp.Diff(want, w.read(token)); diff != "" {
		t.Errorf("what the browser read (-want +got):\n%s", diff)
	}
	if got := w.read(other); len(got) != 0 {
		t.Errorf("another browser read %v, want nothing", got)
	}
}

// What cannot be sent says why: a browser that is gone is to be forgotten, a key that is
// not the browser's is ours to mend, and what is too long is never taken.
func TestWhatIsNotTaken(t *testing.T) {
	w := newFixture(t)
	token := w.subscribe()
	message := provider.Message{ID: "1", To: token, Subject: "Rent", Body: "Due"}
	err := w.senderWith(keys(t, "another secret")).Send(t.Context(), message)
	if provider.OutcomeOf(err) != provider.NotAttempted || provider.IsGone(err) {
		t.Errorf("with another key: %v, want not attempted", err)
	}
	long := message
	long.Body = strings.Repeat("x", 4096)
	if err := w.sender.Send(t.Context(), long); provider.OutcomeOf(err) != provider.Declined || provider.IsGone(err) {
		t.Errorf("too long: %v, want declined", err)
	}
	endpoint, _, _ := strings.Cut(token, "#")
	leave, _ := http.NewRequestWithContext(t.Context(), http.MethodDelete, endpoint, nil)
	answer, err := http.DefaultClient.Do(leave)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if err := w.sender.Send(t.Context(), message); !provider.IsGone(err) {
		t.Errorf("to who has unsubscribed: %v, want gone", err)
	}
	message.To = strings.Replace(token, "/push/", "/push/x", 1)
	if err := w.sender.Send(t.Context(), message); !provider.IsGone(err) {
		t.Errorf("to nobody: %v, want gone", err)
	}
	if got := w.read(token); len(got) != 0 {
		t.Errorf("read %v, want nothing", got)
	}
}

// Nobody is called but the push services: a customer says where a browser takes messages,
// and could name any machine.
func TestOnlyPushServicesAreCalled(t *testing.T) {
	w := newFixture(t)
	called := 0
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called++ }))
	defer inside.Close()
	_, keys, _ := strings.Cut(w.subscribe(), "#")
	for _, endpoint := range []string{
		inside.URL + "/push/x", "https://" + strings.TrimPrefix(inside.URL, "http://"), "http://fcm.googleapis.com/x", "https://fcm.googleapis.com:8443/x",
		"https://fcm.googleapis.com.example/x", "https://evil-notify.windows.com.example/x", "https://notify.windows.com/x", "https://169.254.169.254/latest",
		"https://user@fcm.googleapis.com/x", "file:///etc/passwd", "https://.notify.windows.com/x", "https://a..notify.windows.com/x", "https://a_b.notify.windows.com/x",
		"https://-.notify.windows.com/x", w.server.URL + "/other/x", w.server.URL, w.server.URL + service, w.server.URL + service + "/../other", w.server.URL + service + "x/y",
	} {
		if err := w.sender.Send(t.Context(), provider.Message{ID: "1", To: endpoint + "#" + keys}); provider.OutcomeOf(err) != provider.Declined {
			t.Errorf("%s: %v, want declined", endpoint, err)
		}
	}
	if called != 0 {
		t.Errorf("another machine was called %d times, want never", called)
	}
}

// What a service answers decides whether a message is sent again.
func TestAnswersOfAService(t *testing.T) {
	for status, want := range map[int]provider.Outcome{
		http.StatusBadRequest: provider.Declined, http.StatusUnauthorized: provider.NotAttempted, http.StatusForbidden: provider.NotAttempted,
		http.StatusNotFound: provider.Declined, http.StatusGone: provider.Declined, http.StatusRequestEntityTooLarge: provider.Declined,
		http.StatusTooManyRequests: provider.NotAttempted, http.StatusInternalServerError: provider.Unknown, http.StatusServiceUnavailable: provider.Unknown,
	} {
		t.Run(http.StatusText(status), func(t *testing.T) {
			w := newFixture(t)
			token := w.subscribe()
			service := answers(func(r *http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("no")), Request: r}, nil
			})
			s, err := webpush.New(webpush.Options{Keys: w.keys, Contact: "help@rento.example", Clock: calendar.System{}, Hosts: webpush.Services, Transport: service})
			if err != nil {
				t.Fatal(err)
			}
			_, keys, _ := strings.Cut(token, "#")
			err = s.Send(t.Context(), provider.Message{ID: "1", To: "https://wns2-pn1p.notify.windows.com/w/?token=a%2Bb#" + keys})
			if provider.OutcomeOf(err) != want || err == nil {
				t.Errorf("%v, want %s", err, want)
			}
		})
	}
}

type answers func(*http.Request) (*http.Response, error)

func (a answers) RoundTrip(r *http.Request) (*http.Response, error) { return a(r) }

// A token is read as it was written; another text is none.
func TestTokens(t *testing.T) {
	w := newFixture(t)
	token := w.subscribe()
	s, err := webpush.Parse(token)
	if err != nil || s.Token() != token {
		t.Errorf("read as %q, %v; want %q", s.Token(), err, token)
	}
	endpoint, keys, _ := strings.Cut(token, "#")
	for _, bad := range []string{"", "token-of-an-app", endpoint, endpoint + "#auth=AAAA", endpoint + "#" + keys[:len(keys)-4], "#" + keys, strings.Replace(token, "p256dh=B", "p256dh=A", 1)} {
		if _, err := webpush.Parse(bad); err == nil {
			t.Errorf("%q was read, want it refused", bad)
		}
	}
}

// All nodes of a company have the same keys, and another company others.
func TestKeysOfASecret(t *testing.T) {
	first, again, other := keys(t, "one"), keys(t, "one"), keys(t, "two")
	if first != again || first == other {
		t.Errorf("keys of one secret %v and %v, of another %v; want the same and others", first.Public, again.Public, other.Public)
	}
}
