package notify

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"rento/internal/calendar"
	"rento/internal/jobs"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Send tells a customer of an event, in the caller's transaction: one message
// for each channel and address that the event has and the customer has not
// switched off, in the customer's language. Fact is what the event tells of, as
// in "invoice/42": an address is told of a fact once. A nil Service tells nobody.
func (n *Service) Send(ctx context.Context, tx *store.Tx, customerID int64, e Event, fact string) error {
	if n == nil {
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	row, err := tx.NotifyCustomer(ctx, customerID)
	if err != nil {
		return fmt.Errorf("notify: read customer: %w", err)
	}
	return n.send(ctx, tx, customer(row), e, fact)
}

// SendToNumber is Send for an event that belongs to whoever has a mobile number,
// on the channels of the number alone. When the number is nobody's, the same is
// written and withheld, so that an onlooker cannot tell the two cases apart.
func (n *Service) SendToNumber(ctx context.Context, tx *store.Tx, mobile string, e Event, fact string) error {
	ctx = context.WithoutCancel(ctx)
	row, err := tx.NotifyCustomerByMobile(ctx, mobile)
	if err != nil && !store.IsNone(err) {
		return fmt.Errorf("notify: read whose number: %w", err)
	}
	to := recipient{customerID: row.ID, fullName: row.FullName, mobile: mobile, language: languageOf(row), isNobody: err != nil}
	return n.send(ctx, tx, to, e, fact)
}

func (n *Service) send(ctx context.Context, tx *store.Tx, to recipient, e Event, fact string) error {
	k, known := kindOf(e)
	if !known {
		return fmt.Errorf("notify: no event %s", e.Name())
	}
	written, err := languages[to.language].render(e, reader{to.fullName, n.brand, n.host})
	if err != nil {
		return err
	}
	channels, err := channelsOf(ctx, tx.Queries, to.customerID, k)
	if err != nil {
		return err
	}
	told := 0
	for _, channel := range channels {
		m := message{to: to, event: e, kind: k, channel: channel, fact: fact, text: written}
		addresses, err := n.writeToAll(ctx, tx, m)
		if err != nil {
			return err
		}
		told += addresses
	}
	if told == 0 && len(channels) > 0 && !slices.Contains(k.channels, SMS) {
		_, err = n.writeToAll(ctx, tx, message{to: to, event: e, kind: k, channel: SMS, fact: fact, text: written})
	}
	return err
}

// writeToAll writes a message to each address of its channel, and counts them.
func (n *Service) writeToAll(ctx context.Context, tx *store.Tx, m message) (int, error) {
	addresses, err := addressesOf(ctx, tx, m.to, m.channel)
	if err != nil {
		return 0, err
	}
	for _, address := range addresses {
		m.address = address
		if err := n.write(ctx, tx, m); err != nil {
			return 0, err
		}
	}
	return len(addresses), nil
}

// message is what one address is told.
type message struct {
	to      recipient
	event   Event
	kind    kind
	channel Channel
	address string
	fact    string
	text    text
}

// write stores a message and has it sent after the commit.
func (n *Service) write(ctx context.Context, tx *store.Tx, m message) error {
	variables, err := json.Marshal(m.text.variables)
	if err != nil {
		return fmt.Errorf("notify: variables of %s: %w", m.event.Name(), err)
	}
	id := n.ids.Next()
	rows, err := tx.NotifyMessageAdd(ctx, db.NotifyMessageAddParams{
		CustomerID: m.to.customerID, ID: id, Channel: string(m.channel), Recipient: m.address, Template: m.event.Name(),
		Subject: m.text.subject, Body: m.body(), Variables: string(variables), Fact: m.fact, State: n.firstState(m),
		IsSecret: m.kind.secret, CreatedAt: calendar.Stamp(n.clock.Now()), ValidUntil: validUntil(m.event),
	})
	if err != nil {
		return fmt.Errorf("notify: write %s: %w", m.event.Name(), err)
	}
	if rows == 0 || n.senders[m.channel] == nil {
		return nil
	}
	return n.jobs.Enqueue(ctx, tx, jobs.Job{
		Kind: jobSend, Key: strconv.FormatInt(id, 10), Payload: jobs.CustomerRow{CustomerID: m.to.customerID, ID: id},
	})
}

func (m message) body() string {
	if m.channel == Push {
		return m.text.push
	}
	return m.text.body
}

func (n *Service) firstState(m message) string {
	switch {
	case m.to.isNobody:
		return StateWithheld
	case n.senders[m.channel] == nil:
		return StateKept
	}
	return StateWaiting
}

// validUntil is when sending makes no sense any more, 0 for never.
func validUntil(e Event) calendar.Instant {
	if e, ok := e.(expiring); ok {
		return e.expiresAt()
	}
	return 0
}
