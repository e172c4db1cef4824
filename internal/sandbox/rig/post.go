package rig

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"
)

// The postman's figures: an answer must come within AnswerWithin; a letter
// that is not taken is tried again after FirstRetry, then twice as long each
// time up to LastRetry, and when GiveUp has passed no more letters are sent.
const (
	AnswerWithin = 5 * time.Second
	FirstRetry   = 30 * time.Second
	LastRetry    = 4 * time.Hour
	GiveUp       = 24 * time.Hour
	keptLetters  = 500
)

// Letter is a webhook.
type Letter struct {
	ID    string
	Event string
	Body  []byte
	// Sign makes the headers that prove a body.
	Sign func(body []byte) http.Header
	// Falsify returns the body with a wrong amount, for tests of the receiver.
	Falsify func(body []byte) []byte
}

// Delivery is the state of one letter.
type Delivery struct {
	ID       string    `json:"id"`
	Event    string    `json:"event"`
	State    string    `json:"state"`
	Attempts int       `json:"attempts"`
	Next     time.Time `json:"next"`
	Status   int       `json:"status,omitempty"`

	letter Letter
	first  time.Time
	order  int64
	forged bool
	urgent bool
}

// The states of a delivery.
const (
	Waiting   = "waiting"
	Delivered = "delivered"
	Dropped   = "dropped"
	Refused   = "refused"
)

// Post delivers letters to one address. It is safe for concurrent use.
type Post struct {
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
}

// NewPost makes a postman; a nil client uses the network.
func NewPost(clock *Clock, log *slog.Logger, client *http.Client, target string) *Post {
	if client == nil {
		client = &http.Client{Timeout: AnswerWithin}
	}
	return &Post{clock: clock, log: log, client: client, target: target}
}

// Aim changes the address.
func (p *Post) Aim(target string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.target = target
}

// Enable takes up delivery again after it was given up.
func (p *Post) Enable() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.disabled = false
}

// Send queues a letter at the provider's moment now.
func (p *Post) Send(l Letter, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.seq++
	d := &Delivery{ID: l.ID, Event: l.Event, State: Waiting, Next: now, letter: l, first: now, order: p.seq}
	copies := p.apply(p.rule(l.Event), d)
	if p.disabled || p.target == "" {
		d.State = Dropped
	}
	if d.State != Waiting {
		p.file(d)
		return
	}
	for range copies {
		twin := *d
		p.waiting = append(p.waiting, &twin)
	}
}

// Deliver sends every letter that is due, in order, and returns how many were
// tried. It does nothing in the background.
func (p *Post) Deliver(ctx context.Context) int {
	return p.deliver(ctx, func(*Delivery) bool { return true })
}

// Urgent sends the letters that must arrive before the caller is answered.
func (p *Post) Urgent(ctx context.Context) int {
	return p.deliver(ctx, func(d *Delivery) bool { return d.urgent })
}

func (p *Post) deliver(ctx context.Context, which func(*Delivery) bool) int {
	p.round.Lock()
	defer p.round.Unlock()
	now := p.clock.Now()
	due, target := p.due(now, which)
	for i, d := range due {
		status, err := p.try(ctx, target, d)
		if ctx.Err() != nil {
			return i // it is we who stop, not the receiver who refuses
		}
		if p.settle(d, now, status, err); d.State == Refused {
			return i + 1
		}
	}
	return len(due)
}

func (p *Post) due(now time.Time, which func(*Delivery) bool) ([]*Delivery, string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var due []*Delivery
	for _, d := range p.waiting {
		if !d.Next.After(now) && which(d) {
			due = append(due, d)
		}
	}
	slices.SortStableFunc(due, func(a, b *Delivery) int {
		return cmp.Or(a.Next.Compare(b.Next), cmp.Compare(a.order, b.order))
	})
	return due, p.target
}

func (p *Post) try(ctx context.Context, target string, d *Delivery) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(d.letter.Body))
	if err != nil {
		return 0, err
	}
	proof := d.letter.Body
	if d.forged {
		proof = append([]byte("forged "), proof...)
	}
	req.Header = d.letter.Sign(proof)
	req.Header.Set("Content-Type", "application/json")
	answer, err := p.client.Do(req)
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

// settle books the result of one attempt.
func (p *Post) settle(d *Delivery, now time.Time, status int, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	d.Attempts, d.Status = d.Attempts+1, status
	switch {
	case err == nil:
		d.State = Delivered
		p.remove(d)
	case now.Sub(d.first) >= GiveUp:
		p.log.Warn("webhooks disabled after 24 h without an answer", slog.String("event", d.Event))
		p.stop()
	default:
		wait := min(FirstRetry<<min(d.Attempts-1, 16), LastRetry)
		d.Next = now.Add(wait)
	}
}

// stop refuses everything that waits and all that follows.
func (p *Post) stop() {
	p.disabled = true
	for _, d := range p.waiting {
		d.State = Refused
		p.file(d)
	}
	p.waiting = nil
}

func (p *Post) remove(d *Delivery) {
	i := slices.Index(p.waiting, d)
	if i >= 0 {
		p.waiting = slices.Delete(p.waiting, i, i+1)
	}
	p.file(d)
}

func (p *Post) file(d *Delivery) {
	p.past = append(p.past, d)
	if len(p.past) > keptLetters {
		p.past = slices.Delete(p.past, 0, len(p.past)-keptLetters)
	}
}

// Reset forgets letters and rules; the address stays.
func (p *Post) Reset() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.waiting, p.past, p.rules, p.disabled = nil, nil, nil, false
}
