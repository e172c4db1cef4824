// Package web serves the built app: hashed assets that never change, an entry
// page that is never stale, everything compressed when it was built.
package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"rento/internal/webpage"
)

//go:embed all:dist
var built embed.FS

// Base is the path under which the app lives.
const Base = "/dashboard/"

// file is a file of the app. The build stores a text only compressed, by brotli and by gzip, and a
// picture or font only as it is. The bytes stay in the program and are read when they are sent, so
// a file that nobody asks for takes no memory.
type file struct {
	plain, brotli, gzip string // the paths of what is stored, empty if it is not
	tag                 string
	contentType         string
	immutable           bool
}

// App serves the built app.
type App struct {
	dist   fs.FS
	files  map[string]*file
	policy string
}

// Options are the other origins that the app may talk to.
type Options struct {
	// Frames are the origins of pages that the app frames, such as the payment
	// page's; empty ones are left out.
	Frames []string
}

// New lists the files of the build, which the binary carries.
func New(o Options) (*App, error) {
	dist, err := fs.Sub(built, "dist")
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	return newApp(dist, o)
}

func newApp(dist fs.FS, o Options) (*App, error) {
	app := &App{dist: dist, files: map[string]*file{}}
	err := fs.WalkDir(dist, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && strings.HasPrefix(path.Base(name), "."): // what the build notes for itself
			return fs.SkipDir
		case entry.IsDir() || strings.HasPrefix(path.Base(name), "."):
			return nil
		}
		return app.add(name)
	})
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	if index := app.files["index.html"]; index != nil {
		body, _, err := app.open(index, "")
		if err != nil {
			return nil, fmt.Errorf("web: open index.html: %w", err)
		}
		page, err := io.ReadAll(body)
		if err != nil {
			return nil, fmt.Errorf("web: read index.html: %w", err)
		}
		app.policy = policy(page, o.Frames)
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

func (a *App) add(name string) error {
	original, coding := name, path.Ext(name)
	if coding == ".br" || coding == ".gz" {
		original = strings.TrimSuffix(name, coding)
	}
	f := a.files[original]
	if f == nil {
		f = &file{contentType: contentType(original), immutable: strings.HasPrefix(original, "assets/")}
		a.files[original] = f
	}
	if f.tag == "" {
		tag, err := a.tag(name, f)
		if err != nil {
			return err
		}
		f.tag = tag
	}
	switch coding {
	case ".br":
		f.brotli = name
	case ".gz":
		f.gzip = name
	default:
		f.plain = name
	}
	return nil
}

// tag is the entity tag of a file. It is a weak one, because it is the same for each coding.
func (a *App) tag(name string, f *file) (string, error) {
	if f.immutable { // its name has a hash of what is in it
		return `W/"` + path.Base(name) + `"`, nil
	}
	body, err := fs.ReadFile(a.dist, name)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(body)
	return `W/"` + base64.RawURLEncoding.EncodeToString(sum[:9]) + `"`, nil
}

// open opens a file for a client that accepts some codings. coding is the one that it gets, empty
// if it gets the file as it is.
func (a *App) open(f *file, accepted string) (body io.ReadSeeker, coding string, err error) {
	name := f.plain
	switch {
	case f.brotli != "" && accepts(accepted, "br"):
		name, coding = f.brotli, "br"
	case f.gzip != "" && accepts(accepted, "gzip"):
		name, coding = f.gzip, "gzip"
	}
	if name != "" {
		opened, err := a.dist.Open(name)
		if err != nil {
			return nil, "", err
		}
		return opened.(io.ReadSeeker), coding, nil // embed.FS promises it
	}
	packed, err := a.dist.Open(f.gzip)
	if err != nil {
		return nil, "", err
	}
	unpacked, err := gzip.NewReader(packed)
	if err != nil {
		return nil, "", err
	}
	whole, err := io.ReadAll(unpacked)
	return bytes.NewReader(whole), "", err
}

// accepts reports whether an Accept-Encoding header names a coding and does not refuse it by q=0.
func accepts(header, coding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(part, ";")
		if strings.EqualFold(strings.TrimSpace(name), coding) {
			q, err := strconv.ParseFloat(strings.TrimPrefix(strings.TrimSpace(weight), "q="), 64)
			return err != nil || q > 0
		}
	}
	return false
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
	case strings.HasPrefix(name+"/", "/assets/"):
		// A page of an earlier release asks for a file that is gone: the app
		// must learn that, not get the entry page as a script.
		w.Header().Set("Cache-Control", "no-cache")
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
	h.Set("ETag", f.tag)
	body, coding, err := a.open(f, r.Header.Get("Accept-Encoding"))
	if err != nil {
		panic(fmt.Errorf("web: open a file of the app: %w", err)) // a file of the program itself is wrong
	}
	if coding != "" {
		h.Set("Content-Encoding", coding)
	}
	http.ServeContent(w, r, "", time.Time{}, body)
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
