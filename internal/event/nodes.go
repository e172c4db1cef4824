package event

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Run exchanges changes with the other nodes until ctx ends. Without it, a stream is told only of
// changes on its own node.
func (h *Hub) Run(ctx context.Context) {
	var parts sync.WaitGroup
	parts.Go(func() { h.poll(ctx) })
	parts.Go(func() { h.announce(ctx) })
	parts.Go(func() { h.listen(ctx) })
	parts.Wait()
}

// mostAnnounced is how many customers one announcement names, so that their ids fit into a text
// that the store accepts. When more customers change at once, as in the monthly run, the nodes find
// them by polling.
const mostAnnounced = 300

// outbox holds the customers to announce to the other nodes.
type outbox struct {
	customers map[int64]struct{}
	overflown bool
}

func (o *outbox) add(customerID int64) {
	if o.customers == nil {
		o.customers = map[int64]struct{}{}
	}
	o.customers[customerID] = struct{}{}
	if len(o.customers) > mostAnnounced {
		delete(o.customers, customerID)
		o.overflown = true
	}
}

// announce tells the other nodes, outside and after the commits.
func (h *Hub) announce(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-h.post:
		}
		if !pause(ctx, h.Gather) {
			return
		}
		text, some := h.receive()
		if !some {
			continue
		}
		if err := h.Store.Announce(ctx, text); err != nil && ctx.Err() == nil {
			h.Logger.WarnContext(ctx, "changes not announced", "error", err.Error())
		}
	}
}

// receive empties the outbox into an announcement: the node, a space, and the customer ids
// separated by commas.
func (h *Hub) receive() (string, bool) {
	h.mu.Lock()
	full := h.outbox
	h.outbox = outbox{}
	h.mu.Unlock()
	if full.overflown || len(full.customers) == 0 {
		return "", false
	}
	ids := make([]string, 0, len(full.customers))
	for _, id := range slices.Sorted(maps.Keys(full.customers)) {
		ids = append(ids, strconv.FormatInt(id, 10))
	}
	return h.node + " " + strings.Join(ids, ","), true
}

// wakeNamed wakes the streams of the customers in another node's announcement.
func (h *Hub) wakeNamed(text string) {
	node, list, _ := strings.Cut(text, " ")
	if node == h.node {
		return // our own streams were woken at the commit
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	for text := range strings.SplitSeq(list, ",") {
		if id, err := strconv.ParseInt(text, 10, 64); err == nil {
			h.wake(id)
		}
	}
}

const (
	firstReconnect = time.Second
	lastReconnect  = 30 * time.Second
)

// listen listens to the database. After each reconnect a poll finds what was announced in between.
func (h *Hub) listen(ctx context.Context) {
	wait := firstReconnect
	for {
		err := h.Store.Listen(ctx, func() { wait = firstReconnect; h.lookNow() }, h.wakeNamed)
		if ctx.Err() != nil {
			return
		}
		h.Logger.WarnContext(ctx, "other nodes are not heard", "error", err)
		if !pause(ctx, wait/2+rand.N(wait/2)) { //nolint:gosec // jitter, not a secret
			return
		}
		wait = min(2*wait, lastReconnect)
	}
}

func (h *Hub) lookNow() {
	select {
	case h.look <- struct{}{}:
	default: // a poll has been requested already
	}
}

func (h *Hub) poll(ctx context.Context) {
	tick := time.NewTicker(h.Poll)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		case <-h.look:
		}
		if err := h.compare(ctx); err != nil && ctx.Err() == nil {
			h.Logger.WarnContext(ctx, "revisions not read", "error", err.Error())
		}
	}
}

// revisionsAtOnce is how many revisions one query reads.
const revisionsAtOnce = 1000

// compare reads the revisions of the customers with open streams, and wakes the streams whose
// acknowledged revision differs.
func (h *Hub) compare(ctx context.Context) error {
	h.mu.Lock()
	customers := slices.Collect(maps.Keys(h.streams))
	h.mu.Unlock()
	for ids := range slices.Chunk(customers, revisionsAtOnce) {
		revisions, err := h.Store.Revisions(ctx, ids)
		if err != nil {
			return fmt.Errorf("event: %w", err)
		}
		h.mu.Lock()
		for id, revision := range revisions {
			for _, s := range h.streams[id] {
				if s.told.Load() != revision {
					s.wake()
				}
			}
		}
		h.mu.Unlock()
	}
	return nil
}

// pause reports whether the time passed before ctx ended.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
