// Package notify tells customers what happened. A domain says what happened and to whom; this
// package chooses the channels, the addresses, the language and the words. A message is written in
// the transaction of the fact that it reports, once per fact and address. A job sends it; requests
// never send messages themselves.
package notify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

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
	StateKept     = "kept"     // it would have left, but no sender is configured for its channel
	StateWithheld = "withheld" // never sent: the number belongs to nobody, or the message was erased or is no longer relevant
)

// Deps are the service's dependencies.
type Deps struct {
	Store *store.Store
	IDs   *ident.Source
	Clock calendar.Clock
	Jobs  *jobs.Queue
	// Senders deliver the messages of each channel. Messages of a channel without a sender stay in
	// the database, where they can be read.
	Senders map[Channel]provider.Sender
	// KeptIsRead says that kept messages are read where they are kept, as in the demo city's inbox.
	// It is implied if there are no senders at all.
	KeptIsRead bool
	// ForgetDevice deletes a device that no longer accepts messages.
	ForgetDevice func(ctx context.Context, tx *store.Tx, customerID int64, token string) error
	Logger       *slog.Logger
	// Brand, Host, Phone and WalletName appear in messages. Host is the host name that the browser
	// shows; Phone is the number that customers call.
	Brand, Host, Phone, WalletName string
	// Site is the dashboard's address, with which links begin. It has no trailing slash.
	Site string
	// LinkKey signs the payment links in messages. If it is empty, New generates a key that lasts
	// until the process ends. LinkLifetime is how long each link is valid.
	LinkKey      []byte
	LinkLifetime time.Duration
	// Payee is the bank account that mails to business customers name.
	Payee Payee
	// ReminderChannels narrows the reminders of a day of the operator's schedule to some channels.
	ReminderChannels map[int][]Channel
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
	prints  map[string]Print // by type of the record that a document is printed from
	// writer is the sender's part of a reader: the company's data, without an addressee.
	writer       reader
	keptIsRead   bool
	forgetDevice func(ctx context.Context, tx *store.Tx, customerID int64, token string) error
	// reviews holds, by event name or type of document, the function that checks a message again before
	// it is sent.
	reviews map[string]Review
	links   payLinks
	// reminderChannels is that of Deps.
	reminderChannels map[int][]Channel
}

// Review checks a message that is about to be sent, by the fact that it reports. It reports whether
// the customer should still get the message, and which event it should now report. A nil Event
// means that the message stays as it was written.
type Review func(ctx context.Context, q *db.Queries, customerID int64, fact string) (now Event, still bool, err error)

const jobSend = "notify/send"

// ToldAt returns when a customer's first message about a fact was written, or 0 if there is none.
func ToldAt(ctx context.Context, q *db.Queries, customerID int64, fact string) (calendar.Instant, error) {
	at, err := q.NotifyToldAt(ctx, customerID, fact)
	if err != nil {
		return 0, fmt.Errorf("notify: when customer %d was told of %s: %w", customerID, fact, err)
	}
	return calendar.Instant(at), nil
}

// New returns the service and registers its job.
func New(d Deps) *Service {
	n := &Service{
		store: d.Store, ids: d.IDs, clock: d.Clock, jobs: d.Jobs, senders: d.Senders, logger: d.Logger, prints: map[string]Print{},
		audit: audit.New(d.IDs, d.Clock), writer: reader{brand: d.Brand, host: d.Host, phone: d.Phone, walletName: d.WalletName, site: d.Site, payee: d.Payee},
	}
	n.keptIsRead, n.forgetDevice = d.KeptIsRead || len(d.Senders) == 0, d.ForgetDevice
	n.reviews, n.reminderChannels = map[string]Review{}, d.ReminderChannels
	n.links = newPayLinks(d.LinkKey, d.LinkLifetime)
	jobs.Handle(d.Jobs, jobSend, n.sendJob)
	return n
}

// Review registers a function that checks the waiting messages of an event before they are sent.
// For example, a reminder is dropped if the amount was paid meanwhile, and corrected if it was paid
// in part. It is called at startup; a nil Service has no messages.
func (n *Service) Review(e Event, review Review) {
	if n != nil {
		n.reviews[e.Name()] = review
	}
}

// ReviewDocument is Review for the waiting mails about documents of one type of record. For example, a
// receipt that does not count any more is not sent.
func (n *Service) ReviewDocument(of string, review Review) {
	if n != nil {
		n.reviews[documentFact+of] = review
	}
}

// reviewOf is the review of a message, or nil.
func (n *Service) reviewOf(m db.Message) Review {
	event := eventOfTemplate(m.Template)
	if event != (DocumentIssued{}).Name() {
		return n.reviews[event]
	}
	of, _, _ := strings.Cut(strings.TrimPrefix(m.Fact, documentFact), "/")
	return n.reviews[documentFact+of]
}

// reviewed returns the message as it should be sent now, and false if it should not be sent any
// more. A changed text is saved first, so that the customer's message history shows what was sent.
func (n *Service) reviewed(ctx context.Context, m db.Message) (db.Message, bool, error) {
	review := n.reviewOf(m)
	if review == nil {
		return m, true, nil
	}
	now, still, err := review(ctx, n.store.Queries(), m.CustomerID, m.Fact)
	if err != nil || !still || now == nil {
		return m, still, err
	}
	row, err := n.store.Queries().NotifyCustomer(ctx, m.CustomerID)
	if err != nil {
		return m, false, fmt.Errorf("read customer: %w", err)
	}
	said := message{event: now, channel: Channel(m.Channel)}
	if said.text, err = n.say(now, customer(row), said.channel, m.CreatedAt); err != nil {
		return m, false, err
	}
	variables, err := json.Marshal(said.text.variables)
	if err != nil {
		return m, false, fmt.Errorf("variables: %w", err)
	}
	if m.Template == said.text.template && m.Subject == said.text.subject && m.Body == said.body() {
		return m, true, nil
	}
	m.Template, m.Subject, m.Body, m.Variables = said.text.template, said.text.subject, said.body(), string(variables)
	return m, true, n.store.WriteCompany(ctx, func(tx *store.Tx) error {
		_, err := tx.NotifyMessageRenew(context.WithoutCancel(ctx), db.NotifyMessageRenewParams{
			Template: m.Template, Subject: m.Subject, Body: m.Body, Variables: m.Variables, CustomerID: m.CustomerID, ID: m.ID,
		})
		return err
	})
}

// sending is the payload of a job that sends a message. ByDay says that the message waits while the
// hours are quiet.
type sending struct {
	jobs.CustomerRow
	ByDay bool
}

// sendJob sends one message. After an unclear outcome it sends the message again: being told twice
// is better than not being told.
func (n *Service) sendJob(ctx context.Context, j sending) error {
	m, err := n.store.Queries().NotifyMessage(ctx, j.CustomerID, j.ID)
	if store.IsNone(err) {
		return nil // it was to somebody who is not a customer, and was deleted while it waited
	}
	if err != nil {
		return fmt.Errorf("notify: read: %w", err)
	}
	if m.State != StateWaiting {
		return n.finish(ctx, m, m.State) // a withheld secret must be deleted too
	}
	if m.Recipient == "" { // it was erased
		return n.finish(ctx, m, StateWithheld)
	}
	if !m.ValidUntil.IsZero() && m.ValidUntil < calendar.Stamp(n.clock.Now()) {
		return n.finish(ctx, m, StateFailed)
	}
	if morning := quietEnds(n.clock.Now()); j.ByDay && !morning.IsZero() { // an earlier try has failed, or no node ran
		return jobs.Later(morning.Sub(n.clock.Now()))
	}
	if m, err = n.collect(ctx, m); err != nil {
		return fmt.Errorf("notify: collect documents: %w", err)
	}
	if m.State != StateWaiting {
		return nil // another mail brings its document
	}
	m, still, err := n.reviewed(ctx, m)
	if err != nil {
		return fmt.Errorf("notify: whether %s is still to be sent: %w", m.Template, err)
	}
	if !still {
		return n.finish(ctx, m, StateWithheld)
	}
	if n.senders[Channel(m.Channel)] == nil {
		return n.finish(ctx, m, StateKept)
	}
	err = n.deliver(ctx, m)
	if err == nil {
		return n.finish(ctx, m, StateSent)
	}
	if provider.IsGone(err) {
		n.logger.InfoContext(ctx, "device is gone", "channel", m.Channel, "message", m.ID)
		forgotten := n.store.WriteCompany(ctx, func(tx *store.Tx) error { return n.forgetDevice(ctx, tx, m.CustomerID, m.Recipient) })
		return errors.Join(forgotten, n.finish(ctx, m, StateFailed))
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
	files, err := n.attached(ctx, m)
	if err != nil {
		return err
	}
	delete(variables, variableEvent)
	delete(variables, variableDocuments)
	for name, value := range variables {
		variables[name] = n.links.withCodes(value, m.CustomerID, m.ID)
	}
	return n.senders[Channel(m.Channel)].Send(ctx, provider.Message{
		ID: strconv.FormatInt(m.ID, 10), Attached: files, To: m.Recipient, Template: m.Template, Subject: m.Subject, Body: n.links.withCodes(m.Body, m.CustomerID, m.ID), Variables: variables,
	})
}

func (n *Service) finish(ctx context.Context, m db.Message, state string) error {
	return n.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		sent := calendar.Instant(0)
		if state == StateSent || state == StateKept {
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
