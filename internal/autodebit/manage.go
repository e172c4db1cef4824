package autodebit

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/mandate"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/store"
)

// Cards are a customer's mandates that stand, the active one first; those by NACH
// only when they are asked for.
func (s *Service) Cards(ctx context.Context, customerID int64, withNACH bool) ([]mandate.Mandate, error) {
	list, err := mandate.List(ctx, s.store.Queries(), customerID)
	return slices.DeleteFunc(list, func(m mandate.Mandate) bool { return !withNACH && m.Method == provider.MandateNACH }), err
}

// own reads a standing mandate of the customer at a gateway, or returns a 404.
func own(ctx context.Context, tx *store.Tx, customerID int64, gateway string, id int64) (mandate.Mandate, error) {
	m, err := mandate.Get(ctx, tx.Queries, customerID, id)
	if store.IsNone(err) || err == nil && (!strings.EqualFold(m.Gateway, gateway) || !m.State.Lasting() && m.State != mandate.Cancelling) {
		return m, notFound()
	}
	return m, err
}

// SetActive has rent debited by a mandate from now on, instead of the one before.
// Faults: 404 for a mandate that is not the customer's, 409 for one that rests or
// is being withdrawn.
func (s *Service) SetActive(ctx context.Context, customerID int64, gateway string, id int64) error {
	return s.write(ctx, customerID, func(ctx context.Context, tx *store.Tx) error {
		m, err := own(ctx, tx, customerID, gateway, id)
		if err != nil || m.Active && m.State == mandate.Confirmed {
			return err
		}
		if m.State != mandate.Confirmed {
			return fault.Conflict("mandate.not_usable", "This auto debit is paused or being removed, so it cannot be used.")
		}
		_, err = s.mandates.Activate(ctx, tx, customerID, id)
		return err
	})
}

var errNoMandates = errors.New("autodebit: the gateway is not set up, or has no mandates")

// Cancel withdraws a mandate: nothing is debited by it from the moment of the call,
// and the bank is asked until it has confirmed. Asked again, it asks the bank again.
// Faults: 404 for a mandate that is not the customer's, 502 when its gateway is not
// set up, or does not know it: it was not registered through us.
func (s *Service) Cancel(ctx context.Context, customerID int64, gateway string, id int64) error {
	var m mandate.Mandate
	err := s.write(ctx, customerID, func(ctx context.Context, tx *store.Tx) (err error) {
		if m, err = own(ctx, tx, customerID, gateway, id); err != nil {
			return err
		}
		if s.gatewayOf(m) == nil || m.Token == "" || m.Reference == "" {
			return fault.Provider(errNoMandates)
		}
		if m.State == mandate.Cancelling {
			return nil
		}
		from := m.State
		if m, err = s.mandates.Move(ctx, tx, customerID, id, mandate.Cancelling); err != nil {
			return err
		}
		if _, err := s.setCheck(ctx, tx, m, s.now().Add(checkGaps[0]), 0); err != nil {
			return err
		}
		return s.notifyOf(ctx, tx, m, from)
	})
	if err != nil {
		return err
	}
	if _, err := s.query(ctx, m); err != nil {
		s.logger.WarnContext(ctx, "mandate not withdrawn at once", "mandate", m.ID, "error", err.Error())
	}
	return nil
}

// Skip takes back one planned debit, to which the customer objects: its invoice stays
// due, to be paid by hand. Asked again, it changes nothing. Faults: 404 for a debit
// that is not the customer's, 409 for one that is with the bank or over.
func (s *Service) Skip(ctx context.Context, customerID, id int64) error {
	return s.write(ctx, customerID, func(ctx context.Context, tx *store.Tx) error {
		d, err := mandate.GetDebit(ctx, tx.Queries, customerID, id)
		if store.IsNone(err) {
			return fault.NotFound("debit.not_found", "There is no such debit.")
		}
		if err != nil || d.State == mandate.Skipped && d.SkippedFor == mandate.Declined {
			return err
		}
		if !d.State.Planned() {
			return fault.Conflict("debit.not_planned", "This debit is with your bank already, or is over, so it cannot be skipped.")
		}
		if err := s.mandates.MoveDebit(ctx, tx, customerID, id, mandate.Skipped, mandate.Declined); err != nil {
			return err
		}
		m, err := mandate.Get(ctx, tx.Queries, customerID, d.MandateID)
		if err != nil {
			return err
		}
		invoice, _, err := billing.OpenInvoice(ctx, tx.Queries, customerID, d.InvoiceID)
		if err != nil {
			return fmt.Errorf("autodebit: %w", err)
		}
		event := notify.DebitNotMade{Amount: d.Amount, Invoice: invoice.Number, Instrument: m.Instrument(), Max: m.Most(), Day: calendar.Later(invoice.DueDate, s.today()), Skipped: true}
		return s.notify.Send(ctx, tx, customerID, event, fmt.Sprintf("debit_skipped/%d", d.ID))
	})
}
