// Package event tells the open screens of a customer that the customer's data
// has changed. It carries no data: a screen that hears of a change asks for
// what it shows, by the calls that it always uses (docs/live-state.md).
package event

import (
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/store"
)

// Options of New. What is 0 is chosen.
type Options struct {
	Store  *store.Store
	Logger *slog.Logger
	// Poll is how often the revisions of the customers with an open stream are
	// read, for whatever was not heard of: another process's write, a lost
	// announcement.
	Poll time.Duration
	// Gather is for how long the changed customers are gathered before the
	// other nodes are told of them.
	Gather time.Duration
	// PerCustomer is how many streams a customer may have on this node; a
	// further one takes the place of the oldest. Browsers open six connections
	// to a server that does not speak HTTP/2: some must be left for calls.
	PerCustomer int
	// Most is how many streams this node takes.
	Most int
	// Heartbeat is how often a stream in which nothing happens shows that it is
	// alive, and its session is looked at again.
	Heartbeat time.Duration
	// Patience is how long a reader may take to take an event.
	Patience time.Duration
}

const (
	usualPoll        = 3 * time.Second
	usualGather      = 100 * time.Millisecond
	usualPerCustomer = 4
	usualMost        = 10_000
	usualHeartbeat   = 20 * time.Second // proxies end what is silent for a minute
	usualPatience    = 10 * time.Second
	// retryFull is when somebody whom a full node has refused may try again.
	retryFull = 60
)

// Hub knows the streams that are open on this node. It is safe for concurrent
// use.
type Hub struct {
	Options

	// node sets our announcements apart from the others'.
	node    string
	stopped chan struct{}
	look    chan struct{} // asks for a poll at once
	post    chan struct{} // says that the outbox has something

	mu      sync.Mutex
	streams map[int64][]*Stream // by customer, the oldest first
	open    int
	ended   bool
	outbox  outbox
}

// New returns a hub that is told of every write of the store.
func New(o Options) *Hub {
	h := &Hub{
		Options: o, node: ident.Reference(8), streams: map[int64][]*Stream{},
		stopped: make(chan struct{}), look: make(chan struct{}, 1), post: make(chan struct{}, 1),
	}
	choose(&h.Poll, usualPoll)
	choose(&h.Gather, usualGather)
	choose(&h.PerCustomer, usualPerCustomer)
	choose(&h.Most, usualMost)
	choose(&h.Heartbeat, usualHeartbeat)
	choose(&h.Patience, usualPatience)
	h.Store.OnWrite(h.written)
	return h
}

func choose[T comparable](value *T, usual T) {
	var none T
	if *value == none {
		*value = usual
	}
}

// Stream is somebody who wants to hear of one customer's changes.
type Stream struct {
	hub      *Hub
	customer int64
	changed  chan struct{}
	replaced chan struct{}
	told     atomic.Int64
}

// Open starts a stream. It asks to look once at the start, for what has changed
// before it was there. The error is a 429 when this node has no room.
func (h *Hub) Open(customerID int64) (*Stream, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.ended || h.open >= h.Most {
		return nil, fault.TooMany(retryFull)
	}
	s := &Stream{hub: h, customer: customerID, changed: make(chan struct{}, 1), replaced: make(chan struct{})}
	if others := h.streams[customerID]; len(others) >= h.PerCustomer {
		close(others[0].replaced)
		h.remove(others[0])
	}
	h.streams[customerID] = append(h.streams[customerID], s)
	h.open++
	s.wake()
	return s, nil
}

// Changed receives when the customer's revision may have moved. Changes that
// come before it is read again are one.
func (s *Stream) Changed() <-chan struct{} { return s.changed }

// Replaced is closed when a newer stream has taken this one's place.
func (s *Stream) Replaced() <-chan struct{} { return s.replaced }

// Acknowledge notes the revision that the stream's reader knows of.
func (s *Stream) Acknowledge(revision int64) { s.told.Store(revision) }

// Close ends the stream.
func (s *Stream) Close() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	s.hub.remove(s)
}

func (s *Stream) wake() {
	select {
	case s.changed <- struct{}{}:
	default: // it has not looked since it was last woken
	}
}

// remove takes a stream out, once.
func (h *Hub) remove(s *Stream) {
	left := h.streams[s.customer]
	i := slices.Index(left, s)
	if i < 0 {
		return
	}
	h.open--
	if len(left) == 1 {
		delete(h.streams, s.customer)
		return
	}
	h.streams[s.customer] = slices.Delete(left, i, i+1)
}

// Count is how many streams are open.
func (h *Hub) Count() int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return int64(h.open)
}

// Stop ends every stream and takes no new one, so that a node can drain.
func (h *Hub) Stop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.ended {
		h.ended = true
		close(h.stopped)
	}
}

// Stopped is closed once the hub has stopped.
func (h *Hub) Stopped() <-chan struct{} { return h.stopped }

// written is told of each customer's change on this node.
func (h *Hub) written(customerID int64) {
	h.mu.Lock()
	h.wake(customerID)
	h.outbox.add(customerID)
	h.mu.Unlock()
	select {
	case h.post <- struct{}{}:
	default: // the announcer knows
	}
}

// wake expects the lock.
func (h *Hub) wake(customerID int64) {
	for _, s := range h.streams[customerID] {
		s.wake()
	}
}
