package api

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"rento/internal/calendar"
	"rento/internal/limit"
	"rento/internal/testkit"
)

// slowly sends a request whose body never ends, and returns how long it took until the server
// closed the connection.
func slowly(t *testing.T, address, path, kind string) time.Duration {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	start := testkit.MachineTime()
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: rento.test\r\nOperations-Token: t\r\nOperations-Actor: somebody\r\nContent-Type: %s\r\nContent-Length: 4096\r\n\r\n{", path, kind)
	_ = conn.SetReadDeadline(start.Add(10 * time.Second))
	drip := time.NewTicker(10 * time.Millisecond)
	defer drip.Stop()
	go func() {
		for {
			select {
			case <-drip.C:
				_, _ = conn.Write([]byte(" "))
			case <-t.Context().Done():
				return
			}
		}
	}()
	_, _ = io.Copy(io.Discard, conn)
	return testkit.MachineTime().Sub(start)
}

// A body that arrives slowly is cut off at its timeout: for a call, for a form, and for a page.
func TestSlowBodiesEnd(t *testing.T) {
	const brief, body, form = 150 * time.Millisecond, 500 * time.Millisecond, 900 * time.Millisecond
	mux, logger := http.NewServeMux(), slog.New(slog.DiscardHandler)
	r := newRoutes(mux, Deps{
		Logger: logger, OperationsToken: "t", Limits: limit.New(testkit.Open(t), calendar.System{}, 1), Timeouts: Timeouts{Open: brief, Body: body, Form: form},
	})
	count := func(_ context.Context, in *struct{ Body map[string]any }) (int, error) { return len(in.Body), nil }
	r.add("Slow", row{"POST /api/open", anybody, noLimit, small, open(count), "A call", "For this test."})
	r.add("Slow", row{"POST /api/call", operations, noLimit, small, company(count), "A call", "For this test."})
	r.add("Slow", row{
		"POST /api/page", anybody, noLimit, small,
		page(http.HandlerFunc(func(_ http.ResponseWriter, in *http.Request) { _, _ = io.ReadAll(in.Body) })), "A page", "For this test.",
	})
	r.add("Slow", row{
		"POST /api/form", anybody, noLimit, 1 << 20, open(func(context.Context, *uploadInput) (int, error) { return 0, nil }), "A form", "For this test.",
	})
	mux.HandleFunc("POST /raw", func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.ReadAll(r.Body); err != nil {
			http.Error(w, "too slow", http.StatusRequestTimeout)
		}
	})
	front := httptest.NewUnstartedServer(nil)
	front.Config = NewHTTPServer(Layers{Mux: mux, Logger: logger}, logger)
	front.Config.ReadTimeout = body
	front.Start()
	defer front.Close()
	address := front.Listener.Addr().String()
	for path, want := range map[string]time.Duration{"/api/open": brief, "/api/page": brief, "/api/call": body, "/raw": body, "/api/form": form} {
		kind := "application/json"
		if path == "/api/form" {
			kind = "multipart/form-data; boundary=x"
		}
		if took := slowly(t, address, path, kind); took < want*2/3 || took > want+refusedTimeout+time.Second {
			t.Errorf("%s: ended after %v, want about %v", path, took, want)
		}
	}
}

// These are the limits in production.
func TestTimeoutsOfTheServer(t *testing.T) {
	s := NewHTTPServer(http.NotFoundHandler(), slog.New(slog.DiscardHandler))
	if chosen := (Timeouts{}).filled(); s.ReadTimeout != 30*time.Second || chosen.Open != 10*time.Second || chosen.Body != 30*time.Second || chosen.Form != 2*time.Minute {
		t.Errorf("bodies have %v, %v and %v, forms %v, want %v, %v, %v and %v", s.ReadTimeout, chosen.Open, chosen.Body, chosen.Form, 30*time.Second, 10*time.Second, 30*time.Second, 2*time.Minute)
	}
}

func TestHTTPSIsKeptTo(t *testing.T) {
	for https, want := range map[bool]string{true: "max-age=63072000; includeSubDomains", false: ""} {
		answer := httptest.NewRecorder()
		Layers{Mux: http.NewServeMux(), Logger: slog.New(slog.DiscardHandler), HTTPS: https}.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/", nil))
		if got := answer.Header().Get("Strict-Transport-Security"); got != want {
			t.Errorf("https %v: got %q, want %q", https, got, want)
		}
	}
}
