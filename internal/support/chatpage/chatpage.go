// Package chatpage serves the page in which a chat provider's script runs. The script runs nowhere
// else. The page has no session. It is isolated in an origin of its own if one is configured, and
// otherwise in a sandbox without any origin.
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

// Path is the path of the page.
const Path = "/chat"

// Config holds the operator's settings.
type Config struct {
	// Provider is nil if customers chat only in our own chat. Then there is no page.
	Provider provider.Chat
	// AppOrigin is the dashboard's origin. Origin is the page's own; if it is empty, the page is
	// sandboxed within the dashboard's origin.
	AppOrigin, Origin string
}

// Address is the page's address for the dashboard, or "" if there is no page.
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
