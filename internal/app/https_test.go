package app_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rento/internal/app"
	"rento/internal/calendar"
	"rento/internal/testkit"
	"rento/internal/testkit/node"
)

// A site address in capital letters is the same address: browsers are told to keep to https, and
// the settings hold it in lower case.
func TestAnAddressInCapitalsIsHTTPS(t *testing.T) {
	c := node.Config()
	c.Files.Folder, c.PublicURL = t.TempDir(), "HTTPS://Rento.Example"
	x, err := app.NewServices(c, testkit.Open(t), app.Outside{Clock: calendar.System{}, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	n, err := app.NewNode(c, x, slog.New(slog.DiscardHandler), false)
	if err != nil {
		t.Fatal(err)
	}
	answer := httptest.NewRecorder()
	n.Handler().ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/healthz", nil))
	if got := answer.Header().Get("Strict-Transport-Security"); !strings.HasPrefix(got, "max-age=") {
		t.Errorf("Strict-Transport-Security %q, want %q at its beginning", got, "max-age=")
	}
	t.Setenv("RENTO_PUBLIC_URL", "HTTPS://Rento.Example")
	if out, _ := rento(t, "doctor"); !strings.Contains(out, " https://rento.example\n") {
		t.Errorf("the settings do not have the address in small letters:\n%s", out)
	}
}
