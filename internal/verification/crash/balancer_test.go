package crash

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"sync"
	"testing"
	"time"
)

// How often the balancer asks a node whether it is ready, and how long it waits for the answer.
const (
	askEvery = 200 * time.Millisecond
	askFor   = time.Second
)

// balancer is the proxy before several nodes. It leads each call to a node that has said that it is
// ready. A call that reaches no node goes to the next one; what a node may have got is not repeated.
type balancer struct {
	*httptest.Server
	nodes []*server
	mu    sync.Mutex
	ready map[*server]bool
}

func newBalancer(t *testing.T, nodes []*server) *balancer {
	b := &balancer{nodes: nodes, ready: map[*server]bool{}}
	for _, n := range nodes {
		b.ready[n] = true
	}
	b.Server = httptest.NewServer(&httputil.ReverseProxy{
		Rewrite:   func(q *httputil.ProxyRequest) { q.Out.URL.Scheme, q.Out.Host = "http", q.In.Host },
		Transport: b,
		ErrorLog:  log.New(io.Discard, "", 0), // a dead node refuses connections
	})
	t.Cleanup(b.Close)
	for _, n := range nodes {
		go b.watch(t.Context(), n)
	}
	return b
}

// watch asks a node again and again whether it is ready.
func (b *balancer) watch(ctx context.Context, n *server) {
	client := http.Client{Timeout: askFor}
	for ctx.Err() == nil {
		answer, err := client.Get("http://" + n.address + "/readyz")
		if err == nil {
			_ = answer.Body.Close()
		}
		b.mu.Lock()
		b.ready[n] = err == nil && answer.StatusCode == http.StatusOK
		b.mu.Unlock()
		time.Sleep(askEvery)
	}
}

// inTurn are the nodes that are ready, in any order.
func (b *balancer) inTurn() (ready []*server) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, i := range rand.Perm(len(b.nodes)) {
		if n := b.nodes[i]; b.ready[n] {
			ready = append(ready, n)
		}
	}
	return ready
}

// RoundTrip makes a call at the first node that can be reached.
func (b *balancer) RoundTrip(q *http.Request) (*http.Response, error) {
	var body []byte
	var err error
	if q.Body != nil {
		if body, err = io.ReadAll(q.Body); err != nil {
			return nil, err
		}
	}
	err = errors.New("no node is ready")
	for _, n := range b.inTurn() {
		q.URL.Host, q.Body = n.address, io.NopCloser(bytes.NewReader(body))
		var answer *http.Response
		if answer, err = http.DefaultTransport.RoundTrip(q); err == nil {
			return answer, nil
		}
		if op, is := errors.AsType[*net.OpError](err); !is || op.Op != "dial" {
			return nil, err
		}
	}
	return nil, err
}
