package api_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"rento/internal/app"
	"rento/internal/calendar"
	"rento/internal/limit"
	"rento/internal/testkit"
	"rento/internal/testkit/node"
)

// limitedNode is a node behind one proxy, with the limits of production and a controlled clock.
func limitedNode(t *testing.T, clock calendar.Clock) *app.Node {
	t.Helper()
	return limitedNodeWith(t, clock, slog.New(slog.DiscardHandler))
}

func limitedNodeWith(t *testing.T, clock calendar.Clock, logger *slog.Logger) *app.Node {
	t.Helper()
	c := node.Config()
	c.Files.Folder, c.TrustedProxies = t.TempDir(), new(1)
	x, err := app.NewServices(c, testkit.Open(t), app.Outside{Clock: clock, Logger: logger})
	if err != nil {
		t.Fatal(err)
	}
	n, err := app.NewNode(c, x, logger, false)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// linkVisit requests a page of a payment link from an address.
func linkVisit(t *testing.T, n *app.Node, method, path, from string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, http.NoBody)
	if method == http.MethodPost {
		r = httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(url.Values{"a": {"b"}}.Encode()))
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("X-Forwarded-For", from)
	answer := httptest.NewRecorder()
	n.Handler().ServeHTTP(answer, r)
	return answer
}

// wantStatus checks the status of an answer.
func wantStatus(t *testing.T, what string, answer *httptest.ResponseRecorder, status int) {
	t.Helper()
	if answer.Code != status {
		t.Errorf("%s: status %d, want %d: %.300s", what, answer.Code, status, answer.Body)
	}
}

// The pages that start a payment at a gateway need no session. They are limited together, per link
// and per network.
func TestOpeningsAreBounded(t *testing.T) {
	clock := calendar.NewFrozen(calendar.MustParse("2026-11-24").At(10, 0))
	n := limitedNode(t, clock)
	open := func(path, from string) *httptest.ResponseRecorder { return linkVisit(t, n, http.MethodGet, path, from) }
	perLink, perNetwork := limit.Classes[limit.OpeningOfLink].Burst, limit.Classes[limit.OpeningFromNetwork].Burst
	pages := []string{"/pay/l1", "/pgRedirect?transactionId=l1"}
	for i := range perLink {
		wantStatus(t, fmt.Sprint("visit ", i+1), open(pages[i%2], fmt.Sprintf("192.0.2.%d", i)), http.StatusNotFound) // this link does not exist
	}
	for _, path := range []string{"/pay/l1?lang=hi", "/pgRedirect?transactionId=l1&gateway=razorpay&lang=hi"} {
		over := open(path, "198.51.100.7")
		wantStatus(t, path+" too often", over, http.StatusTooManyRequests)
		if body := over.Body.String(); over.Header().Get("Retry-After") != "10" || !strings.Contains(body, `data-mode="refused"`) || !strings.Contains(body, `lang="hi-IN"`) || strings.Contains(body, "हम बैंक से ख़ुद पूछते रहेंगे") {
			t.Errorf("%s: Retry-After %q, %.900s; want 10 s, and in Hindi that it was too often, without a word of a payment", path, over.Header().Get("Retry-After"), body)
		}
	}
	wantStatus(t, "the page of return of the link", open("/pay/l1/return", "192.0.2.1"), http.StatusNotFound)
	clock.Advance(11 * time.Second)
	wantStatus(t, "the link after the wait", open("/pay/l1", "192.0.2.1"), http.StatusNotFound)
	for i := range perNetwork {
		wantStatus(t, fmt.Sprint("link ", i+1, " of a network"), open(fmt.Sprintf("/pay/n%d", i), fmt.Sprintf("203.0.113.%d", i)), http.StatusNotFound)
	}
	wantStatus(t, "one more of that network", open("/pgRedirect?transactionId=m", "203.0.113.250"), http.StatusTooManyRequests)
	wantStatus(t, "another network", open("/pay/m", "198.51.100.9"), http.StatusNotFound)
}

// The return page can make us ask a gateway without a session. It is limited per link and per
// network, for both the form and the URL, and says in its own words that nothing is lost. The pay
// page is counted separately.
func TestReturnsAreBounded(t *testing.T) {
	clock := calendar.NewFrozen(calendar.MustParse("2026-11-24").At(10, 0))
	n := limitedNode(t, clock)
	back := func(method, link, from string) *httptest.ResponseRecorder {
		return linkVisit(t, n, method, "/pay/"+link, from)
	}
	want := func(what string, answer *httptest.ResponseRecorder, status int) {
		t.Helper()
		wantStatus(t, what, answer, status)
	}
	perLink, perNetwork := limit.Classes[limit.ReturnOfLink].Burst, limit.Classes[limit.ReturnFromNetwork].Burst
	for i := range perLink {
		method := []string{http.MethodGet, http.MethodPost}[i%2]
		want(fmt.Sprint("return ", i+1), back(method, "l1/return", fmt.Sprintf("192.0.2.%d", i)), http.StatusNotFound) // this link does not exist
	}
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		over := back(method, "l1/return?lang=hi", "198.51.100.7")
		want(method+" of a link too often", over, http.StatusTooManyRequests)
		if body := over.Body.String(); over.Header().Get("Retry-After") != "10" || !strings.Contains(body, "हम बैंक से ख़ुद पूछते रहेंगे") || !strings.Contains(body, `data-mode="done"`) || strings.Contains(body, `href="/pay/`) {
			t.Errorf("%s: Retry-After %q, %.900s; want 10 s, the page's own words in Hindi, the dashboard told, and no way to pay again", method, over.Header().Get("Retry-After"), body)
		}
	}
	want("another link", back(http.MethodGet, "l2/return", "192.0.2.1"), http.StatusNotFound)
	want("the pay page of the link", back(http.MethodGet, "l1", "192.0.2.1"), http.StatusNotFound)
	clock.Advance(11 * time.Second)
	want("the link after the wait", back(http.MethodPost, "l1/return", "192.0.2.1"), http.StatusNotFound)
	for i := range perNetwork {
		want(fmt.Sprint("link ", i+1, " of a network"), back(http.MethodGet, fmt.Sprintf("n%d/return", i), fmt.Sprintf("203.0.113.%d", i)), http.StatusNotFound)
	}
	want("one more of that network", back(http.MethodGet, "m/return", "203.0.113.250"), http.StatusTooManyRequests)
	want("another network", back(http.MethodGet, "m/return", "198.51.100.9"), http.StatusNotFound)
}

// A flood of refused requests without a session, each from another address, does not fill the log.
func TestRefusalsDoNotFillTheLog(t *testing.T) {
	clock := calendar.NewFrozen(calendar.MustParse("2026-11-24").At(10, 0))
	var log bytes.Buffer
	n := limitedNodeWith(t, clock, slog.New(slog.NewTextHandler(&log, nil)))
	lines := func() int { return strings.Count(log.String(), "msg=request ") }
	flood := func() {
		for i := range 2 * limit.Classes[limit.RefusalLine].Burst {
			linkVisit(t, n, http.MethodGet, fmt.Sprintf("/pay/n%d", i), fmt.Sprintf("10.%d.%d.1", i/250, i%250))
		}
	}
	flood()
	if got, want := lines(), limit.Classes[limit.RefusalLine].Burst; got != want {
		t.Errorf("lines about refusals: got %d, want %d", got, want)
	}
	clock.Advance(time.Second)
	flood()
	if got, want := lines(), limit.Classes[limit.RefusalLine].Burst+int(limit.Classes[limit.RefusalLine].PerSecond); got != want {
		t.Errorf("lines about refusals a second later: got %d, want %d", got, want)
	}
	n.Services.Limits.LogRefusals(t.Context(), slog.New(slog.NewTextHandler(&log, nil)))
	if !strings.Contains(log.String(), "class=refusal_line refusals=890") {
		t.Errorf("the log does not count the rest: %s", log.String()[max(0, log.Len()-400):])
	}
}
