package payment

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/store/db"
)

// LinkedInvoice is what the link of an invoice opens. Amounts are in paise.
type LinkedInvoice struct {
	billing.Invoice
	// LateFees is what is open of the late fees on the invoice.
	LateFees money.Paise
	// Wallet is what the wallet pays of the invoice and its late fees, and ToPay the rest.
	Wallet, ToPay money.Paise
	// UnderWay says that the bank is confirming a payment of this customer. Until it has, nothing
	// can be paid.
	UnderWay bool
}

// Owed is what is open of the invoice and its late fees, in paise.
func (l LinkedInvoice) Owed() money.Paise { return money.Sum(l.Open(), l.LateFees) }

// InvoiceByLink opens an invoice for anyone who has its link. A code that is not ours is a 404 Fault.
func (s *Service) InvoiceByLink(ctx context.Context, code string) (l LinkedInvoice, err error) {
	customerID, invoiceID, ok := s.notify.ReadInvoiceCode(code)
	if !ok {
		return l, noTransaction()
	}
	err = s.store.Read(ctx, func(q *db.Queries) error {
		invoice, owed, err := billing.Owed(ctx, q, customerID, invoiceID)
		if err != nil {
			return err
		}
		balances, err := ledger.BalancesOf(ctx, q, customerID)
		if err != nil {
			return fmt.Errorf("payment: read wallet: %w", err)
		}
		pending, err := PendingOf(ctx, q, customerID)
		if err != nil {
			return err
		}
		wallet, total := Share(owed, credit(Due, balances))
		l = LinkedInvoice{
			Invoice: invoice, LateFees: owed - invoice.Open(), Wallet: wallet, ToPay: total - wallet,
			UnderWay: slices.ContainsFunc(pending, func(p PendingPayment) bool { return p.Purpose == Due }),
		}
		return nil
	})
	return l, err
}

// PayInvoice opens the transaction for an invoice and its late fees, for anyone who has the link of
// the invoice. The wallet pays first; if it covers everything, the transaction is settled at once.
//
// Faults: 404 for a code that is not ours. 409 if nothing of the invoice is open, or if an earlier
// payment is not decided yet (IsUnderWay).
func (s *Service) PayInvoice(ctx context.Context, code string) (Transaction, error) {
	customerID, invoiceID, ok := s.notify.ReadInvoiceCode(code)
	if !ok {
		return Transaction{}, noTransaction()
	}
	ctx = audit.WithActor(ctx, audit.ByLink())
	return s.openTransaction(ctx, Transaction{CustomerID: customerID, Purpose: Due, InvoiceID: invoiceID}, invoiceID)
}

// PrintInvoice prints the invoice of a link in a language, as long as something of it is open.
//
// Faults: 404 for a code that is not ours. 409 if nothing of the invoice is open.
func (s *Service) PrintInvoice(ctx context.Context, code, language string) (provider.File, error) {
	l, err := s.InvoiceByLink(ctx, code)
	if err != nil {
		return provider.File{}, err
	}
	if l.Owed() == 0 {
		return provider.File{}, nothingDue(Due)
	}
	return s.notify.Print(ctx, l.CustomerID, notify.Document{Of: billing.DocumentSource, ID: l.ID}, language)
}

// ByTransfer says in a language how the invoice of a link is paid by bank transfer, "" if it cannot be.
func (s *Service) ByTransfer(language string) string { return s.notify.ByTransfer(language) }

// InvoiceCode returns the code of the link with which a transaction was begun, or "" if it pays all
// that is due.
func (s *Service) InvoiceCode(t Transaction) string {
	if t.InvoiceID == 0 {
		return ""
	}
	return s.notify.InvoiceCode(t.CustomerID, t.InvoiceID)
}
