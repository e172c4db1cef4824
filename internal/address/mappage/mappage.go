// Package mappage serves the page that runs Google Maps. No other page loads Google's script. The
// page has no session. It is isolated by an origin of its own if one is configured, and otherwise
// by an opaque origin.
package mappage

import (
	"embed"
	"html/template"
	"net/http"
	"regexp"

	"rento/internal/webpage"
)

//go:embed static
var static embed.FS

var page = template.Must(template.ParseFS(static, "static/page.html"))

// Path is the path of the page.
const Path = "/map"

// Config is what the operator configures.
type Config struct {
	// Key is a browser key from Google. Without it there is no page.
	Key string
	// LegacyPlaces uses the older Places API for search, for projects that have it.
	LegacyPlaces bool
	// AppOrigin is the origin of the dashboard, Origin the page's own. If Origin is empty, the page
	// is served from the dashboard's origin and isolated there.
	AppOrigin, Origin string
}

// Address is the URL at which the dashboard finds the page, empty if there is none.
func (c Config) Address() string {
	if c.Key == "" {
		return ""
	}
	return c.Origin + Path
}

var script = template.JS(mustRead("static/map.js")) //nolint:gosec // our own file

func mustRead(name string) string {
	text, err := static.ReadFile(name)
	if err != nil {
		panic("mappage: " + err.Error()) // cannot happen, because the file is embedded
	}
	return string(text)
}

// setting holds what map.js reads from the page.
type setting struct {
	Key          string `json:"key"`
	LegacyPlaces bool   `json:"legacyPlaces"`
	Language     string `json:"language"`
}

type view struct {
	Nonce   string
	Script  template.JS
	Setting setting
}

var languageCode = regexp.MustCompile(`^[a-z]{2}$`)

// ServeHTTP serves the page, if there is a key.
func (c Config) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if c.Key == "" {
		http.NotFound(w, r)
		return
	}
	v := view{Nonce: webpage.Nonce(), Script: script, Setting: setting{Key: c.Key, LegacyPlaces: c.LegacyPlaces, Language: "en"}}
	if lang := r.URL.Query().Get("lang"); languageCode.MatchString(lang) {
		v.Setting.Language = lang // Google shows English for a language that it lacks
	}
	webpage.Isolated{AppOrigin: c.AppOrigin, Origin: c.Origin}.SetHeaders(w.Header(), r, policy(v.Nonce))
	w.Header().Set("Referrer-Policy", "strict-origin-when-cross-origin") // Google checks the site that the key is for
	_ = page.Execute(w, v)                                               // fails only if the client has disconnected
}

// policy is the policy that Google recommends for its script.
func policy(nonce string) webpage.Policy {
	return webpage.Policy{Rules: []string{
		"script-src 'nonce-" + nonce + "' 'strict-dynamic' https: 'unsafe-eval' blob:",
		"style-src 'nonce-" + nonce + "' https://fonts.googleapis.com",
		"img-src https://*.googleapis.com https://*.gstatic.com https://*.google.com https://*.googleusercontent.com data:",
		"connect-src https://*.googleapis.com https://*.google.com https://*.gstatic.com data: blob:",
		"font-src https://fonts.gstatic.com", "frame-src https://*.google.com", "worker-src blob:",
	}}
}
