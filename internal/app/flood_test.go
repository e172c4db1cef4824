package app_test

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"rento/internal/api"
	"rento/internal/app"
	"rento/internal/calendar"
	"rento/internal/limit"
	"rento/internal/provider/razorpay"
	"rento/internal/testkit"
	"rento/internal/testkit/node"
)

// frontOf serves a node behind one proxy. The tests choose the client address that the proxy
// reports.
func frontOf(t *testing.T) (*app.Node, *httptest.Server) {
	t.Helper()
	logger := slog.New(slog.DiscardHandler)
	c, one := node.Config(), 1
	c.TrustedProxies = &one
	x, err := app.NewServices(c, testkit.Open(t), app.Outside{Clock: calendar.System{}, Logger: logger})
	if err != nil {
		t.Fatal(err)
	}
	n, err := app.NewNode(c, x, logger, false)
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewUnstartedServer(nil)
	front.Config = api.NewHTTPServer(n.Handler(), logger)
	front.Start()
	t.Cleanup(front.Close)
	return n, front
}

// halfSent opens a connection that announces a longer body than it sends, and returns the status of
// the answer. The status is 100 if the server accepted the body and waits for the rest.
func halfSent(t *testing.T, address string, from, path string, size int, header string) (status func() int) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: rento.test\r\nX-Forwarded-For: %s\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n%sContent-Length: %d\r\n\r\n{", path, from, header, size)
	return func() int {
		_ = conn.SetReadDeadline(testkit.MachineTime().Add(10 * time.Second))
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Errorf("half a body to %s: %v", path, err)
			return 0
		}
		_ = answer.Body.Close()
		return answer.StatusCode
	}
}

// Half-sent bodies use no more than their pool, whoever sends them. Clients elsewhere that send
// whole bodies are served meanwhile.
func TestHalfSentBodiesAreBounded(t *testing.T) {
	signature := razorpay.HeaderSignature + ": " + strings.Repeat("0a", 32) + "\r\n"
	for _, flood := range []struct {
		name, path, header, pool string
		size, atOnce             int
		from                     func(i int) string
		refused                  int
	}{
		{"webhooks of one network", "/webhooks/razorpay", signature, limit.WebhookBodies, 262_000, 60, func(i int) string { return fmt.Sprintf("2001:db8:0:7::%x", i) }, http.StatusTooManyRequests},
		{"webhooks of one site", "/webhooks/razorpay", signature, limit.WebhookBodies, 262_000, 60, func(i int) string { return fmt.Sprintf("2001:db8:0:%x::1", i) }, http.StatusTooManyRequests},
		{"webhooks of many", "/webhooks/razorpay", signature, limit.WebhookBodies, 262_000, 200, func(i int) string { return fmt.Sprintf("2001:db8:%x::1", i) }, http.StatusServiceUnavailable},
		{"sign-ins of one network", "/api/RMUsers/requestLoginCode", "", limit.OpenBodies, 4000, 300, func(int) string { return "203.0.113.7" }, http.StatusTooManyRequests},
	} {
		t.Run(flood.name, func(t *testing.T) {
			n, front := frontOf(t)
			pool, address := limit.Pools[flood.pool], front.Listener.Addr().String()
			answers := make([]func() int, flood.atOnce)
			for i := range answers {
				answers[i] = halfSent(t, address, flood.from(i), flood.path, flood.size, flood.header)
			}
			counts := map[int]int{}
			for _, status := range answers {
				counts[status()]++
			}
			in := counts[http.StatusContinue]
			held, most := n.Services.Limits.Held(flood.pool)
			if in == 0 || counts[flood.refused] == 0 || in+counts[flood.refused] != flood.atOnce || held < int64(in*flood.size) || most > pool.Total {
				t.Errorf("answers by status %v, %d bytes held, %d at most, want some let in and the others answered %d, within %d bytes", counts, held, most, flood.refused, pool.Total)
			}
			servesOthers(t, front)
		})
	}
}

// servesOthers sends an honest webhook and an honest sign-in from elsewhere.
func servesOthers(t *testing.T, front *httptest.Server) {
	t.Helper()
	const event = `{"event":"payment.captured","payload":{}}`
	mac := hmac.New(sha256.New, []byte(node.Config().Razorpay.WebhookSecret))
	mac.Write([]byte(event))
	for path, body := range map[string]string{"/webhooks/razorpay": event, "/api/RMUsers/requestLoginCode": `{"mobileNumber":"9812345678"}`} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, front.URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = http.Header{"Content-Type": {"application/json"}, "X-Forwarded-For": {"198.51.100.20"}, razorpay.HeaderSignature: {hex.EncodeToString(mac.Sum(nil))}, razorpay.HeaderEvent: {"evt_1"}}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if answer.StatusCode != http.StatusOK {
			t.Errorf("%s from elsewhere: %d %s, want 200", path, answer.StatusCode, text)
		}
	}
}

// A webhook that cannot be signed is refused before its body is read, and the refusal of a body
// says when to try again.
func TestRefusalsBeforeTheBody(t *testing.T) {
	n, front := frontOf(t)
	address := front.Listener.Addr().String()
	answers := []func() int{
		halfSent(t, address, "198.51.100.7", "/webhooks/razorpay", 262_000, ""),
		halfSent(t, address, "198.51.100.7", "/webhooks/razorpay", 262_000, razorpay.HeaderSignature+": 00\r\n"),
		halfSent(t, address, "198.51.100.7", "/webhooks/nobody", 262_000, ""),
		halfSent(t, address, "198.51.100.7", "/webhooks/razorpay", 263_000, ""),
		halfSent(t, address, "198.51.100.7", "/api/RMUsers/requestLoginCode", 5000, ""),
	}
	for i, want := range []int{401, 401, 404, 413, 413} {
		if got := answers[i](); got != want {
			t.Errorf("%d: %d, want %d", i, got, want)
		}
	}
	release, err := n.Services.Limits.Hold(limit.WebhookBodies, "198.51.100.7", limit.Pools[limit.WebhookBodies].Each)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	header := http.Header{razorpay.HeaderSignature: {strings.Repeat("0a", 32)}, "X-Forwarded-For": {"198.51.100.7"}}
	answer := post(n, "/webhooks/razorpay", "10.0.0.1:4711", "{}", header)
	if answer.Code != http.StatusTooManyRequests || answer.Header().Get("Retry-After") == "" || !strings.Contains(answer.Body.String(), `"retryAfter":`) {
		t.Errorf("%d %v %s, want a 429 with the seconds to wait", answer.Code, answer.Header(), answer.Body)
	}
}

// A node accepts a maximum number of connections, and one address may hold only a share of them.
// Closing a connection makes room for another.
func TestConnectionsAreBounded(t *testing.T) {
	limits := limit.New(testkit.Open(t), calendar.System{}, 1)
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	const most = 5
	listener := api.BoundConnections(inner, most, 1, limits)
	defer listener.Close()
	taken := make(chan net.Conn, 100)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			taken <- conn
		}
	}()
	closed := func(conn net.Conn) bool { // by the other side, since nothing was ever written
		_, err := conn.Read(make([]byte, 1))
		return err == io.EOF //nolint:errorlint // the bare value is what a socket returns
	}
	dial := func() net.Conn {
		conn, err := net.Dial("tcp", inner.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		return conn
	}
	var kept []net.Conn
	for range most {
		dial()
		kept = append(kept, <-taken)
	}
	var ended sync.WaitGroup
	for range 10 {
		conn := dial()
		ended.Go(func() {
			if !closed(conn) {
				t.Error("one too many was not closed")
			}
		})
	}
	ended.Wait()
	_ = kept[0].Close()
	_ = kept[0].Close() // closing twice counts once
	dial()
	<-taken
	if !closed(dial()) {
		t.Error("closing one made room for two")
	}
}
