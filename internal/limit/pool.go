package limit

import (
	"fmt"
	"sync"

	"rento/internal/fault"
)

// Pool limits how many bytes the request bodies of one kind may occupy on each node at the same
// time, from before they are read until they are answered.
type Pool struct {
	// Total is the limit for all clients together and Each the limit for one address. All addresses
	// of one site together get twice Each, so that a client with many addresses cannot take the
	// whole pool.
	Total, Each int64
	// InFiles means that the bodies are kept in files and not in memory.
	InFiles bool
}

// There is a pool for each kind of sender, so that a flood in one pool leaves the others usable.
const (
	// WebhookBodies is for webhooks of providers, OpenBodies for calls and pages without a session,
	// SessionBodies for calls with a session, FormBodies for forms with a file.
	WebhookBodies = "webhook_bodies"
	OpenBodies    = "open_bodies"
	SessionBodies = "session_bodies"
	FormBodies    = "form_bodies"
)

// Pools are all pools by name (docs/security.md).
var Pools = map[string]Pool{
	WebhookBodies: {Total: 16 << 20, Each: 2 << 20},
	OpenBodies:    {Total: 8 << 20, Each: 1 << 20},
	SessionBodies: {Total: 32 << 20, Each: 4 << 20},
	FormBodies:    {Total: 1 << 30, Each: 128 << 20, InFiles: true},
}

const (
	// leastBody is the number of bytes that even the smallest body counts. It is about what its
	// connection needs.
	leastBody = 4 << 10
	// largeBody is the size above which bodies can use only half of a pool. So clients that send
	// large bodies leave room for webhooks and sign-ins, which are smaller.
	largeBody = 16 << 10
)

// holdings are the bytes that are taken from each pool.
type holdings struct {
	mu   sync.Mutex
	held map[string]*holding
}

type holding struct {
	bytes, large, most int64
	byKey              map[string]int64 // no entry is 0
}

// Hold takes bytes from a pool for the address of a client, and returns a function that gives them
// back. It returns a 429 if the client or its site has used up its share, and a 503 if all clients
// together have used up theirs. 0 bytes take nothing.
func (l *Limiter) Hold(pool, address string, bytes int64) (release func(), err error) {
	p, ok := Pools[pool]
	if !ok {
		return nil, fmt.Errorf("limit: there is no pool %q", pool)
	}
	if bytes == 0 {
		return func() {}, nil
	}
	bytes = max(bytes, leastBody)
	var large int64
	if bytes > largeBody && !p.InFiles {
		large = bytes
	}
	l.held.mu.Lock()
	defer l.held.mu.Unlock()
	h := l.held.of(pool)
	client, site := Address(address), "site "+Site(address)
	switch {
	case h.byKey[client]+bytes > p.Each, h.byKey[site]+bytes > 2*p.Each:
		return nil, l.counted(pool, fault.TooMany(busyWait))
	case h.bytes+bytes > p.Total, h.large+large > p.Total/2:
		l.Refused(pool)
		return nil, fault.Busy(busyWait)
	}
	h.add(client, site, bytes, large)
	return sync.OnceFunc(func() {
		l.held.mu.Lock()
		defer l.held.mu.Unlock()
		h.add(client, site, -bytes, -large)
	}), nil
}

// Held returns how many bytes of a pool are taken now, and the highest number so far.
func (l *Limiter) Held(pool string) (now, most int64) {
	l.held.mu.Lock()
	defer l.held.mu.Unlock()
	h := l.held.of(pool)
	return h.bytes, h.most
}

func (s *holdings) of(pool string) *holding {
	if s.held == nil {
		s.held = map[string]*holding{}
	}
	h := s.held[pool]
	if h == nil {
		h = &holding{byKey: map[string]int64{}}
		s.held[pool] = h
	}
	return h
}

func (h *holding) add(client, site string, bytes, large int64) {
	h.bytes, h.large = h.bytes+bytes, h.large+large
	h.most = max(h.most, h.bytes)
	for _, key := range []string{client, site} {
		if h.byKey[key] += bytes; h.byKey[key] == 0 {
			delete(h.byKey, key)
		}
	}
}
