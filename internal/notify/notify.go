// Package notify tells people what happened. A domain says what happened and to
// whom; here are the channels, the addresses, the language and the words. A
// message is written in the transaction of the fact that it tells of, once per
// fact and address, and sent by a job; none is sent from a request.
package notify

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// The states of a message.
const (
	StateWaiting  = "waiting"
	StateSent     = "sent"
	StateFailed   = "failed"
	StateKept     = "kept"     // no sender is configured for its channel
	StateWithheld = "withheld" // its number belongs to nobody; never sent
)

// Deps are what the service works with.
type Deps struct {
	Store *store.Store
	IDs   *ident.Source
	Clock calendar.Clock
	Jobs  *jobs.Queue
	// Senders are the channels that lead out. A channel without one keeps its
	// messages: they can be read in the database and go nowhere.
	Senders map[Channel]provider.Sender
	Logger  *slog.Logger
	// Brand, Host, Phone and WalletName stand in messages; Host is the one that
	// the browser shows, Phone where customers call us.
	Brand, Host, Phone, WalletName string
}

// Service writes messages and sends them. It is safe for concurrent use.
type Service struct {
	store   *store.Store
	ids     *ident.Source
	clock   calendar.Clock
	jobs    *jobs.Queue
	senders map[Channel]provider.Sender
	logger  *slog.Logger
	audit   *audit.Log
	// writer is in whose name messages are written, to nobody yet.
	writer reader
}

const jobSend = "notify/send"

// New returns the service and registers its job.
func New(d Deps) *Service {
	n := &Service{
		store: d.Store, ids: d.IDs, clock: d.Clock, jobs: d.Jobs, senders: d.Senders, logger: d.Logger,
		audit: audit.New(d.IDs, d.Clock), writer: reader{brand: d.Brand, host: d.Host, phone: d.Phone, walletName: d.WalletName},
	}
	jobs.Handle(d.Jobs, jobSend, n.sendJob)
	return n
}

// sendJob sends one message. It runs again after an unclear outcome: a person
// who is told twice is better off than one who is not told.
func (n *Service) sendJob(ctx context.Context, j jobs.CustomerRow) error {
	m, err := n.store.Queries().NotifyMessage(ctx, j.CustomerID, j.ID)
	if err != nil {
		return fmt.Errorf("notify: read: %w", err)
	}
	if m.State != StateWaiting {
		return n.finish(ctx, m, m.State) // a withheld secret is wiped all the same
	}
	if !m.ValidUntil.IsZero() && m.ValidUntil < calendar.Stamp(n.clock.Now()) {
		return n.finish(ctx, m, StateFailed)
	}
	err = n.deliver(ctx, m)
	if err == nil {
		return n.finish(ctx, m, StateSent)
	}
	if provider.OutcomeOf(err) == provider.Declined {
		n.logger.WarnContext(ctx, "message declined", "channel", m.Channel, "template", m.Template, "message", m.ID, "error", err.Error())
		return n.finish(ctx, m, StateFailed)
	}
	return fmt.Errorf("notify: send %s: %w", m.Template, err)
}

func (n *Service) deliver(ctx context.Context, m db.Message) error {
	var variables map[string]string
	if err := json.Unmarshal([]byte(m.Variables), &variables); err != nil {
		return fmt.Errorf("variables: %w", err)
	}
	sender := n.senders[Channel(m.Channel)]
	if sender == nil {
		return fmt.Errorf("no sender for channel %s", m.Channel)
	}
	return sender.Send(ctx, provider.Message{
		To: m.Recipient, Template: m.Template, Subject: m.Subject, Body: m.Body, Variables: variables,
	})
}

func (n *Service) finish(ctx context.Context, m db.Message, state string) error {
	return n.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		sent := calendar.Instant(0)
		if state == StateSent {
			sent = calendar.Stamp(n.clock.Now())
		}
		_, err := tx.NotifyMessageEnd(ctx, db.NotifyMessageEndParams{State: state, SentAt: sent, CustomerID: m.CustomerID, ID: m.ID})
		if err == nil && m.IsSecret {
			err = tx.NotifyMessageWipe(ctx, m.CustomerID, m.ID)
		}
		if err != nil {
			return fmt.Errorf("notify: save what became of a message: %w", err)
		}
		return nil
	})
}
