package notify

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"time"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/jobs"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Send tells a customer about an event, in the caller's transaction. It writes one message, in the
// customer's language, for each address on each channel that the event has and the customer has not
// switched off. Fact identifies what the event reports, such as "invoice/42": each address is told
// about a fact only once. A nil Service sends nothing.
func (n *Service) Send(ctx context.Context, tx *store.Tx, customerID int64, e Event, fact string) error {
	return n.sendToCustomer(ctx, tx, customerID, e, fact, everywhere)
}

// Remind is like Send, for a reminder of a day of the operator's schedule: it goes out on the
// channels of that day alone, if the operator has named some. Who cannot be reached on any of them
// gets it by SMS, as with every event without SMS.
func (n *Service) Remind(ctx context.Context, tx *store.Tx, customerID int64, e Event, fact string, day int) error {
	if n == nil {
		return nil
	}
	channels, isNarrowed := n.reminderChannels[day]
	if !isNarrowed {
		channels = everywhere
	}
	return n.sendToCustomer(ctx, tx, customerID, e, fact, channels)
}

func (n *Service) sendToCustomer(ctx context.Context, tx *store.Tx, customerID int64, e Event, fact string, on []Channel) error {
	if n == nil {
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	row, err := tx.NotifyCustomer(ctx, customerID)
	if err != nil {
		return fmt.Errorf("notify: read customer: %w", err)
	}
	to := customer(row)
	to.agentActed = audit.AgentActsIn(ctx, customerID)
	return n.send(ctx, tx, to, e, fact, on)
}

// SendToNumber is like Send, but for an event that goes to a mobile number, only on the number's
// channels. If the number belongs to nobody, it writes the same message and withholds it, so that
// an onlooker cannot tell the two cases apart.
func (n *Service) SendToNumber(ctx context.Context, tx *store.Tx, mobile string, e Event, fact string) error {
	ctx = context.WithoutCancel(ctx)
	row, err := tx.NotifyCustomerByMobile(ctx, mobile)
	if err != nil && !store.IsNone(err) {
		return fmt.Errorf("notify: read whose number: %w", err)
	}
	to := recipient{customerID: row.ID, fullName: row.FullName, mobile: mobile, language: languageOf(row), isNobody: err != nil}
	return n.send(ctx, tx, to, e, fact, everywhere)
}

// Invitee is somebody whom a customer asks us to write to, and who is not known to be a customer.
// An empty address gets no message.
type Invitee struct {
	Name, Email string
	Mobile      string // ten digits
	Language    Language
}

// SendToInvitee is like Send, but for an invitee: on the event's channels, or by text message if
// those do not reach the invitee.
func (n *Service) SendToInvitee(ctx context.Context, tx *store.Tx, to Invitee, e Event, fact string) error {
	if n == nil {
		return nil
	}
	language := to.Language
	if languages[language] == nil {
		language = English
	}
	return n.send(context.WithoutCancel(ctx), tx, recipient{fullName: to.Name, mobile: to.Mobile, email: to.Email, language: language}, e, fact, everywhere)
}

// SendToEmail is like Send, but sends the event only by mail, to the given address. A nil Service
// sends nothing.
func (n *Service) SendToEmail(ctx context.Context, tx *store.Tx, customerID int64, address string, e Event, fact string) error {
	if n == nil {
		return nil
	}
	ctx = context.WithoutCancel(ctx)
	row, err := tx.NotifyCustomer(ctx, customerID)
	if err != nil {
		return fmt.Errorf("notify: read customer: %w", err)
	}
	k, known := kindOf(e)
	if !known {
		return fmt.Errorf("notify: no event %s", e.Name())
	}
	to := customer(row)
	to.email = address
	return n.writeToAll(ctx, tx, message{to: to, event: e, kind: k, channel: Email, fact: fact})
}

// send writes an event on those of its channels that are in on.
func (n *Service) send(ctx context.Context, tx *store.Tx, to recipient, e Event, fact string, on []Channel) error {
	k, known := kindOf(e)
	if !known {
		return fmt.Errorf("notify: no event %s", e.Name())
	}
	k.channels = slices.DeleteFunc(slices.Clone(k.channels), func(c Channel) bool { return !slices.Contains(on, c) })
	channels, err := channelsOf(ctx, tx.Queries, to.customerID, k)
	if err != nil {
		return err
	}
	if k.byDocument && to.isBusiness {
		channels = slices.DeleteFunc(slices.Clone(channels), func(c Channel) bool { return c == Email })
	}
	if len(channels) > 0 && !slices.Contains(k.channels, SMS) && to.document == "" {
		instead, err := n.goesBySMS(ctx, tx, to, k)
		if err != nil {
			return err
		}
		if instead {
			channels = append(slices.Clip(channels), SMS)
		}
	}
	for _, channel := range channels {
		if err := n.writeToAll(ctx, tx, message{to: to, event: e, kind: k, channel: channel, fact: fact}); err != nil {
			return err
		}
	}
	return nil
}

// goesBySMS says whether an event without SMS goes by SMS after all. That is the case if none of
// its own channels can deliver it, because the customer has no address there or there is no sender,
// and the customer has not switched text messages off.
func (n *Service) goesBySMS(ctx context.Context, tx *store.Tx, to recipient, k kind) (bool, error) {
	for _, channel := range k.channels {
		if !n.keptIsRead && n.senders[channel] == nil {
			continue
		}
		addresses, err := addressesOf(ctx, tx, to, channel)
		if err != nil || len(addresses) > 0 {
			return false, err
		}
	}
	if k.isAlwaysTold() {
		return true, nil
	}
	chosen, err := preferences(ctx, tx.Queries, to.customerID)
	return !slices.Contains(chosen, Preference{k.category, SMS, false}), err
}

// writeToAll writes a message to each address of its channel.
func (n *Service) writeToAll(ctx context.Context, tx *store.Tx, m message) error {
	addresses, err := addressesOf(ctx, tx, m.to, m.channel)
	if err != nil {
		return err
	}
	if m.text, err = n.say(m.event, m.to, m.channel, calendar.Stamp(n.clock.Now())); err != nil {
		return err
	}
	for _, address := range addresses {
		m.address = address
		if err := n.write(ctx, tx, m); err != nil {
			return err
		}
	}
	return nil
}

// maxVariable is the maximum number of characters in a variable of a text that is registered with
// the operators.
const maxVariable = 40

// say renders an event for a channel in the customer's language. Written is when the message is
// written, from which the validity of its link counts. If the sender sends only registered texts
// and this one is not registered, the whole text is rendered in English instead.
func (n *Service) say(e Event, to recipient, c Channel, written calendar.Instant) (text, error) {
	r := n.writer
	r.fullName, r.isBusiness = to.fullName, to.isBusiness
	r.linkEnds = n.links.end(written)
	if c != SMS {
		r.byMail = c == Email
		r.agentActed = to.agentActed && r.byMail
		return languages[to.language].render(e, r)
	}
	r.longest = maxVariable
	said, err := languages[to.language].render(e, r)
	if known, is := n.senders[c].(provider.Templated); err == nil && is && !known.Has(said.template) {
		return languages[English].render(e, r)
	}
	return said, err
}

// message is a message to one address.
type message struct {
	to      recipient
	event   Event
	kind    kind
	channel Channel
	address string
	fact    string
	text    text
}

// write stores a message and schedules it to be sent after the commit, or when the quiet hours end.
// A message without a sender that need not wait is kept at once.
func (n *Service) write(ctx context.Context, tx *store.Tx, m message) error {
	if m.to.document != "" {
		event, err := json.Marshal(m.event)
		if err != nil {
			return fmt.Errorf("notify: keep %s: %w", m.event.Name(), err)
		}
		m.text.variables[variableEvent] = string(event)
	}
	variables, err := json.Marshal(m.text.variables)
	if err != nil {
		return fmt.Errorf("notify: variables of %s: %w", m.event.Name(), err)
	}
	now, id, leaves := n.clock.Now(), n.ids.Next(), time.Time{}
	if m.isByDay() {
		leaves = quietEnds(now)
	}
	if m.to.document != "" || m.kind.byMorning {
		leaves = nextMorning(now)
	}
	state, left := StateWaiting, calendar.Instant(0)
	switch {
	case m.to.isNobody:
		state = StateWithheld
	case n.senders[m.channel] == nil && leaves.IsZero():
		state, left = StateKept, calendar.Stamp(now)
	}
	rows, err := tx.NotifyMessageAdd(ctx, db.NotifyMessageAddParams{
		CustomerID: m.to.customerID, ID: id, Channel: string(m.channel), Recipient: m.address, Template: m.text.template,
		Subject: m.text.subject, Body: m.body(), Variables: string(variables), Fact: m.fact, State: state,
		IsSecret: m.kind.secret, CreatedAt: calendar.Stamp(now), ValidUntil: validUntil(m.event), Document: m.to.document, SentAt: left,
	})
	if err != nil {
		return fmt.Errorf("notify: write %s: %w", m.event.Name(), err)
	}
	if rows == 0 || state == StateKept || n.senders[m.channel] == nil && m.to.isNobody {
		return nil
	}
	return n.jobs.Enqueue(ctx, tx, jobs.Job{
		Kind: jobSend, Key: strconv.FormatInt(id, 10), RunAt: leaves,
		Payload: sending{jobs.CustomerRow{CustomerID: m.to.customerID, ID: id}, m.isByDay()},
	})
}

func (m message) body() string {
	if m.channel == Push {
		return m.text.push
	}
	return m.text.body
}

// validUntil is when a message expires and must not be sent any more, or 0 for never.
func validUntil(e Event) calendar.Instant {
	if e, ok := e.(expiring); ok {
		return e.expiresAt()
	}
	return 0
}
