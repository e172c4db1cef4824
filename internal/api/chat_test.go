package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rento/internal/demo"
	"rento/internal/staff"
	"rento/internal/store/db"
)

// saidInChat is the wire form of the conversation.
type saidInChat struct {
	State    string
	Earlier  bool
	Messages []struct {
		ID               int64
		Key, Author, By  string
		Saying, Text     string
		Due              float64
		Image            *struct{ ID, URL string }
		Requests         []struct{ TicketID, Status string }
		RequestTypeNames []string
	}
	QuickReplies []struct {
		Saying   string
		Due      float64
		Requests int
	}
}

func (p person) chat(t *testing.T) (c saidInChat) {
	t.Helper()
	if status := p.do(t, http.MethodGet, "/api/Chatbots/conversation", nil, &c); status != http.StatusOK {
		t.Fatalf("conversation: %d, want 200", status)
	}
	return c
}

// browser is the browser of a staff member, with its cookies.
type browser struct {
	city    *demoCity
	cookies map[string]string
}

func (b browser) send(t *testing.T, method, path string, form url.Values) *httptest.ResponseRecorder {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(form.Encode()))
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	for name, value := range b.cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	w := httptest.NewRecorder()
	b.city.Node.Handler().ServeHTTP(w, r)
	for _, c := range w.Result().Cookies() {
		b.cookies[c.Name] = c.Value
	}
	return w
}

// signIn signs in a member of the demo's staff with both codes.
func (b browser) signIn(t *testing.T, email string) {
	t.Helper()
	asked := b.send(t, http.MethodPost, "/support/sign-in", url.Values{"email": {email}})
	challenge := regexp.MustCompile(`name="challenge" value="([^"]+)"`).FindStringSubmatch(asked.Body.String())
	if asked.Code != http.StatusOK || challenge == nil {
		t.Fatalf("asked for a code: %d, %s; want 200 and a challenge", asked.Code, asked.Body)
	}
	app, err := staff.CodeAt(demo.StaffSecret, b.city.Demo.Clock.Now())
	if err != nil {
		t.Fatal(err)
	}
	w := b.send(t, http.MethodPost, "/support/sign-in", url.Values{"email": {email}, "challenge": {challenge[1]}, "code": {demo.LoginCode}, "app": {app}})
	if w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/support" {
		t.Fatalf("signed in: %d, %s; want 303 to the chats", w.Code, w.Body)
	}
}

// PROD-11: a message goes from the customer to a staff member, and the answer comes back. A message
// that is sent twice is stored once.
func TestAMessageAndItsAnswer(t *testing.T) {
	w, err := newDemoCity(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.store.Close() })
	asha := w.person(t, "asha")
	before := asha.chat(t)
	if before.State != "assistant" || len(before.Messages) != 0 || len(before.QuickReplies) != 3 || before.QuickReplies[0].Due <= 0 {
		t.Fatalf("before: %+v; want nothing said, and what is due among the quick replies", before)
	}
	picture := asha.uploadTo(t, "/api/Chatbots/uploadImage")
	words := object{"key": "k1", "text": "The fridge does not cool.\nIt is warm.", "imageId": picture.ID}
	for range 2 {
		if status := asha.do(t, http.MethodPost, "/api/Chatbots/sendMessage", words, nil); status != http.StatusOK {
			t.Fatalf("sent: %d, want 200", status)
		}
	}
	said := asha.chat(t)
	if said.State != "waiting" || len(said.Messages) != 2 || said.Messages[0].Text != "The fridge does not cool.\nIt is warm." || said.Messages[0].Image == nil || said.Messages[1].Saying != "handed_over" {
		t.Fatalf("got %+v; want the message once, with its picture, and that a person answers", said)
	}
	if shown := w.raw(t, http.MethodGet, said.Messages[0].Image.URL, "", nil); shown.Code != http.StatusOK {
		t.Errorf("the picture: %d, want 200", shown.Code)
	}
	b := browser{w, map[string]string{}}
	if out := b.send(t, http.MethodGet, "/support", nil); out.Code != http.StatusSeeOther || out.Header().Get("Location") != "/support/sign-in" {
		t.Errorf("the console without a session: %d, want the way to the sign-in", out.Code)
	}
	b.signIn(t, "meera@rento.example")
	list := b.send(t, http.MethodGet, "/support", nil).Body.String()
	link := fmt.Sprintf("/support/chats/%d/", asha.id)
	at := regexp.MustCompile(link + `\d+`).FindString(list)
	if at == "" || !strings.Contains(list, "Asha") || !strings.Contains(list, "The fridge does not cool.") || regexp.MustCompile(`asha@|\d{5} ?00001`).MatchString(list) {
		t.Fatalf("the list: %s; want asha's chat by her name and its first words, without number and address", list)
	}
	page := b.send(t, http.MethodGet, at, nil).Body.String()
	for _, want := range []string{"The fridge does not cool.", "/api/ServiceRequestImages/"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q on the page of the chat", want)
		}
	}
	for _, private := range []string{"90000", "@example"} {
		if strings.Contains(page, private) {
			t.Errorf("the page of the chat shows %q", private)
		}
	}
	hidden := func(name string) string {
		return regexp.MustCompile(`name="` + name + `" value="([^"]*)"`).FindStringSubmatch(page)[1]
	}
	answer := url.Values{"text": {"We come tomorrow."}, "seen": {hidden("seen")}, "key": {hidden("key")}}
	for range 2 {
		if out := b.send(t, http.MethodPost, at+"/answer", answer); out.Code != http.StatusSeeOther {
			t.Fatalf("answered: %d, %s; want 303", out.Code, out.Body)
		}
	}
	said = asha.chat(t)
	if last := said.Messages[len(said.Messages)-1]; said.State != "answered" || len(said.Messages) != 3 || last.Author != "staff" || last.By != "Meera" || last.Text != "We come tomorrow." {
		t.Fatalf("got %+v; want the answer once, by Meera", said)
	}
	asha.wantUnseen(t, 1)
	asha.do(t, http.MethodPost, "/api/Chatbots/markSeen", object{"messageId": said.Messages[2].ID}, nil)
	asha.wantUnseen(t, 0)
	if out := b.send(t, http.MethodPost, at+"/close", url.Values{}); out.Code != http.StatusConflict {
		t.Errorf("closed without what was said last: %d, want 409", out.Code)
	}
	if out := b.send(t, http.MethodGet, at+"/close", nil); out.Code != http.StatusSeeOther || out.Header().Get("Location") != at {
		t.Errorf("the form's address: %d to %q, want the chat", out.Code, out.Header().Get("Location"))
	}
	if out := b.send(t, http.MethodPost, at+"/close", url.Values{"seen": {hidden("seen")}}); out.Code != http.StatusSeeOther {
		t.Errorf("closed: %d, want 303", out.Code)
	}
	if out := b.send(t, http.MethodPost, "/support/sign-out", url.Values{}); out.Code != http.StatusSeeOther {
		t.Errorf("signed out: %d, want 303", out.Code)
	}
	if out := b.send(t, http.MethodGet, at, nil); out.Code != http.StatusSeeOther {
		t.Errorf("after signing out: %d, want the way to the sign-in", out.Code)
	}
}

func (p person) wantUnseen(t *testing.T, want int64) {
	t.Helper()
	var home struct{ UnseenAnswers int64 }
	p.do(t, http.MethodGet, "/api/Dashboards/dashboardData", nil, &home)
	if home.UnseenAnswers != want {
		t.Errorf("%d unseen answers, want %d", home.UnseenAnswers, want)
	}
}

// A form from another site has no effect at the console, even with the browser's cookies.
func TestAForeignFormDoesNothingAtTheConsole(t *testing.T) {
	w := sharedCity(t)
	for _, path := range []string{"/support/sign-in", "/support/sign-out", "/support/chats/1/2/answer", "/support/chats/1/2/close"} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader("text=x"))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		out := httptest.NewRecorder()
		w.Node.Handler().ServeHTTP(out, r)
		if out.Code != http.StatusForbidden {
			t.Errorf("%s: %d, want 403", path, out.Code)
		}
	}
}

// HELP-11: a business customer can chat, but is not offered the quick replies about the home
// screen.
func TestABusinessChats(t *testing.T) {
	w := sharedCity(t)
	farid := w.person(t, "farid")
	if c := farid.chat(t); len(c.QuickReplies) != 1 || c.QuickReplies[0].Saying != "ask_person" {
		t.Errorf("quick replies %+v, want a person alone", c.QuickReplies)
	}
	refused(t, w.raw(t, http.MethodPost, "/api/Chatbots/sendQuickReply", farid.token, encodeBody(t, object{"key": "k1", "saying": "ask_dues"})), http.StatusUnprocessableEntity)
	if status := farid.do(t, http.MethodPost, "/api/Chatbots/sendQuickReply", object{"key": "k2", "saying": "ask_person"}, nil); status != http.StatusOK {
		t.Errorf("asked for a person: %d, want 200", status)
	}
}

// The company's own systems say who answers customers. A staff member who was added signs in with
// the secret that is returned only once, and cannot sign in after they have ended. The audit log
// says who made each change.
func TestWhoAnswersCustomers(t *testing.T) {
	w, err := newDemoCity(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.store.Close() })
	var made struct {
		ID          int64
		Secret, URI string
	}
	const email = "priya@rento.example"
	read(t, w.operate(t, "POST /operations/addStaff", object{"name": "Priya Das", "email": email}), &made)
	if made.ID == 0 || made.Secret == "" || !strings.HasPrefix(made.URI, "otpauth://totp/") {
		t.Fatalf("got %+v, want an id, a secret, and the same as apps read it", made)
	}
	refused(t, w.operate(t, "POST /operations/addStaff", object{"name": "<b>", "email": email}), http.StatusUnprocessableEntity)
	refused(t, w.operate(t, "POST /operations/addStaff", object{"name": "Priya Das", "email": "priya"}), http.StatusUnprocessableEntity)
	refused(t, w.operate(t, "POST /operations/endStaff", object{"id": 1}), http.StatusNotFound)
	b := browser{w, map[string]string{}}
	b.signIn(t, email)
	if answer := w.operate(t, "POST /operations/endStaff", object{"id": made.ID}); answer.Code != http.StatusOK {
		t.Fatalf("ended: %d, want 200", answer.Code)
	}
	if out := b.send(t, http.MethodGet, "/support", nil); out.Code != http.StatusSeeOther {
		t.Errorf("after the end: %d, want the way to the sign-in", out.Code)
	}
	list := w.operate(t, "GET /operations/staff", object{}).Body.String()
	if !strings.Contains(list, `"name":"Priya Das","email":"priya@rento.example","isActive":false`) || strings.Contains(list, made.Secret) {
		t.Errorf("listed %s, want Priya not active, and no secret", list)
	}
	rows, err := w.store.Queries().AuditOf(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	var acts []string
	for _, r := range rows {
		if r.Object == fmt.Sprintf("staff/%d", made.ID) {
			acts = append(acts, r.Actor+" "+r.Action)
		}
	}
	if want := []string{"staff:Meera Nair staff_added", "staff:Priya Das staff_signed_in", "staff:Meera Nair staff_ended"}; !slices.Equal(acts, want) {
		t.Errorf("recorded %v, want %v", acts, want)
	}
}

// Chat messages are stored in clear text neither in the database nor in the log.
func TestWhatIsWrittenIsInClearNowhere(t *testing.T) {
	w := sharedCity(t)
	hari := w.person(t, "hari")
	const canary = "CANARYPAN1234F"
	hari.do(t, http.MethodPost, "/api/Chatbots/sendMessage", object{"key": "canary", "text": "My PAN is " + canary}, nil)
	rows, err := w.store.Queries().SupportMessagesBefore(t.Context(), db.SupportMessagesBeforeParams{CustomerID: hari.id, Before: 1 << 60, N: 10})
	if err != nil || len(rows) != 2 {
		t.Fatalf("%d rows, %v, want 2", len(rows), err)
	}
	for _, r := range rows {
		if strings.Contains(fmt.Sprint(r), canary) {
			t.Errorf("stored %+v, want it encrypted", r)
		}
	}
}
