// Package web serves the built app: hashed assets that never change, an entry
// page that is never stale, everything compressed when it was built.
package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"

	"rento/internal/webpage"
)

//go:embed all:dist
var built embed.FS

// Base is the path under which the app lives.
const Base = "/dashboard/"

type file struct {
	body        []byte
	brotli      []byte
	gzip        []byte
	contentType string
	immutable   bool
}

// App serves the built app.
type App struct {
	files  map[string]*file
	policy string
}

// Options are the other origins that the app may talk to.
type Options struct {
	// Frames are the origins of pages that the app frames, such as the payment
	// page's; empty ones are left out.
	Frames []string
}

// New reads the build, which the binary carries, into a table of files.
func New(o Options) (*App, error) {
	dist, err := fs.Sub(built, "dist")
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	return newApp(dist, o)
}

func newApp(dist fs.FS, o Options) (*App, error) {
	app := &App{files: map[string]*file{}}
	err := fs.WalkDir(dist, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(path.Base(name), ".") {
			return err
		}
		return app.load(dist, name)
	})
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	if index := app.files["index.html"]; index != nil {
		app.policy = policy(index.body, o.Frames)
	}
	return app, nil
}

// Font is the path of the font of Latin text, "" when the app is not built.
func (a *App) Font() string {
	for name := range a.files {
		if strings.HasPrefix(path.Base(name), "figtree-latin-wght-normal") {
			return Base + name
		}
	}
	return ""
}

// Built reports whether the binary carries the app at all.
func (a *App) Built() bool { return a.files["index.html"] != nil }

func (a *App) load(dist fs.FS, name string) error {
	body, err := fs.ReadFile(dist, name)
	if err != nil {
		return fmt.Errorf("read %s: %w", name, err)
	}
	original, encoding := name, ""
	for _, suffix := range []string{".br", ".gz"} {
		if base, ok := strings.CutSuffix(name, suffix); ok {
			original, encoding = base, suffix
		}
	}
	f := a.files[original]
	if f == nil {
		f = &file{contentType: contentType(original), immutable: strings.HasPrefix(original, "assets/")}
		a.files[original] = f
	}
	switch encoding {
	case ".br":
		f.brotli = body
	case ".gz":
		f.gzip = body
	default:
		f.body = body
	}
	return nil
}

func contentType(name string) string {
	if strings.HasSuffix(name, ".webmanifest") {
		return "application/manifest+json"
	}
	if t := mime.TypeByExtension(path.Ext(name)); t != "" {
		return t
	}
	return "application/octet-stream"
}

func (a *App) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path+"/" == Base {
		// The same address, as people type it; a sign-in link keeps its code.
		target := url.URL{Path: Base, RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, target.String(), http.StatusPermanentRedirect)
		return
	}
	name := strings.TrimPrefix(path.Clean(r.URL.Path), strings.TrimSuffix(Base, "/"))
	f := a.files[strings.TrimPrefix(name, "/")]
	switch {
	case f != nil && f.contentType != "text/html; charset=utf-8":
		a.send(w, r, f)
	case strings.HasPrefix(name, "/assets/"):
		// A page of an earlier release asks for a file that is gone: the app
		// must learn that, not get the entry page as a script.
		http.Error(w, "no such file", http.StatusNotFound)
	case a.Built():
		a.entry(w, r)
	default:
		http.Error(w, "This binary was built without the web app: run make build.", http.StatusNotImplemented)
	}
}

func (a *App) entry(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", a.policy)
	h.Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups") // the payment window reports back
	a.send(w, r, a.files["index.html"])
}

func (a *App) send(w http.ResponseWriter, r *http.Request, f *file) {
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("Vary", "Accept-Encoding")
	if f.immutable {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	} else {
		h.Set("Cache-Control", "no-cache")
	}
	body := f.body
	accepted := r.Header.Get("Accept-Encoding")
	switch {
	case f.brotli != nil && strings.Contains(accepted, "br"):
		body = f.brotli
		h.Set("Content-Encoding", "br")
	case f.gzip != nil && strings.Contains(accepted, "gzip"):
		body = f.gzip
		h.Set("Content-Encoding", "gzip")
	}
	sum := sha256.Sum256(body)
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:9]) + `"`
	h.Set("ETag", tag)
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // the client has gone when this fails
	}
}

var (
	inlineScript = regexp.MustCompile(`(?s)<script(?:\s[^>]*)?>(.*?)</script>`)
	inlineStyle  = regexp.MustCompile(`(?s)<style(?:\s[^>]*)?>(.*?)</style>`)
)

// policy lets the entry page run its own bundle and nothing else. The inline
// boot script and style are named by their hashes.
func policy(index []byte, framed []string) string {
	frames := "'self'"
	for _, origin := range framed {
		if origin != "" {
			frames += " " + origin
		}
	}
	return webpage.Policy{Forms: "'self'", Rules: []string{
		"script-src 'self'" + hashes(inlineScript, index),
		"style-src 'self'" + hashes(inlineStyle, index),
		"style-src-attr 'unsafe-inline'", // positions that the floating parts compute
		"img-src 'self' data: blob:", "font-src 'self'", "connect-src 'self'", "frame-src " + frames,
		"worker-src 'self'", "manifest-src 'self'",
		"require-trusted-types-for 'script'", "trusted-types app-html app-worker dompurify 'allow-duplicates'",
	}}.String()
}

func hashes(tag *regexp.Regexp, page []byte) string {
	var out strings.Builder
	for _, match := range tag.FindAllSubmatch(page, -1) {
		if len(bytes.TrimSpace(match[1])) == 0 {
			continue
		}
		sum := sha256.Sum256(match[1])
		out.WriteString(" 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
	}
	return out.String()
}
