package demo

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"rento/internal/calendar"
	"rento/internal/notify"
	"rento/internal/webpage"
)

//go:embed page
var pages embed.FS

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"initial": func(name string) string { return name[:1] },
	"given":   func(name string) string { return strings.Fields(name)[0] },
	"phone":   func(mobile string) string { return "+91 " + mobile[:5] + " " + mobile[5:] },
}).ParseFS(pages, "page/*.html"))

type pageView struct {
	Product  string
	Personas []Persona
	Code     string
	Today    string
	Time     string
	Ahead    string
	Steps    []step
	Console  ConsoleCodes
}

type step struct{ Advance, Label string }

var steps = []step{{"P1D", "1 day"}, {"P1W", "1 week"}, {"P1M", "1 month"}}

// page shows the personas and the controls for time travel.
func (e *Entrance) page(w http.ResponseWriter, _ *http.Request) error {
	console, err := e.consoleCodes()
	if err != nil {
		return err
	}
	now := e.World.Clock.Now().In(calendar.India)
	return show(w, "demo.html", pageView{
		Product: e.Product, Personas: Personas(), Code: LoginCode, Steps: steps, Console: console,
		Today: now.Format("2 January 2006"), Time: now.Format("15:04"), Ahead: aheadText(e.World.Clock),
	})
}

func aheadText(c *Clock) string {
	days, side := int(c.Ahead().Hours()/24), "ahead of"
	if days < 0 {
		days, side = -days, "behind"
	}
	switch days {
	case 0:
		return ""
	case 1:
		return "1 day " + side + " the real date"
	}
	return fmt.Sprintf("%d days %s the real date", days, side)
}

const inboxSize = 100

type inboxMessage struct {
	Channel   notify.Channel   `json:"channel"`
	Recipient string           `json:"recipient"`
	Name      string           `json:"name"`
	Subject   string           `json:"subject"`
	Body      string           `json:"body"`
	State     string           `json:"state"`
	At        calendar.Instant `json:"created"`
	// Documents are the addresses of the attached documents.
	Documents []string `json:"documents,omitempty"`
}

// When is the message's time as text.
func (m inboxMessage) When() string { return m.At.Time().Format("2 Jan 2006, 15:04") }

// To is the recipient as text. For a browser, it is the host of its push service.
func (m inboxMessage) To() string {
	if at, err := url.Parse(m.Recipient); err == nil && at.Host != "" {
		return at.Host
	}
	return m.Recipient
}

// inbox lists the messages that have left, newest first: as a page for browsers, as JSON for tests.
// The parameter to restricts the list to one recipient.
func (e *Entrance) inbox(w http.ResponseWriter, r *http.Request) error {
	written, err := e.World.Notices.Outbox(r.Context(), e.World.Store.Queries(), r.URL.Query().Get("to"), inboxSize)
	if err != nil {
		return err
	}
	messages := make([]inboxMessage, 0, len(written))
	for _, m := range written {
		if m.State == notify.StateWaiting || m.State == notify.StateWithheld {
			continue
		}
		shown := inboxMessage{Channel: m.Channel, Recipient: m.Recipient, Name: m.Name, Subject: m.Subject, Body: m.Body, State: m.State, At: m.At}
		for i := range m.Documents {
			shown.Documents = append(shown.Documents, fmt.Sprintf("/demo/inbox/document?customer=%d&message=%d&n=%d", m.CustomerID, m.ID, i))
		}
		messages = append(messages, shown)
	}
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		writeJSON(w, http.StatusOK, map[string]any{"messages": messages})
		return nil
	}
	return show(w, "inbox.html", map[string]any{"Product": e.Product, "Messages": messages, "Size": inboxSize})
}

// settlements lists the gateways' settlement files, one for each day, to be compared by rento
// reconcile.
func (e *Entrance) settlements(w http.ResponseWriter, _ *http.Request) error {
	return show(w, "settlements.html", map[string]any{"Product": e.Product, "Days": e.World.Sandbox.Settlements()})
}

// document opens a document attached to a mail, the nth.
func (e *Entrance) document(w http.ResponseWriter, r *http.Request) error {
	// An invalid number finds no message either.
	customer, _ := strconv.ParseInt(r.URL.Query().Get("customer"), 10, 64)
	message, _ := strconv.ParseInt(r.URL.Query().Get("message"), 10, 64)
	at, _ := strconv.Atoi(r.URL.Query().Get("n"))
	files, err := e.World.Notices.Attached(r.Context(), customer, message)
	if err != nil {
		return err
	}
	if at < 0 || at >= len(files) {
		http.NotFound(w, r)
		return nil
	}
	file := files[at]
	w.Header().Set("Content-Type", "application/pdf")
	w.Header().Set("Content-Disposition", `inline; filename="`+file.Name+`"`)
	_, _ = w.Write(file.PDF) // if this fails, the client has gone
	return nil
}

func show(w http.ResponseWriter, name string, view any) error {
	var page bytes.Buffer
	if err := templates.ExecuteTemplate(&page, name, view); err != nil {
		return fmt.Errorf("demo: page %s: %w", name, err)
	}
	webpage.Plain(w.Header(), webpage.Policy{Forms: "'self'", Rules: []string{"style-src 'self'", "font-src 'self'", "img-src 'self'"}})
	_, _ = page.WriteTo(w) // if this fails, the client has gone
	return nil
}

// static serves the stylesheet and the font of the pages.
func static(w http.ResponseWriter, r *http.Request) {
	kind, ok := map[string]string{"demo.css": "text/css; charset=utf-8", "figtree.woff2": "font/woff2"}[r.URL.Path]
	if !ok {
		http.NotFound(w, r)
		return
	}
	body, err := pages.ReadFile("page/" + r.URL.Path)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(body) // if this fails, the client has gone
}
