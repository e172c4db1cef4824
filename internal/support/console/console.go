// Package console serves the pages on which staff read and answer the customers' chats. The pages
// are forms, and a small script keeps them up to date.
package console

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/staff"
	"rento/internal/support"
	"rento/internal/webpage"
)

// Path is the path of the pages.
const Path = "/support"

//go:embed static
var static embed.FS

var pages = template.Must(template.New("").Funcs(template.FuncMap{
	"moment": func(at calendar.Instant) string { return at.Time().In(calendar.India).Format("2 Jan, 15:04") },
	"said":   said,
	"about":  about,
	"day":    func(on calendar.Date) string { return on.Format(dayLayout) },
}).ParseFS(static, "static/*.html"))

// Chats is what the pages need from the chat.
type Chats interface {
	Threads(ctx context.Context, by staff.Person) ([]support.Heading, error)
	LastChange(ctx context.Context) (calendar.Instant, error)
	Open(ctx context.Context, by staff.Person, customerID, id int64) (support.Opened, error)
	Answer(ctx context.Context, by staff.Person, customerID, id, seen int64, w support.Words) error
	Close(ctx context.Context, by staff.Person, customerID, id, seen int64) error
	Reopen(ctx context.Context, by staff.Person, customerID, id int64) error
}

// People is what the pages need from package staff.
type People interface {
	RequestCode(ctx context.Context, email string) (challenge string, err error)
	SignIn(ctx context.Context, challenge, mailed, app string) (token string, err error)
	Authenticate(ctx context.Context, token string) (staff.Person, error)
	Peek(ctx context.Context, token string) (staff.Person, error)
	SignOut(ctx context.Context, token string) error
}

// Config holds the operator's settings.
type Config struct {
	Product string
	// Origin is the origin of the pages, such as https://console.example. If it is empty, the pages
	// are closed, except in the demo, where they share the app's origin.
	Origin string
	Demo   bool
	// HTTPS says that browsers reach us by https.
	HTTPS bool
	// Pictures is the prefix of the pictures' addresses. Picture returns the address of one
	// picture.
	Pictures string
	Picture  func(customerID int64, id string) string
}

// Console serves the pages.
type Console struct {
	chats  Chats
	people People
	config Config
	logger *slog.Logger
	host   string // host of the origin
}

// New returns the pages.
func New(chats Chats, people People, config Config, logger *slog.Logger) *Console {
	c := &Console{chats: chats, people: people, config: config, logger: logger}
	if u, err := url.Parse(config.Origin); err == nil {
		c.host = u.Host
	}
	return c
}

// IsElsewhere keeps the app and the console on separate hosts: it reports that the requested path
// is not served at this host. If the console has an origin of its own, that host serves only the
// console's pages and the pictures in them.
func (c *Console) IsElsewhere(r *http.Request) bool {
	if r.URL.Path == Path || strings.HasPrefix(r.URL.Path, Path+"/") {
		return !c.isHere(r)
	}
	return c.host != "" && r.Host == c.host && !strings.HasPrefix(r.URL.Path, c.config.Pictures)
}

func (c *Console) isHere(r *http.Request) bool {
	if c.config.Origin == "" {
		return c.config.Demo
	}
	return r.Host == c.host
}

// view is the data of a page.
type view struct {
	Product string
	Title   string
	Person  staff.Person
	Problem string // why something was not done
	// Changed lets the script see whether there is something new.
	Changed calendar.Instant

	// for the sign-in page
	Challenge, Email string

	// for the list
	Waiting, Answered, Closed []support.Heading
	// JustClosed is the thread that the previous form closed. It can be reopened.
	JustClosed *support.Heading

	// for the page of a thread
	Chat  support.Opened
	Seen  int64 // the last message of the thread
	Key   string
	Draft string

	pictures func(customerID int64, id string) string
}

// handler does the work of a page. It writes the answer unless it returns an error.
type handler func(w http.ResponseWriter, r *http.Request, by staff.Person) error

func (c *Console) fail(w http.ResponseWriter, r *http.Request, err error) {
	if fault.Is(err, http.StatusUnauthorized) {
		http.Redirect(w, r, Path+"/sign-in", http.StatusSeeOther)
		return
	}
	c.show(w, "problem.html", statusOf(err), view{Title: "Something went wrong", Problem: c.words(r, err)})
}

// words are the message for an error. An error that is not a fault is logged, and the message is
// general.
func (c *Console) words(r *http.Request, err error) string {
	if f := fault.Of(err); f != nil {
		return f.Message
	}
	c.logger.ErrorContext(r.Context(), "support console", "path", r.URL.Path, "error", err.Error())
	return fault.Internal().Message
}

func statusOf(err error) int {
	if f := fault.Of(err); f != nil {
		return f.Status
	}
	return http.StatusInternalServerError
}

func (c *Console) show(w http.ResponseWriter, name string, status int, v view) {
	v.Product, v.pictures = c.config.Product, c.config.Picture
	webpage.Plain(w.Header(), webpage.Policy{Forms: "'self'", Rules: []string{"style-src 'self'", "script-src 'self'", "img-src 'self'", "connect-src 'self'"}})
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Robots-Tag", "noindex")
	w.WriteHeader(status)
	_ = pages.ExecuteTemplate(w, name, v) // if this fails, the client has gone
}

// cookie is the name of the session cookie. Over https the name binds the cookie to the host and to
// https.
func (c *Console) cookie() string {
	if c.config.HTTPS {
		return "__Host-rento_staff"
	}
	return "rento_staff"
}

func (c *Console) token(r *http.Request) string {
	kept, err := r.Cookie(c.cookie())
	if err != nil {
		return ""
	}
	return kept.Value
}

func (c *Console) keepToken(w http.ResponseWriter, token string) {
	cookie := &http.Cookie{Name: c.cookie(), Value: token, Path: "/", HttpOnly: true, Secure: c.config.HTTPS, SameSite: http.SameSiteStrictMode} //nolint:gosec // without HTTPS on a person's own machine alone
	if token == "" {
		cookie.MaxAge = -1
	}
	http.SetCookie(w, cookie)
}

// liveQuery marks the script's own requests for news, which do not count as use of the session.
const liveQuery = "live"

// inside admits only signed-in staff.
func (c *Console) inside(do handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		authenticate := c.people.Authenticate
		if r.URL.Query().Has(liveQuery) {
			authenticate = c.people.Peek
		}
		person, err := authenticate(r.Context(), c.token(r))
		if err == nil {
			err = do(w, r, person)
		}
		if err != nil {
			c.fail(w, r, err)
		}
	})
}

// List shows the threads.
func (c *Console) List() http.Handler {
	return c.inside(func(w http.ResponseWriter, r *http.Request, by staff.Person) error {
		changed, err := c.chats.LastChange(r.Context())
		if err != nil {
			return err
		}
		threads, err := c.chats.Threads(r.Context(), by)
		if err != nil {
			return err
		}
		v := view{Title: "Chats", Person: by, Changed: changed}
		for _, t := range threads {
			switch t.State {
			case support.Waiting:
				v.Waiting = append(v.Waiting, t)
			case support.Answered:
				v.Answered = append(v.Answered, t)
			case support.Closed, support.WithAssistant:
				v.Closed = append(v.Closed, t)
			}
			if t.State == support.Closed && r.URL.Query().Get(closedQuery) == name(t.CustomerID, t.ID) {
				v.JustClosed = &t
			}
		}
		c.show(w, "list.html", http.StatusOK, v)
		return nil
	})
}

// place is the thread in the path of a page.
func place(r *http.Request) (customerID, id int64, err error) {
	customerID, wrong := strconv.ParseInt(r.PathValue("customer"), 10, 64)
	id, also := strconv.ParseInt(r.PathValue("thread"), 10, 64)
	if wrong != nil || also != nil {
		return 0, 0, fault.NotFound("chat.not_found", "There is no such chat.")
	}
	return customerID, id, nil
}

// closedQuery is the query parameter of the list that names the thread just closed.
const closedQuery = "closed"

func name(customerID, id int64) string { return fmt.Sprintf("%d/%d", customerID, id) }

func address(customerID, id int64) string { return fmt.Sprintf("%s/chats/%d/%d", Path, customerID, id) }

// Thread shows a thread.
func (c *Console) Thread() http.Handler {
	return c.inside(func(w http.ResponseWriter, r *http.Request, by staff.Person) error {
		return c.thread(w, r, by, http.StatusOK, view{})
	})
}

func (c *Console) thread(w http.ResponseWriter, r *http.Request, by staff.Person, status int, v view) error {
	customerID, id, err := place(r)
	if err != nil {
		return err
	}
	if v.Changed, err = c.chats.LastChange(r.Context()); err != nil {
		return err
	}
	if v.Chat, err = c.chats.Open(r.Context(), by, customerID, id); err != nil {
		return err
	}
	if n := len(v.Chat.Messages); n > 0 {
		v.Seen = v.Chat.Messages[n-1].ID
	}
	if v.Key == "" {
		v.Key = ident.Reference(26)
	}
	v.Title, v.Person = v.Chat.Name, by
	c.show(w, "thread.html", status, v)
	return nil
}

// Picture is the address of a message's picture.
func (v view) Picture(m support.Message) string { return v.pictures(v.Chat.CustomerID, m.Image.ID) }

// Open says that the thread can be answered.
func (v view) Open() bool { return v.Chat.State != support.Closed }

// ToThread redirects from the address of a form to its thread. After a refusal the form's address
// stays in the browser's address bar.
func (c *Console) ToThread() http.Handler {
	return c.inside(func(w http.ResponseWriter, r *http.Request, _ staff.Person) error {
		customerID, id, err := place(r)
		if err != nil {
			return err
		}
		http.Redirect(w, r, address(customerID, id), http.StatusSeeOther)
		return nil
	})
}

// Answer adds an answer to a thread.
func (c *Console) Answer() http.Handler {
	return c.inside(func(w http.ResponseWriter, r *http.Request, by staff.Person) error {
		customerID, id, err := place(r)
		if err != nil {
			return err
		}
		seen, _ := strconv.ParseInt(r.PostFormValue("seen"), 10, 64)
		words := support.Words{Key: r.PostFormValue("key"), Text: r.PostFormValue("text")}
		if err := c.chats.Answer(r.Context(), by, customerID, id, seen, words); err != nil {
			if f := fault.Of(err); f == nil || f.Status == http.StatusNotFound {
				return err
			}
			return c.thread(w, r, by, statusOf(err), view{Problem: c.words(r, err), Draft: words.Text, Key: words.Key})
		}
		http.Redirect(w, r, address(customerID, id), http.StatusSeeOther)
		return nil
	})
}

// Close closes a thread.
func (c *Console) Close() http.Handler {
	return c.inside(func(w http.ResponseWriter, r *http.Request, by staff.Person) error {
		customerID, id, err := place(r)
		if err != nil {
			return err
		}
		seen, _ := strconv.ParseInt(r.PostFormValue("seen"), 10, 64)
		if err := c.chats.Close(r.Context(), by, customerID, id, seen); err != nil {
			if f := fault.Of(err); f == nil || f.Status == http.StatusNotFound {
				return err
			}
			return c.thread(w, r, by, statusOf(err), view{Problem: c.words(r, err)})
		}
		http.Redirect(w, r, Path+"?"+url.Values{closedQuery: {name(customerID, id)}}.Encode(), http.StatusSeeOther)
		return nil
	})
}

// Reopen reopens a closed thread.
func (c *Console) Reopen() http.Handler {
	return c.inside(func(w http.ResponseWriter, r *http.Request, by staff.Person) error {
		customerID, id, err := place(r)
		if err != nil {
			return err
		}
		if err := c.chats.Reopen(r.Context(), by, customerID, id); err != nil {
			if f := fault.Of(err); f == nil || f.Status == http.StatusNotFound {
				return err
			}
			return c.thread(w, r, by, statusOf(err), view{Problem: c.words(r, err)})
		}
		http.Redirect(w, r, address(customerID, id), http.StatusSeeOther)
		return nil
	})
}

// Changes tells the script whether there is something new. It counts as use of the session only
// while somebody is writing.
func (c *Console) Changes(w http.ResponseWriter, r *http.Request) {
	authenticate := c.people.Peek
	if r.URL.Query().Has("writing") {
		authenticate = c.people.Authenticate
	}
	if _, err := authenticate(r.Context(), c.token(r)); err != nil {
		w.WriteHeader(statusOf(err))
		return
	}
	at, err := c.chats.LastChange(r.Context())
	if err != nil {
		c.words(r, err)
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(map[string]string{"changed": strconv.FormatInt(int64(at), 10)}) // if this fails, the client has gone
}

// Static serves the script and the stylesheet.
func (c *Console) Static(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	kind := map[string]string{"console.js": "text/javascript; charset=utf-8", "console.css": "text/css; charset=utf-8"}[name]
	raw, err := static.ReadFile("static/" + name)
	if kind == "" || err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(raw) //nolint:gosec // a file of our own; the client has gone when this fails
}
