package limit

import (
	"fmt"
	"sync"

	"rento/internal/fault"
)

// Pool is how many bytes the bodies of one kind of request may take on each
// node at once, from before they are read until they are answered.
type Pool struct {
	// Total is for all clients together, Each for one address, and twice that for
	// all of one site, so that nobody takes a pool by having many addresses.
	Total, Each int64
	// InFiles says that the bodies wait in files and not in memory.
	InFiles bool
}

// The pools of bodies, by who sends them: who floods one leaves the others to
// those who need them.
const (
	// WebhookBodies are providers', OpenBodies those of calls and pages without a
	// session, SessionBodies those of calls with one, FormBodies forms with a file.
	WebhookBodies = "webhook_bodies"
	OpenBodies    = "open_bodies"
	SessionBodies = "session_bodies"
	FormBodies    = "form_bodies"
)

// Pools are all pools (docs/security.md).
var Pools = map[string]Pool{
	WebhookBodies: {Total: 16 << 20, Each: 2 << 20},
	OpenBodies:    {Total: 8 << 20, Each: 1 << 20},
	SessionBodies: {Total: 32 << 20, Each: 4 << 20},
	FormBodies:    {Total: 1 << 30, Each: 128 << 20, InFiles: true},
}

const (
	// leastBody is what the smallest body counts, in bytes: about what its
	// connection takes besides.
	leastBody = 4 << 10
	// largeBody is the size from which bodies have only half of a pool, so that
	// whoever sends large ones leaves room for webhooks and sign-ins, which are
	// smaller.
	largeBody = 16 << 10
)

// holdings are what is taken of the pools.
type holdings struct {
	mu   sync.Mutex
	held map[string]*holding
}

type holding struct {
	bytes, large, most int64
	byKey              map[string]int64 // never 0
}

// Hold takes so many bytes of a pool for the address of a client, and returns what
// gives them back. It returns a 429 when the client, or its site, has taken its
// share, and a 503 when all clients together have taken theirs. 0 bytes take
// nothing.
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

// Held returns how many bytes of a pool are taken, and the most that ever were.
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
