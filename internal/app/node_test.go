package app_test

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"rento/internal/app"
	"rento/internal/calendar"
	"rento/internal/provider/razorpay"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/node"
)

// newNode builds a production node on a database.
func newNode(t *testing.T, s *store.Store, logger *slog.Logger) *app.Node {
	t.Helper()
	c := node.Config()
	x, err := app.NewServices(c, s, app.Outside{Clock: calendar.System{}, Logger: logger})
	if err != nil {
		t.Fatal(err)
	}
	node, err := app.NewNode(c, x, logger, false)
	if err != nil {
		t.Fatal(err)
	}
	return node
}

func get(n *app.Node, path, from, token string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	if token != "" {
		r.Header.Set("Authorization", token)
	}
	return serve(n, r, from)
}

func post(n *app.Node, path, from, body string, header http.Header) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
	r.Header = header
	return serve(n, r, from)
}

func serve(n *app.Node, r *http.Request, from string) *httptest.ResponseRecorder {
	r.RemoteAddr = from
	answer := httptest.NewRecorder()
	n.Handler().ServeHTTP(answer, r)
	return answer
}

// A node whose database accepts no write is not ready and says why. Asking often does not make it
// write often.
func TestReadinessTriesAWrite(t *testing.T) {
	for _, engine := range testkit.Engines() {
		t.Run(engine, func(t *testing.T) {
			var writes atomic.Int64
			var broken atomic.Bool
			s, err := store.Open(t.Context(), store.Options{URL: testkit.ReadyURL(t, engine), Relaxed: true, MaxConns: 4, Probe: func(_ context.Context, p store.Point) error {
				if p != store.BeforeCommit {
					return nil
				}
				writes.Add(1)
				if broken.Load() {
					return errors.New("no space left")
				}
				return nil
			}})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			for range 20 {
				if answer := get(newNode(t, s, slog.New(slog.DiscardHandler)), "/healthz", "203.0.113.7:1", ""); answer.Code != http.StatusOK || writes.Load() != 0 {
					t.Fatalf("/healthz: status %d after %d writes, want 200", answer.Code, writes.Load())
				}
			}
			node := newNode(t, s, slog.New(slog.DiscardHandler))
			for range 20 {
				if answer := get(node, "/readyz", "203.0.113.7:1", ""); answer.Code != http.StatusOK {
					t.Fatalf("/readyz: status %d: %s, want 200", answer.Code, answer.Body)
				}
			}
			if writes.Load() != 1 {
				t.Errorf("20 questions made %d writes, want 1", writes.Load())
			}
			broken.Store(true)
			answer := get(newNode(t, s, slog.New(slog.DiscardHandler)), "/readyz", "203.0.113.7:1", "")
			if want := "the database takes no write: see the log\n"; answer.Code != http.StatusServiceUnavailable || answer.Body.String() != want {
				t.Errorf("/readyz without writes: got %d %q, want 503 %q", answer.Code, answer.Body, want)
			}
		})
	}
}

// A caller who invents methods does not use up the series of the metrics.
func TestInventedMethodsAreOneSeries(t *testing.T) {
	node := newNode(t, testkit.Open(t), slog.New(slog.DiscardHandler))
	for i := range 3000 {
		serve(node, httptest.NewRequest(fmt.Sprintf("M%d", i), "/healthz", nil), "203.0.113.7:1")
	}
	get(node, "/healthz", "203.0.113.7:1", "")
	page := get(node, "/metrics", "127.0.0.1:1", "").Body.String()
	for _, want := range []string{`method="other"`, `method="GET"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the metrics have no %s", want)
		}
	}
	if strings.Contains(page, `method="M1"`) || strings.Contains(page, "overflow") {
		t.Error("the metrics have an invented method, or more series than are kept")
	}
}

// The metrics are only for callers on the same machine, not through its proxy, and for callers with
// the token if one is set.
func TestMeasuresAreNotForEverybody(t *testing.T) {
	n := newNode(t, testkit.Open(t), slog.New(slog.DiscardHandler))
	if answer := get(n, "/metrics", "127.0.0.1:1", ""); answer.Code != http.StatusOK {
		t.Errorf("for the machine: %d, want 200", answer.Code)
	}
	passedOn := httptest.NewRequest(http.MethodGet, "/metrics", nil)
	passedOn.Header.Set("X-Forwarded-For", "203.0.113.7")
	for what, answer := range map[string]*httptest.ResponseRecorder{
		"from elsewhere": get(n, "/metrics", "203.0.113.7:1", ""), "by a proxy": serve(n, passedOn, "127.0.0.1:1"),
	} {
		if answer.Code != http.StatusForbidden || strings.Contains(answer.Body.String(), "rento_") {
			t.Errorf("%s: %d %.100s, want 403 and no measure", what, answer.Code, answer.Body)
		}
	}
	metrics, err := app.NewMetrics()
	if err != nil {
		t.Fatal(err)
	}
	guarded := metrics.Handler("the-token")
	for token, want := range map[string]int{"": http.StatusForbidden, "Bearer the-token": http.StatusOK, "Bearer the-tokem": http.StatusForbidden, "the-token": http.StatusForbidden} {
		r, answer := httptest.NewRequest(http.MethodGet, "/metrics", nil), httptest.NewRecorder()
		r.RemoteAddr = "127.0.0.1:1"
		r.Header.Set("Authorization", token)
		if guarded.ServeHTTP(answer, r); answer.Code != want {
			t.Errorf("with %q: %d, want %d", token, answer.Code, want)
		}
	}
}

// A production node has no demo entrance, no sandbox and no debug pages.
func TestProductionServesNothingOfTheDemo(t *testing.T) {
	n := newNode(t, testkit.Open(t), slog.New(slog.DiscardHandler))
	for _, path := range []string{
		"/demo/inbox", "/demo/as/asha", "/demo/settlements", "/demo/static/demo.css", "/media/products/sofa.svg",
		"/sandbox/books", "/sandbox/razorpay/v1/checkout.js", "/debug/pprof/", "/debug/vars",
	} {
		if answer := get(n, path, "127.0.0.1:1", ""); answer.Code != http.StatusNotFound {
			t.Errorf("GET %s: %d, want 404", path, answer.Code)
		}
	}
	for _, path := range []string{"/demo/token/asha", "/demo/clock", "/demo/reset", "/sandbox/control"} {
		if answer := post(n, path, "127.0.0.1:1", "{}", http.Header{}); answer.Code != http.StatusNotFound {
			t.Errorf("POST %s: %d, want 404", path, answer.Code)
		}
	}
}

// A missing page is answered with our own error page, and a trailing slash redirects to the page.
// API calls and other methods are answered as before.
func TestALostVisitorSeesAPageOfOurs(t *testing.T) {
	n := newNode(t, testkit.Open(t), slog.New(slog.DiscardHandler))
	for _, c := range []struct {
		path     string
		status   int
		location string
	}{
		{"/foo/bar", http.StatusNotFound, ""},
		{"/foo/bar/", http.StatusNotFound, ""},
		{"/bengaluru/rent/sofas?lang=hi", http.StatusNotFound, ""},
		{"/bengaluru/", http.StatusMovedPermanently, "/bengaluru"},
		{"/bengaluru/?popup=login&redirect=/dashboard/home", http.StatusMovedPermanently, "/bengaluru?popup=login&redirect=/dashboard/home"},
		{"/terms-and-conditions/", http.StatusMovedPermanently, "/terms-and-conditions"},
		{"//evil.example/", http.StatusMovedPermanently, "/evil.example"},
		{"/%5Cevil.example/", http.StatusMovedPermanently, "/%5Cevil.example"},
		{"/api/nothing", http.StatusNotFound, ""},
		{"/webhooks/razorpay", http.StatusMethodNotAllowed, ""},
	} {
		answer := get(n, c.path, "203.0.113.7:1", "")
		if answer.Code != c.status || answer.Header().Get("Location") != c.location {
			t.Errorf("%s: %d to %q, want %d to %q", c.path, answer.Code, answer.Header().Get("Location"), c.status, c.location)
		}
		isPage := strings.Contains(answer.Body.String(), `<link rel="stylesheet" href="/site.css">`)
		if want := c.status == http.StatusNotFound && !strings.HasPrefix(c.path, "/api/"); isPage != want {
			t.Errorf("%s: a page of ours %t, want %t: %s", c.path, isPage, want, answer.Body)
		}
	}
	if answer := post(n, "/foo/bar", "203.0.113.7:1", "", http.Header{}); answer.Code != http.StatusNotFound || strings.Contains(answer.Body.String(), "<html") {
		t.Errorf("a POST: %d %s, want 404", answer.Code, answer.Body)
	}
}

// A flood that the limits refuse costs one log line a minute, not one for each request.
func TestRefusedFloodsAreCounted(t *testing.T) {
	log := &node.Log{}
	logger := app.NewLogger(log, "info")
	node := newNode(t, testkit.Open(t), logger)
	refused := 0
	for range 200 {
		if get(node, "/api/Dashboards/dashboardData", "203.0.113.77:4711", "rs1_nobodys").Code == http.StatusTooManyRequests {
			refused++
		}
	}
	lines := log.Drain()
	if n := strings.Count(lines, "\n"); refused < 150 || n != 200-refused {
		t.Errorf("%d requests of 200 were refused by a limit, and %d lines logged, want one for each other", refused, n)
	}
	if strings.Contains(lines, "203.0.113.77") || strings.Count(lines, `"network":"203.0.113.0/24"`) != 200-refused {
		t.Errorf("the log does not hold the network alone:\n%.400s", lines)
	}
	node.Services.Limits.LogRefusals(t.Context(), logger)
	node.Services.Limits.LogRefusals(t.Context(), logger)
	if counts := log.Drain(); strings.Count(counts, "\n") != 1 || !strings.Contains(counts, `"class":"invalid_token","refusals":`) {
		t.Errorf("got %q, want one line with the number of refusals", counts)
	}
}

// Refused webhooks are limited by address and counted. A signed webhook from the same address is
// still accepted.
func TestRefusedWebhooksAreCounted(t *testing.T) {
	log := &node.Log{}
	logger := app.NewLogger(log, "info")
	n := newNode(t, testkit.Open(t), logger)
	secret := node.Config().Razorpay.WebhookSecret
	const from, event = "203.0.113.77:4711", `{"event":"payment.captured","payload":{}}`
	answered := map[int]int{}
	for i := range 1000 {
		path := []string{"/webhooks/razorpay", "/webhooks/razorpayx", "/webhooks/nobody"}[i%3]
		answered[post(n, path, from, event, http.Header{razorpay.HeaderSignature: {"00"}}).Code]++
	}
	lines := strings.Count(log.Drain(), "\n")
	if refused := answered[http.StatusTooManyRequests]; refused < 900 || refused == 1000 || lines > 2*(1000-refused) {
		t.Errorf("answers by status %v with %d lines logged, want most of 1000 to be 429 without one", answered, lines)
	}
	n.Services.Limits.LogRefusals(t.Context(), logger)
	want := fmt.Sprintf(`"class":"refused_webhook","refusals":%d`, answered[http.StatusTooManyRequests])
	if counts := log.Drain(); strings.Count(counts, "\n") != 1 || !strings.Contains(counts, want) {
		t.Errorf("got %q, want one line with %s", counts, want)
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(event))
	signed := func(id string) http.Header {
		return http.Header{razorpay.HeaderSignature: {hex.EncodeToString(mac.Sum(nil))}, razorpay.HeaderEvent: {id}}
	}
	if answer := post(n, "/webhooks/razorpay", from, event, signed("evt_1")); answer.Code != http.StatusOK {
		t.Errorf("a signed event from the same address: %d %s, want 200", answer.Code, answer.Body)
	}
	if answer := post(n, "/webhooks/razorpay", "203.0.113.78:4711", event, http.Header{razorpay.HeaderSignature: {"00"}}); answer.Code != http.StatusUnauthorized {
		t.Errorf("a forgery from the next address: %d, want 401", answer.Code)
	}
	log.Drain()
	answer := post(n, "/webhooks/razorpay", "198.51.100.9:4711", event, signed(strings.Repeat("e", 5000)))
	if lines := log.Drain(); answer.Code != http.StatusBadRequest || len(lines) > 2000 {
		t.Errorf("an id of 5000 bytes: %d and %d bytes logged, want 400 and a short line:\n%.600s", answer.Code, len(lines), lines)
	}
}

// Sign-ins that find no slot for hashing are told when to try again, and are counted.
func TestBusySignInsAreCounted(t *testing.T) {
	log := &node.Log{}
	logger := app.NewLogger(log, "info")
	n := newNode(t, testkit.Open(t), logger)
	var busy, others atomic.Int64
	var flood sync.WaitGroup
	const many = 2000 // no machine hashes so many within the second that a sign-in waits
	for i := range many {
		flood.Go(func() {
			from, body := fmt.Sprintf("203.0.%d.%d:4711", i%250, i/250), fmt.Sprintf(`{"mobileNumber":"98%08d"}`, i)
			answer := post(n, "/api/RMUsers/requestLoginCode", from, body, http.Header{"Content-Type": {"application/json"}})
			if answer.Code != http.StatusServiceUnavailable {
				others.Add(1)
				return
			}
			busy.Add(1)
			if after := answer.Header().Get("Retry-After"); after != "5" || !strings.Contains(answer.Body.String(), `"retryAfter":5`) {
				t.Errorf("busy: Retry-After %q in %s, want 5 in both", after, answer.Body)
			}
		})
	}
	flood.Wait()
	if busy.Load() == 0 {
		t.Fatalf("0 of %d sign-ins found no place to hash, want some", many)
	}
	if lines := log.Drain(); strings.Contains(lines, `"status":503`) || int64(strings.Count(lines, "\n")) > others.Load() {
		t.Errorf("%d were busy, want no line for them:\n%.600s", busy.Load(), lines)
	}
	n.Services.Limits.LogRefusals(t.Context(), logger)
	if counts, want := log.Drain(), fmt.Sprintf(`"class":"code_hash","refusals":%d`, busy.Load()); !strings.Contains(counts, want) {
		t.Errorf("got %q, want %s", counts, want)
	}
}
