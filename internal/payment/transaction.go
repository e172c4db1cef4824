package payment

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Transaction is what a customer set out to pay. Amounts are in paise.
type Transaction struct {
	CustomerID int64
	// ID is the rmTransactionId of the API. UniqueID is the part of payment links that cannot be
	// guessed.
	ID       int64
	UniqueID string
	Purpose  Purpose
	State    State
	// Amount is the total to pay. Wallet is the part of it that the wallet pays. Once it is paid,
	// they are what was received and what the wallet paid.
	Amount money.Paise
	Wallet money.Paise
	// DebitID is the mandate debit that this transaction stands for. It is 0 for a payment by
	// hand.
	DebitID int64
	// InvoiceID is the invoice that this transaction pays, with its late fees. It is 0 for a
	// transaction that pays all that is due.
	InvoiceID int64
	// TaxDeducted is the tax that the payer of a bank transfer has deducted beside the amount, in
	// paise. It is not stored here.
	TaxDeducted money.Paise
	// Refused says that the customer was told that the bank did not pay this debit, Skipped that they
	// were told that it is not made. They are set when the bank pays it, and not stored.
	Refused, Skipped bool
	// Months is the number of months for which rent is paid in advance. It is 0 for any other
	// purpose.
	Months        int64
	AutoDebit     bool
	PaymentMethod string
	Device        string
	CreatedAt     calendar.Instant
	PaidAt        calendar.Instant // when the payer paid, by the gateway's word; zero while unpaid
	LinkUntil     calendar.Instant
	// UnderWaySeconds is how long a gateway has had an unfinished payment for the transaction.
	// It is 0 if there is no such payment. UnderWayAt is the gateway as customers see it. Until it
	// has decided, the transaction can be paid there only.
	UnderWaySeconds int64
	UnderWayAt      string
	// Direct says that a gateway opens at once, without a list to choose from.
	Direct bool
	// Checkout is set if a gateway must be opened at once.
	Checkout *Checkout
}

// ByGateway returns the amount that the gateway is asked to collect, in paise.
func (t *Transaction) ByGateway() money.Paise { return t.Amount - t.Wallet }

// WalletPaid reports whether the wallet paid the whole amount.
func (t *Transaction) WalletPaid() bool { return t.State == Succeeded && t.ByGateway() == 0 }

func transaction(row db.PaymentTransaction) Transaction {
	return Transaction{
		CustomerID: row.CustomerID, ID: row.ID, UniqueID: row.UniqueID, Purpose: Purpose(row.Purpose), State: State(row.State),
		Amount: row.AmountPaise, Wallet: row.WalletPaise, DebitID: row.DebitID, InvoiceID: row.InvoiceID, Months: row.Months, AutoDebit: row.IsAutoDebit, PaymentMethod: row.PaymentMethod,
		Device: row.Device, CreatedAt: row.CreatedAt, PaidAt: row.PaidAt, LinkUntil: row.LinkUntil,
	}
}

// uniqueIDLength is long enough for 130 random bits.
const uniqueIDLength = 26

// add stores a new transaction. Its state is Open, or Succeeded if the wallet or a bank transfer pays
// it in the same database transaction.
func (s *Service) add(ctx context.Context, tx *store.Tx, t *Transaction) error {
	now := s.now()
	t.ID, t.UniqueID, t.CreatedAt, t.LinkUntil = s.ids.Next(), ident.Reference(uniqueIDLength), now, now.Add(s.config.LinkLifetime)
	if t.State == Succeeded && t.PaidAt.IsZero() {
		t.PaidAt = now
	}
	added, err := tx.PaymentTransactionAdd(ctx, db.PaymentTransactionAddParams{
		CustomerID: t.CustomerID, ID: t.ID, UniqueID: t.UniqueID, Purpose: string(t.Purpose), State: string(t.State),
		AmountPaise: t.Amount, WalletPaise: t.Wallet, Months: t.Months, IsAutoDebit: t.AutoDebit, PaymentMethod: t.PaymentMethod, Device: t.Device,
		CreatedAt: now, PaidAt: t.PaidAt, LinkUntil: t.LinkUntil, DebitID: t.DebitID, InvoiceID: t.InvoiceID,
	})
	if err != nil {
		return fmt.Errorf("payment: add transaction: %w", err)
	}
	if added == 0 {
		return fmt.Errorf("payment: customer %d has a live %s transaction", t.CustomerID, t.Purpose)
	}
	return nil
}

// renew stores how the customer wants to pay this time, and extends the life of the link.
func (s *Service) renew(ctx context.Context, tx *store.Tx, t *Transaction) error {
	t.LinkUntil = s.now().Add(s.config.LinkLifetime)
	err := tx.PaymentTransactionRenew(ctx, db.PaymentTransactionRenewParams{
		CustomerID: t.CustomerID, ID: t.ID, IsAutoDebit: t.AutoDebit, PaymentMethod: t.PaymentMethod, Device: t.Device,
		UpdatedAt: s.now(), LinkUntil: t.LinkUntil,
	})
	if err != nil {
		return fmt.Errorf("payment: renew transaction: %w", err)
	}
	return nil
}

// moveTransaction moves the transaction to the next state. If the table does not allow the
// transition, or if the state would stay the same, nothing changes.
func (s *Service) moveTransaction(ctx context.Context, tx *store.Tx, t *Transaction, next State) error {
	if !t.State.May(next) {
		return nil
	}
	_, err := tx.PaymentTransactionState(ctx, db.PaymentTransactionStateParams{
		CustomerID: t.CustomerID, ID: t.ID, State: string(next), AmountPaise: t.Amount, WalletPaise: t.Wallet,
		UpdatedAt: s.now(), PaidAt: t.PaidAt, Was: string(t.State),
	})
	if err != nil {
		return fmt.Errorf("payment: move transaction: %w", err)
	}
	t.State = next
	return nil
}

// read reads a transaction of a customer. A transaction of another customer is a 404 Fault.
func read(ctx context.Context, q *db.Queries, customerID, id int64) (Transaction, error) {
	row, err := q.PaymentTransaction(ctx, customerID, id)
	if store.IsNone(err) {
		return Transaction{}, noTransaction()
	}
	if err != nil {
		return Transaction{}, fmt.Errorf("payment: read transaction: %w", err)
	}
	return transaction(row), nil
}
