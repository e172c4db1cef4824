package api

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"rento/internal/calendar"
	"rento/internal/limit"
	"rento/internal/testkit"
)

func TestTheContractCanBeRead(t *testing.T) {
	mux := http.NewServeMux()
	contract := Register(mux, Deps{
		Logger: slog.New(slog.DiscardHandler), Limits: limit.New(testkit.Open(t), calendar.System{}, 1),
	})
	answer := httptest.NewRecorder()
	mux.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/docs", nil))
	page := answer.Body.String()
	if answer.Code != http.StatusOK || !strings.Contains(answer.Header().Get("Content-Security-Policy"), "default-src 'none'") {
		t.Fatalf("HTTP %d, %v, want 200 and %q in it", answer.Code, answer.Header(), "default-src 'none'")
	}
	// The page uses the product's fonts and icon.
	for _, own := range []string{"style-src 'self'", "font-src 'self'", "img-src 'self'"} {
		if !strings.Contains(answer.Header().Get("Content-Security-Policy"), own) {
			t.Errorf("the page may not load what %s allows", own)
		}
	}
	for _, route := range contract.Table() {
		if route.Call && !strings.Contains(page, "<code>"+route.Method+" "+route.Path+"</code>") {
			t.Errorf("%s %s is not on the page", route.Method, route.Path)
		}
	}
	for _, shown := range []string{"For the customer alone; an agent", "for example <code>{&#34;challengeId"} {
		if !strings.Contains(page, shown) {
			t.Errorf("%q is not on the page", shown)
		}
	}
	for _, link := range regexp.MustCompile(`href="#([^"]+)"`).FindAllStringSubmatch(page, -1) {
		if !strings.Contains(page, `id="`+link[1]+`"`) {
			t.Errorf("a link leads to %s, which is not on the page", link[1])
		}
	}
}
