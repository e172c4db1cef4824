package payment

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// AddDebit stores the transaction of a mandate debit that is about to be submitted. It also
// stores the payment attempt at the gateway, under the debit's reference. If the reference
// already has an attempt, AddDebit does nothing. An earlier try for the same invoice is given
// up, but we keep asking the gateway about it.
func (s *Service) AddDebit(ctx context.Context, tx *store.Tx, d mandate.Debit, gateway string) error {
	_, err := tx.PaymentAttemptByReference(ctx, d.Reference)
	if err == nil {
		return nil
	}
	if !store.IsNone(err) {
		return fmt.Errorf("payment: read the attempt of debit %d: %w", d.ID, err)
	}
	tried, err := mandate.TriedFor(ctx, tx.Queries, d)
	if err != nil {
		return err
	}
	for _, id := range tried {
		if err := s.giveUpDebit(ctx, tx, d.CustomerID, id); err != nil {
			return err
		}
	}
	t := Transaction{CustomerID: d.CustomerID, Purpose: Due, State: Open, Amount: d.Amount, DebitID: d.ID, AutoDebit: true}
	if err := s.add(ctx, tx, &t); err != nil {
		return err
	}
	now := s.now()
	a := Attempt{
		CustomerID: t.CustomerID, ID: s.ids.Next(), TransactionID: t.ID, Gateway: gateway, Reference: d.Reference, State: AttemptCreated,
		Amount: t.Amount, CreatedAt: now, MovedAt: now, CheckAt: now.Add(checkGaps[0]),
	}
	if err := s.storeAttempt(ctx, tx, a); err != nil {
		return err
	}
	return s.record(ctx, tx, t.CustomerID, "payment_attempted", "attempt", a.ID, a.Amount)
}

// giveUpDebit expires the transaction of an earlier try of a debit.
func (s *Service) giveUpDebit(ctx context.Context, tx *store.Tx, customerID, debitID int64) error {
	row, err := tx.PaymentTransactionLive(ctx, db.PaymentTransactionLiveParams{CustomerID: customerID, Purpose: string(Due), DebitID: debitID})
	if store.IsNone(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("payment: read the transaction of debit %d: %w", debitID, err)
	}
	t := transaction(row)
	a, err := liveAttempt(ctx, tx.Queries, t)
	if err != nil {
		return err
	}
	return s.expire(ctx, tx, &t, a, "replaced")
}

// DebitUnanswered stores the result of submitting a debit when that call failed. If the gateway
// refused the debit, the attempt has failed. Otherwise the gateway may have the debit, and the
// attempt is unknown.
func (s *Service) DebitUnanswered(ctx context.Context, d mandate.Debit, cause error) error {
	next := AttemptUnknown
	if provider.OutcomeOf(cause) == provider.Declined {
		next = AttemptFailed
	}
	return s.write(ctx, d.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		row, err := tx.PaymentAttemptByReference(ctx, d.Reference)
		if err != nil {
			return fmt.Errorf("payment: read the attempt of debit %d: %w", d.ID, err)
		}
		return s.place(ctx, tx, attempt(row), next, row.GatewayOrderID, reasonOfCall(cause))
	})
}

func reasonOfCall(cause error) string {
	if e, ok := errors.AsType[*provider.Error](cause); ok && e.Reason != "" {
		return e.Reason
	}
	return "no_answer"
}

// HandPaymentUnderWay reports whether the customer has a payment of dues by hand that a gateway
// has not decided yet.
func HandPaymentUnderWay(ctx context.Context, q *db.Queries, customerID int64) (bool, error) {
	_, err := q.PaymentTransactionUndecided(ctx, customerID, false)
	if err != nil && !store.IsNone(err) {
		return false, fmt.Errorf("payment: read payments under way: %w", err)
	}
	return err == nil, nil
}

// IsComing reports whether an amount that the customer is to pay has come or is on its way: a payment
// by hand is being confirmed, or their money in suspense, which a person has to look at, is enough for
// it. Money in suspense that is less stops nothing, or a few rupees left of an old transfer would
// silence every reminder.
func IsComing(ctx context.Context, q *db.Queries, customerID int64, amount money.Paise) (bool, error) {
	row, err := q.PaymentComing(ctx, customerID)
	if err != nil {
		return false, fmt.Errorf("payment: read what is coming: %w", err)
	}
	return row.Confirming || money.Paise(row.SuspensePaise) >= amount, nil
}

// ensureNoDebitUnderWay refuses a payment of dues by hand while the bank has a debit, because
// the customer could pay twice. The 409 Fault names the debit's transaction, so that the caller
// can follow it with orderStatus.
func (s *Service) ensureNoDebitUnderWay(ctx context.Context, q *db.Queries, t Transaction) error {
	if t.Purpose != Due {
		return nil
	}
	underWay := func(id int64, since calendar.Instant) error {
		return undecided().WithExtra("rmTransactionId", id).WithExtra("underWaySeconds", s.secondsSince(since))
	}
	row, err := q.PaymentTransactionUndecided(ctx, t.CustomerID, true)
	if err == nil {
		return underWay(row.ID, row.UpdatedAt)
	}
	if !store.IsNone(err) {
		return fmt.Errorf("payment: read debits under way: %w", err)
	}
	_, opened, some, err := debitAboutToBe(ctx, q, t.CustomerID)
	if err != nil || !some {
		return err
	}
	return underWay(opened.ID, opened.UpdatedAt)
}

// debitAboutToBe returns a debit that may have reached its gateway and about which the gateway
// has said nothing yet, with its transaction. some is false if there is no such debit.
func debitAboutToBe(ctx context.Context, q *db.Queries, customerID int64) (d mandate.Debit, t db.PaymentDebitsOpenRow, some bool, err error) {
	opened, err := q.PaymentDebitsOpen(ctx, customerID)
	if err != nil {
		return d, t, false, fmt.Errorf("payment: read debits under way: %w", err)
	}
	for _, o := range opened {
		d, err := mandate.GetDebit(ctx, q, customerID, o.DebitID)
		if err != nil {
			return d, t, false, err
		}
		if d.State == mandate.Unknown || d.State == mandate.Submitted {
			return d, o, true, nil
		}
	}
	return d, t, false, nil
}

// DebitsAtGateway counts the debit tries that reached their gateway, whatever the result was. A
// try that was refused or lost on the way does not count.
func DebitsAtGateway(ctx context.Context, q *db.Queries, customerID int64, debits []int64) (int, error) {
	if len(debits) == 0 {
		return 0, nil
	}
	n, err := q.PaymentDebitsAtGateway(ctx, customerID, store.IDs(debits))
	if err != nil {
		return 0, fmt.Errorf("payment: count debits at the gateway: %w", err)
	}
	return int(n), nil
}

// DecideDebit asks the gateway about the earlier tries of a debit that may still become money.
// sure says that no such payment is under way. If the gateway could not be asked, the error is
// the gateway's.
func (s *Service) DecideDebit(ctx context.Context, customerID, debitID int64) (sure bool, err error) {
	rows, err := s.store.Queries().PaymentAttemptsOfDebit(ctx, customerID, debitID)
	if err != nil {
		return false, fmt.Errorf("payment: read the tries of debit %d: %w", debitID, err)
	}
	for _, row := range rows {
		after, err := s.queryGateway(ctx, attempt(row))
		if err != nil {
			return false, err
		}
		open, err := hasOpenPayment(ctx, s.store.Queries(), after)
		if err != nil || open {
			return false, err
		}
	}
	return true, nil
}

// invoicesOf returns the invoices that a transaction pays before others: those of a debit, or the
// one whose link was opened.
func invoicesOf(ctx context.Context, q *db.Queries, t Transaction) ([]int64, error) {
	switch {
	case t.InvoiceID != 0:
		return []int64{t.InvoiceID}, nil
	case t.DebitID == 0:
		return nil, nil
	}
	return mandate.InvoicesOf(ctx, q, mandate.Debit{CustomerID: t.CustomerID, ID: t.DebitID})
}

// expectDebit returns what judge needs to know about a debit. A debit pays only its own invoices,
// so what is owed is what they have open.
func (s *Service) expectDebit(ctx context.Context, q *db.Queries, t Transaction, a Attempt, orderID string) (expectation, error) {
	ids, err := invoicesOf(ctx, q, t)
	if err != nil {
		return expectation{}, err
	}
	invoices, err := billing.OpenOf(ctx, q, t.CustomerID, ids)
	if err != nil {
		return expectation{}, fmt.Errorf("payment: read the invoices of debit %d: %w", t.DebitID, err)
	}
	return expectation{orderID: orderID, amount: a.Amount, owed: invoices.Open()}, nil
}

// followDebit moves the mandate debit of an attempt along with the attempt, if the attempt has
// one. A failed debit is planned again if its rail and its month allow it. If another mandate is
// active by now, the retry uses that mandate. The customer is told which mandate it is. A debit
// whose result nobody knows is not planned again, because the bank may have taken the money.
func (s *Service) followDebit(ctx context.Context, tx *store.Tx, a Attempt) error {
	if _, able := s.gateways.Get(a.Gateway).(provider.Mandates); s.mandates == nil || !able {
		return nil
	}
	d, err := mandate.DebitByReference(ctx, tx.Queries, a.Reference)
	if store.IsNone(err) {
		return nil
	}
	if err != nil {
		return err
	}
	next := map[AttemptState]mandate.DebitState{
		AttemptPending: mandate.Submitted, AttemptSucceeded: mandate.Succeeded, AttemptFailed: mandate.Failed, AttemptExpired: mandate.Failed,
	}[a.State]
	if next == "" || !d.State.May(next) {
		return nil
	}
	if err := s.mandates.MoveDebit(ctx, tx, d.CustomerID, d.ID, next, mandate.NotSkipped); err != nil || next != mandate.Failed {
		return err
	}
	return s.debitFailed(ctx, tx, d, a.State == AttemptExpired && a.Reason == leftUndecided)
}

func (s *Service) debitFailed(ctx context.Context, tx *store.Tx, d mandate.Debit, undecided bool) error {
	invoices, err := billing.DebitedBy(ctx, tx.Queries, d)
	if err != nil || len(invoices) == 0 {
		return err // the invoices were paid another way; a second payment goes back
	}
	m, err := mandate.Get(ctx, tx.Queries, d.CustomerID, d.MandateID)
	if err != nil {
		return err
	}
	on, again, err := s.mandates.RetryOn(ctx, tx.Queries, m, d)
	if err != nil {
		return err
	}
	switch {
	case undecided, invoices.Open() < ledger.LeastCollected:
	case again:
		if err := s.mandates.MoveDebit(ctx, tx, d.CustomerID, d.ID, mandate.Scheduled, mandate.NotSkipped); err != nil {
			return err
		}
		if err := s.mandates.PlanNotice(ctx, tx, mandate.Debit{CustomerID: d.CustomerID, ID: d.ID, On: on, Amount: d.Amount}); err != nil {
			return err
		}
	default:
		if err := s.mandates.TakeOver(ctx, tx, d, invoices.Owed()); err != nil {
			return err
		}
	}
	event, err := s.failed(ctx, tx.Queries, d, m, invoices)
	if err != nil {
		return err
	}
	return s.notify.Send(ctx, tx, d.CustomerID, event, failedFact(d.Reference))
}

// failed is the message about a failed debit of these invoices, with what is planned in its place now.
func (s *Service) failed(ctx context.Context, q *db.Queries, d mandate.Debit, m mandate.Mandate, invoices billing.Invoices) (event notify.DebitFailed, err error) {
	event = notify.DebitFailed{Amount: d.Amount, Invoice: invoices.Numbers(), Instrument: m.Instrument()}
	if event.PayBy, err = s.billing.PayBy(ctx, q, invoices); err != nil {
		return event, err
	}
	planned, by, some, err := mandate.PlannedFor(ctx, q, d.CustomerID, invoices[0].ID)
	if err != nil || !some {
		return event, err
	}
	if event.RetryOn = planned.On; by.ID != m.ID {
		event.By = by.Instrument()
	}
	return event, nil
}

// failedFact is the fact of the message about a debit that failed. reference is that of the try.
func failedFact(reference string) string { return "debit_failed/" + reference }

// reviewFailed writes a waiting message about a failed debit anew. It drops the message if nothing
// of its invoices is open any more.
func (s *Service) reviewFailed(ctx context.Context, q *db.Queries, customerID int64, fact string) (notify.Event, bool, error) {
	a, err := q.PaymentAttemptByReference(ctx, strings.TrimPrefix(fact, failedFact("")))
	if err != nil {
		return nil, false, fmt.Errorf("payment: read the attempt of %s: %w", fact, err)
	}
	t, err := q.PaymentTransaction(ctx, customerID, a.TransactionID)
	if err != nil {
		return nil, false, fmt.Errorf("payment: read the transaction of %s: %w", fact, err)
	}
	d, err := mandate.GetDebit(ctx, q, customerID, t.DebitID)
	if err != nil {
		return nil, false, err
	}
	invoices, err := billing.DebitedBy(ctx, q, d)
	if err != nil || len(invoices) == 0 {
		return nil, false, err
	}
	m, err := mandate.Get(ctx, q, customerID, d.MandateID)
	if err != nil {
		return nil, false, err
	}
	d.Amount = a.AmountPaise
	event, err := s.failed(ctx, q, d, m, invoices)
	return event, true, err
}
