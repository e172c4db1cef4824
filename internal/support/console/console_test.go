package console_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/staff"
	"rento/internal/support"
	"rento/internal/support/console"
	"rento/internal/upload"
)

// chats is a chat with one thread.
type chats struct {
	console.Chats
	opened support.Opened
	err    error
}

func (c chats) LastChange(context.Context) (calendar.Instant, error) { return 7, c.err }

func (c chats) Open(context.Context, staff.Person, int64, int64) (support.Opened, error) {
	return c.opened, c.err
}

func (c chats) Threads(context.Context, staff.Person) ([]support.Heading, error) {
	return []support.Heading{c.opened.Heading}, c.err
}

func (c chats) Answer(context.Context, staff.Person, int64, int64, int64, support.Words) error {
	return c.err
}

func (c chats) Close(context.Context, staff.Person, int64, int64, int64) error { return c.err }

func (c chats) Reopen(context.Context, staff.Person, int64, int64) error { return c.err }

// people has one staff member with one token.
type people struct{ console.People }

func (people) Authenticate(_ context.Context, token string) (staff.Person, error) {
	if token != "hers" {
		return staff.Person{}, fault.Unauthorized()
	}
	return staff.Person{ID: 3, Name: "Meera Nair"}, nil
}

func (p people) Peek(ctx context.Context, token string) (staff.Person, error) {
	return p.Authenticate(ctx, token)
}

func (people) SignIn(context.Context, string, string, string) (string, error) { return "hers", nil }

func (people) SignOut(context.Context, string) error { return nil }

func newConsole(c chats, config console.Config) *console.Console {
	config.Product, config.Pictures = "Rento", "/pictures/"
	config.Picture = func(_ int64, id string) string { return "/pictures/" + id }
	return console.New(c, people{}, config, slog.New(slog.DiscardHandler))
}

func request(method, target, form string) *http.Request {
	r := httptest.NewRequest(method, target, strings.NewReader(form))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.AddCookie(&http.Cookie{Name: "rento_staff", Value: "hers"})
	r.SetPathValue("customer", "5")
	r.SetPathValue("thread", "6")
	return r
}

func serve(h http.Handler, r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// A customer's text stays text: no markup from it reaches the page.
func TestWhatACustomerWritesStaysWords(t *testing.T) {
	opened := support.Opened{Heading: support.Heading{CustomerID: 5, ID: 6, Name: `Asha <b>`, State: support.Waiting}, Messages: []support.Message{
		{ID: 9, Author: support.Customer, Text: `<script>alert(1)</script>`, Image: &upload.Upload{ID: "p1"}},
		{ID: 10, Author: support.Assistant, Saying: support.TellDues, Facts: support.Facts{Dues: support.Dues{Due: 149900}}},
		{ID: 11, Author: support.Staff, StaffName: "Ravi Menon", Text: "We come."},
	}}
	w := serve(newConsole(chats{opened: opened}, console.Config{Demo: true}).Thread(), request(http.MethodGet, "/support/chats/5/6", ""))
	body := w.Body.String()
	for _, want := range []string{"&lt;script&gt;", "Asha &lt;b&gt;", `src="/pictures/p1"`, "₹1,499 is due now.", "Ravi Menon", `name="seen" value="11"`, `data-live="7"`} {
		if !strings.Contains(body, want) {
			t.Errorf("no %q in %s", want, body)
		}
	}
	if w.Code != http.StatusOK || strings.Contains(body, "<script>alert") || !strings.Contains(w.Header().Get("Content-Security-Policy"), "script-src 'self'") || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("status %d, %v; want 200, no script of a customer's, and kept by nobody", w.Code, w.Header())
	}
}

// Nobody gets in without a session, and after a refusal the answer's text is kept.
func TestWhoComesInAndWhatIsKept(t *testing.T) {
	open := support.Opened{Heading: support.Heading{CustomerID: 5, ID: 6, Name: "Asha", State: support.Answered}}
	d := newConsole(chats{opened: open}, console.Config{Demo: true})
	for path, h := range map[string]http.Handler{"/support": d.List(), "/support/chats/5/6": d.Thread(), "/support/chats/5/6/answer": d.Answer()} {
		r := httptest.NewRequest(http.MethodPost, path, http.NoBody)
		if w := serve(h, r); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/support/sign-in" {
			t.Errorf("%s without a session: %d to %q, want 303 to the sign-in", path, w.Code, w.Header().Get("Location"))
		}
	}
	if w := serve(http.HandlerFunc(d.Changes), httptest.NewRequest(http.MethodGet, "/support/changes", http.NoBody)); w.Code != http.StatusUnauthorized {
		t.Errorf("changes without a session: %d, want 401", w.Code)
	}
	w := serve(d.Answer(), request(http.MethodPost, "/support/chats/5/6/answer", "text=Hello&key=k1"))
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/support/chats/5/6" {
		t.Errorf("answered: %d to %q, want 303 to the chat", w.Code, w.Header().Get("Location"))
	}
	r := request(http.MethodGet, "/support/chats/5/6", "")
	r.SetPathValue("customer", "x")
	if w := serve(d.Thread(), r); w.Code != http.StatusNotFound {
		t.Errorf("no such thread: %d, want 404", w.Code)
	}
}

type refusing struct{ chats }

func (refusing) Answer(context.Context, staff.Person, int64, int64, int64, support.Words) error {
	return fault.Conflict("chat.answered_meanwhile", "A colleague has answered meanwhile. Please read the answer before you send yours.")
}

func TestARefusedAnswerKeepsWhatWasWritten(t *testing.T) {
	open := support.Opened{Heading: support.Heading{CustomerID: 5, ID: 6, Name: "Asha", State: support.Answered}}
	d := console.New(refusing{chats{opened: open}}, people{}, console.Config{Demo: true}, slog.New(slog.DiscardHandler))
	w := serve(d.Answer(), request(http.MethodPost, "/support/chats/5/6/answer", "text=My+words&key=k1"))
	if body := w.Body.String(); w.Code != http.StatusConflict || !strings.Contains(body, "A colleague has answered") || !strings.Contains(body, ">My words</textarea>") || !strings.Contains(body, `name="key" value="k1"`) {
		t.Errorf("%d: %s; want 409, why, and the words and the key kept", w.Code, body)
	}
	d = newConsole(chats{opened: open, err: errors.New("secret of the database")}, console.Config{Demo: true})
	if w := serve(d.Thread(), request(http.MethodGet, "/support/chats/5/6", "")); w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "secret") {
		t.Errorf("%d: %s; want 500 without the cause", w.Code, w.Body)
	}
}

// In the list, a customer's chats are told apart by how each began. A chat links to the customer's
// other chats, and both pages say that the account is being deleted.
func TestChatsOfOneCustomerAreToldApart(t *testing.T) {
	heading := func(id int64, first support.Message) support.Heading {
		return support.Heading{CustomerID: 5, ID: id, Name: "Asha", State: support.Closed, First: first, ErasedOn: calendar.Day(2026, 12, 4)}
	}
	opened := support.Opened{Heading: heading(6, support.Message{Text: "The fridge\n\tdoes not <b>cool</b>. " + strings.Repeat("x", 100)})}
	for i, first := range []support.Message{{Image: &upload.Upload{}}, {Saying: support.AskPerson}} {
		opened.Beside = append(opened.Beside, heading(int64(7+i), first))
	}
	d := newConsole(chats{opened: opened}, console.Config{Demo: true})
	list := serve(d.List(), request(http.MethodGet, "/support?closed=5%2F6", "")).Body.String()
	thread := serve(d.Thread(), request(http.MethodGet, "/support/chats/5/6", "")).Body.String()
	for page, wants := range map[string][]string{
		list:   {">The fridge does not &lt;b&gt;cool&lt;/b&gt;. " + strings.Repeat("x", 47) + "…<", "Account is deleted on 4 Dec 2026", "The chat with Asha is closed.", `action="/support/chats/5/6/reopen"`},
		thread: {`href="/support/chats/5/7"`, ">A picture<", `href="/support/chats/5/8"`, ">I would like to talk to a person.<", "to be deleted: on 4 Dec 2026", `action="/support/chats/5/6/reopen"`},
	} {
		for _, want := range wants {
			if !strings.Contains(page, want) {
				t.Errorf("no %q in %s", want, page)
			}
		}
	}
	if other := serve(d.List(), request(http.MethodGet, "/support?closed=5%2F7", "")).Body.String(); strings.Contains(other, "Open again") {
		t.Errorf("%s; want nothing to open again of a chat that is not listed", other)
	}
}

// A closed thread can be reopened from the page after closing it, without a confirmation.
func TestClosingCanBeTakenBack(t *testing.T) {
	closed := support.Opened{Heading: support.Heading{CustomerID: 5, ID: 6, Name: "Asha", State: support.Closed}}
	d := newConsole(chats{opened: closed}, console.Config{Demo: true})
	if w := serve(d.Close(), request(http.MethodPost, "/support/chats/5/6/close", "seen=1")); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/support?closed=5%2F6" {
		t.Errorf("closed: %d to %q, want 303 to the list, which offers to open it again", w.Code, w.Header().Get("Location"))
	}
	if w := serve(d.Reopen(), request(http.MethodPost, "/support/chats/5/6/reopen", "")); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/support/chats/5/6" {
		t.Errorf("opened again: %d to %q, want 303 to the chat", w.Code, w.Header().Get("Location"))
	}
	d = console.New(beguns{chats{opened: closed}}, people{}, console.Config{Demo: true}, slog.New(slog.DiscardHandler))
	if w := serve(d.Reopen(), request(http.MethodPost, "/support/chats/5/6/reopen", "")); w.Code != http.StatusConflict || !strings.Contains(w.Body.String(), "begun another chat") {
		t.Errorf("%d: %s; want 409 and why", w.Code, w.Body)
	}
}

// beguns refuses to reopen a chat, because another one has begun.
type beguns struct{ chats }

func (beguns) Reopen(context.Context, staff.Person, int64, int64) error {
	return fault.Conflict("chat.begun_anew", "The customer has begun another chat meanwhile. Please answer there.")
}

// The cookie is not readable by scripts, is sent only from our own pages, and over https is bound
// to the host.
func TestTheCookie(t *testing.T) {
	for https, want := range map[bool]string{
		true: "__Host-rento_staff=hers; Path=/; HttpOnly; Secure; SameSite=Strict", false: "rento_staff=hers; Path=/; HttpOnly; SameSite=Strict",
	} {
		d := newConsole(chats{}, console.Config{HTTPS: https, Demo: true})
		w := serve(http.HandlerFunc(d.SignedIn), request(http.MethodPost, "/support/sign-in", "challenge=c&code=1&app=2"))
		if got := w.Header().Get("Set-Cookie"); got != want || w.Code != http.StatusSeeOther {
			t.Errorf("%d, %q, want %q", w.Code, got, want)
		}
		w = serve(http.HandlerFunc(d.SignOut), request(http.MethodPost, "/support/sign-out", ""))
		if got := w.Header().Get("Set-Cookie"); !strings.Contains(got, "Max-Age=0") {
			t.Errorf("signing out leaves %q, want the cookie gone", got)
		}
	}
}

// The console is served only at its own origin, and nothing else is served there. Without an origin
// it is closed, except in the demo.
func TestWhereTheConsoleIs(t *testing.T) {
	for _, c := range []struct {
		config console.Config
		url    string
		lost   bool
	}{
		{console.Config{}, "https://app.example/support", true},
		{console.Config{}, "https://app.example/support/sign-in", true},
		{console.Config{}, "https://app.example/supports", false},
		{console.Config{Demo: true}, "http://localhost:8080/support", false},
		{console.Config{Demo: true}, "http://localhost:8080/dashboard/home", false},
		{console.Config{Origin: "https://console.example"}, "https://console.example/support", false},
		{console.Config{Origin: "https://console.example"}, "https://console.example/support/chats/1/2", false},
		{console.Config{Origin: "https://console.example"}, "https://console.example/pictures/x", false},
		{console.Config{Origin: "https://console.example"}, "https://console.example/dashboard/home", true},
		{console.Config{Origin: "https://console.example"}, "https://console.example/api/Dashboards/dashboardData", true},
		{console.Config{Origin: "https://console.example"}, "https://app.example/support", true},
		{console.Config{Origin: "https://console.example"}, "https://app.example/dashboard/home", false},
	} {
		if got := newConsole(chats{}, c.config).IsElsewhere(httptest.NewRequest(http.MethodGet, c.url, http.NoBody)); got != c.lost {
			t.Errorf("%+v: %s is elsewhere: %t, want %t", c.config, c.url, got, c.lost)
		}
	}
}

func TestTheScriptAndTheStyleAlone(t *testing.T) {
	d := newConsole(chats{}, console.Config{Demo: true})
	for name, want := range map[string]int{"console.js": 200, "console.css": 200, "list.html": 404, "../console.go": 404} {
		r := httptest.NewRequest(http.MethodGet, "/support/static/x", http.NoBody)
		r.SetPathValue("name", name)
		if w := serve(http.HandlerFunc(d.Static), r); w.Code != want {
			t.Errorf("%s: %d, want %d", name, w.Code, want)
		}
	}
}
