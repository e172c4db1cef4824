// Package event tells the open screens of a customer that the customer's data has changed. It
// carries no data: a screen that is told of a change reloads what it shows with the usual calls
// (docs/live-state.md).
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

// Options are the options of New. Zero values get defaults.
type Options struct {
	Store  *store.Store
	Logger *slog.Logger
	// Poll is how often the revisions of customers with open streams are read, to find changes that
	// were not announced: a write of another process, or a lost announcement.
	Poll time.Duration
	// Gather is how long changed customers are collected before the other nodes are told.
	Gather time.Duration
	// PerCustomer is how many streams a customer may have on this node. One more replaces the
	// oldest. Browsers open six connections to a server without HTTP/2, and some must be left for
	// calls.
	PerCustomer int
	// Most is how many streams this node accepts.
	Most int
	// Heartbeat is how often an idle stream sends a sign of life, and its session is checked again.
	Heartbeat time.Duration
	// Patience is how long a reader may take to accept an event.
	Patience time.Duration
}

const (
	usualPoll        = 3 * time.Second
	usualGather      = 100 * time.Millisecond
	usualPerCustomer = 4
	usualMost        = 10_000
	usualHeartbeat   = 20 * time.Second // proxies close connections that are silent for a minute
	usualPatience    = 10 * time.Second
	// retryFull is after how many seconds a caller that a full node has refused may try again.
	retryFull = 60
)

// Hub manages the streams that are open on this node. It is safe for concurrent use.
type Hub struct {
	Options

	// node distinguishes our announcements from those of other nodes.
	node    string
	stopped chan struct{}
	look    chan struct{} // requests an immediate poll
	post    chan struct{} // signals that the outbox is not empty

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

// Stream is a subscription to one customer's changes.
type Stream struct {
	hub      *Hub
	customer int64
	changed  chan struct{}
	replaced chan struct{}
	told     atomic.Int64
}

// Open starts a stream. The stream signals a change at the start, to cover changes from before it
// existed. It returns a 429 if this node is full.
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

// Changed receives a value when the customer's revision may have changed. Changes before the next
// read of the channel are combined into one.
func (s *Stream) Changed() <-chan struct{} { return s.changed }

// Replaced is closed when a newer stream has replaced this one.
func (s *Stream) Replaced() <-chan struct{} { return s.replaced }

// Acknowledge stores the revision that the stream's reader has seen.
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
	default: // the reader has not looked since it was last woken
	}
}

// remove removes a stream, once.
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

// Stop ends every stream and accepts no new ones, so that a node can drain.
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

// written is called for each customer's change on this node.
func (h *Hub) written(customerID int64) {
	h.mu.Lock()
	h.wake(customerID)
	h.outbox.add(customerID)
	h.mu.Unlock()
	select {
	case h.post <- struct{}{}:
	default: // the announcer has been signalled already
	}
}

// wake must be called with the lock held.
func (h *Hub) wake(customerID int64) {
	for _, s := range h.streams[customerID] {
		s.wake()
	}
}
