// Package chatpage serves the page in which a chat provider's script runs, and
// nowhere else: the page knows no session and is isolated, by an origin of its own when
// one is configured, else by none at all.
package chatpage

import (
	"embed"
	"html/template"
	"net/http"
	"strings"

	"rento/internal/provider"
	"rento/internal/webpage"
)

//go:embed static
var static embed.FS

var page = template.Must(template.ParseFS(static, "static/page.html"))

// Path is where the page is.
const Path = "/chat"

// Config is what the operator decides.
type Config struct {
	// Provider is nil where customers chat with us alone: then there is no page.
	Provider provider.Chat
	// AppOrigin is where the dashboard lives, Origin the page's own; empty isolates the
	// page in the dashboard's.
	AppOrigin, Origin string
}

// Address is where the dashboard finds the page, empty when there is none.
func (c Config) Address() string {
	if c.Provider == nil {
		return ""
	}
	return c.Origin + Path
}

var script = template.JS(mustRead("static/page.js")) //nolint:gosec // our own file

func mustRead(name string) string {
	text, err := static.ReadFile(name)
	if err != nil {
		panic("chatpage: " + err.Error()) // it is embedded
	}
	return string(text)
}

type view struct {
	Nonce          string
	Driver, Script template.JS
	Settings       any
}

// ServeHTTP serves the page, if there is a provider.
func (c Config) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if c.Provider == nil {
		http.NotFound(w, r)
		return
	}
	p, nonce := c.Provider.Page(), webpage.Nonce()
	rules := make([]string, len(p.Rules))
	for i, rule := range p.Rules {
		rules[i] = strings.ReplaceAll(rule, "NONCE", nonce)
	}
	isolated := webpage.Isolated{AppOrigin: c.AppOrigin, Origin: c.Origin, Sandbox: []string{"allow-forms", "allow-popups", "allow-downloads"}}
	isolated.SetHeaders(w.Header(), r, webpage.Policy{Rules: rules})
	w.Header().Set("Referrer-Policy", "no-referrer")
	_ = page.Execute(w, view{nonce, template.JS(p.Driver), script, p.Settings}) //nolint:gosec // the driver is an adapter's own file; when this fails the client has gone
}
