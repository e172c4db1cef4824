package api_test

import (
	"bufio"
	"context"
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

	"rento/internal/account"
	"rento/internal/api"
	"rento/internal/app"
	"rento/internal/calendar"
	"rento/internal/event"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
	"rento/internal/testkit/node"
)

const patience = 10 * time.Second

// liveNode is a node without a city that is reached over a network.
type liveNode struct {
	*app.Node
	url   string
	stop  func() error
	store *store.Store
}

// newLiveNode builds a node whose streams send frequent heartbeats.
func newLiveNode(t *testing.T, s *store.Store, number int) *liveNode {
	t.Helper()
	c := node.Config()
	c.Node, c.ShutdownTimeout = number, patience
	logger := slog.New(slog.DiscardHandler)
	x, err := app.NewServices(c, s, app.Outside{Clock: calendar.System{}, Logger: logger})
	if err != nil {
		t.Fatal(err)
	}
	x.Events = event.New(event.Options{Store: s, Logger: logger, Poll: time.Hour, Heartbeat: 50 * time.Millisecond, Patience: 200 * time.Millisecond})
	node, err := app.NewNode(c, x, logger, false)
	if err != nil {
		t.Fatal(err)
	}
	return &liveNode{Node: node, store: s}
}

// startLiveNode runs the node as the program does. stop waits until it has ended.
func startLiveNode(t *testing.T, s *store.Store, number int) *liveNode {
	t.Helper()
	n := newLiveNode(t, s, number)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	n.url = "http://" + listener.Addr().String()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	go func() { ended <- n.Run(ctx, listener, func() {}) }()
	n.stop = sync.OnceValue(func() error { cancel(); return <-ended })
	t.Cleanup(func() { _ = n.stop() })
	return n
}

// customer adds a customer and signs in.
func (n *liveNode) customer(t *testing.T, id int64) (token string) {
	t.Helper()
	err := n.store.Write(t.Context(), id, func(tx *store.Tx) error {
		return tx.AccountCustomerAdd(t.Context(), db.AccountCustomerAddParams{
			ID: id, FullName: "Asha", Mobile: fmt.Sprint(9000000000 + id), ReferralCode: fmt.Sprint(id), CreatedAt: 1,
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	code, err := n.Services.Accounts.MintHandoff(t.Context(), account.Handoff{CustomerID: id, Lifetime: account.FromPage})
	if err != nil {
		t.Fatal(err)
	}
	login, err := n.Services.Accounts.ExchangeHandoff(t.Context(), code, "test")
	if err != nil {
		t.Fatal(err)
	}
	return login.Token
}

func (n *liveNode) write(t *testing.T, id int64) {
	t.Helper()
	if err := n.store.Write(t.Context(), id, func(*store.Tx) error { return nil }); err != nil {
		t.Fatal(err)
	}
}

// reader reads a stream.
type reader struct {
	*http.Response
	lines chan string // closed at the end
}

func listen(t *testing.T, client *http.Client, url, token string, header ...string) *reader {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", token)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = answer.Body.Close() })
	in := &reader{answer, make(chan string, 1000)}
	go func() {
		defer close(in.lines)
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			in.lines <- lines.Text()
		}
	}()
	return in
}

func (n *liveNode) listen(t *testing.T, query, token string, header ...string) *reader {
	t.Helper()
	return listen(t, http.DefaultClient, n.url+"/api/events"+query, token, header...)
}

// next returns the next event as one line, or whatever else comes: a comment or the end.
func (r *reader) next(t *testing.T) string {
	t.Helper()
	var lines []string
	for {
		select {
		case line, ok := <-r.lines:
			switch {
			case !ok:
				return "end"
			case line == "" && lines != nil:
				return strings.Join(lines, " ")
			case line != "":
				lines = append(lines, line)
			}
		case <-time.After(patience):
			t.Fatal("nothing comes")
		}
	}
}

// event returns the next event after any comments.
func (r *reader) event(t *testing.T) string {
	t.Helper()
	for deadline := testkit.MachineTime().Add(patience); testkit.MachineTime().Before(deadline); {
		if next := r.next(t); !strings.HasPrefix(next, ":") {
			return next
		}
	}
	t.Fatal("nothing but heartbeats comes")
	return ""
}

func (r *reader) want(t *testing.T, event string) {
	t.Helper()
	if got := r.event(t); got != event {
		t.Fatalf("event %q, want %q", got, event)
	}
}

func said(name string, revision int) string {
	return fmt.Sprintf(`event: %s id: %d data: {"revision":%d}`, name, revision, revision)
}

// A stream announces the changes of its own customer. A reader that comes back gets what it missed.
func TestTheStreamTellsOfEachChange(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		n := startLiveNode(t, s, 0)
		asha, bilal := n.customer(t, 1), n.customer(t, 2)
		hers, his := n.listen(t, "", asha), n.listen(t, "", bilal)
		for name, value := range map[string]string{
			"Content-Type": "text/event-stream", "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no",
		} {
			if got := hers.Header.Get(name); hers.StatusCode != http.StatusOK || got != value {
				t.Errorf("status %d, %s: %q, want 200 and %v", hers.StatusCode, name, got, value)
			}
		}
		hers.want(t, said("revision", 1))
		his.want(t, said("revision", 1))
		n.write(t, 1)
		hers.want(t, said("changed", 2))

		// The reader is asleep: the stream is closed while something changes.
		_ = hers.Body.Close()
		n.write(t, 1)
		n.write(t, 1)
		n.listen(t, "?since=2", asha).want(t, said("changed", 4))
		n.listen(t, "", asha, "Last-Event-ID", "2").want(t, said("changed", 4))
		n.listen(t, "?since=4", asha).want(t, said("revision", 4))

		n.write(t, 2)
		his.want(t, said("changed", 2)) // none of her changes came before it
	})
}

func TestABurstOfChangesIsFewEvents(t *testing.T) {
	n := startLiveNode(t, testkit.Open(t), 0)
	asha := n.listen(t, "", n.customer(t, 1))
	asha.want(t, said("revision", 1))
	for range 50 {
		n.write(t, 1)
	}
	events := 1
	for asha.event(t) != said("changed", 51) {
		events++
	}
	if events > 10 {
		t.Errorf("%d events for one burst", events)
	}
}

func TestAChangeOnOneNodeIsToldByAnother(t *testing.T) {
	url := testkit.DatabaseURL(t, "postgres")
	var nodes [2]*liveNode
	for i := range nodes {
		s, err := store.Open(t.Context(), store.Options{URL: url, MaxConns: 4})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		nodes[i] = startLiveNode(t, s, i)
	}
	token := nodes[0].customer(t, 1)
	there := nodes[1].listen(t, "", token)
	there.want(t, said("revision", 1))
	nodes[0].write(t, 1)
	there.want(t, said("changed", 2))
}

// A stream does not count as use of its session, and ends with it.
func TestAStreamEndsWithItsSession(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		n := startLiveNode(t, s, 0)
		token := n.customer(t, 1)
		asha := n.listen(t, "", token)
		asha.want(t, said("revision", 1))
		if beat := asha.next(t); !strings.HasPrefix(beat, ":") {
			t.Errorf("no heartbeat, but %q", beat)
		}
		if err := n.Services.Accounts.Logout(t.Context(), token); err != nil {
			t.Fatal(err)
		}
		asha.want(t, "end")
		if refused := n.listen(t, "", token); refused.StatusCode != http.StatusUnauthorized {
			t.Errorf("status %d, want 401", refused.StatusCode)
		}
	})
}

func TestTheOldestStreamMakesRoom(t *testing.T) {
	n := startLiveNode(t, testkit.Open(t), 0)
	token := n.customer(t, 1)
	oldest := n.listen(t, "", token)
	oldest.want(t, said("revision", 1))
	for range 4 {
		n.listen(t, "", token).want(t, said("revision", 1))
	}
	oldest.want(t, said("replaced", 1))
	oldest.want(t, "end")
}

// A node that stops does not wait for streams, because they never end by themselves.
func TestAStoppingNodeEndsItsStreams(t *testing.T) {
	n := startLiveNode(t, testkit.Open(t), 0)
	asha := n.listen(t, "", n.customer(t, 1))
	asha.want(t, said("revision", 1))
	start := testkit.MachineTime()
	if err := n.stop(); err != nil {
		t.Fatal(err)
	}
	asha.want(t, "end")
	if took := testkit.MachineTime().Sub(start); took > patience/2 {
		t.Errorf("the stop took %v", took)
	}
}

// A stream continues beyond the server's timeouts, which are meant for calls that end.
func TestAStreamOutlivesTheLimitsOfCalls(t *testing.T) {
	n := newLiveNode(t, testkit.Open(t), 0)
	server := api.NewHTTPServer(n.Handler(), slog.New(slog.DiscardHandler))
	limit := 500 * time.Millisecond // a busy machine may take a part of it
	server.ReadTimeout, server.WriteTimeout, server.IdleTimeout = limit, limit, limit
	for _, protocol := range []string{"HTTP/1.1", "HTTP/2.0"} {
		t.Run(protocol, func(t *testing.T) {
			front := httptest.NewUnstartedServer(nil)
			front.Config = server
			if front.EnableHTTP2 = protocol == "HTTP/2.0"; front.EnableHTTP2 {
				front.StartTLS()
			} else {
				front.Start()
			}
			defer front.CloseClientConnections()
			id := int64(len(protocol))
			if front.EnableHTTP2 {
				id++
			}
			asha := listen(t, front.Client(), front.URL+"/api/events", n.customer(t, id))
			if asha.Proto != protocol {
				t.Errorf("spoke %s, want %v", asha.Proto, protocol)
			}
			asha.want(t, said("revision", 1))
			for range 20 { // a second
				asha.next(t)
			}
			n.write(t, id)
			asha.want(t, said("changed", 2))
		})
	}
}

// pipes is a network without buffers. A client that does not read blocks the writer.
type pipes struct{ conns chan net.Conn }

func (p pipes) Accept() (net.Conn, error) {
	if conn, ok := <-p.conns; ok {
		return conn, nil
	}
	return nil, net.ErrClosed
}
func (p pipes) Close() error   { return nil }
func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

// A reader that does not read is disconnected and does not delay others.
func TestASlowReaderIsGivenUp(t *testing.T) {
	n := newLiveNode(t, testkit.Open(t), 0)
	token := n.customer(t, 1)
	network := pipes{make(chan net.Conn)}
	server := api.NewHTTPServer(n.Handler(), slog.New(slog.DiscardHandler))
	go func() { _ = server.Serve(network) }()
	ours, theirs := net.Pipe()
	network.conns <- theirs
	close(network.conns)
	t.Cleanup(func() { _ = ours.Close(); _ = server.Close() })
	if _, err := io.WriteString(ours, "GET /api/events HTTP/1.1\r\nHost: x\r\nAuthorization: "+token+"\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	quick := httptest.NewServer(n.Handler())
	defer quick.CloseClientConnections()
	other := listen(t, quick.Client(), quick.URL+"/api/events", token)
	other.want(t, said("revision", 1))
	n.write(t, 1)
	other.want(t, said("changed", 2))
	for deadline := testkit.MachineTime().Add(patience); n.Services.Events.Count() != 1; {
		if testkit.MachineTime().After(deadline) {
			t.Fatalf("%d streams are open", n.Services.Events.Count())
		}
		other.next(t) // after one more heartbeat
	}
}

// The number of open streams is published as a metric.
func TestOpenStreamsAreCounted(t *testing.T) {
	n := startLiveNode(t, testkit.Open(t), 0)
	n.listen(t, "", n.customer(t, 1)).want(t, said("revision", 1))
	answer, err := http.Get(n.url + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	page, err := io.ReadAll(answer.Body)
	if err != nil || !strings.Contains(string(page), "rento_event_streams 1") {
		t.Errorf("%v: the metrics do not count the stream", err)
	}
}

// The home screen contains its revision, so that its stream can tell whether the screen is
// outdated.
func TestTheHomeScreenNamesItsRevision(t *testing.T) {
	n := startLiveNode(t, testkit.Open(t), 0)
	token := n.customer(t, 1)
	n.write(t, 1)
	r, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, n.url+"/api/Dashboards/dashboardData", nil)
	r.Header.Set("Authorization", token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil || !strings.Contains(string(body), `"revision":2`) {
		t.Errorf("%v: %s, want %q in it", err, body, `"revision":2`)
	}
}
