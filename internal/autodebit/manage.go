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
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Cards are a customer's mandates that stand, the active one first; those by NACH
// only when they are asked for.
func (s *Service) Cards(ctx context.Context, customerID int64, withNACH bool) ([]mandate.Mandate, error) {
	list, err := mandate.List(ctx, s.store.Queries(), customerID)
	return slices.DeleteFunc(list, func(m mandate.Mandate) bool { return !withNACH && m.Method == provider.MandateNACH }), err
}

// own reads a mandate of the customer at a gateway that stands, or is to be confirmed or
// withdrawn, or returns a 404.
func own(ctx context.Context, tx *store.Tx, customerID int64, gateway string, id int64) (mandate.Mandate, error) {
	m, err := mandate.Get(ctx, tx.Queries, customerID, id)
	if store.IsNone(err) || err == nil && (!strings.EqualFold(m.Gateway, gateway) || !m.State.Lasting() && m.State != mandate.Cancelling && m.State != mandate.Initiated) {
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
		before, had, err := mandate.Active(ctx, tx.Queries, customerID)
		if err != nil {
			return err
		}
		if m, err = s.mandates.Activate(ctx, tx, customerID, id); err != nil {
			return err
		}
		event := notify.MandateChosen{Instrument: m.Instrument()}
		if had {
			event.Instead = before.Instrument()
		}
		if event.DebitedBy, err = s.debitedBy(ctx, tx, m); err != nil {
			return err
		}
		return s.notify.Send(ctx, tx, customerID, event, fmt.Sprintf("mandate/%d/chosen/%d", m.ID, s.now()))
	})
}

// debitedBy is what is to come under a mandate by which rent is debited from now on. Of
// the debits that it could not take over from the one before, those for which their month
// has no day left are part of it; one that it does not allow is told by itself.
func (s *Service) debitedBy(ctx context.Context, tx *store.Tx, m mandate.Mandate) (to notify.DebitedBy, err error) {
	if to.From, err = s.NextDay(ctx, tx.Queries, m); err != nil {
		return to, err
	}
	dropped, err := s.mandates.Dropped(ctx, tx.Queries, m.CustomerID)
	if err != nil {
		return to, err
	}
	for _, d := range dropped {
		if m.Allows(d.Amount, calendar.Later(d.On, s.today())) {
			to.Missed = money.Sum(to.Missed, d.Amount)
		} else if err := s.billing.TellNotDebited(ctx, tx, d, m, mandate.NotAllowed); err != nil {
			return to, err
		}
	}
	if to.Missed == 0 {
		return to, nil
	}
	standing, err := billing.StandingOf(ctx, tx.Queries, m.CustomerID)
	if err != nil {
		return to, fmt.Errorf("autodebit: %w", err)
	}
	to.Due, to.Fees = standing.Balances.Dues(), standing.Balances.LateFeesDue()
	return to, nil
}

// NextDay is the day on which rent is debited by a mandate next, as it stands: that of a
// debit that is planned under it, else that of the next monthly invoice that it allows.
// None for a mandate by which nothing is debited, and when nothing is to be paid.
func (s *Service) NextDay(ctx context.Context, q *db.Queries, m mandate.Mandate) (calendar.Date, error) {
	if !m.Active || m.State != mandate.Confirmed {
		return calendar.Date{}, nil
	}
	planned, _, some, err := mandate.LatestDebit(ctx, q, m.CustomerID)
	if err != nil {
		return calendar.Date{}, err
	}
	if some && planned.MandateID == m.ID && planned.State.Planned() {
		return planned.On, nil
	}
	on, invoices, err := s.billing.NextRent(ctx, q, m.CustomerID)
	if err != nil {
		return calendar.Date{}, fmt.Errorf("autodebit: %w", err)
	}
	for _, amount := range invoices {
		if day, allowed := s.mandates.Plan(m, amount, on); allowed {
			return day, nil
		}
	}
	return calendar.Date{}, nil
}

// NextDebit is NextDay on what is stored now.
func (s *Service) NextDebit(ctx context.Context, m mandate.Mandate) (calendar.Date, error) {
	return s.NextDay(ctx, s.store.Queries(), m)
}

// Time is the time of day, in India, from which on debits by a rail are submitted.
func (s *Service) Time(method provider.MandateMethod) string {
	return fmt.Sprintf("%02d:00", s.config.Hours.first(method))
}

var errNoMandates = errors.New("autodebit: the gateway is not set up, or has no mandates")

// Cancel withdraws a mandate: nothing is debited by it from the moment of the call,
// and the bank is asked until it has confirmed. Asked again, it asks the bank again,
// and nothing of one that is withdrawn: who heard no answer may ask until there is one.
// A registration is withdrawn too: its checkout opens no more, and a yes that the bank
// gives later is withdrawn as soon as it is heard. Faults: 404 for a mandate that is not
// the customer's, 502 when its gateway is not set up, or does not know it: it was not
// registered through us.
func (s *Service) Cancel(ctx context.Context, customerID int64, gateway string, id int64) error {
	var m mandate.Mandate
	isOver := false
	err := s.write(ctx, customerID, func(ctx context.Context, tx *store.Tx) (err error) {
		m, err = mandate.Get(ctx, tx.Queries, customerID, id)
		if isOver = err == nil && strings.EqualFold(m.Gateway, gateway) && m.State == mandate.Cancelled; isOver {
			return nil
		}
		if m, err = own(ctx, tx, customerID, gateway, id); err != nil {
			return err
		}
		if s.gatewayOf(m) == nil || m.Reference == "" || m.Token == "" && m.State.Lasting() {
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
	if err != nil || isOver {
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
		return s.billing.TellNotDebited(ctx, tx, d, m, mandate.Declined)
	})
}
