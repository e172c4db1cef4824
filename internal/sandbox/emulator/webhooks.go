package emulator

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"
)

// When webhooks are sent again: an answer must come within AnswerWithin; a webhook
// that is not taken is tried again after FirstRetry, then twice as long each
// time up to LastRetry, and when GiveUp has passed no more webhooks are sent.
const (
	AnswerWithin = 5 * time.Second
	FirstRetry   = 30 * time.Second
	LastRetry    = 4 * time.Hour
	GiveUp       = 24 * time.Hour
	keptWebhooks = 500
)

// Webhook is a webhook.
type Webhook struct {
	ID    string
	Event string
	Body  []byte
	// Sign makes what is sent of a body, with the headers, so that it proves a
	// text: the body itself, or another one if it is to be a forgery.
	Sign func(body, text []byte) (http.Header, []byte)
	// Falsify returns the body with a wrong amount, for tests of the receiver.
	Falsify func(body []byte) []byte
}

// Delivery is the state of one webhook.
type Delivery struct {
	ID       string    `json:"id"`
	Event    string    `json:"event"`
	State    string    `json:"state"`
	Attempts int       `json:"attempts"`
	Next     time.Time `json:"next"`
	Status   int       `json:"status,omitempty"`

	webhook Webhook
	first   time.Time
	order   int64
	forged  bool
	urgent  bool
}

// The states of a delivery.
const (
	Waiting   = "waiting"
	Delivered = "delivered"
	Dropped   = "dropped"
	Refused   = "refused"
)

// Webhooks delivers webhooks to one address. It is safe for concurrent use.
type Webhooks struct {
	clock  *Clock
	log    *slog.Logger
	client *http.Client

	round sync.Mutex // one delivery round at a time

	mu       sync.Mutex
	target   string
	waiting  []*Delivery
	past     []*Delivery
	rules    []Rule
	seq      int64
	disabled bool
	gaps     []time.Duration
}

// NewWebhooks makes an empty queue of webhooks; a nil client uses the network.
func NewWebhooks(clock *Clock, log *slog.Logger, client *http.Client, target string) *Webhooks {
	if client == nil {
		client = &http.Client{Timeout: AnswerWithin}
	}
	return &Webhooks{clock: clock, log: log, client: client, target: target}
}

// SetTarget changes the address.
func (w *Webhooks) SetTarget(target string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.target = target
}

// Retry has a webhook that is not taken tried again after each of the gaps in
// turn, and then given up alone: not every provider stops all of them.
func (w *Webhooks) Retry(gaps []time.Duration) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.gaps = gaps
}

// Enable takes up delivery again after it was given up.
func (w *Webhooks) Enable() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.disabled = false
}

// Send queues a webhook at the provider's moment now.
func (w *Webhooks) Send(h Webhook, now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seq++
	d := &Delivery{ID: h.ID, Event: h.Event, State: Waiting, Next: now, webhook: h, first: now, order: w.seq}
	copies := w.apply(w.rule(h.Event), d)
	if w.disabled || w.target == "" {
		d.State = Dropped
	}
	if d.State != Waiting {
		w.file(d)
		return
	}
	for range copies {
		twin := *d
		w.waiting = append(w.waiting, &twin)
	}
}

// Deliver sends every webhook that is due, in order, and returns how many were
// tried. It does nothing in the background.
func (w *Webhooks) Deliver(ctx context.Context) int {
	return w.deliver(ctx, func(*Delivery) bool { return true })
}

// Urgent sends the webhooks that must arrive before the caller is answered.
func (w *Webhooks) Urgent(ctx context.Context) int {
	return w.deliver(ctx, func(d *Delivery) bool { return d.urgent })
}

func (w *Webhooks) deliver(ctx context.Context, which func(*Delivery) bool) int {
	w.round.Lock()
	defer w.round.Unlock()
	now := w.clock.Now()
	due, target := w.due(now, which)
	for i, d := range due {
		status, err := w.try(ctx, target, d)
		if ctx.Err() != nil {
			return i // it is we who stop, not the receiver who refuses
		}
		if w.finish(d, now, status, err); w.isDisabled() {
			return i + 1
		}
	}
	return len(due)
}

func (w *Webhooks) isDisabled() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.disabled
}

func (w *Webhooks) due(now time.Time, which func(*Delivery) bool) ([]*Delivery, string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var due []*Delivery
	for _, d := range w.waiting {
		if !d.Next.After(now) && which(d) {
			due = append(due, d)
		}
	}
	slices.SortStableFunc(due, func(a, b *Delivery) int {
		return cmp.Or(a.Next.Compare(b.Next), cmp.Compare(a.order, b.order))
	})
	return due, w.target
}

// AskMerchant posts a question as JSON to the merchant and waits for the answer: its status and
// its body. Whoever asks does not hold the books.
func (w *Webhooks) AskMerchant(ctx context.Context, target string, question any) (status int, body []byte, err error) {
	raw, err := json.Marshal(question)
	if err != nil {
		return 0, nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(raw))
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	answer, err := w.client.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	body, err = io.ReadAll(io.LimitReader(answer.Body, 1<<20))
	return answer.StatusCode, body, err
}

func (w *Webhooks) try(ctx context.Context, target string, d *Delivery) (int, error) {
	text := d.webhook.Body
	if d.forged {
		text = append([]byte("forged "), text...)
	}
	header, body := d.webhook.Sign(d.webhook.Body, text)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	if req.Header = header; header.Get("Content-Type") == "" {
		header.Set("Content-Type", "application/json")
	}
	answer, err := w.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, io.LimitReader(answer.Body, 1<<20))
	if err == nil && answer.StatusCode/100 != 2 {
		err = fmt.Errorf("HTTP %d", answer.StatusCode)
	}
	return answer.StatusCode, err
}

// finish books the result of one attempt.
func (w *Webhooks) finish(d *Delivery, now time.Time, status int, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	d.Attempts, d.Status = d.Attempts+1, status
	switch {
	case err == nil:
		d.State = Delivered
		w.remove(d)
	case w.gaps != nil && d.Attempts > len(w.gaps):
		d.State = Refused
		w.remove(d)
	case w.gaps != nil:
		d.Next = now.Add(w.gaps[d.Attempts-1])
	case now.Sub(d.first) >= GiveUp:
		w.log.Warn("webhooks disabled after 24 h without an answer", slog.String("event", d.Event))
		w.stop()
	default:
		wait := min(FirstRetry<<min(d.Attempts-1, 16), LastRetry)
		d.Next = now.Add(wait)
	}
}

// stop refuses everything that waits and all that follows.
func (w *Webhooks) stop() {
	w.disabled = true
	for _, d := range w.waiting {
		d.State = Refused
		w.file(d)
	}
	w.waiting = nil
}

func (w *Webhooks) remove(d *Delivery) {
	i := slices.Index(w.waiting, d)
	if i >= 0 {
		w.waiting = slices.Delete(w.waiting, i, i+1)
	}
	w.file(d)
}

func (w *Webhooks) file(d *Delivery) {
	w.past = append(w.past, d)
	if len(w.past) > keptWebhooks {
		w.past = slices.Delete(w.past, 0, len(w.past)-keptWebhooks)
	}
}

// Reset forgets webhooks and rules; the address stays.
func (w *Webhooks) Reset() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.waiting, w.past, w.rules, w.disabled = nil, nil, nil, false
}
