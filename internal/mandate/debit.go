package mandate

import (
	"context"
	"fmt"

	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// noticeDays lie between the invoice, with which the notice goes out, and the
// debit: the customer must have at least a day to object.
const noticeDays = 2

// Plan decides about a debit for an invoice of a day: the day of the debit,
// and whether the mandate allows it.
func (m Mandate) Plan(amount money.Paise, invoiced calendar.Date) (on calendar.Date, allowed bool) {
	on = invoiced.AddDays(noticeDays)
	return on, m.Allows(amount, on)
}

// Allows reports whether a mandate, as it stands at the bank, allows a debit of an
// amount on a day.
func (m Mandate) Allows(amount money.Paise, on calendar.Date) bool {
	expired := !m.ExpiresOn.IsZero() && m.ExpiresOn.Before(on)
	return amount > 0 && amount <= m.Most() && !expired
}

// Most is the most of one debit, in paise: the customer's limit, and by UPI and card
// what the bank takes without asking the customer again.
func (m Mandate) Most() money.Paise {
	if m.Method == provider.MandateUPI || m.Method == provider.MandateCard {
		return min(m.Max, MostUnattended)
	}
	return m.Max
}

// Schedule plans the debit of a new invoice under the active mandate, if there
// is one that is confirmed. One that the mandate does not allow, or whose month
// has its debit for another invoice, is kept as skipped, so that the customer
// can be told: one debit a month and mandate is all there is. An invoice that
// was rounded to nothing has no debit. It returns the mandate, and why the debit
// was skipped at once.
func (s *Service) Schedule(ctx context.Context, tx *store.Tx, customerID, invoiceID int64, amount money.Paise, invoiced calendar.Date) (m Mandate, why Reason, err error) {
	if amount == 0 {
		return m, why, nil
	}
	row, err := tx.MandateActive(ctx, customerID)
	if store.IsNone(err) || err == nil && State(row.State) != Confirmed {
		return m, why, nil
	}
	if err != nil {
		return m, why, fmt.Errorf("mandate: read the active mandate: %w", err)
	}
	m = of(row)
	on, allowed := m.Plan(amount, invoiced)
	state := Scheduled
	if !allowed {
		state, why = Skipped, NotAllowed
	}
	now := s.now()
	debit := db.MandateDebitAddParams{
		CustomerID: customerID, ID: s.ids.Next(), MandateID: row.ID, InvoiceID: invoiceID, Cycle: on.MonthStart(),
		State: string(state), SkippedFor: string(why), AmountPaise: amount, DebitOn: on, CreatedAt: now, UpdatedAt: now,
	}
	added, err := tx.MandateDebitAdd(ctx, debit)
	if err == nil && added == 0 {
		debit.State, debit.SkippedFor = string(Skipped), string(MonthTaken)
		_, err = tx.MandateDebitAdd(ctx, debit)
	}
	if err != nil {
		return m, why, fmt.Errorf("mandate: plan the debit of invoice %d: %w", invoiceID, err)
	}
	why = Reason(debit.SkippedFor)
	return m, why, s.record(ctx, tx, customerID, "mandate_debit_"+debit.State, debitObject(debit.ID), debit.SkippedFor)
}

// SkipPaid takes back the planned debit of an invoice that was paid by other
// means. One that the gateway may have stays what it is.
func (s *Service) SkipPaid(ctx context.Context, tx *store.Tx, customerID, invoiceID int64) error {
	planned, err := tx.MandateDebitsPlannedFor(ctx, customerID, invoiceID)
	if err != nil {
		return fmt.Errorf("mandate: read planned debits of invoice %d: %w", invoiceID, err)
	}
	return s.skip(ctx, tx, customerID, planned, PaidOtherwise)
}

// skipUnder takes back the planned debits of a mandate that is not to debit.
func (s *Service) skipUnder(ctx context.Context, tx *store.Tx, customerID, mandateID int64) error {
	planned, err := tx.MandateDebitsPlannedUnder(ctx, customerID, mandateID)
	if err != nil {
		return fmt.Errorf("mandate: read planned debits of mandate %d: %w", mandateID, err)
	}
	return s.skip(ctx, tx, customerID, planned, Inactive)
}

func (s *Service) skip(ctx context.Context, tx *store.Tx, customerID int64, debits []int64, why Reason) error {
	for _, id := range debits {
		if err := s.MoveDebit(ctx, tx, customerID, id, Skipped, why); err != nil {
			return err
		}
	}
	return nil
}

// Excuses reports whether an invoice has no late fee in a month, given by its due
// day: a mandate was active on that day, and its debit for the invoice is open,
// we let its month go by without submitting it, or the month's debit was another
// invoice's. So it is when the customer stopped the mandate after the due day
// only, but not from the next one on. In its own month a debit also excuses whose
// mandate another one has replaced: the customer did not stop debiting. A debit
// that the customer's limit or end of mandate did not allow, or to which the
// customer objected, excuses nobody (docs/rules.md R6).
func Excuses(ctx context.Context, q *db.Queries, customerID, invoiceID int64, due calendar.Date) (bool, error) {
	excused, err := q.MandateExcuses(ctx, db.MandateExcusesParams{
		CustomerID: customerID, InvoiceID: invoiceID, Cycle: due.MonthStart(), DueOver: calendar.Stamp(due.AddDays(1).At(0, 0)),
	})
	if err != nil {
		return false, fmt.Errorf("mandate: read debits of invoice %d: %w", invoiceID, err)
	}
	return excused, nil
}

// Lapse skips, for all customers, the debits that were planned for a month
// that is over. One that cannot be skipped stops none of the others.
func (s *Service) Lapse(ctx context.Context, on *store.Store) error {
	var failed bound.Failures
	page := db.MandateDebitsOverdueParams{Cycle: calendar.Today(s.clock).MonthStart()}
	for {
		rows, err := on.Queries().MandateDebitsOverdue(ctx, page)
		if err != nil {
			return fmt.Errorf("mandate: read debits of months that are over: %w", err)
		}
		for _, r := range rows {
			failed.Add(s.lapse(ctx, on, r.CustomerID, r.ID))
			page.AfterCustomer, page.AfterID = r.CustomerID, r.ID
		}
		if len(rows) == 0 {
			return failed.Err()
		}
	}
}

// lapse skips one debit, unless it was submitted or skipped since it was read.
func (s *Service) lapse(ctx context.Context, db *store.Store, customerID, id int64) error {
	return db.Write(ctx, customerID, func(tx *store.Tx) error {
		row, err := tx.MandateDebit(ctx, customerID, id)
		if err != nil {
			return fmt.Errorf("mandate: read debit %d: %w", id, err)
		}
		if !DebitState(row.State).Planned() {
			return nil
		}
		return s.MoveDebit(ctx, tx, customerID, id, Skipped, Lapsed)
	})
}
