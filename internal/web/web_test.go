package web

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

func app(t *testing.T) *App {
	t.Helper()
	a, err := newApp(fstest.MapFS{
		"index.html.br":        {Data: []byte("BR-INDEX")},
		"index.html.gz":        {Data: gzipped(t, `<html><script>boot()</script><script type="module" src="/dashboard/assets/a-1.js"></script></html>`)},
		"assets/a-1.js.br":     {Data: []byte("BR")},
		"assets/a-1.js.gz":     {Data: gzipped(t, "export{}")},
		"assets/sofa-1.png":    {Data: []byte("PNG")},
		".vite/manifest.json":  {Data: []byte(`{"src/main.tsx":{}}`)},
		"manifest.webmanifest": {Data: []byte("{}")},
	}, Options{Frames: []string{"https://pay.example", "", "https://maps.example"}})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func gzipped(t *testing.T, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func get(t *testing.T, path, accept, tag string) *http.Response {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
	r.Header.Set("Accept-Encoding", accept)
	r.Header.Set("If-None-Match", tag)
	w := httptest.NewRecorder()
	app(t).ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	defer func() { _ = r.Body.Close() }()
	text := make([]byte, 200)
	n, _ := r.Body.Read(text)
	return string(text[:n])
}

// ROUTE-01, N02: every address of the app is a plain path that the server answers
// with the entry page; files are answered as they are, missing ones with 404; the
// dashboard without its slash is the dashboard.
func TestPathsOfTheApp(t *testing.T) {
	for _, test := range []struct {
		path, accept       string
		status             int
		body, cache, coded string
	}{
		{"/dashboard/", "", 200, "<html>", "no-cache", ""},
		{"/dashboard/home", "gzip, br", 200, "BR-INDEX", "no-cache", "br"},
		{"/dashboard/my-subscriptions/7/rental-invoice", "", 200, "<html>", "no-cache", ""},
		{"/dashboard/assets/a-1.js", "", 200, "export{}", "public, max-age=31536000, immutable", ""},
		{"/dashboard/assets/a-1.js", "gzip", 200, "\x1f\x8b", "public, max-age=31536000, immutable", "gzip"},
		{"/dashboard/assets/a-1.js", "gzip, br", 200, "BR", "public, max-age=31536000, immutable", "br"},
		{"/dashboard/assets/a-1.js", "br;q=0, gzip", 200, "\x1f\x8b", "public, max-age=31536000, immutable", "gzip"},
		{"/dashboard/assets/a-1.js", "vibrant, gzip;q=0", 200, "export{}", "public, max-age=31536000, immutable", ""},
		{"/dashboard/assets/sofa-1.png", "gzip, br", 200, "PNG", "public, max-age=31536000, immutable", ""},
		{"/dashboard/assets/gone-2.js", "", 404, "no such file", "no-cache", ""},
		{"/dashboard/assets", "", 404, "no such file", "no-cache", ""},
		{"/dashboard/.vite/manifest.json", "", 200, "<html>", "no-cache", ""},
		{"/dashboard/manifest.webmanifest", "", 200, "{}", "no-cache", ""},
		{"/dashboard", "", 308, "<a href=\"/dashboard/\">", "", ""},
		{"/dashboard?accessToken=662E41&redirectUrl=/home", "", 308, "<a href=\"/dashboard/?accessToken=662E41&amp;redirectUrl=/home\">", "", ""},
	} {
		t.Run(test.path+" "+test.accept, func(t *testing.T) {
			r := get(t, test.path, test.accept, "")
			if text := body(t, r); r.StatusCode != test.status || !strings.HasPrefix(text, test.body) {
				t.Fatalf("status %d, body %q, want %v and %q at its beginning", r.StatusCode, text, test.status, test.body)
			}
			if got := r.Header.Get("Cache-Control"); got != test.cache {
				t.Errorf("Cache-Control %q, want %q", got, test.cache)
			}
			if got := r.Header.Get("Content-Encoding"); got != test.coded {
				t.Errorf("Content-Encoding %q, want %q", got, test.coded)
			}
		})
	}
}

func TestAnUnchangedFileIsNotSentAgain(t *testing.T) {
	for _, path := range []string{"/dashboard/home", "/dashboard/assets/a-1.js", "/dashboard/manifest.webmanifest"} {
		first := get(t, path, "", "")
		again := get(t, path, "gzip, br", `"another", `+first.Header.Get("ETag"))
		if again.StatusCode != http.StatusNotModified {
			t.Errorf("%s: status %d, want 304", path, again.StatusCode)
		}
	}
}

func TestThePolicyNamesTheInlineScriptAndThePayOrigin(t *testing.T) {
	policy := get(t, "/dashboard/home", "", "").Header.Get("Content-Security-Policy")
	for _, part := range []string{
		"default-src 'none'", "script-src 'self' 'sha256-", "frame-src 'self' https://pay.example",
		"frame-ancestors 'none'", "require-trusted-types-for 'script'",
	} {
		if !strings.Contains(policy, part) {
			t.Errorf("%q is not in %q", part, policy)
		}
	}
	if strings.Count(policy, "sha256-") != 1 {
		t.Errorf("one inline script, but the policy is %q, want 1", policy)
	}
}
