// Package notify tells people what happened. A message is written in the
// transaction of the fact that it tells of, once per fact, and sent by a job;
// no message is sent from a request.
package notify

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Channel is a way to reach somebody.
type Channel string

// The channels.
const (
	SMS   Channel = "sms"
	Email Channel = "email"
)

// The states of a message.
const (
	StateWaiting  = "waiting"
	StateSent     = "sent"
	StateFailed   = "failed"
	StateKept     = "kept"     // no sender is configured for its channel
	StateWithheld = "withheld" // its number belongs to nobody; never sent
)

// Message is to be sent to one person.
type Message struct {
	// CustomerID is 0 for somebody who is not a customer.
	CustomerID int64
	Channel    Channel
	// Recipient is a mobile number of ten digits, or an e-mail address.
	Recipient string
	Text
	// Fact is what the message tells of, as in "invoice/42": a second message
	// of the same fact on the same channel is left out.
	Fact string
	// Secret has the text wiped from the database once it is sent.
	Secret bool
	// Until is when sending it makes no sense any more; zero is never.
	Until time.Time
	// Withheld writes the message down and does not send it, so that an
	// onlooker cannot tell the two cases apart.
	Withheld bool
}

// Service writes messages and sends them.
type Service struct {
	store   *store.Store
	ids     *ident.Source
	clock   calendar.Clock
	jobs    *jobs.Queue
	senders map[Channel]provider.Sender
	logger  *slog.Logger
}

const jobSend = "notify/send"

type sendJob struct{ CustomerID, ID int64 }

// New returns the service and registers its job. A channel without a sender
// keeps its messages: they can be read in the database and go nowhere.
func New(s *store.Store, ids *ident.Source, clock calendar.Clock, q *jobs.Queue, senders map[Channel]provider.Sender, logger *slog.Logger) *Service {
	n := &Service{store: s, ids: ids, clock: clock, jobs: q, senders: senders, logger: logger}
	q.Handle(jobSend, n.sendJob)
	return n
}

// Send writes a message in the caller's transaction and has it sent after the
// commit.
func (n *Service) Send(ctx context.Context, tx *store.Tx, m Message) error {
	variables, err := json.Marshal(m.Variables)
	if err != nil {
		return fmt.Errorf("notify: variables of %s: %w", m.Template, err)
	}
	if m.Variables == nil {
		variables = []byte("{}")
	}
	id := n.ids.Next()
	rows, err := tx.NotifyMessageAdd(context.WithoutCancel(ctx), db.NotifyMessageAddParams{
		CustomerID: m.CustomerID, ID: id, Channel: string(m.Channel), Recipient: m.Recipient, Template: m.Template,
		Subject: m.Subject, Body: m.Body, Variables: string(variables), Fact: m.Fact, State: n.firstState(m),
		IsSecret: m.Secret, CreatedAt: calendar.Stamp(n.clock.Now()), ValidUntil: stampOrNone(m.Until),
	})
	if err != nil {
		return fmt.Errorf("notify: write %s: %w", m.Template, err)
	}
	if rows == 0 || n.senders[m.Channel] == nil {
		return nil
	}
	return n.jobs.Enqueue(ctx, tx, jobs.Job{
		Kind: jobSend, Key: strconv.FormatInt(id, 10), Payload: sendJob{m.CustomerID, id},
	})
}

func (n *Service) firstState(m Message) string {
	switch {
	case m.Withheld:
		return StateWithheld
	case n.senders[m.Channel] == nil:
		return StateKept
	}
	return StateWaiting
}

func stampOrNone(t time.Time) calendar.Instant {
	if t.IsZero() {
		return 0
	}
	return calendar.Stamp(t)
}

// sendJob sends one message. It runs again after an unclear outcome: a person
// who is told twice is better off than one who is not told.
func (n *Service) sendJob(ctx context.Context, payload []byte) error {
	var j sendJob
	if err := json.Unmarshal(payload, &j); err != nil {
		return jobs.Permanent(fmt.Errorf("notify: job payload: %w", err))
	}
	m, err := n.store.Queries().NotifyMessage(ctx, j.CustomerID, j.ID)
	if err != nil {
		return fmt.Errorf("notify: read: %w", err)
	}
	if m.State != StateWaiting {
		return n.settle(ctx, m, m.State) // a withheld secret is wiped all the same
	}
	if !m.ValidUntil.IsZero() && m.ValidUntil < calendar.Stamp(n.clock.Now()) {
		return n.settle(ctx, m, StateFailed)
	}
	err = n.deliver(ctx, m)
	if err == nil {
		return n.settle(ctx, m, StateSent)
	}
	if provider.OutcomeOf(err) == provider.Declined {
		n.logger.WarnContext(ctx, "message declined", "channel", m.Channel, "template", m.Template, "message", m.ID, "error", err.Error())
		return n.settle(ctx, m, StateFailed)
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

func (n *Service) settle(ctx context.Context, m db.Message, state string) error {
	return n.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		sent := calendar.Instant(0)
		if state == StateSent {
			sent = calendar.Stamp(n.clock.Now())
		}
		_, err := tx.NotifyMessageSettle(ctx, db.NotifyMessageSettleParams{State: state, SentAt: sent, CustomerID: m.CustomerID, ID: m.ID})
		if err == nil && m.IsSecret {
			err = tx.NotifyMessageWipe(ctx, m.CustomerID, m.ID)
		}
		if err != nil {
			return fmt.Errorf("notify: settle: %w", err)
		}
		return nil
	})
}
