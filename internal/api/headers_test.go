package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/api"
	"rento/internal/calendar"
)

// visit requests a route without a session and with these headers.
func (w *demoCity) visit(t *testing.T, method, path string, header http.Header) *httptest.ResponseRecorder {
	t.Helper()
	path = strings.NewReplacer("{$}", "", "{id}", "7", "{provider}", "razorpay", "{", "", "...}", "", "}", "").Replace(path)
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader("{}"))
	for name, values := range header {
		r.Header[name] = values
	}
	answer := httptest.NewRecorder()
	w.Node.Handler().ServeHTTP(answer, r)
	return answer
}

// The Date header of an answer comes from the clock of the city, like everything in the answer.
func TestAnswersAreDatedByTheClock(t *testing.T) {
	w := sharedCity(t)
	at, err := http.ParseTime(w.visit(t, http.MethodGet, "/api/nothing", nil).Header().Get("Date"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(calendar.Today(w.Node.Services.Clock).String(), calendar.In(at).String()); diff != "" {
		t.Errorf("the day of an answer (-want +got):\n%s", diff)
	}
}

// Every answer tells browsers its type and that they must not guess another, who may frame it, and
// that they must not pass its address on. Answers that are not pages, including refusals, are not
// cached and run nothing when opened directly. No answer sets a cookie or can be read by other
// sites.
func TestEveryAnswerSaysWhatBrowsersMayDo(t *testing.T) {
	w := sharedCity(t)
	table := w.Node.Contract.Table()
	type visit struct{ method, path, token string }
	visits := []visit{
		{http.MethodGet, "/api/Dashboards/dashboardData", w.person(t, "asha").token},
		{http.MethodGet, "/api/nothing", ""},
		{http.MethodPut, "/api/customTrack", ""},
		{http.MethodGet, "/nothing/here", ""},
		{http.MethodGet, "/api/nothing?a=%00", ""},
		{http.MethodOptions, "/api/customTrack", ""},
	}
	for _, r := range table {
		visits = append(visits, visit{r.Method, r.Path, ""})
	}
	if len(visits) < 120 {
		t.Errorf("%d visits: the table was not read", len(visits))
	}
	for _, v := range visits {
		answer := w.visit(t, v.method, v.path, http.Header{"Authorization": {v.token}, "Origin": {"http://example.com"}})
		h, at := answer.Header(), v.method+" "+v.path
		first, _, _ := strings.Cut(v.path[1:], "/")
		isCall := slices.Contains([]string{"api", "operations", "webhooks"}, first)
		policy := h.Get("Content-Security-Policy")
		kind := h.Get("Content-Type")
		for what, wrong := range map[string]bool{
			"the type is guessed":        h.Get("X-Content-Type-Options") != "nosniff",
			"no type":                    answer.Body.Len() > 0 && kind == "",
			"no charset":                 strings.HasPrefix(kind, "text/") && !strings.Contains(kind, "charset=utf-8") && !strings.Contains(kind, "event-stream"),
			"anybody may frame it":       !strings.Contains(policy, "frame-ancestors '"),
			"the address is passed on":   h.Get("Referrer-Policy") != "no-referrer" && first != "map",
			"a cookie":                   h.Get("Set-Cookie") != "" && first != "support", // except at the console, where staff sign in
			"for other sites":            h.Get("Access-Control-Allow-Origin") != "" || h.Get("Access-Control-Allow-Headers") != "",
			"a page without a policy":    strings.HasPrefix(kind, "text/html") && !strings.Contains(policy, "default-src 'none'") && answer.Code < 300,
			"a call that is kept":        isCall && h.Get("Cache-Control") != "no-store",
			"a call that runs something": isCall && policy != "default-src 'none'; base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'",
		} {
			if wrong {
				t.Errorf("%s, status %d: %s: %v", at, answer.Code, what, h)
			}
		}
	}
}

// A request that the page of another site sends in a browser is refused before it is read, for
// every call: by the browser's statement, or by its origin if the browser states nothing else.
// Calls that only read use GET, and only they do.
func TestOtherSitesSendNothing(t *testing.T) {
	w := sharedCity(t)
	tried := 0
	for _, r := range w.Node.Contract.Table() {
		at := r.Method + " " + r.Path
		if r.Method == http.MethodGet {
			if r.Changes {
				t.Errorf("%s changes something", at)
			}
			continue
		}
		if at == api.PaymentReturn {
			continue // a gateway's form has its own proof
		}
		tried++
		for what, header := range map[string]http.Header{
			"a form":        {"Sec-Fetch-Site": {"cross-site"}, "Origin": {"https://evil.example"}, "Content-Type": {"text/plain"}},
			"a neighbour":   {"Sec-Fetch-Site": {"same-site"}, "Origin": {"https://other.example.com"}},
			"an old form":   {"Origin": {"https://evil.example"}, "Content-Type": {"application/x-www-form-urlencoded"}},
			"an empty page": {"Origin": {"null"}},
		} {
			answer := w.visit(t, r.Method, r.Path, header)
			if p := refused(t, answer, http.StatusForbidden); p.Error.Extra["code"] != "request.foreign_form" || answer.Header().Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s from %s: %+v, %v; want request.foreign_form and nosniff", at, what, p.Error, answer.Header())
			}
		}
	}
	if tried < 50 {
		t.Errorf("%d calls were tried: the table was not read", tried)
	}
}

// TRACE does not echo what the caller sent, and no directory is listed.
func TestNothingIsEchoedOrListed(t *testing.T) {
	w := sharedCity(t)
	for _, path := range []string{"/", "/dashboard/", "/dashboard/assets/", "/api/Dashboards/dashboardData", "/pay/logos/", "/healthz", "/nothing"} {
		answer := w.visit(t, http.MethodTrace, path, http.Header{"Authorization": {"rs1_canary"}})
		if answer.Code < 400 || strings.Contains(answer.Body.String(), "canary") {
			t.Errorf("TRACE %s: %d %s, want a refusal without what was said", path, answer.Code, answer.Body)
		}
	}
	for _, path := range []string{"/dashboard/assets/", "/dashboard/assets", "/pay/logos/", "/map/", "/.git/HEAD", "/dashboard/.git/HEAD"} {
		body := w.visit(t, http.MethodGet, path, nil).Body.String()
		if strings.Contains(body, "<pre>") || strings.Contains(body, "ref: refs") {
			t.Errorf("%s lists or shows what is in a folder: %.200s", path, body)
		}
	}
}

// A request that lacks a right leaves a log line with the route, the reason and the customer if
// known, but nothing of what was sent.
func TestRefusedRightsAreLogged(t *testing.T) {
	w := sharedCity(t)
	asha, kabir, agent := w.person(t, "asha"), w.person(t, "kabir"), w.agentFor(t, "kabir")
	for _, c := range []struct {
		what, path, token, body string
		status                  int
		route                   string
		customer                int64
	}{
		{"no session", "/api/messageToken", "", `{"firebaseDeviceToken":"confided"}`, 401, "/api/messageToken", 0},
		{"a made-up session", "/api/messageToken", "rs1_confided", `{}`, 401, "/api/messageToken", 0},
		{"a wrong code", "/api/RMUsers/verifyLoginCode", "", `{"challengeId":"nothing","code":"confided"}`, 422, "/api/RMUsers/verifyLoginCode", 0},
		{"a used link", "/api/RMUsers/accessTokenLogin", "", `{"accessTokenID":"confided"}`, 401, "/api/RMUsers/accessTokenLogin", 0},
		{"an agent", "/api/UserProfiles/requestDeleteUser", agent.token, `{"confided":1}`, 403, "/api/UserProfiles/requestDeleteUser", kabir.id},
		{"the company's call", "/operations/closeAlert", "", `{"confided":1}`, 401, "/operations/closeAlert", 0},
		{"somebody else's id", fmt.Sprintf("/api/RMUsers/%d/createPendingDepositTransaction", kabir.id), asha.token, `{}`, 404, "/api/RMUsers/{id}/createPendingDepositTransaction", asha.id},
	} {
		w.log.Drain()
		refused(t, w.raw(t, http.MethodPost, c.path, c.token, []byte(c.body)), c.status)
		log := w.log.Drain()
		for _, want := range []string{fmt.Sprintf(`"route":"POST %s","status":%d,`, c.route, c.status), fmt.Sprintf(`"customer":%d,"network":"`, c.customer)} {
			if strings.Count(log, want) != 1 {
				t.Errorf("%s: no line, or several, with %s: %s", c.what, want, log)
			}
		}
		if strings.Contains(log, `"refusal":""`) || strings.Contains(log, "confided") {
			t.Errorf("%s: a line without its reason, or with what was sent: %s", c.what, log)
		}
	}
}
