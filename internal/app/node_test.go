package app_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"rento/internal/app"
	"rento/internal/calendar"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/node"
)

// newNode builds a node of production on a database.
func newNode(t *testing.T, s *store.Store, logger *slog.Logger) *app.Node {
	t.Helper()
	c := node.Config()
	x, err := app.NewServices(c, s, app.Outside{Clock: calendar.System{}, Logger: logger})
	if err != nil {
		t.Fatal(err)
	}
	node, err := app.NewNode(c, x, logger, false)
	if err != nil {
		t.Fatal(err)
	}
	return node
}

func get(n *app.Node, path, from, token string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	r.RemoteAddr = from
	if token != "" {
		r.Header.Set("Authorization", token)
	}
	answer := httptest.NewRecorder()
	n.Handler().ServeHTTP(answer, r)
	return answer
}

// A node whose database takes no write is not ready and says why; being asked
// often does not make it write often.
func TestReadinessTriesAWrite(t *testing.T) {
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			var writes atomic.Int64
			var broken atomic.Bool
			s, err := store.Open(t.Context(), store.Options{URL: testkit.DatabaseURL(t, engine), Relaxed: true, MaxConns: 4, Probe: func(_ context.Context, p store.Point) error {
				if p != store.BeforeCommit {
					return nil
				}
				writes.Add(1)
				if broken.Load() {
					return errors.New("no space left")
				}
				return nil
			}})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			for range 20 {
				if answer := get(newNode(t, s, slog.New(slog.DiscardHandler)), "/healthz", "203.0.113.7:1", ""); answer.Code != http.StatusOK || writes.Load() != 0 {
					t.Fatalf("/healthz: status %d after %d writes", answer.Code, writes.Load())
				}
			}
			node := newNode(t, s, slog.New(slog.DiscardHandler))
			for range 20 {
				if answer := get(node, "/readyz", "203.0.113.7:1", ""); answer.Code != http.StatusOK {
					t.Fatalf("/readyz: status %d: %s", answer.Code, answer.Body)
				}
			}
			if writes.Load() != 1 {
				t.Errorf("20 questions made %d writes, want 1", writes.Load())
			}
			broken.Store(true)
			answer := get(newNode(t, s, slog.New(slog.DiscardHandler)), "/readyz", "203.0.113.7:1", "")
			if want := "the database takes no write: see the log\n"; answer.Code != http.StatusServiceUnavailable || answer.Body.String() != want {
				t.Errorf("/readyz without writes: got %d %q, want 503 %q", answer.Code, answer.Body, want)
			}
		})
	}
}

// A flood that the limits refuse costs the log a line a minute, not one each.
func TestRefusedFloodsAreCounted(t *testing.T) {
	log := &node.Log{}
	logger := app.NewLogger(log, "info")
	node := newNode(t, testkit.Open(t), logger)
	refused := 0
	for range 200 {
		if get(node, "/api/Dashboards/dashboardData", "203.0.113.77:4711", "rs1_nobodys").Code == http.StatusTooManyRequests {
			refused++
		}
	}
	lines := log.Take()
	if n := strings.Count(lines, "\n"); refused < 150 || n != 200-refused {
		t.Errorf("%d requests of 200 were refused by a limit, and %d lines logged, want one for each other", refused, n)
	}
	if strings.Contains(lines, "203.0.113.77") || strings.Count(lines, `"network":"203.0.113.0/24"`) != 200-refused {
		t.Errorf("the log does not hold the network alone:\n%.400s", lines)
	}
	node.Services.Limits.LogRefusals(t.Context(), logger)
	node.Services.Limits.LogRefusals(t.Context(), logger)
	if counts := log.Take(); strings.Count(counts, "\n") != 1 || !strings.Contains(counts, `"class":"invalid_token","refusals":`) {
		t.Errorf("got %q, want one line with the number of refusals", counts)
	}
}
