// Package mappage serves the page on which Google's maps run. Google's script
// loads here and nowhere else: the page knows no session and is isolated, by
// an origin of its own when one is configured, else by none at all.
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

// Path is where the page is.
const Path = "/map"

// Config is what the operator decides.
type Config struct {
	// Key is Google's, made for browsers; without one there is no page.
	Key string
	// LegacyPlaces searches by the older Places API, for projects that have it.
	LegacyPlaces bool
	// AppOrigin is where the dashboard lives, Origin the page's own; empty
	// isolates the page in the dashboard's.
	AppOrigin, Origin string
}

// Address is where the dashboard finds the page, empty when there is none.
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
		panic("mappage: " + err.Error()) // it is embedded
	}
	return string(text)
}

// setting is what map.js reads from the page.
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
		v.Setting.Language = lang // Google has it, or shows English
	}
	webpage.Isolated{AppOrigin: c.AppOrigin, Origin: c.Origin}.SetHeaders(w.Header(), r, policy(v.Nonce))
	w.Header().Set("Referrer-Policy", "strict-origin-when-cross-origin") // Google checks for whom the key was made
	_ = page.Execute(w, v)                                               // the client has gone when this fails
}

// policy is the one that Google advises for its script.
func policy(nonce string) webpage.Policy {
	return webpage.Policy{Rules: []string{
		"script-src 'nonce-" + nonce + "' 'strict-dynamic' https: 'unsafe-eval' blob:",
		"style-src 'nonce-" + nonce + "' https://fonts.googleapis.com",
		"img-src https://*.googleapis.com https://*.gstatic.com https://*.google.com https://*.googleusercontent.com data:",
		"connect-src https://*.googleapis.com https://*.google.com https://*.gstatic.com data: blob:",
		"font-src https://fonts.gstatic.com", "frame-src https://*.google.com", "worker-src blob:",
	}}
}
