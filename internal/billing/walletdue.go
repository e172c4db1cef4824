package billing

import (
	"context"
	"fmt"
	"strconv"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// dueFromWallet is how much the wallet can pay of the invoices that have fallen due, in paise. An
// early closure charge falls due on the day that screens show.
func (s *Service) dueFromWallet(ctx context.Context, q *db.Queries, customerID int64, today calendar.Date) (money.Paise, error) {
	balances, err := ledger.BalancesOf(ctx, q, customerID)
	if err != nil {
		return 0, fmt.Errorf("billing: read wallet: %w", err)
	}
	credit := balances.WalletCredit()
	if credit <= 0 {
		return 0, nil
	}
	invoices, late, err := s.settings.LateFee.openInvoices(ctx, q, customerID, today)
	if err != nil {
		return 0, err
	}
	var due money.Paise
	for _, i := range invoices {
		if !late[i.ID].After(today) {
			due = money.Sum(due, i.Open())
		}
	}
	return min(credit, due), nil
}

// payDueFromWallet lets the wallet pay the invoices that have fallen due, because a customer whose
// money is with us is not late (docs/rules.md R6). What falls due first is paid first, so the money
// does not reach invoices that are not due yet. The customer is told.
func (s *Service) payDueFromWallet(ctx context.Context, tx *store.Tx, customerID int64, today calendar.Date) error {
	amount, err := s.dueFromWallet(ctx, tx.Queries, customerID, today)
	if err != nil || amount == 0 {
		return err
	}
	source := strconv.FormatInt(s.ids.Next(), 10)
	err = s.payFromWallet(ctx, tx, customerID, amount, Receipt{
		SourceType: SourceWalletDue, SourceID: source, Description: "Paid from the wallet when due",
	})
	if err != nil {
		return err
	}
	err = s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: "dues_paid_from_wallet", Object: SourceWalletDue + "/" + source})
	if err != nil {
		return err
	}
	balances, err := ledger.BalancesOf(ctx, tx.Queries, customerID)
	if err != nil {
		return fmt.Errorf("billing: read what is still due: %w", err)
	}
	paid := notify.WalletPaid{Amount: amount, StillDue: balances.Dues(), Day: today}
	if err := s.notices.Send(ctx, tx, customerID, paid, SourceWalletDue+"/"+source); err != nil {
		return fmt.Errorf("billing: tell what the wallet paid: %w", err)
	}
	return nil
}

// PayDuesFromWallet lets the wallet pay all dues as far as its money goes, including what falls due
// later. It does so once per source. Promotional credit is used first.
func (s *Service) PayDuesFromWallet(ctx context.Context, tx *store.Tx, customerID int64, sourceType, sourceID string) error {
	balances, err := ledger.BalancesOf(ctx, tx.Queries, customerID)
	if err != nil {
		return fmt.Errorf("billing: read wallet: %w", err)
	}
	amount := balances.WalletForDues()
	if amount == 0 {
		return nil
	}
	return s.payFromWallet(ctx, tx, customerID, amount, Receipt{SourceType: sourceType, SourceID: sourceID, Description: "Paid from the wallet"})
}

// payFromWallet lets the wallet pay dues now. r says for which event.
func (s *Service) payFromWallet(ctx context.Context, tx *store.Tx, customerID int64, amount money.Paise, r Receipt) error {
	balances, err := ledger.BalancesOf(ctx, tx.Queries, customerID)
	if err != nil {
		return fmt.Errorf("billing: read wallet: %w", err)
	}
	r.CustomerID, r.At, r.From = customerID, s.now(), balances.FromWallet(amount)
	_, err = s.Allocate(ctx, tx, r)
	return err
}
