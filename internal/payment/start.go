package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// DueInput says how the customer wants to pay the dues, in the app's own words. Each text has at
// most longestChoice characters. A payment by hand never sets up auto debit
// (docs/decisions/0020).
type DueInput struct {
	PaymentMethod string
	Device        string
}

// longestChoice is the maximum number of characters of PaymentMethod and Device.
const longestChoice = 64

// check returns a 422 Fault if a text is too long.
func (in DueInput) check() error {
	for field, text := range map[string]string{"paymentMethod": in.PaymentMethod, "device": in.Device} {
		if utf8.RuneCountInString(text) > longestChoice {
			return fault.Invalid("text.too_long", field, "Please use at most {most} characters.", fault.With("most", longestChoice))
		}
	}
	return nil
}

// StartDue opens the transaction for all rent and late fees that are due. The amount is computed
// here and nowhere else. The wallet pays first. If it covers everything, the transaction is
// settled at once. Another call returns the same transaction as long as the amount is the same.
//
// Faults: 409 if nothing is due or an earlier payment is not decided yet. 422 if a text of in is
// too long. 502 if a gateway must open directly and does not answer.
func (s *Service) StartDue(ctx context.Context, customerID int64, in DueInput) (Transaction, error) {
	if err := in.check(); err != nil {
		return Transaction{}, err
	}
	return s.start(ctx, Transaction{
		CustomerID: customerID, Purpose: Due, PaymentMethod: in.PaymentMethod, Device: in.Device,
	}, in)
}

// StartDeposit is StartDue for the missing deposit. The wallet does not pay deposits.
func (s *Service) StartDeposit(ctx context.Context, customerID int64) (Transaction, error) {
	return s.start(ctx, Transaction{CustomerID: customerID, Purpose: Deposit}, nil)
}

// StartAdvance is StartDue for rent in advance, for a number of months that is on offer. It
// returns a 422 Fault for a number of months that is not on offer.
func (s *Service) StartAdvance(ctx context.Context, customerID int64, months int) (Transaction, error) {
	return s.start(ctx, Transaction{CustomerID: customerID, Purpose: AdvanceRent, Months: int64(months)}, months)
}

// start does the work of StartDue, StartDeposit and StartAdvance. input is part of the call's
// idempotency record, if the call has an idempotency key. Repeating the call returns the first
// answer, whatever has happened since.
func (s *Service) start(ctx context.Context, want Transaction, input any) (Transaction, error) {
	t, err := s.openTransaction(ctx, want, input)
	if err != nil || t.State == Succeeded {
		return t, err
	}
	gateway := s.opensDirectly(&t)
	if gateway == nil {
		return t, nil
	}
	t.Checkout, err = s.checkoutOf(ctx, t, gateway)
	return t, err
}

// opensDirectly returns the gateway that opens without a list to choose from. That is the
// default gateway, if the operator wants it and its checkout is a frame. The result is nil if
// the customer must choose, because a window or an app only opens when the customer presses a
// button.
func (s *Service) opensDirectly(t *Transaction) provider.Gateway {
	if gateway := s.gateways.Default(); s.config.Direct && gateway != nil && gateway.Profile().Checkout == provider.Frame {
		t.Direct = true
		return gateway
	}
	return nil
}

// checkoutOf returns the checkout of the transaction's order. It creates the order if there is
// none.
func (s *Service) checkoutOf(ctx context.Context, t Transaction, gateway provider.Gateway) (*Checkout, error) {
	name := gateway.Profile().Name
	row, err := s.store.Queries().PaymentAttemptLatest(ctx, t.CustomerID, t.ID)
	if err != nil && !store.IsNone(err) {
		return nil, fmt.Errorf("payment: read attempt: %w", err)
	}
	if a := attempt(row); err == nil && a.Gateway == name && a.OrderID != "" && a.State != AttemptFailed {
		started, err := s.resume(ctx, gateway, t, a, provider.Device{})
		return started.Checkout, err
	}
	started, err := s.StartGateway(ctx, t.CustomerID, GatewayInput{TransactionID: t.ID, UniqueID: t.UniqueID, Gateway: name})
	return started.Checkout, err
}

// openTransaction opens the transaction. If an attempt blocks it, that attempt is given up only
// after its gateway has said that no money is on the way.
func (s *Service) openTransaction(ctx context.Context, want Transaction, input any) (Transaction, error) {
	cleared := map[int64]bool{}
	for range 3 {
		t, inTheWay, err := s.open(ctx, want, input, cleared)
		if err != nil || inTheWay == nil {
			return t, err
		}
		if err := s.ensureNoMoneyUnderWay(ctx, *inTheWay); err != nil {
			return Transaction{}, err
		}
		cleared[inTheWay.ID] = true
	}
	return Transaction{}, undecided()
}

func undecided() *fault.Fault {
	return fault.Conflict("payment.under_way", "Your last payment is still being confirmed. Please wait a minute and look again.")
}

// IsUnderWay reports whether a call was refused because an earlier payment, which may still be
// paid, is not decided yet.
func IsUnderWay(err error) bool {
	f := fault.Of(err)
	return f != nil && f.Code == undecided().Code
}

// ensureNoMoneyUnderWay asks the gateway about an attempt. It returns a 409 Fault unless the
// gateway says that no money is on the way. An attempt that is still unknown afterwards has no
// order at the gateway, so nobody can pay it.
func (s *Service) ensureNoMoneyUnderWay(ctx context.Context, a Attempt) error {
	after, err := s.queryGateway(ctx, a)
	if err != nil {
		return undecided().WithCause(err).WithExtra("rmTransactionId", a.TransactionID)
	}
	if after.State == AttemptPending {
		return undecided().WithExtra("rmTransactionId", a.TransactionID).WithExtra("underWaySeconds", s.secondsSince(after.MovedAt))
	}
	return nil
}

// open finds or creates the live transaction in one database transaction. inTheWay is the
// attempt that must be asked about first, if there is one.
func (s *Service) open(ctx context.Context, want Transaction, input any, cleared map[int64]bool) (t Transaction, inTheWay *Attempt, err error) {
	call := idempotency.Call{CustomerID: want.CustomerID, Operation: "start " + string(want.Purpose), Input: input}
	t, err = idempotency.Once(ctx, s.store, s.clock, call, func(ctx context.Context, tx *store.Tx) (Transaction, error) {
		t := want
		if err := s.openIn(ctx, tx, &t, cleared); err != nil {
			return t, err
		}
		begun := audit.Entry{CustomerID: t.CustomerID, Action: "payment_begun", Object: fmt.Sprintf("transaction/%d", t.ID), Amount: t.Amount}
		if t.Purpose == AdvanceRent {
			begun.Reason = "agreed to the terms, sha256 " + s.config.Terms
		}
		return t, s.audit.Record(ctx, tx, begun)
	})
	if blocked, ok := errors.AsType[*inTheWayError](err); ok {
		return t, &blocked.attempt, nil
	}
	return t, nil, err
}

// inTheWayError aborts opening a transaction, because its attempt must be asked about first.
type inTheWayError struct{ attempt Attempt }

func (e *inTheWayError) Error() string {
	return fmt.Sprintf("payment: attempt %d may still bring money", e.attempt.ID)
}

func (s *Service) openIn(ctx context.Context, tx *store.Tx, t *Transaction, cleared map[int64]bool) error {
	due, balances, err := s.owed(ctx, tx.Queries, *t)
	if err != nil {
		return err
	}
	if due == 0 {
		return nothingDue(t.Purpose)
	}
	if err := s.ensureNoDebitUnderWay(ctx, tx.Queries, *t); err != nil {
		return err
	}
	t.Wallet, t.Amount = Share(due, credit(t.Purpose, balances))
	done, err := s.reuse(ctx, tx, t, cleared)
	if err != nil || done {
		return err
	}
	return s.begin(ctx, tx, t)
}

func nothingDue(p Purpose) error {
	switch p {
	case Deposit:
		return fault.Conflict("payment.no_deposit_due", "No deposit is due.")
	case AdvanceRent:
		return billing.ErrNotOffered()
	case Due:
	}
	return fault.Conflict("payment.nothing_due", "Nothing is due.")
}

// credit returns how much the wallet may pay for a purpose, in paise. Rent in advance is paid by own
// money alone, because what is not used of it comes back as own money, and only by what is not needed
// for the dues.
func credit(p Purpose, b ledger.Balances) money.Paise {
	switch p {
	case Due:
		return max(0, b.WalletCredit())
	case AdvanceRent:
		return b.OwnMoneyAfterDues()
	case Deposit:
	}
	return 0
}

// Share splits what is due into the wallet's part and the total. The gateway collects either
// nothing or at least one rupee. If that rupee is more than what is left to pay, the excess
// becomes wallet credit once it is paid.
func Share(due, credit money.Paise) (wallet, total money.Paise) {
	wallet = min(due, credit)
	rest := due - wallet
	if rest == 0 || rest >= ledger.LeastCollected {
		return wallet, due
	}
	wallet = max(0, due-ledger.LeastCollected)
	return wallet, money.Sum(wallet, ledger.LeastCollected)
}

// reuse takes over the live transaction if it asks for the same: amount, wallet part and months.
// Otherwise it expires that transaction, or returns an inTheWayError if a gateway must be asked
// first. reuse returns true if no new transaction is needed.
func (s *Service) reuse(ctx context.Context, tx *store.Tx, t *Transaction, cleared map[int64]bool) (bool, error) {
	row, err := tx.PaymentTransactionLive(ctx, db.PaymentTransactionLiveParams{CustomerID: t.CustomerID, Purpose: string(t.Purpose)})
	if store.IsNone(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("payment: read live transaction: %w", err)
	}
	live := transaction(row)
	if live.Amount == t.Amount && live.Wallet == t.Wallet && live.Months == t.Months && live.InvoiceID == t.InvoiceID && !s.isOfOtherMonths(live) {
		live.AutoDebit, live.PaymentMethod, live.Device = t.AutoDebit, t.PaymentMethod, t.Device
		*t = live
		if err := s.underWay(ctx, tx, t); err != nil {
			return false, err
		}
		return true, s.renew(ctx, tx, t)
	}
	a, err := liveAttempt(ctx, tx.Queries, live)
	if err != nil {
		return false, err
	}
	if a != nil && !cleared[a.ID] {
		return false, &inTheWayError{*a}
	}
	return false, s.expire(ctx, tx, &live, a, "amount_changed")
}

// FirstMonthAhead returns the first month that a transaction of advance rent pays for. It
// depends on the day on which the transaction was started.
func (s *Service) FirstMonthAhead(t Transaction) calendar.Date {
	return s.billing.PaysAheadFrom(t.CreatedAt.Date())
}

// isOfOtherMonths reports whether a transaction of advance rent starts with another month than
// today's offer.
func (s *Service) isOfOtherMonths(t Transaction) bool {
	return t.Purpose == AdvanceRent && s.FirstMonthAhead(t) != s.billing.PaysAheadFrom(calendar.Today(s.clock))
}

// underWay notes which gateway has an unfinished payment for a live transaction, and for how long,
// in seconds and at least 1. It notes nothing if there is no such payment.
func (s *Service) underWay(ctx context.Context, tx *store.Tx, t *Transaction) error {
	if t.State != Pending {
		return nil
	}
	a, err := liveAttempt(ctx, tx.Queries, *t)
	if err != nil || a == nil || a.State != AttemptPending {
		return err
	}
	t.UnderWaySeconds = s.secondsSince(a.MovedAt)
	if g := s.gateways.Get(a.Gateway); g != nil {
		t.UnderWayAt = g.Profile().Choice.Name
	}
	return nil
}

// PendingPayment is a payment that a gateway has and that the bank still has to confirm.
type PendingPayment struct {
	Purpose Purpose
	Amount  money.Paise // what the gateway was asked to collect, in paise
	Since   calendar.Instant
	// AutoDebit says that the payment is a mandate debit. While the bank has it, the customer
	// cannot pay dues by hand. This ends when the bank has answered or when the day Until is
	// over.
	AutoDebit bool
	Until     calendar.Date
}

// PendingOf lists the customer's payments that the bank still has to confirm, the oldest first.
// There is at most one per purpose. A debit counts from the moment at which it is about to be
// submitted.
func PendingOf(ctx context.Context, q *db.Queries, customerID int64) ([]PendingPayment, error) {
	rows, err := q.PaymentsPending(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("payment: list what is pending: %w", err)
	}
	pending := make([]PendingPayment, len(rows))
	for i, row := range rows {
		pending[i] = pendingSince(Purpose(row.Purpose), row.AmountPaise, row.UpdatedAt, row.DebitID > 0)
	}
	if slices.ContainsFunc(pending, func(p PendingPayment) bool { return p.AutoDebit }) {
		return pending, nil
	}
	d, o, some, err := debitAboutToBe(ctx, q, customerID)
	if some {
		pending = append(pending, pendingSince(Due, d.Amount, o.UpdatedAt, true))
	}
	return pending, err
}

func pendingSince(of Purpose, amount money.Paise, since calendar.Instant, byDebit bool) PendingPayment {
	p := PendingPayment{Purpose: of, Amount: amount, Since: since, AutoDebit: byDebit}
	if byDebit {
		p.Until = since.Add(scheduleLength).Date()
	}
	return p
}

func (s *Service) secondsSince(at calendar.Instant) int64 {
	return max(1, int64(s.now().Time().Sub(at.Time())/time.Second))
}

// begin stores a new transaction. If the wallet covers it, begin also settles it.
func (s *Service) begin(ctx context.Context, tx *store.Tx, t *Transaction) error {
	t.State = Open
	if t.ByGateway() > 0 {
		return s.add(ctx, tx, t)
	}
	t.State = Succeeded
	if err := s.add(ctx, tx, t); err != nil {
		return err
	}
	return s.postFromWallet(ctx, tx, *t)
}
