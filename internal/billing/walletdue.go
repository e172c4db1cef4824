package billing

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/mandate"
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
	return s.payByItself(ctx, tx, customerID, amount, Receipt{Description: "Paid from the wallet when due"}, notify.WalletPaid{})
}

// PayBeforeDebit lets the wallet pay the invoices of a debit that is about to be announced, so that
// the notice names what is left (docs/rules.md R12). What other open invoices need stays in the
// wallet. It returns what is still open. The customer is told what the wallet paid.
func (s *Service) PayBeforeDebit(ctx context.Context, tx *store.Tx, d mandate.Debit) (Invoices, error) {
	invoices, err := DebitedBy(ctx, tx.Queries, d)
	if err != nil {
		return nil, err
	}
	balances, err := ledger.BalancesOf(ctx, tx.Queries, d.CustomerID)
	if err != nil {
		return nil, fmt.Errorf("billing: read wallet: %w", err)
	}
	amount := balances.WalletBeforeDebit(invoices.Open(), balances.InvoicesDue()-invoices.Open())
	if amount == 0 {
		return invoices, nil
	}
	receipt := Receipt{First: invoices.ids(), Description: "Paid from the wallet before the debit"}
	paid := notify.WalletPaid{Invoice: invoices.Numbers(), Covered: amount == invoices.Open()}
	if err := s.payByItself(ctx, tx, d.CustomerID, amount, receipt, paid); err != nil {
		return nil, err
	}
	return DebitedBy(ctx, tx.Queries, d)
}

// payByItself lets the wallet pay an amount that nobody has asked for, and tells the customer.
func (s *Service) payByItself(ctx context.Context, tx *store.Tx, customerID int64, amount money.Paise, r Receipt, paid notify.WalletPaid) error {
	source := strconv.FormatInt(s.ids.Next(), 10)
	r.SourceType, r.SourceID = SourceWalletDue, source
	if err := s.payFromWallet(ctx, tx, customerID, amount, r); err != nil {
		return err
	}
	err := s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: "dues_paid_from_wallet", Object: SourceWalletDue + "/" + source, Amount: amount})
	if err != nil {
		return err
	}
	balances, err := ledger.BalancesOf(ctx, tx.Queries, customerID)
	if err != nil {
		return fmt.Errorf("billing: read what is still due: %w", err)
	}
	paid.Amount, paid.StillDue, paid.Day = amount, balances.Dues(), s.today()
	if err := s.notices.Send(ctx, tx, customerID, paid, SourceWalletDue+"/"+source); err != nil {
		return fmt.Errorf("billing: tell what the wallet paid: %w", err)
	}
	return nil
}

// reviewWalletPaid names what is still due when a waiting message about the wallet leaves.
func (s *Service) reviewWalletPaid(ctx context.Context, q *db.Queries, customerID int64, fact string) (notify.Event, bool, error) {
	entry, found, err := ledger.EntryOf(ctx, q, customerID, SourceWalletDue, strings.TrimPrefix(fact, SourceWalletDue+"/"))
	if err != nil || !found {
		return nil, false, err
	}
	rows, err := q.BillingAllocationsOfEntry(ctx, customerID, entry)
	if err != nil {
		return nil, false, fmt.Errorf("billing: read what the wallet paid: %w", err)
	}
	balances, err := ledger.BalancesOf(ctx, q, customerID)
	if err != nil {
		return nil, false, fmt.Errorf("billing: read what is still due: %w", err)
	}
	paid := notify.WalletPaid{StillDue: balances.Dues()}
	for _, row := range rows {
		paid.Amount, paid.Day = money.Sum(paid.Amount, row.AmountPaise), row.At.Date()
	}
	return paid, true, nil
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
