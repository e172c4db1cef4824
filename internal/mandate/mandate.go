// Package mandate has the standing permissions to debit rent, and the debits
// that are planned under them. Submitting a debit to a gateway is not here.
package mandate

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// noticeDays lie between the invoice, with which the notice goes out, and the
// debit: the customer must have at least a day to object.
const noticeDays = 2

// The states of a debit that this package writes. A scheduled one is open
// until it is submitted or skipped; a skipped one will not happen: the amount
// was above the limit, the invoice was paid otherwise, or its month went by.
const (
	scheduled = "scheduled"
	skipped   = "skipped"
)

// Mandate is a permission that the customer's bank has confirmed.
type Mandate struct {
	ID        int64
	Gateway   string // RAZORPAY or BILLDESK
	Method    string // upi, card, emandate or nach
	Active    bool   // the one by which rent is debited
	Token     string // the gateway's name of it
	Label     string // card or bank name
	Last4     string
	VPA       string
	Max       money.Paise // the most of one debit
	ExpiresOn calendar.Date
	Created   calendar.Instant
}

// Service keeps mandates.
type Service struct {
	ids   *ident.Source
	clock calendar.Clock
}

// New returns the service.
func New(ids *ident.Source, clock calendar.Clock) *Service { return &Service{ids: ids, clock: clock} }

// Record keeps a confirmed mandate and returns it with its id. An active one
// takes the place of the one before it.
func (s *Service) Record(ctx context.Context, tx *store.Tx, customerID int64, m Mandate) (Mandate, error) {
	now := calendar.Stamp(s.clock.Now())
	if m.Active {
		err := tx.MandateDeactivateAll(ctx, now, customerID)
		if err != nil {
			return Mandate{}, fmt.Errorf("mandate: %w", err)
		}
	}
	m.ID, m.Created = s.ids.Next(), now
	err := tx.MandateAdd(ctx, db.MandateAddParams{
		CustomerID: customerID, ID: m.ID, Gateway: m.Gateway, Method: m.Method, State: "confirmed", IsActive: m.Active,
		Token: m.Token, Label: m.Label, Last4: m.Last4, Vpa: m.VPA, MaxPaise: m.Max, ExpiresOn: m.ExpiresOn,
		CreatedAt: now, UpdatedAt: now,
	})
	if err != nil {
		return Mandate{}, fmt.Errorf("mandate: %w", err)
	}
	return m, nil
}

func of(r db.Mandate) Mandate {
	return Mandate{
		ID: r.ID, Gateway: r.Gateway, Method: r.Method, Active: r.IsActive, Token: r.Token, Label: r.Label, Last4: r.Last4,
		VPA: r.Vpa, Max: r.MaxPaise, ExpiresOn: r.ExpiresOn, Created: r.CreatedAt,
	}
}

// Plan decides about a debit for an invoice of a day: the day of the debit,
// and whether the mandate allows it.
func (m Mandate) Plan(amount money.Paise, invoiced calendar.Date) (on calendar.Date, allowed bool) {
	on = invoiced.AddDays(noticeDays)
	expired := !m.ExpiresOn.IsZero() && m.ExpiresOn.Before(on)
	return on, amount > 0 && amount <= m.Max && !expired
}

// Schedule plans the debit of a new invoice under the active mandate, if there
// is one. One that the mandate does not allow is kept as skipped, so that the
// customer can be told; one debit a month and mandate is all there is.
func (s *Service) Schedule(ctx context.Context, tx *store.Tx, customerID, invoiceID int64, amount money.Paise, invoiced calendar.Date) error {
	row, err := tx.MandateActive(ctx, customerID)
	if store.IsNone(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("mandate: %w", err)
	}
	on, allowed := of(row).Plan(amount, invoiced)
	state := scheduled
	if !allowed {
		state = skipped
	}
	now := calendar.Stamp(s.clock.Now())
	_, err = tx.MandateDebitAdd(ctx, db.MandateDebitAddParams{
		CustomerID: customerID, ID: s.ids.Next(), MandateID: row.ID, InvoiceID: invoiceID, Cycle: on.MonthStart(),
		State: state, AmountPaise: amount, DebitOn: on, CreatedAt: now, UpdatedAt: now,
	})
	if err != nil {
		return fmt.Errorf("mandate: %w", err)
	}
	return nil
}

// Skip takes back the planned debit of an invoice that needs none any more.
// One that was already submitted stays what it is.
func (s *Service) Skip(ctx context.Context, tx *store.Tx, customerID, invoiceID int64) error {
	_, err := tx.MandateSkipDebit(ctx, db.MandateSkipDebitParams{
		UpdatedAt: calendar.Stamp(s.clock.Now()), CustomerID: customerID, InvoiceID: invoiceID,
	})
	if err != nil {
		return fmt.Errorf("mandate: %w", err)
	}
	return nil
}

// Open reports whether the active mandate has a debit open for an invoice.
func Open(ctx context.Context, q *db.Queries, customerID, invoiceID int64) (bool, error) {
	n, err := q.MandateOpenDebitOf(ctx, customerID, invoiceID)
	if err != nil {
		return false, fmt.Errorf("mandate: %w", err)
	}
	return n > 0, nil
}

// Lapse skips, for all customers, the debits that were planned for a month
// that is over.
func (s *Service) Lapse(ctx context.Context, house *store.Store) error {
	for {
		rows, err := house.Queries().MandateLapsed(ctx, calendar.Today(s.clock).MonthStart())
		if err != nil {
			return fmt.Errorf("mandate: %w", err)
		}
		for _, r := range rows {
			if err := s.lapse(ctx, house, r); err != nil {
				return err
			}
		}
		if len(rows) == 0 {
			return nil
		}
	}
}

func (s *Service) lapse(ctx context.Context, house *store.Store, r db.MandateLapsedRow) error {
	return house.Write(ctx, r.CustomerID, func(tx *store.Tx) error {
		_, err := tx.MandateLapse(ctx, db.MandateLapseParams{
			UpdatedAt: calendar.Stamp(s.clock.Now()), CustomerID: r.CustomerID, ID: r.ID,
		})
		if err != nil {
			return fmt.Errorf("mandate: %w", err)
		}
		return nil
	})
}
