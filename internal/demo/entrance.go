package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
)

// Entrance serves the routes that only the demo city has. None of them exists in production.
type Entrance struct {
	World *World
	// Product is the display name.
	Product string
}

// Register adds the routes to mux. The server refuses forms from other sites, as for every route.
func (e *Entrance) Register(mux *http.ServeMux) {
	handle := func(pattern string, do func(w http.ResponseWriter, r *http.Request) error) {
		mux.Handle(pattern, e.serve(do))
	}
	handle("GET /demo", e.page)
	handle("GET /demo/inbox", e.inbox)
	handle("GET /demo/inbox/document", e.document)
	handle("GET /demo/settlements", e.settlements)
	handle("GET /demo/staff", e.staff)
	handle("GET /demo/as/{persona}", e.enter)
	handle("POST /demo/token/{persona}", e.token)
	handle("GET /demo/clock", e.moment)
	handle("POST /demo/clock", e.travel)
	handle("POST /demo/reset", e.reset)
	mux.Handle("GET /demo/static/", http.StripPrefix("/demo/static/", http.HandlerFunc(static)))
	mux.Handle("GET /media/products/", Drawings())
}

// serve runs a route's function and reports errors in the product's error format.
func (e *Entrance) serve(do func(http.ResponseWriter, *http.Request) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		err := do(w, r.WithContext(audit.WithActor(r.Context(), audit.System("demo"))))
		if err == nil {
			return
		}
		f := fault.Of(err)
		if f == nil {
			e.World.Logger.ErrorContext(r.Context(), "demo entrance failed", "path", r.URL.Path, "error", err.Error())
			f = fault.Internal()
		}
		refuse(w, f)
	})
}

func refuse(w http.ResponseWriter, f *fault.Fault) {
	content := map[string]any{"statusCode": f.Status, "name": f.Name, "message": f.Message, "extra": f.Details()}
	writeJSON(w, f.Status, map[string]any{"error": content})
}

func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // if this fails, the client has gone
}

func (e *Entrance) customer(ctx context.Context, key string) (int64, error) {
	persona, ok := PersonaOf(key)
	if !ok {
		return 0, fault.NotFound("demo.persona_not_found", "There is no persona '{persona}'. The page /demo lists them all.", fault.With("persona", key))
	}
	c, err := account.CustomerByMobile(ctx, e.World.Store.Queries(), persona.Mobile)
	if fault.Is(err, http.StatusNotFound) {
		return 0, fault.NotFound("demo.not_made", "The demo city has not been made yet.")
	}
	return c.ID, err
}

// The demo's agent, as shown in the audit log.
const (
	agentName   = "demo"
	agentReason = "looking around in the demo city"
)

func (e *Entrance) mint(ctx context.Context, key string, h account.Handoff) (string, error) {
	id, err := e.customer(ctx, key)
	if err != nil {
		return "", err
	}
	h.CustomerID = id
	return e.World.Accounts.MintHandoff(ctx, h)
}

// enter makes a one-time code and redirects to the app's own sign-in page.
func (e *Entrance) enter(w http.ResponseWriter, r *http.Request) error {
	key, target, query := r.PathValue("persona"), landing(r.URL.Query().Get("redirectUrl")), url.Values{}
	agent := account.Handoff{Lifetime: account.FromPage}
	if key == "agent" {
		key = r.URL.Query().Get("customer")
		agent.Agent, agent.Reason = agentName, agentReason
		target = withDirectLogin(target)
		query.Set("direct-login", "true")
	}
	code, err := e.mint(r.Context(), key, agent)
	if err != nil {
		return err
	}
	query.Set("accessToken", code)
	query.Set("redirectUrl", target)
	http.Redirect(w, r, "/dashboard/authenticate-user?"+query.Encode(), http.StatusFound)
	return nil
}

// landing keeps a redirect inside the dashboard: one leading slash, no scheme and no host. Anything
// else goes to /home.
func landing(target string) string {
	u, err := url.Parse(target)
	inside := err == nil && u.Scheme == "" && u.Host == "" && strings.HasPrefix(target, "/") &&
		!strings.HasPrefix(target, "//") && !strings.Contains(target, `\`)
	if !inside {
		return "/home"
	}
	return target
}

func withDirectLogin(target string) string {
	u, err := url.Parse(target)
	if err != nil {
		return "/home?direct-login=true"
	}
	query := u.Query()
	query.Set("direct-login", "true")
	u.RawQuery = query.Encode()
	return u.String()
}

// token gives tests a session without a browser.
func (e *Entrance) token(w http.ResponseWriter, r *http.Request) error {
	code, err := e.mint(r.Context(), r.PathValue("persona"), account.Handoff{Lifetime: account.FromPage})
	if err != nil {
		return err
	}
	login, err := e.World.Accounts.ExchangeHandoff(r.Context(), code, r.UserAgent())
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, map[string]any{"accessTokenId": login.Token, "userId": login.Customer.ID})
	return nil
}

// moment answers the city's time.
func (e *Entrance) moment(w http.ResponseWriter, _ *http.Request) error {
	writeJSON(w, http.StatusOK, map[string]any{"now": e.World.Clock.Now().In(calendar.India).Format(time.RFC3339)})
	return nil
}

// travel puts the clock forward and runs what is due on the way.
func (e *Entrance) travel(w http.ResponseWriter, r *http.Request) error {
	text, form, err := advanceOf(w, r)
	if err != nil {
		return err
	}
	duration, err := ParseDuration(text)
	if err != nil {
		return err
	}
	// Travelling a year has a year's work to do. A slow machine cannot finish that within the usual
	// write timeout.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Time{}) // a writer without deadlines needs no change
	journey, err := e.World.Travel(r.Context(), duration)
	if err != nil {
		return err
	}
	if form {
		http.Redirect(w, r, "/demo", http.StatusSeeOther)
		return nil
	}
	writeJSON(w, http.StatusOK, map[string]any{
		"from": journey.From.In(calendar.India).Format(time.RFC3339), "now": journey.To.In(calendar.India).Format(time.RFC3339),
	})
	return nil
}

const maxBody = 1 << 10

// advanceOf reads the duration from the page's form or from JSON. Command-line clients send JSON
// with a form's content type by default, so the first character decides.
func advanceOf(w http.ResponseWriter, r *http.Request) (text string, form bool, err error) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return "", false, fault.Unreadable("request.unreadable", "The request could not be read.")
	}
	if fromForm(r) && !bytes.HasPrefix(bytes.TrimSpace(raw), []byte("{")) {
		values, err := url.ParseQuery(string(raw))
		if err != nil {
			return "", true, fault.Unreadable("request.unreadable", "The request could not be read.")
		}
		return values.Get("advance"), true, nil
	}
	var body struct {
		Advance string `json:"advance"`
	}
	err = json.Unmarshal(raw, &body)
	if _, wrong := errors.AsType[*json.UnmarshalTypeError](err); wrong {
		return "", false, fault.Invalid("demo.advance_not_text", "advance", "advance must be a text")
	}
	if err != nil {
		return "", false, fault.Unreadable("request.unreadable", "The request could not be read.")
	}
	return body.Advance, false, nil
}

func fromForm(r *http.Request) bool {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return kind == "application/x-www-form-urlencoded"
}

// reset rebuilds the city.
func (e *Entrance) reset(w http.ResponseWriter, r *http.Request) error {
	if err := e.World.Reset(r.Context()); err != nil {
		return err
	}
	if fromForm(r) {
		http.Redirect(w, r, "/demo", http.StatusSeeOther)
		return nil
	}
	writeJSON(w, http.StatusOK, map[string]any{"success": true})
	return nil
}
