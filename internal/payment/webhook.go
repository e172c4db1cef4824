package payment

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// MaxEvent is the largest webhook that is read, in bytes.
const MaxEvent = 256 << 10

// Desk works in what a provider tells that takes no payments: its events come
// in by the same address and are kept in the same inbox.
type Desk interface {
	// VerifyWebhook is as a gateway's.
	VerifyWebhook(header http.Header, raw []byte) (provider.Event, error)
	// WorkEvent works a kept event in. After an error it is tried again for a
	// day.
	WorkEvent(ctx context.Context, event provider.Event) error
}

// Receive takes a webhook in: it is verified on the raw bytes, stored once, and
// worked in by a job. Nothing else happens before the gateway gets its answer.
// Faults: 404 for a gateway that is not set up, 401 for a signature that is
// not the gateway's; then nothing is stored.
func (s *Service) Receive(ctx context.Context, name string, header http.Header, raw []byte) error {
	verify := s.verifier(name)
	if verify == nil {
		return fault.NotFound("There is no such gateway.")
	}
	event, err := verify(header, raw)
	if errors.Is(err, provider.ErrBadSignature) {
		return fault.Unauthorized().WithCause(err)
	}
	if err != nil { // signed, but not to be read: a person must see it
		return s.keepUnreadable(ctx, name, raw, err)
	}
	return s.keep(ctx, name, event, raw)
}

func (s *Service) verifier(name string) func(http.Header, []byte) (provider.Event, error) {
	if gateway := s.gateways[name]; gateway != nil {
		return gateway.VerifyWebhook
	}
	if desk := s.desks[name]; desk != nil {
		return desk.VerifyWebhook
	}
	return nil
}

// eventKey is the payload of an event's job.
type eventKey struct{ Provider, ID string }

func (s *Service) keep(ctx context.Context, name string, event provider.Event, raw []byte) error {
	ctx = context.WithoutCancel(ctx)
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		hash := ident.Hash(string(raw))
		added, err := s.addEvent(ctx, tx, name, event, raw, hash)
		if err != nil {
			return err
		}
		if !added {
			if added, event.ID, err = s.addOther(ctx, tx, name, event, raw, hash); err != nil || !added {
				return err
			}
		}
		err = s.jobs.Enqueue(ctx, tx, jobs.Job{Kind: jobEvent, Key: name + "/" + event.ID, Payload: eventKey{name, event.ID}})
		if err != nil {
			return fmt.Errorf("payment: %w", err)
		}
		return nil
	})
}

// addOther keeps an event whose id is taken by another body: the id is not
// covered by the signature, so it must not make a true event disappear.
func (s *Service) addOther(ctx context.Context, tx *store.Tx, name string, event provider.Event, raw []byte, hash string) (bool, string, error) {
	first, err := tx.PaymentEvent(ctx, name, event.ID)
	if err != nil {
		return false, "", fmt.Errorf("payment: read event: %w", err)
	}
	if first.BodyHash == hash {
		return false, event.ID, nil
	}
	event.ID += ":" + hash[:16]
	added, err := s.addEvent(ctx, tx, name, event, raw, hash)
	return added, event.ID, err
}

func (s *Service) addEvent(ctx context.Context, tx *store.Tx, name string, e provider.Event, raw []byte, hash string) (bool, error) {
	added, err := tx.PaymentEventAdd(ctx, db.PaymentEventAddParams{
		Provider: name, EventID: e.ID, Kind: e.Kind, OrderID: e.OrderID, PaymentID: e.PaymentID, RefundID: e.RefundID,
		SubjectID: e.SubjectID, Body: string(raw), BodyHash: hash, ReceivedAt: s.now(),
	})
	if err != nil {
		return false, fmt.Errorf("payment: store event: %w", err)
	}
	return added > 0, nil
}

func (s *Service) keepUnreadable(ctx context.Context, name string, raw []byte, cause error) error {
	ctx = context.WithoutCancel(ctx)
	hash := ident.Hash(string(raw))
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		if _, err := s.addEvent(ctx, tx, name, provider.Event{ID: "body-" + hash, Kind: "unreadable"}, raw, hash); err != nil {
			return err
		}
		return s.alert(ctx, tx, alarm{kind: "event_unreadable", subject: name + ":" + hash[:16], detail: cause.Error()})
	})
}

// eventGap and eventLife say how long an event is kept trying whose order we
// do not know yet, or whose gateway does not answer.
const (
	eventGap  = 10 * time.Minute
	eventLife = 24 * time.Hour
)

// eventJob works one event in. The event itself is a hint: the gateway is
// asked, and its answer is applied.
func (s *Service) eventJob(ctx context.Context, key eventKey) error {
	event, err := s.store.Queries().PaymentEvent(ctx, key.Provider, key.ID)
	if err != nil {
		return fmt.Errorf("payment: read event: %w", err)
	}
	if !event.ProcessedAt.IsZero() {
		return nil
	}
	if desk := s.desks[event.Provider]; desk != nil {
		return s.deskEvent(ctx, desk, event)
	}
	if event.RefundID != "" {
		return s.refundEvent(ctx, event)
	}
	if event.OrderID == "" {
		return s.eventDone(ctx, event)
	}
	row, err := s.store.Queries().PaymentAttemptByOrder(ctx, event.Provider, event.OrderID)
	if store.IsNone(err) {
		return s.stranger(ctx, event)
	}
	if err != nil {
		return fmt.Errorf("payment: find attempt: %w", err)
	}
	if done, err := s.oldNews(ctx, event); err != nil || done {
		return errors.Join(err, s.eventDone(ctx, event))
	}
	if _, err := s.ask(ctx, attempt(row)); err != nil && s.age(event) < eventLife {
		s.logger.WarnContext(ctx, "event waits for the gateway", "event", event.EventID, "error", err.Error())
		return jobs.Later(eventGap)
	}
	return s.eventDone(ctx, event) // after a day the attempt's own questions go on
}

func (s *Service) deskEvent(ctx context.Context, desk Desk, event db.ProviderEvent) error {
	err := desk.WorkEvent(ctx, provider.Event{ID: event.EventID, Kind: event.Kind, SubjectID: event.SubjectID})
	if err != nil && s.age(event) < eventLife {
		s.logger.WarnContext(ctx, "event waits", "provider", event.Provider, "event", event.EventID, "error", err.Error())
		return jobs.Later(eventGap)
	}
	return s.eventDone(ctx, event) // after a day its own questions go on
}

func (s *Service) age(event db.ProviderEvent) time.Duration {
	return time.Duration(s.now()-event.ReceivedAt) * time.Microsecond
}

// oldNews reports whether an event's payment is in the books already, so that
// the gateway need not be asked for each of the several events of a payment.
func (s *Service) oldNews(ctx context.Context, event db.ProviderEvent) (bool, error) {
	if event.PaymentID == "" {
		return false, nil
	}
	was, err := noted(ctx, s.store.Queries(), event.Provider, event.PaymentID)
	return was.posted != NotPosted, err
}

// stranger waits for an order that we do not know: its event may have been
// faster than the answer that told us of the order.
func (s *Service) stranger(ctx context.Context, event db.ProviderEvent) error {
	if s.age(event) < time.Minute {
		return jobs.Later(15 * time.Second)
	}
	if s.age(event) < eventLife {
		return jobs.Later(eventGap)
	}
	ctx = context.WithoutCancel(ctx)
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		return s.alert(ctx, tx, alarm{
			kind: "event_of_unknown_order", subject: event.Provider + ":" + event.OrderID,
			detail: fmt.Sprintf("event %s, %s", event.EventID, event.Kind),
		})
	})
}

func (s *Service) eventDone(ctx context.Context, event db.ProviderEvent) error {
	ctx = context.WithoutCancel(ctx)
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		err := tx.PaymentEventDone(ctx, db.PaymentEventDoneParams{Provider: event.Provider, EventID: event.EventID, ProcessedAt: s.now()})
		if err != nil {
			return fmt.Errorf("payment: note event: %w", err)
		}
		return nil
	})
}

// refundEvent has the refunds of a payment asked about.
func (s *Service) refundEvent(ctx context.Context, event db.ProviderEvent) error {
	rows, err := s.store.Queries().PaymentRefundsOf(ctx, event.Provider, event.PaymentID)
	if err != nil {
		return fmt.Errorf("payment: read refunds: %w", err)
	}
	for _, row := range rows {
		if row.GatewayRefundID != event.RefundID || row.CheckAt.IsZero() {
			continue
		}
		if err := s.pursue(ctx, row); err != nil {
			return err
		}
	}
	return s.eventDone(ctx, event)
}
