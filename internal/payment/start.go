package payment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

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

// DueInput is how the customer wants to pay what is due, in words of the app of
// at most longestChoice characters. No payment by hand sets auto debit up
// (docs/decisions/0066).
type DueInput struct {
	PaymentMethod string
	Device        string
}

// longestChoice is how many characters a way to pay and a device have at most.
const longestChoice = 64

// check returns a 422 for a text that is too long.
func (in DueInput) check() error {
	for field, text := range map[string]string{"paymentMethod": in.PaymentMethod, "device": in.Device} {
		if utf8.RuneCountInString(text) > longestChoice {
			return fault.Invalid("text.too_long", field, "Please use at most {most} characters.", fault.With("most", longestChoice))
		}
	}
	return nil
}

// StartDue opens the transaction for all rent and late fees that are due. The
// amount is computed here and nowhere else; the wallet pays first, and when it
// covers everything the transaction is settled at once. Called again, it
// returns the same transaction as long as the amount is the same. Faults: 409
// when nothing is due or an earlier payment is not decided, 422 for a text of in
// that is too long, 502 when the gateway that must open directly does not answer.
func (s *Service) StartDue(ctx context.Context, customerID int64, in DueInput) (Transaction, error) {
	if err := in.check(); err != nil {
		return Transaction{}, err
	}
	return s.start(ctx, Transaction{
		CustomerID: customerID, Purpose: Due, PaymentMethod: in.PaymentMethod, Device: in.Device,
	}, in)
}

// StartDeposit is StartDue for the deposit that is missing. The wallet does
// not pay deposits.
func (s *Service) StartDeposit(ctx context.Context, customerID int64) (Transaction, error) {
	return s.start(ctx, Transaction{CustomerID: customerID, Purpose: Deposit}, nil)
}

// StartAdvance is StartDue for rent in advance of so many months, as offered. The wallet
// does not pay it: what is not used goes back as it came. A 422 for months that are not
// offered.
func (s *Service) StartAdvance(ctx context.Context, customerID int64, months int) (Transaction, error) {
	return s.start(ctx, Transaction{CustomerID: customerID, Purpose: AdvanceRent, Months: int64(months)}, months)
}

// start is all of them. input is what the idempotency key of the call, if it has one,
// stands for: a repetition gets the first answer, whatever has happened since.
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

// opensDirectly is the gateway that opens without a choice: the default one if
// the operator wants it so and its checkout is a frame. It is nil when the customer
// chooses: a window or an app opens upon a press of theirs only.
func (s *Service) opensDirectly(t *Transaction) provider.Gateway {
	if gateway := s.gateways.Default(); s.config.Direct && gateway != nil && gateway.Profile().Checkout == provider.Frame {
		t.Direct = true
		return gateway
	}
	return nil
}

// checkoutOf returns the checkout of the transaction's order, and makes the
// order when there is none.
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

// openTransaction opens the transaction. An attempt that stands in its way is
// given up only after its gateway has said that no money is on the way.
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

// IsUnderWay reports whether a call was refused because an earlier payment is not
// decided yet: it may be paid.
func IsUnderWay(err error) bool {
	f := fault.Of(err)
	return f != nil && f.Code == undecided().Code
}

// ensureNoMoneyUnderWay asks the gateway about an attempt. It returns a 409 Fault unless no
// money is on the way. An attempt that is still unknown has no order there, so
// nobody can pay it.
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

// open finds or makes the live transaction in one database transaction. It
// returns the attempt that must be asked about first, if there is one.
func (s *Service) open(ctx context.Context, want Transaction, input any, cleared map[int64]bool) (t Transaction, inTheWay *Attempt, err error) {
	call := idempotency.Call{CustomerID: want.CustomerID, Operation: "start " + string(want.Purpose), Input: input}
	t, err = idempotency.Once(ctx, s.store, s.clock, call, func(ctx context.Context, tx *store.Tx) (Transaction, error) {
		t := want
		if err := s.openIn(ctx, tx, &t, cleared); err != nil {
			return t, err
		}
		return t, s.record(ctx, tx, t.CustomerID, "payment_begun", "transaction", t.ID)
	})
	if blocked, ok := errors.AsType[*inTheWayError](err); ok {
		return t, &blocked.attempt, nil
	}
	return t, nil, err
}

// inTheWayError gives a transaction up because of an attempt that must be asked
// about first.
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

// credit is what the wallet may pay for a purpose.
func credit(p Purpose, b ledger.Balances) money.Paise {
	if p != Due {
		return 0
	}
	return max(0, b.WalletCredit())
}

// leastByGateway is the smallest amount that a gateway collects.
const leastByGateway = money.Rupee

// Share splits what is due into the part of the wallet and the total. The
// gateway collects nothing or at least a rupee; what a rupee is too much
// becomes wallet credit when it is paid.
func Share(due, credit money.Paise) (wallet, total money.Paise) {
	wallet = min(due, credit)
	rest := due - wallet
	if rest == 0 || rest >= leastByGateway {
		return wallet, due
	}
	wallet = max(0, due-leastByGateway)
	return wallet, money.Sum(wallet, leastByGateway)
}

// reuse takes the live transaction over when it still asks for the same. When
// it does not, it is given up, or there is an inTheWayError. It reports whether no new
// transaction is to be made.
func (s *Service) reuse(ctx context.Context, tx *store.Tx, t *Transaction, cleared map[int64]bool) (bool, error) {
	row, err := tx.PaymentTransactionLive(ctx, db.PaymentTransactionLiveParams{CustomerID: t.CustomerID, Purpose: string(t.Purpose)})
	if store.IsNone(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("payment: read live transaction: %w", err)
	}
	live := transaction(row)
	if live.Amount == t.Amount && live.Wallet == t.Wallet && live.Months == t.Months && !s.isOfOtherMonths(live) {
		live.AutoDebit, live.PaymentMethod, live.Device = t.AutoDebit, t.PaymentMethod, t.Device
		*t = live
		if t.UnderWaySeconds, err = s.underWay(ctx, tx, live); err != nil {
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

// FirstMonthAhead is the first month that a transaction of rent in advance pays: that
// of the day on which it was begun.
func (s *Service) FirstMonthAhead(t Transaction) calendar.Date {
	return s.billing.PaysAheadFrom(t.CreatedAt.Date())
}

// isOfOtherMonths reports whether a transaction is for rent in advance from another
// month on than what is offered today.
func (s *Service) isOfOtherMonths(t Transaction) bool {
	return t.Purpose == AdvanceRent && s.FirstMonthAhead(t) != s.billing.PaysAheadFrom(calendar.Today(s.clock))
}

// underWay is how long a gateway has been holding an unfinished payment for a
// live transaction, in seconds and at least one; zero when none does.
func (s *Service) underWay(ctx context.Context, tx *store.Tx, t Transaction) (int64, error) {
	if t.State != Pending {
		return 0, nil
	}
	a, err := liveAttempt(ctx, tx.Queries, t)
	if err != nil || a == nil || a.State != AttemptPending {
		return 0, err
	}
	return s.secondsSince(a.MovedAt), nil
}

// PendingPayment is a payment that a gateway holds and has not finished: the bank
// is still to confirm it.
type PendingPayment struct {
	Purpose Purpose
	Amount  money.Paise // what the gateway was asked to collect
	Since   calendar.Instant
	// AutoDebit says that it is a debit: while the bank has it, nothing that is due is
	// paid by hand, until the bank has answered or the day Until is over.
	AutoDebit bool
	Until     calendar.Date
}

// PendingOf lists the payments of a customer that the bank is still to confirm,
// the oldest first: one of each purpose at most. A debit is one from the moment on at
// which it is about to be submitted.
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

// begin stores a new transaction, and settles it when the wallet covers it.
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
