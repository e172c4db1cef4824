package payment

import (
	"context"
	"fmt"
	"time"

	"rento/internal/alert"
	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Applied is the result of applying an observation.
type Applied struct {
	// Known says that the order is ours. If it is not, Apply did nothing.
	Known   bool
	Attempt Attempt
	// Capture lists the authorized payments that we must now tell the gateway to capture.
	Capture []provider.Payment
}

// Apply processes an observation: what a gateway itself said about an order. Browser returns,
// webhooks, the scheduled questions and the daily list all end here. One database transaction
// judges every payment of the order, posts each payment once, and moves the payment attempt and
// its transaction. Applying the same observation again changes nothing.
func (s *Service) Apply(ctx context.Context, seen provider.Observation) (Applied, error) {
	found, err := s.find(ctx, seen)
	if err != nil || found == nil {
		return Applied{}, err
	}
	out := Applied{Known: true}
	err = s.write(ctx, found.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		out.Attempt, out.Capture = Attempt{}, nil
		if out.Attempt, err = readAttempt(ctx, tx, *found); err != nil {
			return err
		}
		out.Capture, err = s.work(ctx, tx, &out.Attempt, seen)
		return err
	})
	return out, err
}

// find returns the payment attempt that an observation is about, or nil if the order is not
// ours. If the reference and the order id belong to two attempts, the order id wins. The
// payments are then judged against that order.
func (s *Service) find(ctx context.Context, seen provider.Observation) (*Attempt, error) {
	q := s.store.Queries()
	if seen.OrderID != "" {
		row, err := q.PaymentAttemptByOrder(ctx, seen.Gateway, seen.OrderID)
		if err == nil {
			a := attempt(row)
			return &a, nil
		}
		if !store.IsNone(err) {
			return nil, fmt.Errorf("payment: find attempt: %w", err)
		}
	}
	if seen.Reference == "" {
		return nil, nil //nolint:nilnil // none is an answer here
	}
	row, err := q.PaymentAttemptByReference(ctx, seen.Reference)
	if store.IsNone(err) || err == nil && row.Gateway != seen.Gateway {
		return nil, nil //nolint:nilnil // none is an answer here
	}
	if err != nil {
		return nil, fmt.Errorf("payment: find attempt: %w", err)
	}
	a := attempt(row)
	return &a, nil
}

// work judges every payment of the observation, then moves the attempt and its transaction.
func (s *Service) work(ctx context.Context, tx *store.Tx, a *Attempt, seen provider.Observation) ([]provider.Payment, error) {
	t, err := read(ctx, tx.Queries, a.CustomerID, a.TransactionID)
	if err != nil {
		return nil, err
	}
	orderID := a.OrderID
	if orderID == "" && seen.Reference == a.Reference {
		orderID = seen.OrderID // the gateway found the order by our reference
	}
	var capture []provider.Payment
	var all []judged
	for _, p := range seen.Payments {
		v, h, err := s.workPayment(ctx, tx, &t, *a, orderID, p)
		if err != nil {
			return nil, err
		}
		if v.capture {
			capture = append(capture, p)
		}
		all = append(all, h)
	}
	next := standing(a.State, orderID != "", all)
	return capture, s.follow(ctx, tx, &t, a, next, orderID, lastReason(seen.Payments))
}

// follow moves the attempt to its next state and the transaction with it. If the attempt was no
// longer live before, another attempt may have taken its place. Then it moves the transaction
// only when it succeeds. A customer who was told that the bank had not confirmed the payment yet is
// told when the bank refuses it.
func (s *Service) follow(ctx context.Context, tx *store.Tx, t *Transaction, a *Attempt, next AttemptState, orderID, reason string) error {
	wasLive, before, since := a.State.Live(), a.State, a.MovedAt
	if err := s.moveAttempt(ctx, tx, a, next, orderID, reason); err != nil {
		return err
	}
	if a.State == AttemptSucceeded && before != AttemptSucceeded {
		if err := s.stopWatching(ctx, tx, a); err != nil {
			return err
		}
	}
	if before == AttemptPending && a.State == AttemptFailed && t.DebitID == 0 && s.now() >= since.Add(watched) {
		if err := s.notifyRefused(ctx, tx, *t, *a); err != nil {
			return err
		}
	}
	if !wasLive && a.State != AttemptSucceeded {
		return nil
	}
	return s.moveTransaction(ctx, tx, t, a.State.shownAs())
}

// watched is how long a customer looks at a payment that is being confirmed. Who has gone on by then is
// told how it ended.
const watched = 5 * time.Minute

func lastReason(payments []provider.Payment) string {
	if len(payments) == 0 {
		return ""
	}
	return payments[len(payments)-1].Reason
}

// workPayment judges one payment, stores it, and posts it if the verdict says so.
func (s *Service) workPayment(ctx context.Context, tx *store.Tx, t *Transaction, a Attempt, orderID string, p provider.Payment) (verdict, judged, error) {
	was, err := storedPayment(ctx, tx.Queries, a.Gateway, p.ID)
	if err != nil {
		return verdict{}, judged{}, err
	}
	e, err := s.expect(ctx, tx.Queries, *t, a, orderID)
	if err != nil {
		return verdict{}, judged{}, err
	}
	v := judge(e, was.record, p)
	h := judged{record: record{state: v.state, posted: was.posted}, changed: was.state != v.state}
	if v.post != NotPosted {
		h.posted = v.post
	}
	if !h.changed && h.posted == was.posted && p.Refunded == was.refunded {
		return v, h, nil
	}
	if err := s.storePayment(ctx, tx, a, p, h.record, reasonOf(was, v)); err != nil {
		return v, h, err
	}
	if t.DebitID != 0 && (v.post == Paid || v.post == Duplicate) {
		if err := s.bankPaid(ctx, tx, t, a); err != nil {
			return v, h, err
		}
	}
	if err := s.post(ctx, tx, t, a, p, v); err != nil {
		return v, h, err
	}
	if v.review {
		return v, h, s.alerts.Raise(ctx, tx, alert.Alert{
			Kind: "payment_" + v.reason, Subject: a.Gateway + ":" + p.ID, CustomerID: a.CustomerID,
			Detail: fmt.Sprintf("order %s, %s %s; expected %s of order %s", p.OrderID, p.Amount.Decimal(), p.Currency, a.Amount.Decimal(), orderID),
		})
	}
	return v, h, s.refundedOutside(ctx, tx, a, p)
}

// bankPaid records that the bank has made a debit, takes back the notice of its next try, and notes
// what the customer was told of it before.
func (s *Service) bankPaid(ctx context.Context, tx *store.Tx, t *Transaction, a Attempt) error {
	told, err := notify.ToldAt(ctx, tx.Queries, t.CustomerID, failedFact(a.Reference))
	if err != nil {
		return fmt.Errorf("payment: %w", err)
	}
	before, announced, err := s.mandates.BankPaid(ctx, tx, t.CustomerID, t.DebitID, a.Reference, a.CreatedAt.Date())
	if err != nil {
		return err
	}
	t.Refused = !told.IsZero()
	t.Skipped = before.State == mandate.Skipped && before.SkippedFor != mandate.PaidOtherwise && before.SkippedFor != mandate.Inactive
	if !announced {
		return nil
	}
	return s.billing.WithdrawNotice(ctx, tx, before)
}

func reasonOf(was payment, v verdict) string {
	if v.reason == "" {
		return was.reason
	}
	return v.reason
}

// payment is what we have stored about a gateway payment.
type payment struct {
	record
	customerID int64
	attemptID  int64 // 0 if the payment belongs to no attempt of ours
	amount     money.Paise
	refunded   money.Paise
	reason     string
	paidAt     calendar.Instant
}

// amountHeld returns the amount of the payment in our books, in paise.
func (p payment) amountHeld() money.Paise {
	if p.posted == NotPosted {
		return 0
	}
	return p.amount
}

func storedPayment(ctx context.Context, q *db.Queries, gateway, paymentID string) (payment, error) {
	row, err := q.PaymentSeen(ctx, gateway, paymentID)
	if store.IsNone(err) {
		return payment{}, nil
	}
	if err != nil {
		return payment{}, fmt.Errorf("payment: read payment: %w", err)
	}
	return payment{
		record:     record{state: provider.PaymentState(row.State), posted: Posting(row.PostedAs)},
		customerID: row.CustomerID, attemptID: row.AttemptID, amount: row.AmountPaise, refunded: row.RefundedPaise, reason: row.Reason,
		paidAt: row.PaidAt,
	}, nil
}

func (s *Service) storePayment(ctx context.Context, tx *store.Tx, a Attempt, p provider.Payment, r record, reason string) error {
	err := tx.PaymentSeenAdd(ctx, db.PaymentSeenAddParams{
		Gateway: a.Gateway, PaymentID: p.ID, CustomerID: a.CustomerID, AttemptID: a.ID, State: string(r.state),
		AmountPaise: p.Amount, RefundedPaise: p.Refunded, Method: bound.Text(p.Method, provider.LongestMethod),
		Instrument: bound.Text(p.Instrument, provider.LongestInstrument), PostedAs: string(r.posted),
		Reason: bound.Text(reason, provider.LongestReason), PaidAt: calendar.Stamp(p.At), CreatedAt: s.now(),
	})
	if err != nil {
		return fmt.Errorf("payment: store payment: %w", err)
	}
	return nil
}

// expect gathers what judge needs to know. It must run again for each payment, because the
// payment before may have settled the transaction.
func (s *Service) expect(ctx context.Context, q *db.Queries, t Transaction, a Attempt, orderID string) (expectation, error) {
	if t.DebitID != 0 {
		return s.expectDebit(ctx, q, t, a, orderID)
	}
	due, _, err := s.owed(ctx, q, t)
	if err != nil {
		return expectation{}, err
	}
	paid, err := q.PaymentMadeUp(ctx, db.PaymentMadeUpParams{CustomerID: t.CustomerID, ID: t.ID, Purpose: string(t.Purpose), InvoiceID: t.InvoiceID})
	if err != nil {
		return expectation{}, fmt.Errorf("payment: read transaction: %w", err)
	}
	return expectation{orderID: orderID, amount: a.Amount, paid: paid, owed: due}, nil
}
