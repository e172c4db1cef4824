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
	"rento/internal/ticket"
)

// Cards returns the customer's mandates that are not over, the active one first. Mandates by NACH
// are included only if withNACH is set.
func (s *Service) Cards(ctx context.Context, customerID int64, withNACH bool) ([]mandate.Mandate, error) {
	list, err := mandate.List(ctx, s.store.Queries(), customerID)
	return slices.DeleteFunc(list, func(m mandate.Mandate) bool { return !withNACH && m.Method == provider.MandateNACH }), err
}

// own returns a customer's mandate at a gateway. It returns a 404 if there is none or if the
// mandate is over.
func own(ctx context.Context, tx *store.Tx, customerID int64, gateway string, id int64) (mandate.Mandate, error) {
	m, err := mandate.Get(ctx, tx.Queries, customerID, id)
	if store.IsNone(err) || err == nil && (!strings.EqualFold(m.Gateway, gateway) || !m.State.Lasting() && m.State != mandate.Cancelling && m.State != mandate.Initiated) {
		return m, notFound()
	}
	return m, err
}

// SetActive makes a mandate the one by which rent is debited from now on. Faults: 404 for a
// mandate that is not the customer's, 409 for one that is not confirmed.
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
		if event.DebitedBy, err = s.begunBy(ctx, tx, m); err != nil {
			return err
		}
		return s.notify.Send(ctx, tx, customerID, event, fmt.Sprintf("mandate/%d/chosen/%d", m.ID, s.now()))
	})
}

// begunBy says what the active mandate m debits next, after it became the active one or was resumed,
// and what is due now that is not debited. What m does not allow this month either is said with the
// next invoice that it does not allow, else in a message of its own.
func (s *Service) begunBy(ctx context.Context, tx *store.Tx, m mandate.Mandate) (notify.DebitedBy, error) {
	to, above, err := s.debitedBy(ctx, tx, m)
	if err != nil {
		return to, err
	}
	if to.TooHigh > 0 {
		var ids []int64
		for _, d := range above {
			ids = append(ids, d.InvoiceIDs()...)
		}
		to.Left, err = s.notMade(ctx, tx, m.CustomerID, ids)
	} else {
		err = s.tellAbove(ctx, tx, m, above)
	}
	if err != nil || to.Missed > 0 {
		return to, err
	}
	summary, err := billing.AccountSummaryOf(ctx, tx.Queries, m.CustomerID)
	if err != nil {
		return to, fmt.Errorf("autodebit: %w", err)
	}
	coming, _, some, err := mandate.LatestDebit(ctx, tx.Queries, m.CustomerID)
	if err != nil {
		return to, err
	}
	if !some || !coming.State.Open() {
		coming.Amount = 0
	}
	to.Due = max(0, summary.Balances.ToPay()-coming.Amount-to.Left.Amount)
	to.Fees = min(to.Due, summary.Balances.LateFeesDue())
	return to, nil
}

// debitedInstead says what the active mandate m debits next, now that another was stopped. What m does
// not allow has a message of its own.
func (s *Service) debitedInstead(ctx context.Context, tx *store.Tx, m mandate.Mandate) (notify.DebitedBy, error) {
	to, above, err := s.debitedBy(ctx, tx, m)
	if err != nil {
		return to, err
	}
	return to, s.tellAbove(ctx, tx, m, above)
}

func (s *Service) tellAbove(ctx context.Context, tx *store.Tx, m mandate.Mandate, above []mandate.Dropped) error {
	for _, d := range above {
		if err := s.billing.TellNotDebited(ctx, tx, d.CustomerID, d.InvoiceIDs(), m, mandate.NotAllowed); err != nil {
			return err
		}
	}
	return nil
}

// notMade is what is open of invoices that are not debited, and by when to pay it.
func (s *Service) notMade(ctx context.Context, tx *store.Tx, customerID int64, ids []int64) (not notify.NotMade, err error) {
	invoices, err := billing.OpenOf(ctx, tx.Queries, customerID, ids)
	if err != nil || len(invoices) == 0 {
		return not, err
	}
	not = notify.NotMade{Amount: invoices.Open(), Invoice: invoices.Numbers()}
	not.PayBy, err = s.billing.PayBy(ctx, tx.Queries, invoices)
	return not, err
}

// debitedBy says what the active mandate m debits next, after it became the active one or another
// was stopped. Some debits could not be taken over from that one. Those whose month has no day left
// are counted in Missed; above are those that m does not allow.
func (s *Service) debitedBy(ctx context.Context, tx *store.Tx, m mandate.Mandate) (to notify.DebitedBy, above []mandate.Dropped, err error) {
	from, amount, _, err := s.Next(ctx, tx.Queries, m)
	if err != nil {
		return to, nil, err
	}
	if to.From = from; from.IsZero() && amount > m.Most() {
		to.TooHigh, to.Max = amount, m.Most()
	}
	kept, by, some, err := mandate.LatestDebit(ctx, tx.Queries, m.CustomerID)
	if err != nil {
		return to, nil, err
	}
	// Of a mandate that was stopped, the message about that names the debit at the bank.
	if some && kept.MandateID != m.ID && (kept.State.Planned() || kept.State.Open() && by.State == mandate.Confirmed) {
		to.Kept, to.KeptBy, to.KeptOn = kept.Amount, by.Instrument(), kept.On
		if to.Retried, err = s.mandates.MayRetry(ctx, tx.Queries, m, kept); err != nil {
			return to, nil, err
		}
	}
	if to.Missed, above, err = s.leftOut(ctx, tx, m); err != nil || to.Missed == 0 {
		return to, above, err
	}
	summary, err := billing.AccountSummaryOf(ctx, tx.Queries, m.CustomerID)
	if err != nil {
		return to, nil, fmt.Errorf("autodebit: %w", err)
	}
	to.Due, to.Fees = summary.Balances.Dues(), summary.Balances.LateFeesDue()
	return to, above, nil
}

// leftOut returns the dropped debits that the active mandate m does not allow, and the sum of those
// that came too late for it, in paise. It tells the customer of those for which m has no debit left in
// their month.
func (s *Service) leftOut(ctx context.Context, tx *store.Tx, m mandate.Mandate) (missed money.Paise, above []mandate.Dropped, err error) {
	dropped, err := s.mandates.Dropped(ctx, tx.Queries, m.CustomerID)
	if err != nil {
		return 0, nil, err
	}
	for _, d := range dropped {
		switch {
		case d.SkippedFor == mandate.MonthTaken:
			err = s.billing.TellNotDebited(ctx, tx, d.CustomerID, d.InvoiceIDs(), m, mandate.MonthTaken)
		case m.Allows(d.Amount, calendar.Later(d.On, s.today())):
			missed = money.Sum(missed, d.Amount)
		default:
			above = append(above, d)
		}
		if err != nil {
			return 0, nil, err
		}
	}
	return missed, above, nil
}

// NextDay is the day of Next.
func (s *Service) NextDay(ctx context.Context, q *db.Queries, m mandate.Mandate) (calendar.Date, error) {
	on, _, _, err := s.Next(ctx, q, m)
	return on, err
}

// Next is the next debit of rent by m, as things stand: a debit planned under m, else that of the
// next monthly invoice that m allows. on is the zero date if m debits nothing. amount is in paise;
// without a day it is an invoice that m does not allow, or 0 if there is none. back is what comes into
// the wallet with these invoices, in paise.
func (s *Service) Next(ctx context.Context, q *db.Queries, m mandate.Mandate) (on calendar.Date, amount, back money.Paise, err error) {
	if !m.Active || m.State != mandate.Confirmed {
		return on, 0, 0, nil
	}
	planned, _, some, err := mandate.LatestDebit(ctx, q, m.CustomerID)
	if err != nil {
		return on, 0, 0, err
	}
	if some && planned.MandateID == m.ID && planned.State.Planned() {
		return planned.On, planned.Amount, 0, nil
	}
	next, err := s.nextRent(ctx, q, m.CustomerID)
	if err != nil {
		return on, 0, 0, err
	}
	on, amount = s.debits(m, next.On, next.Invoices)
	return on, amount, next.Back, nil
}

// debits is the debit that m makes of the invoices of a run if it is the active mandate: those of them
// that it allows together. Without a day, amount is an invoice that m does not allow, in paise, or 0 if
// there is none.
func (s *Service) debits(m mandate.Mandate, billed calendar.Date, invoices []money.Paise) (on calendar.Date, amount money.Paise) {
	var refused money.Paise
	for _, invoice := range invoices {
		sum := money.Sum(amount, invoice)
		if day, allowed := s.mandates.Plan(m, sum, billed); allowed {
			on, amount = day, sum
		} else {
			refused = invoice
		}
	}
	if on.IsZero() {
		amount = refused
	}
	return on, amount
}

// nextRent is the next monthly run that leaves the customer something to pay, with the pickups and
// moves that are planned before it.
func (s *Service) nextRent(ctx context.Context, q *db.Queries, customerID int64) (next billing.ComingRent, err error) {
	planned, err := ticket.PlannedFor(ctx, q, customerID, s.today())
	if err == nil {
		next, err = s.billing.NextRent(ctx, q, customerID, planned)
	}
	if err != nil {
		err = fmt.Errorf("autodebit: %w", err)
	}
	return next, err
}

// NextDebit is NextDay outside of a transaction.
func (s *Service) NextDebit(ctx context.Context, m mandate.Mandate) (calendar.Date, error) {
	return s.NextDay(ctx, s.store.Queries(), m)
}

// Time is the earliest time of day, in India, at which debits by a rail are submitted.
func (s *Service) Time(method provider.MandateMethod) string {
	return fmt.Sprintf("%02d:00", s.config.Hours.first(method))
}

var errNoMandates = errors.New("autodebit: the gateway is not set up, or has no mandates")

// Cancel withdraws a mandate. Nothing is debited by it from this call on, and the bank is asked
// until it has confirmed the withdrawal. The customer may call Cancel again: it asks the bank
// again, or does nothing if the mandate is withdrawn already.
//
// A registration can be withdrawn too. Its checkout opens no more, and if the bank says yes
// later, the mandate is withdrawn as soon as we learn of it.
//
// Faults: 404 for a mandate that is not the customer's; 502 if its gateway is not configured or
// does not know the mandate, because it was not registered through us.
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

// Skip skips one planned debit to which the customer objects. Its invoice stays due and is to be
// paid by hand. A repeated call changes nothing. Faults: 404 for a debit that is not the
// customer's, 409 for one that is with the bank or over.
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
		ids, err := mandate.InvoicesOf(ctx, tx.Queries, d)
		if err != nil {
			return err
		}
		return s.billing.TellNotDebited(ctx, tx, customerID, ids, m, mandate.Declined)
	})
}
