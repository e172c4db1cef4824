// Package inbox receives the webhooks of all providers: it verifies each event on the raw bytes,
// stores it once, and processes it in a job. A domain registers how its provider's events are
// verified and processed.
//
// An event counts as processed when its handler has returned nil. If anything fails before that,
// the event is tried again (docs/payments.md, "Events").
package inbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"unicode/utf8"

	"rento/internal/alert"
	"rento/internal/calendar"
	"rento/internal/encryption"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// MaxEvent is the size of the largest webhook that is read, in bytes.
const MaxEvent = 256 << 10

// longestID is the length of the longest event id that is accepted, in bytes. Columns hold 500
// characters, and the id may get the provider's name before it and a hash after it.
const longestID = 400

// Verifier checks the raw bytes of a webhook and reads the event. VerifyWebhook returns
// provider.ErrBadSignature if the bytes are not the provider's.
type Verifier interface {
	// LooksSigned reports whether the header has a signature of the provider's form. That proves
	// nothing yet.
	LooksSigned(header http.Header) bool
	VerifyWebhook(header http.Header, raw []byte) (provider.Event, error)
}

// Event is a stored event. Of the provider.Event it has only the kind and the ids, because an
// event is a reason to ask the provider and never a truth by itself.
type Event struct {
	provider.Event
	Provider   string
	ReceivedAt calendar.Instant
}

// Handler processes a stored event. It may be called again after a success if a node dies. NotYet
// means that the event's subject is not known yet. After any other error the event is tried again
// until it is processed.
type Handler func(ctx context.Context, event Event) error

type source struct {
	verifier Verifier
	handle   Handler
}

// Inbox holds the events of one database.
type Inbox struct {
	store   *store.Store
	clock   calendar.Clock
	jobs    *jobs.Queue
	alerts  *alert.Service
	keyring *encryption.Keyring
	logger  *slog.Logger
	sources map[string]source
}

// New returns the inbox and registers its job. The bodies of events name accounts and their
// holders, so they are encrypted with keyring. logger may be nil.
func New(s *store.Store, clock calendar.Clock, queue *jobs.Queue, alerts *alert.Service, keyring *encryption.Keyring, logger *slog.Logger) *Inbox {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	i := &Inbox{store: s, clock: clock, jobs: queue, alerts: alerts, keyring: keyring, logger: logger, sources: map[string]source{}}
	jobs.Handle(queue, jobProcess, i.process)
	return i
}

// Register opens the inbox to a provider, whose webhooks come to POST /webhooks/{name}. It panics
// if the name is registered already: only one handler gets an event, and nothing says which one
// it was for.
func (i *Inbox) Register(name string, verifier Verifier, handle Handler) {
	if _, taken := i.sources[name]; taken {
		panic("inbox: two handlers for " + name)
	}
	i.sources[name] = source{verifier, handle}
}

// Expect refuses a webhook before its body is read: with a 404 for a provider that is not
// registered, with a 401 if no body could make its signature right.
func (i *Inbox) Expect(name string, header http.Header) error {
	from, known := i.sources[name]
	switch {
	case !known:
		return fault.NotFound("webhook.provider_not_found", "There is no such provider.")
	case !from.verifier.LooksSigned(header):
		return fault.Unauthorized().WithCause(provider.ErrBadSignature)
	}
	return nil
}

// Receive verifies a webhook on the raw bytes and stores its signed content once, with the job
// that processes it. Nothing else happens before the provider gets its answer. Faults: 404 for a
// provider that is not registered, 401 for a signature that is not the provider's, 400 for an id
// that does not fit its column. After a fault nothing is stored.
func (i *Inbox) Receive(ctx context.Context, name string, header http.Header, raw []byte) error {
	if err := i.Expect(name, header); err != nil {
		return err
	}
	event, err := i.sources[name].verifier.VerifyWebhook(header, raw)
	if errors.Is(err, provider.ErrBadSignature) {
		return fault.Unauthorized().WithCause(err)
	}
	if err == nil {
		err = event.Check()
	}
	// No provider signs the id, so anybody may have changed it.
	if len(event.ID) > longestID || !utf8.ValidString(event.ID) {
		return fault.Unreadable("webhook.unreadable", "The event could not be read.").WithCause(fmt.Errorf("its id has %d bytes: %.40q", len(event.ID), event.ID))
	}
	content := event.Content
	if content == nil {
		content = raw
	}
	ctx = context.WithoutCancel(ctx)
	return i.store.WriteCompany(ctx, func(tx *store.Tx) error {
		if err != nil {
			return i.storeUnreadable(ctx, tx, name, content, err)
		}
		return i.storeEvent(ctx, tx, name, event, content)
	})
}

// HasHeard reports whether any signed event of a provider has come since the given time.
func (i *Inbox) HasHeard(ctx context.Context, name string, since calendar.Instant) (bool, error) {
	_, err := i.store.Queries().InboxEventSince(ctx, name, since)
	if err != nil && !store.IsNone(err) {
		return false, fmt.Errorf("inbox: the last event of %s: %w", name, err)
	}
	return err == nil, nil
}

func (i *Inbox) storeEvent(ctx context.Context, tx *store.Tx, name string, event provider.Event, content []byte) error {
	added, err := i.add(ctx, tx, name, event, content)
	if err == nil && !added {
		added, err = i.addOther(ctx, tx, name, &event, content)
	}
	if err != nil || !added {
		return err
	}
	return i.enqueue(ctx, tx, key{name, event.ID})
}

// addOther stores an event whose id is taken by another body. Providers do not sign the id, so a
// used id must not make a true event disappear.
//
// It stores nothing if the same body has come today, under any id. Otherwise anybody who holds
// one true webhook could fill the inbox with it.
func (i *Inbox) addOther(ctx context.Context, tx *store.Tx, name string, event *provider.Event, content []byte) (bool, error) {
	first, err := tx.InboxEvent(ctx, name, event.ID)
	if store.IsNone(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("inbox: read event %.40q: %w", event.ID, err)
	}
	hash := ident.Hash(string(content))
	if first.BodyHash == hash {
		return false, nil
	}
	event.ID += ":" + hash[:16]
	return i.add(ctx, tx, name, *event, content)
}

func (i *Inbox) add(ctx context.Context, tx *store.Tx, name string, e provider.Event, content []byte) (bool, error) {
	added, err := tx.InboxEventAdd(ctx, db.InboxEventAddParams{
		Provider: name, EventID: e.ID, Kind: e.Kind, OrderID: e.OrderID, PaymentID: e.PaymentID, RefundID: e.RefundID,
		SubjectID: e.SubjectID, Body: i.keyring.Encrypt(body(name, e.ID), string(content)), BodyHash: ident.Hash(string(content)), ReceivedAt: calendar.Stamp(i.clock.Now()),
	})
	if err != nil {
		return false, fmt.Errorf("inbox: store event %.40q: %w", e.ID, err)
	}
	return added > 0, nil
}

// storeUnreadable stores content that the provider has signed and that we cannot read, and raises
// an alert.
func (i *Inbox) storeUnreadable(ctx context.Context, tx *store.Tx, name string, content []byte, cause error) error {
	hash := ident.Hash(string(content))
	if _, err := i.add(ctx, tx, name, provider.Event{ID: "body-" + hash, Kind: "unreadable"}, content); err != nil {
		return err
	}
	return i.alerts.Raise(ctx, tx, alert.Alert{Kind: "event_unreadable", Subject: name + ":" + hash[:16], Detail: cause.Error()})
}

// key is the payload of an event's job.
type key struct{ Provider, ID string }

const jobProcess = "inbox.process"

func (i *Inbox) enqueue(ctx context.Context, tx *store.Tx, k key) error {
	err := i.jobs.Enqueue(ctx, tx, jobs.Job{Kind: jobProcess, Key: k.Provider + "/" + k.ID, Payload: k})
	if err != nil {
		return fmt.Errorf("inbox: %w", err)
	}
	return nil
}
