package demo_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/demo"
)

// entrances serves the entrance of a small city.
type entrances struct {
	demoCity
	mux *http.ServeMux
}

func open(t *testing.T) entrances {
	t.Helper()
	x := madeAlready(t)
	d := entrances{demoCity: x, mux: http.NewServeMux()}
	(&demo.Entrance{World: x.World, Product: "Rento"}).Register(d.mux)
	return d
}

func (d entrances) call(t *testing.T, method, target, kind, body string) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	w := httptest.NewRecorder()
	d.mux.ServeHTTP(w, r)
	return w
}

const formKind = "application/x-www-form-urlencoded"

func TestEntrances(t *testing.T) {
	d := open(t)
	t.Run("unknown personas", d.refuseUnknownPersonas)
	t.Run("sign in as somebody", d.signIn)
	t.Run("sign in as an agent", d.signInAsAgent)
	t.Run("redirects stay inside", d.stayInside)
	t.Run("token", d.getToken)
	t.Run("bad travel", d.refuseTravel)
	t.Run("travel", d.travel)
	t.Run("page", d.page)
	t.Run("travel that takes long", d.travelLong)
	t.Run("inbox", d.inbox)
	t.Run("reset", d.reset)
}

func (d entrances) refuseUnknownPersonas(t *testing.T) {
	for _, request := range [][2]string{
		{http.MethodGet, "/demo/as/nobody"},
		{http.MethodGet, "/demo/as/agent"},
		{http.MethodGet, "/demo/as/agent?customer=nobody"},
		{http.MethodPost, "/demo/token/nobody"},
		{http.MethodGet, "/demo/as/%00"},
	} {
		w := d.call(t, request[0], request[1], "", "")
		var body struct {
			Error struct {
				StatusCode    int
				Name, Message string
			}
		}
		if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
			t.Fatalf("%v: %v: %s", request, err, w.Body)
		}
		if w.Code != http.StatusNotFound || body.Error.StatusCode != http.StatusNotFound || body.Error.Name != "NotFoundError" ||
			!strings.Contains(body.Error.Message, "/demo lists them all") {
			t.Errorf("%v: %d %s, want 404, 404, NotFoundError and %q in it", request, w.Code, w.Body, "/demo lists them all")
		}
	}
}

func (d entrances) location(t *testing.T, target string) *url.URL {
	t.Helper()
	w := d.call(t, http.MethodGet, target, "", "")
	at, err := url.Parse(w.Header().Get("Location"))
	if w.Code != http.StatusFound || err != nil || at.Path != "/dashboard/authenticate-user" {
		t.Fatalf("%s: %d to %q (%v), want 302 and /dashboard/authenticate-user", target, w.Code, w.Header().Get("Location"), err)
	}
	return at
}

func (d entrances) signIn(t *testing.T) {
	at := d.location(t, "/demo/as/asha?redirectUrl="+url.QueryEscape("/my-subscriptions/invoices?a=b")).Query()
	if at.Get("redirectUrl") != "/my-subscriptions/invoices?a=b" || at.Has("direct-login") {
		t.Errorf("leads to %v, want %q", at, "/my-subscriptions/invoices?a=b")
	}
	login, err := d.Accounts.ExchangeHandoff(t.Context(), at.Get("accessToken"), "")
	if err != nil || login.Customer.Mobile != "9000000001" {
		t.Fatalf(`exchange: %+v, %v; want login.Customer.Mobile = "9000000001"`, login.Customer, err)
	}
	session, err := d.Accounts.Authenticate(t.Context(), login.Token)
	if err != nil || session.Agent || session.CustomerID != login.Customer.ID {
		t.Errorf("session %+v, %v; want not session.Agent, session.CustomerID = %v", session, err, login.Customer.ID)
	}
}

// An agent: the session itself is an agent's; the query parameter only makes the app show it.
func (d entrances) signInAsAgent(t *testing.T) {
	at := d.location(t, "/demo/as/agent?customer=bilal").Query()
	if at.Get("direct-login") != "true" || at.Get("redirectUrl") != "/home?direct-login=true" {
		t.Errorf("leads to %v, want true and %q", at, "/home?direct-login=true")
	}
	login, err := d.Accounts.ExchangeHandoff(t.Context(), at.Get("accessToken"), "")
	if err != nil || login.Customer.Mobile != "9000000002" {
		t.Fatalf(`exchange: %+v, %v; want login.Customer.Mobile = "9000000002"`, login.Customer, err)
	}
	if session, err := d.Accounts.Authenticate(t.Context(), login.Token); err != nil || !session.Agent {
		t.Errorf("session %+v, %v; want session.Agent", session, err)
	}
}

func (d entrances) stayInside(t *testing.T) {
	for _, target := range []string{"", "home", "//evil.example", "https://evil.example/home", `/\evil.example`, "javascript:alert(1)"} {
		if got := d.location(t, "/demo/as/asha?redirectUrl="+url.QueryEscape(target)).Query().Get("redirectUrl"); got != "/home" {
			t.Errorf("%q leads to %q, want /home", target, got)
		}
	}
}

func (d entrances) getToken(t *testing.T) {
	w := d.call(t, http.MethodPost, "/demo/token/kabir", "", "")
	var answer struct {
		AccessTokenID string `json:"accessTokenId"`
		UserID        int64  `json:"userId"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%d %s (%v), want 200", w.Code, w.Body, err)
	}
	session, err := d.Accounts.Authenticate(t.Context(), answer.AccessTokenID)
	if err != nil || session.CustomerID != answer.UserID || answer.UserID != d.id(t, "kabir") {
		t.Errorf("session %+v, answer %+v, %v; want session.CustomerID = %v, answer.UserID = %v", session, answer, err, answer.UserID, d.id(t, "kabir"))
	}
}

func (d entrances) refuseTravel(t *testing.T) {
	before := d.Clock.Now()
	for body, want := range map[string]int{
		"": 400, "{": 400, "[]": 422, `{"advance":5}`: 422, `{}`: 422, `{"advance":"-P1D"}`: 422, `{"advance":"P9Y"}`: 422,
		`{"advance":"` + strings.Repeat("P", 2000) + `"}`: 400,
	} {
		if w := d.call(t, http.MethodPost, "/demo/clock", "application/json", body); w.Code != want || !strings.Contains(w.Body.String(), `"statusCode"`) {
			t.Errorf("%q: %d %s, want %d", body, w.Code, w.Body, want)
		}
	}
	if !d.Clock.Now().Equal(before) {
		t.Error("the clock has moved")
	}
}

func (d entrances) travel(t *testing.T) {
	w := d.call(t, http.MethodPost, "/demo/clock", "application/json", `{"advance":"PT2H"}`)
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"now":"2026-11-20T17:30:00+05:30"`) {
		t.Errorf("%d %s, want 200 and %q in it", w.Code, w.Body, `"now":"2026-11-20T17:30:00+05:30"`)
	}
	w = d.call(t, http.MethodPost, "/demo/clock", formKind, `{"advance":"PT1H"}`)
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"now":"2026-11-20T18:30:00+05:30"`) {
		t.Errorf("JSON that is called a form: %d %s, want 200 and %q in it", w.Code, w.Body, `"now":"2026-11-20T18:30:00+05:30"`)
	}
	w = d.call(t, http.MethodPost, "/demo/clock", formKind, "advance=P1D")
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/demo" {
		t.Errorf("%d to %s, want 303 and /demo", w.Code, w.Header().Get("Location"))
	}
	if got, want := d.Clock.Now(), calendar.MustParse("2026-11-21").At(18, 30); !got.Equal(want) {
		t.Errorf("the clock reads %s, want %s", got, want)
	}
	w = d.call(t, http.MethodGet, "/demo/clock", "", "")
	if diff := cmp.Diff(`{"now":"2026-11-21T18:30:00+05:30"}`+"\n", w.Body.String()); diff != "" {
		t.Errorf("GET /demo/clock (-want +got):\n%s", diff)
	}
}

// A long time travel gets its answer, even if it takes longer than the write timeout.
func (d entrances) travelLong(t *testing.T) {
	server := httptest.NewUnstartedServer(d.mux)
	server.Config.WriteTimeout = time.Millisecond
	server.Start()
	defer server.Close()
	answer, err := server.Client().Post(server.URL+"/demo/clock", "application/json", strings.NewReader(`{"advance":"P1D"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Errorf("%d, want 200", answer.StatusCode)
	}
}

func (d entrances) page(t *testing.T) {
	w := d.call(t, http.MethodGet, "/demo", "", "")
	text := w.Body.String()
	for _, p := range demo.Personas() {
		for _, part := range []string{p.Name, p.Shows, `href="/demo/as/` + p.Key + `"`} {
			if !strings.Contains(text, part) {
				t.Errorf("the page lacks %q", part)
			}
		}
		if hasAgent := strings.Contains(text, `href="/demo/as/agent?customer=`+p.Key+`"`); hasAgent == p.IsBusiness {
			t.Errorf("the page leads an agent to %s: %t, want %t", p.Key, hasAgent, !p.IsBusiness)
		}
	}
	if !strings.Contains(text, "21 November 2026") || !strings.Contains(text, "1 day ahead of the real date") {
		t.Error("the page does not tell the city's date")
	}
	if policy := w.Header().Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'") {
		t.Errorf("policy %q, want %q at its beginning", policy, "default-src 'none'")
	}
	for _, path := range []string{"/demo/static/demo.css", "/demo/static/figtree.woff2"} {
		if w := d.call(t, http.MethodGet, path, "", ""); w.Code != http.StatusOK || w.Body.Len() == 0 {
			t.Errorf("%s: %d, want 200", path, w.Code)
		}
	}
	if w := d.call(t, http.MethodGet, "/demo/static/demo.html", "", ""); w.Code != http.StatusNotFound {
		t.Errorf("a template is served: %d, want 404", w.Code)
	}
}

func (d entrances) inbox(t *testing.T) {
	sent, err := d.Accounts.RequestLoginCode(t.Context(), "9000000005", "192.0.2.1")
	if err != nil || sent.ChallengeID == "" {
		t.Fatalf(`code: %+v, %v; want sent.ChallengeID other than ""`, sent, err)
	}
	w := d.call(t, http.MethodGet, "/demo/inbox?to=9000000005", "", "")
	var answer struct {
		Messages []struct{ Channel, Recipient, Name, Body string }
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || len(answer.Messages) == 0 {
		t.Fatalf("%v: %s", err, w.Body)
	}
	if m := answer.Messages[0]; m.Channel != "sms" || m.Recipient != "9000000005" || !strings.Contains(m.Body, demo.LoginCode) {
		t.Errorf(`newest message %+v; want m.Channel = "sms", m.Recipient = "9000000005", strings.Contains(m.Body, demo.LoginCode)`, m)
	}
	r := httptest.NewRequest(http.MethodGet, "/demo/inbox", http.NoBody)
	r.Header.Set("Accept", "text/html")
	page := httptest.NewRecorder()
	d.mux.ServeHTTP(page, r)
	if !strings.Contains(page.Body.String(), "<li class=\"message\">") {
		t.Error("the page shows no message")
	}
}

func (d entrances) reset(t *testing.T) {
	before := d.id(t, "asha")
	w := d.call(t, http.MethodPost, "/demo/reset", "application/json", "")
	if w.Code != http.StatusOK {
		t.Fatalf("%d %s, want 200", w.Code, w.Body)
	}
	if d.id(t, "asha") == before {
		t.Error("asha is still the same customer")
	}
	if !d.Clock.Now().Equal(present) {
		t.Errorf("the clock reads %s, want %s", d.Clock.Now(), present)
	}
	d.checkPersonas(t)
}
