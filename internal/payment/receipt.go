package payment

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rento/internal/billing"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// notifyReceived sends the receipt and asks for feedback, each once per transaction. The receipt
// shows promotional credit separately, because a gift is not a payment. It also shows the excess
// that went to the wallet because nothing was due for it, and the late fees that the payment took
// back because it was made in time.
func (s *Service) notifyReceived(ctx context.Context, tx *store.Tx, t Transaction, from []ledger.Leg, done billing.Allocation) error {
	cause := fmt.Sprintf("payment/%d", t.ID)
	if s.feedback != nil {
		if err := s.feedback.OpenAfterPayment(ctx, tx, t.CustomerID, cause); err != nil {
			return err
		}
	}
	if t.DebitID != 0 {
		return s.notifyDebited(ctx, tx, t, from, done)
	}
	event := notify.PaymentReceived{Credit: done.Excess, FeesFallen: done.FeesFallen, Reference: strconv.FormatInt(t.ID, 10), At: t.PaidAt}
	if t.PaymentMethod == transferMethod {
		event.At, event.On = 0, t.PaidAt.Date()
	}
	for _, leg := range from {
		if leg.Account == ledger.PromotionalCredit {
			event.Gift = money.Sum(event.Gift, leg.Amount)
		} else {
			event.Amount = money.Sum(event.Amount, leg.Amount)
		}
	}
	if err := s.notify.Send(ctx, tx, t.CustomerID, event, cause); err != nil {
		return err
	}
	return s.sendReceipt(ctx, tx, t, money.Sum(event.Amount, event.Gift), done.FeesFallen)
}

// notifyDebited sends the receipt of a mandate debit. The receipt names the mandate and the
// invoice, because the Reserve Bank's rules require that after each debit.
func (s *Service) notifyDebited(ctx context.Context, tx *store.Tx, t Transaction, from []ledger.Leg, done billing.Allocation) error {
	d, err := mandate.GetDebit(ctx, tx.Queries, t.CustomerID, t.DebitID)
	if err != nil {
		return err
	}
	m, err := mandate.Get(ctx, tx.Queries, t.CustomerID, d.MandateID)
	if err != nil {
		return err
	}
	used, err := billing.UsedFor(ctx, tx.Queries, t.CustomerID, t.ID)
	if err != nil {
		return fmt.Errorf("payment: %w", err)
	}
	var numbers []string
	for _, paid := range used {
		if paid.Kind == billing.Rental {
			numbers = append(numbers, paid.Number)
		}
	}
	event := notify.DebitReceived{
		Credit: done.Excess, FeesFallen: done.FeesFallen, Invoice: strings.Join(numbers, ", "), Instrument: m.Instrument(), Reference: strconv.FormatInt(t.ID, 10), At: t.PaidAt,
		Refused: t.Refused, Skipped: t.Skipped,
	}
	for _, leg := range from {
		event.Amount = money.Sum(event.Amount, leg.Amount)
	}
	if err := s.notify.Send(ctx, tx, t.CustomerID, event, fmt.Sprintf("payment/%d", t.ID)); err != nil {
		return err
	}
	return s.sendReceipt(ctx, tx, t, event.Amount, done.FeesFallen)
}

// ReceiptSource is the kind of document under which a mail refers to an attached receipt.
const ReceiptSource = "receipt"

// notifyAdvance tells the customer that rent is paid in advance and asks for feedback, each once
// per transaction.
func (s *Service) notifyAdvance(ctx context.Context, tx *store.Tx, t Transaction, sold billing.AdvanceOffer) error {
	cause := fmt.Sprintf("payment/%d", t.ID)
	if s.feedback != nil {
		if err := s.feedback.OpenAfterPayment(ctx, tx, t.CustomerID, cause); err != nil {
			return err
		}
	}
	event := notify.AdvanceReceived{
		Amount: sold.Total(), Months: sold.Months, Until: sold.To.AddDays(-1), Reference: strconv.FormatInt(t.ID, 10), Vouchers: sold.Vouchers(),
	}
	if err := s.notify.Send(ctx, tx, t.CustomerID, event, cause); err != nil {
		return err
	}
	return s.sendReceipt(ctx, tx, t, event.Amount, 0)
}

// sendReceipt sends the receipt document to a business customer. fallen is the sum of the late fees
// that the payment took back.
func (s *Service) sendReceipt(ctx context.Context, tx *store.Tx, t Transaction, received, fallen money.Paise) error {
	issued := notify.DocumentIssued{
		Kind: notify.PaymentReceipt, Number: strconv.FormatInt(t.ID, 10), Total: received, TaxDeducted: t.TaxDeducted, FeesFallen: fallen,
	}
	return s.notify.SendDocument(ctx, tx, t.CustomerID, issued, notify.Document{Of: ReceiptSource, ID: t.ID})
}

// reviewReceipt drops a waiting mail about the receipt of a match that was taken back.
func (s *Service) reviewReceipt(ctx context.Context, q *db.Queries, customerID int64, fact string) (notify.Event, bool, error) {
	id, err := strconv.ParseInt(strings.TrimPrefix(fact, "document/"+ReceiptSource+"/"), 10, 64)
	if err != nil {
		return nil, false, fmt.Errorf("payment: no receipt in %s: %w", fact, err)
	}
	t, err := read(ctx, q, customerID, id)
	return nil, t.State == Succeeded, err
}

// notifyUnconfirmed tells the customer that we no longer wait for a payment that the bank has
// neither made nor refused.
func (s *Service) notifyUnconfirmed(ctx context.Context, tx *store.Tx, t Transaction, a Attempt) error {
	event := notify.PaymentUnconfirmed{Amount: a.Amount, Reference: strconv.FormatInt(t.ID, 10), On: a.CreatedAt.Date()}
	return s.notify.Send(ctx, tx, t.CustomerID, event, fmt.Sprintf("payment_unconfirmed/%d", a.ID))
}

// reviewUnconfirmed drops a waiting message about an unconfirmed payment if the bank has made it
// after all.
func (s *Service) reviewUnconfirmed(ctx context.Context, q *db.Queries, customerID int64, fact string) (notify.Event, bool, error) {
	id, err := strconv.ParseInt(strings.TrimPrefix(fact, "payment_unconfirmed/"), 10, 64)
	if err != nil {
		return nil, false, fmt.Errorf("payment: %q names no attempt: %w", fact, err)
	}
	a, err := q.PaymentAttempt(ctx, customerID, id)
	if err != nil {
		return nil, false, fmt.Errorf("payment: read the attempt of %s: %w", fact, err)
	}
	return nil, AttemptState(a.State) != AttemptSucceeded, nil
}

// notifyRefused tells the customer that the bank has refused a payment that it had not confirmed at
// first.
func (s *Service) notifyRefused(ctx context.Context, tx *store.Tx, t Transaction, a Attempt) error {
	event := notify.PaymentRefused{Amount: a.Amount, Reference: strconv.FormatInt(t.ID, 10), On: a.CreatedAt.Date()}
	return s.notify.Send(ctx, tx, t.CustomerID, event, fmt.Sprintf(refusedFact+"%d", a.ID))
}

// refusedFact begins the facts of messages about refused payments. The id of the attempt follows.
const refusedFact = "payment_refused/"

// reviewRefused drops a waiting message about a refused payment if the customer tries again, or has
// paid.
func (s *Service) reviewRefused(ctx context.Context, q *db.Queries, customerID int64, fact string) (notify.Event, bool, error) {
	id, err := strconv.ParseInt(strings.TrimPrefix(fact, refusedFact), 10, 64)
	if err != nil {
		return nil, false, fmt.Errorf("payment: %q names no attempt: %w", fact, err)
	}
	a, err := q.PaymentAttempt(ctx, customerID, id)
	if err != nil {
		return nil, false, fmt.Errorf("payment: read the attempt of %s: %w", fact, err)
	}
	t, err := read(ctx, q, customerID, a.TransactionID)
	over := AttemptState(a.State) == AttemptFailed || AttemptState(a.State) == AttemptExpired
	return nil, over && t.State != Succeeded, err
}

// notifyReturned tells the customer that a payment goes back. A second payment of a transaction
// has a reference of its own, the refund's; one that came alone has the transaction's. Of a mandate
// debit the message names the account and the day on which it was submitted.
func (s *Service) notifyReturned(ctx context.Context, tx *store.Tx, t Transaction, a Attempt, row db.PaymentRefundAddParams) error {
	reference := t.ID
	if !t.PaidAt.IsZero() {
		reference = row.ID
	}
	event := notify.PaymentReturned{Amount: row.AmountPaise, Reference: strconv.FormatInt(reference, 10), Ahead: t.Purpose == AdvanceRent}
	var err error
	if event.Instrument, err = instrumentOf(ctx, tx, t.CustomerID, t.DebitID); err != nil {
		return err
	}
	if t.DebitID != 0 {
		event.On, event.Refused = a.CreatedAt.Date(), t.Refused
	}
	return s.notify.Send(ctx, tx, row.CustomerID, event, fmt.Sprintf(returnedFact+"%d", row.ID))
}

// The facts of messages about a refund begin like this. The id of the refund follows.
const (
	returnedFact = "refund/"
	notBackFact  = "refund_not_back/"
)

// reviewRefund drops a waiting message about a refund whose fact begins with prefix, once the refund
// is in none of these states: a further message has said what became of it.
func reviewRefund(prefix string, states ...RefundState) notify.Review {
	return func(ctx context.Context, q *db.Queries, customerID int64, fact string) (notify.Event, bool, error) {
		id, err := strconv.ParseInt(strings.TrimPrefix(fact, prefix), 10, 64)
		if err != nil {
			return nil, false, fmt.Errorf("payment: %q names no refund: %w", fact, err)
		}
		row, err := q.PaymentRefund(ctx, customerID, id)
		if err != nil {
			return nil, false, fmt.Errorf("payment: read the refund of %s: %w", fact, err)
		}
		return nil, slices.Contains(states, RefundState(row.State)), nil
	}
}

// instrumentOf returns the account of a debit as the customer knows it, or "" for debit 0.
func instrumentOf(ctx context.Context, tx *store.Tx, customerID, debitID int64) (string, error) {
	if debitID == 0 {
		return "", nil
	}
	d, err := mandate.GetDebit(ctx, tx.Queries, customerID, debitID)
	if err != nil {
		return "", err
	}
	m, err := mandate.Get(ctx, tx.Queries, customerID, d.MandateID)
	return m.Instrument(), err
}

// notifyBack tells the customer that the payment has left for its source.
func (s *Service) notifyBack(ctx context.Context, tx *store.Tx, row db.Refund) error {
	of, err := refunded(ctx, tx, row)
	if err != nil {
		return err
	}
	event := notify.PaymentBack{Amount: row.AmountPaise, Reference: strconv.FormatInt(of.Reference, 10), Ahead: Purpose(of.Purpose) == AdvanceRent}
	if event.Instrument, err = instrumentOf(ctx, tx, row.CustomerID, of.DebitID); err != nil {
		return err
	}
	if of.DebitID != 0 {
		told, err := notify.ToldAt(ctx, tx.Queries, row.CustomerID, failedFact(of.OrderReference))
		if err != nil {
			return fmt.Errorf("payment: %w", err)
		}
		event.On, event.Refused = of.CreatedAt.Date(), !told.IsZero()
	}
	return s.notify.Send(ctx, tx, row.CustomerID, event, fmt.Sprintf("refund_back/%d", row.ID))
}

// notifyNotBack tells the customer once that the bank did not take a returned payment.
func (s *Service) notifyNotBack(ctx context.Context, tx *store.Tx, row db.Refund) error {
	of, err := refunded(ctx, tx, row)
	if err != nil {
		return err
	}
	event := notify.PaymentNotBack{Amount: row.AmountPaise, Reference: strconv.FormatInt(of.Reference, 10), Ahead: Purpose(of.Purpose) == AdvanceRent}
	return s.notify.Send(ctx, tx, row.CustomerID, event, fmt.Sprintf(notBackFact+"%d", row.ID))
}

// refunded returns what is known of a payment that goes back: the reference by which the customer knows
// it, what it was for, and when it was begun.
func refunded(ctx context.Context, tx *store.Tx, row db.Refund) (db.PaymentRefundReferenceRow, error) {
	of, err := tx.PaymentRefundReference(ctx, row.CustomerID, row.ID)
	if err != nil {
		return of, fmt.Errorf("payment: read what refund %d is of: %w", row.ID, err)
	}
	return of, nil
}
