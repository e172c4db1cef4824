package payment

import (
	"context"
	"fmt"

	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
)

// DueInput is how the customer wants to pay what is due.
type DueInput struct {
	AutoDebit     bool
	PaymentMethod string
	Device        string
}

// StartDue opens the transaction for all rent and late fees that are due. The
// amount is computed here and nowhere else; the wallet pays first, and when it
// covers everything the transaction is settled at once. Called again, it
// returns the same transaction as long as the amount is the same. Faults: 403
// for an agent, 409 when nothing is due or an earlier payment is not decided,
// 502 when the gateway that must open directly does not answer.
func (s *Service) StartDue(ctx context.Context, p Payer, in DueInput) (Transaction, error) {
	return s.start(ctx, p, Transaction{
		CustomerID: p.CustomerID, Purpose: Due, AutoDebit: in.AutoDebit, PaymentMethod: in.PaymentMethod, Device: in.Device,
	}, in)
}

// StartDeposit is StartDue for the deposit that is missing. The wallet does
// not pay deposits.
func (s *Service) StartDeposit(ctx context.Context, p Payer) (Transaction, error) {
	return s.start(ctx, p, Transaction{CustomerID: p.CustomerID, Purpose: Deposit}, nil)
}

// start is both. input is what the idempotency key of the call, if it has one,
// stands for: a repetition gets the first answer, whatever has happened since.
func (s *Service) start(ctx context.Context, p Payer, want Transaction, input any) (Transaction, error) {
	if p.Agent {
		return Transaction{}, errAgent()
	}
	t, err := s.openAfterAsking(ctx, want, input)
	if err != nil || t.State == Succeeded {
		return t, err
	}
	t.OnlyRazorpay = s.config.OnlyRazorpay && s.gateways[Razorpay] != nil
	if !t.OnlyRazorpay && (!t.AutoDebit || t.PaymentMethod == "" || s.gateways[Razorpay] == nil) {
		return t, nil
	}
	t.Razorpay, err = s.razorpayOf(ctx, p, t)
	return t, err
}

// razorpayOf returns the checkout of the transaction's order, and makes the
// order when there is none.
func (s *Service) razorpayOf(ctx context.Context, p Payer, t Transaction) (*Checkout, error) {
	row, err := s.store.Queries().PaymentAttemptLatest(ctx, t.CustomerID, t.ID)
	if err != nil && !store.IsNone(err) {
		return nil, fmt.Errorf("payment: read attempt: %w", err)
	}
	if a := attempt(row); err == nil && a.Gateway == Razorpay && a.OrderID != "" && a.State != AttemptFailed {
		started, err := s.started(ctx, t, a, s.gateways[Razorpay].Resume(a.OrderID))
		return started.Razorpay, err
	}
	started, err := s.StartGateway(ctx, p, GatewayInput{TransactionID: t.ID, UniqueID: t.UniqueID, Gateway: Razorpay})
	return started.Razorpay, err
}

// openAfterAsking opens the transaction. An attempt that stands in its way is
// given up only after its gateway has said that no money is on the way.
func (s *Service) openAfterAsking(ctx context.Context, want Transaction, input any) (Transaction, error) {
	cleared := map[int64]bool{}
	for range 3 {
		t, inTheWay, err := s.open(ctx, want, input, cleared)
		if err != nil || inTheWay == nil {
			return t, err
		}
		if err := s.clear(ctx, *inTheWay); err != nil {
			return Transaction{}, err
		}
		cleared[inTheWay.ID] = true
	}
	return Transaction{}, undecided()
}

func undecided() *fault.Fault {
	return fault.Conflict("Your last payment is still being confirmed. Please wait a minute and look again.")
}

// clear asks the gateway about an attempt. It returns a 409 Fault unless no
// money is on the way. An attempt that is still unknown has no order there, so
// nobody can pay it.
func (s *Service) clear(ctx context.Context, a Attempt) error {
	after, err := s.ask(ctx, a)
	if err != nil {
		return undecided().WithCause(err).WithExtra("rmTransactionId", a.TransactionID)
	}
	if after.State == AttemptPending {
		return undecided().WithExtra("rmTransactionId", a.TransactionID)
	}
	return nil
}

// open finds or makes the live transaction in one database transaction. It
// returns the attempt that must be asked about first, if there is one.
func (s *Service) open(ctx context.Context, want Transaction, input any, cleared map[int64]bool) (t Transaction, inTheWay *Attempt, err error) {
	operation := "start " + string(want.Purpose)
	err = s.write(ctx, want.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		inTheWay = nil
		var again bool
		if t, again, err = idempotency.Find[Transaction](ctx, tx.Queries, want.CustomerID, operation, input); err != nil || again {
			return err //nolint:wrapcheck // idempotency worded it
		}
		t = want
		if inTheWay, err = s.openIn(ctx, tx, &t, cleared); err != nil || inTheWay != nil {
			return err
		}
		return idempotency.Save(ctx, tx, s.clock.Now(), want.CustomerID, operation, input, t) //nolint:wrapcheck // idempotency worded it
	})
	return t, inTheWay, err
}

func (s *Service) openIn(ctx context.Context, tx *store.Tx, t *Transaction, cleared map[int64]bool) (inTheWay *Attempt, err error) {
	due, balances, err := owed(ctx, tx.Queries, t.CustomerID, t.Purpose)
	if err != nil {
		return nil, err
	}
	if due == 0 {
		return nil, nothingDue(t.Purpose)
	}
	t.Wallet, t.Amount = share(due, credit(t.Purpose, balances))
	done, err := s.reuse(ctx, tx, t, &inTheWay, cleared)
	if err != nil || done {
		return inTheWay, err
	}
	return nil, s.begin(ctx, tx, t)
}

func nothingDue(p Purpose) error {
	if p == Deposit {
		return fault.Conflict("No deposit is due.")
	}
	return fault.Conflict("Nothing is due.")
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

// share splits what is due into the part of the wallet and the total. The
// gateway collects nothing or at least a rupee; what a rupee is too much
// becomes wallet credit when it is paid.
func share(due, credit money.Paise) (wallet, total money.Paise) {
	wallet = min(due, credit)
	rest := due - wallet
	if rest == 0 || rest >= leastByGateway {
		return wallet, due
	}
	wallet = max(0, due-leastByGateway)
	return wallet, wallet + leastByGateway
}

// reuse takes the live transaction over when it still asks for the same. When
// it does not, it is given up, or inTheWay is set. It reports whether no new
// transaction is to be made.
func (s *Service) reuse(ctx context.Context, tx *store.Tx, t *Transaction, inTheWay **Attempt, cleared map[int64]bool) (bool, error) {
	row, err := tx.PaymentTransactionLive(ctx, t.CustomerID, string(t.Purpose))
	if store.IsNone(err) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("payment: read live transaction: %w", err)
	}
	live := transaction(row)
	if live.Amount == t.Amount && live.Wallet == t.Wallet {
		live.AutoDebit, live.PaymentMethod, live.Device = t.AutoDebit, t.PaymentMethod, t.Device
		*t = live
		return true, s.renew(ctx, tx, t)
	}
	a, err := liveAttempt(ctx, tx.Queries, live)
	if err != nil {
		return false, err
	}
	if a != nil && !cleared[a.ID] {
		*inTheWay = a
		return true, nil
	}
	return false, s.expire(ctx, tx, &live, a, "amount_changed")
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
	return s.settleFromWallet(ctx, tx, *t)
}
