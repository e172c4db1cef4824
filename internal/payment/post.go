package payment

import (
	"context"
	"fmt"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
)

// The source types of journal entries. Together with the gateway's payment id they make sure
// that no payment is entered twice.
const (
	sourcePayment = "payment"
	sourceWallet  = "wallet_payment"
	sourceRefund  = "refund"
)

// post enters a payment in the books as the verdict says.
func (s *Service) post(ctx context.Context, tx *store.Tx, t *Transaction, a Attempt, p provider.Payment, v verdict) error {
	switch v.post {
	case Paid:
		t.PaidAt = s.paidAt(p)
		return s.postPayment(ctx, tx, t, a, p)
	case Duplicate:
		return s.giveBack(ctx, tx, *t, a, p, v.reason)
	case Suspended:
		return s.suspend(ctx, tx, a.Gateway, p, v.reason)
	case NotPosted:
	}
	return nil
}

func source(gateway, paymentID string) string { return gateway + ":" + paymentID }

// postPayment pays what the transaction was for. The money is the gateway's payment plus the
// wallet's part, as far as that is still in the wallet and still needed. Any excess becomes
// wallet credit. Whether a due was paid late depends on when the payer paid.
func (s *Service) postPayment(ctx context.Context, tx *store.Tx, t *Transaction, a Attempt, p provider.Payment) error {
	due, balances, err := s.owed(ctx, tx.Queries, *t)
	if err != nil {
		return err
	}
	received := ledger.Debit(ledger.InTransit(a.Gateway), p.Amount)
	switch t.Purpose {
	case Deposit:
		return s.postDeposit(ctx, tx, *t, source(a.Gateway, p.ID), received, due)
	case AdvanceRent:
		return s.postAdvance(ctx, tx, *t, sourcePayment, source(a.Gateway, p.ID), ledger.Debit(ledger.Wallet, t.Wallet), received)
	case Due:
	}
	first, err := invoicesOf(ctx, tx.Queries, *t)
	if err != nil {
		return err
	}
	t.Wallet = max(0, min(t.Wallet, credit(t.Purpose, balances), due-p.Amount))
	t.Amount = money.Sum(p.Amount, t.Wallet)
	from := append(balances.FromWallet(t.Wallet), received)
	done, err := s.pay(ctx, tx, billing.Receipt{
		CustomerID: t.CustomerID, TransactionID: t.ID, First: first, WithFees: t.InvoiceID != 0, SourceType: sourcePayment, SourceID: source(a.Gateway, p.ID),
		Description: "Payment received", At: t.PaidAt, From: from,
	})
	if err != nil {
		return err
	}
	return s.notifyReceived(ctx, tx, *t, from, done)
}

// paidAt returns when the payer paid. It is never later than now, because a gateway's clock may
// run ahead of ours.
func (s *Service) paidAt(p provider.Payment) calendar.Instant {
	now := s.now()
	if p.At.IsZero() {
		return now
	}
	return min(now, calendar.Stamp(p.At))
}

// postFromWallet settles a transaction that the wallet pays alone.
func (s *Service) postFromWallet(ctx context.Context, tx *store.Tx, t Transaction) error {
	if t.Purpose == AdvanceRent {
		return s.postAdvance(ctx, tx, t, sourceWallet, fmt.Sprint(t.ID), ledger.Debit(ledger.Wallet, t.Wallet))
	}
	balances, err := ledger.BalancesOf(ctx, tx.Queries, t.CustomerID)
	if err != nil {
		return fmt.Errorf("payment: read wallet: %w", err)
	}
	from := balances.FromWallet(t.Wallet)
	first, err := invoicesOf(ctx, tx.Queries, t)
	if err != nil {
		return err
	}
	done, err := s.pay(ctx, tx, billing.Receipt{
		CustomerID: t.CustomerID, TransactionID: t.ID, First: first, WithFees: t.InvoiceID != 0, SourceType: sourceWallet, SourceID: fmt.Sprint(t.ID),
		Description: "Paid from the wallet", At: t.PaidAt, From: from,
	})
	if err != nil {
		return err
	}
	return s.notifyReceived(ctx, tx, t, from, done)
}

// pay lets billing allocate a receipt to the dues, oldest rent first and late fees last. The
// source must be new. The caller has checked that in this database transaction.
func (s *Service) pay(ctx context.Context, tx *store.Tx, r billing.Receipt) (billing.Allocation, error) {
	done, err := s.billing.Allocate(ctx, tx, r)
	if err != nil {
		return done, fmt.Errorf("payment: allocate: %w", err)
	}
	if !done.Posted {
		return done, enteredBefore(r.SourceType, r.SourceID)
	}
	return done, nil
}

func enteredBefore(sourceType, sourceID string) error {
	return fmt.Errorf("payment: %s %s is in the books already", sourceType, sourceID)
}

func (s *Service) postDeposit(ctx context.Context, tx *store.Tx, t Transaction, sourceID string, received ledger.Leg, due money.Paise) error {
	held := min(due, received.Amount)
	err := s.enterOnce(ctx, tx, ledger.Entry{
		CustomerID: t.CustomerID, SourceType: sourcePayment, SourceID: sourceID, At: s.now(), Description: "Deposit received",
		Legs: []ledger.Leg{received, ledger.Credit(ledger.Deposit, held), ledger.Credit(ledger.Wallet, received.Amount-held)},
	})
	if err != nil {
		return err
	}
	return s.notifyReceived(ctx, tx, t, []ledger.Leg{received}, billing.Allocation{Excess: received.Amount - held})
}

// enterOnce posts a journal entry whose source must be new. The caller has checked that in this
// database transaction.
func (s *Service) enterOnce(ctx context.Context, tx *store.Tx, e ledger.Entry) error {
	_, posted, err := s.ledger.Post(ctx, tx, e)
	if err != nil {
		return err
	}
	if !posted {
		return enteredBefore(e.SourceType, e.SourceID)
	}
	return nil
}

// suspend puts money that we did not ask for into the suspense account until a person has looked
// at it. A payment of zero gets no journal entry, only its alert.
func (s *Service) suspend(ctx context.Context, tx *store.Tx, gateway string, p provider.Payment, reason string) error {
	if p.Amount == 0 {
		return nil
	}
	return s.enterOnce(ctx, tx, ledger.Entry{
		SourceType: sourcePayment, SourceID: source(gateway, p.ID), At: s.now(), Description: "Payment in suspense: " + reason,
		Legs: []ledger.Leg{ledger.Debit(ledger.InTransit(gateway), p.Amount), ledger.Credit(ledger.Suspense, p.Amount)},
	})
}

// postAdvance sells the months that the transaction pays for. judge has checked in the same
// database transaction that the offer is unchanged, and that the wallet still has its part.
func (s *Service) postAdvance(ctx context.Context, tx *store.Tx, t Transaction, sourceType, sourceID string, from ...ledger.Leg) error {
	sold, err := s.billing.SellAdvanceIn(ctx, tx, billing.AdvanceSale{
		CustomerID: t.CustomerID, TransactionID: t.ID, Months: int(t.Months), SourceType: sourceType, SourceID: sourceID, From: from,
	})
	if err != nil {
		return err
	}
	return s.notifyAdvance(ctx, tx, t, sold)
}
