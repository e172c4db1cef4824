package billing

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Receipt is money that pays dues. From are the debit legs that say where it
// came from: a gateway, the wallet, a deposit; together they are the amount.
// At is when the payer paid, by the word of whoever took the money, not when
// we heard of it: lateness counts from it. Source names the event, which is
// entered once however often it is reported.
type Receipt struct {
	CustomerID    int64
	TransactionID int64 // payment transaction, 0 without one
	// InvoiceID is paid first, before older ones: a debit is for its own invoice. 0 is
	// the oldest first.
	InvoiceID   int64
	SourceType  string
	SourceID    string
	Description string
	At          calendar.Instant
	From        []ledger.Leg
	// OwnRefund is what of the refund payable in From, in paise, was the customer's own
	// money: of the wallet, or rent that was paid in advance. The rest was a deposit.
	OwnRefund money.Paise
}

// Amount is the money of the receipt in paise.
func (r Receipt) Amount() (total money.Paise) {
	for _, leg := range r.From {
		total = money.Sum(total, leg.Amount)
	}
	return total
}

// Part is what a receipt paid of one invoice or of one late fee, in paise, and
// of what kinds of money.
type Part struct {
	InvoiceID int64 // 0 for a late fee
	LateFeeID int64 // 0 for an invoice
	Amount    money.Paise
	From      Origin
}

// Allocation is what became of a receipt, in paise. Excess went to the wallet.
// Posted is false when the source had been entered before; then the figures
// are the first ones.
type Allocation struct {
	EntryID  int64
	Posted   bool
	Rent     money.Paise
	LateFees money.Paise
	Excess   money.Paise
	Parts    []Part
}

// The sources of the journal entries of billing: a document, what the wallet pays
// on the due day, what the money of a credit note pays, and a late fee that is
// charged or waived. CreditNoteEntry begins the description of a credit note's
// entry, before its number.
const (
	SourceInvoice       = "invoice"
	SourceWalletDue     = "wallet_due"
	SourceCreditNote    = "credit_note"
	sourceLateFee       = "late_fee"
	sourceLateFeeWaiver = "late_fee_waiver"

	CreditNoteEntry = "Credit note "
)

// Allocate enters a receipt and matches it with what is open: the oldest rent
// first, late fees last, the rest to the wallet. A late fee that was charged
// although the money had been paid in time is waived. On receipt of a late fee
// its tax document is raised. Everything happens in the caller's transaction.
func (s *Service) Allocate(ctx context.Context, tx *store.Tx, r Receipt) (Allocation, error) {
	if done, found, err := s.allocated(ctx, tx, r); found || err != nil {
		return done, err
	}
	dues, err := s.dues(ctx, tx, r)
	if err != nil {
		return Allocation{}, err
	}
	a := dues.match(r.Amount())
	left := r.origin()
	for i, part := range a.Parts {
		a.Parts[i].From = left.use(part.Amount)
	}
	entry := ledger.Entry{
		CustomerID: r.CustomerID, SourceType: r.SourceType, SourceID: r.SourceID, At: s.now(), Description: r.Description,
		Legs: append(append([]ledger.Leg{}, r.From...), ledger.Credit(ledger.Receivable, a.Rent),
			ledger.Credit(ledger.LateFee, a.LateFees), ledger.Credit(ledger.PromotionalCredit, left.Promotional),
			ledger.Credit(ledger.Wallet, a.Excess-left.Promotional)),
	}
	if a.EntryID, a.Posted, err = s.ledger.Post(ctx, tx, entry); err != nil {
		return Allocation{}, fmt.Errorf("billing: %w", err)
	}
	for _, part := range a.Parts {
		if err := s.clearPart(ctx, tx, r, a.EntryID, part); err != nil {
			return Allocation{}, err
		}
	}
	if err := s.receiveFees(ctx, tx, r.CustomerID, a.Parts); err != nil {
		return Allocation{}, err
	}
	return a, s.clear(ctx, tx, r.CustomerID, dues.cleared(a.Parts))
}

// allocated finds a receipt that was entered before.
func (s *Service) allocated(ctx context.Context, tx *store.Tx, r Receipt) (Allocation, bool, error) {
	entryID, found, err := ledger.EntryOf(ctx, tx.Queries, r.CustomerID, r.SourceType, r.SourceID)
	if err != nil || !found {
		return Allocation{}, false, err
	}
	rows, err := tx.BillingAllocationsOfEntry(ctx, r.CustomerID, entryID)
	if err != nil {
		return Allocation{}, false, fmt.Errorf("billing: read the allocations of entry %d: %w", entryID, err)
	}
	a := Allocation{EntryID: entryID, Excess: r.Amount()}
	for _, row := range rows {
		a.add(Part{InvoiceID: row.InvoiceID, LateFeeID: row.LateFeeID, Amount: row.AmountPaise})
		a.Excess -= row.AmountPaise
	}
	return a, true, nil
}

func (a *Allocation) add(p Part) {
	a.Parts = append(a.Parts, p)
	if p.InvoiceID != 0 {
		a.Rent = money.Sum(a.Rent, p.Amount)
	} else {
		a.LateFees = money.Sum(a.LateFees, p.Amount)
	}
}

// dues are what a receipt can pay, each list in order of payment.
type dues struct {
	invoices []Invoice
	fees     []LateFee
}

// dues reads what is open and takes back the late fees that the receipt shows
// to be wrong.
func (s *Service) dues(ctx context.Context, tx *store.Tx, r Receipt) (d dues, err error) {
	if d.invoices, _, err = s.settings.LateFee.openInvoices(ctx, tx.Queries, r.CustomerID, s.today()); err != nil {
		return d, err
	}
	slices.SortStableFunc(d.invoices, func(a, b Invoice) int {
		switch r.InvoiceID {
		case a.ID:
			return -1
		case b.ID:
			return 1
		}
		return 0
	})
	if d.fees, err = openFees(ctx, tx.Queries, r.CustomerID); err != nil {
		return d, err
	}
	cleared := d.cleared(d.match(r.Amount()).Parts)
	kept := d.fees[:0]
	for _, fee := range d.fees {
		if fee.Paid == 0 && cleared[fee.InvoiceID] && !fee.lateFor(d.dueDay(fee.InvoiceID), r.At.Date()) {
			if _, err := s.waive(ctx, tx, r.CustomerID, fee, WaivedPaidInTime); err != nil {
				return d, err
			}
			continue
		}
		kept = append(kept, fee)
	}
	d.fees = kept
	return d, nil
}

// dueDay is that of an open invoice, as it was issued.
func (d dues) dueDay(invoiceID int64) (due calendar.Date) {
	for _, i := range d.invoices {
		if i.ID == invoiceID {
			due = i.DueDate
		}
	}
	return due
}

// match shares an amount over the dues.
func (d dues) match(amount money.Paise) Allocation {
	var a Allocation
	allocate := func(open money.Paise, part Part) {
		if part.Amount = min(open, amount); part.Amount > 0 {
			amount -= part.Amount
			a.add(part)
		}
	}
	for _, i := range d.invoices {
		allocate(i.Open(), Part{InvoiceID: i.ID})
	}
	for _, f := range d.fees {
		allocate(f.Open(), Part{LateFeeID: f.ID})
	}
	a.Excess = amount
	return a
}

// cleared tells which invoices the parts pay off.
func (d dues) cleared(parts []Part) map[int64]bool {
	paid := map[int64]money.Paise{}
	for _, p := range parts {
		paid[p.InvoiceID] = money.Sum(paid[p.InvoiceID], p.Amount)
	}
	cleared := map[int64]bool{}
	for _, i := range d.invoices {
		if paid[i.ID] == i.Open() {
			cleared[i.ID] = true
		}
	}
	return cleared
}

// clearPart books one part on its invoice or fee.
func (s *Service) clearPart(ctx context.Context, tx *store.Tx, r Receipt, entryID int64, p Part) error {
	err := tx.BillingAllocationAdd(ctx, db.BillingAllocationAddParams{
		CustomerID: r.CustomerID, ID: s.ids.Next(), EntryID: entryID, TransactionID: r.TransactionID,
		InvoiceID: p.InvoiceID, LateFeeID: p.LateFeeID, AmountPaise: p.Amount, DepositPaise: p.From.Deposit,
		PromotionalPaise: p.From.Promotional, At: r.At,
	})
	if err != nil {
		return fmt.Errorf("billing: add allocation: %w", err)
	}
	if p.LateFeeID != 0 {
		return nil // receiveFees books the fees of a receipt together
	}
	return pay(ctx, tx, r.CustomerID, p.InvoiceID, p.Amount)
}

// pay moves an invoice's paid amount by amount paise, which may be negative.
func pay(ctx context.Context, tx *store.Tx, customerID, invoiceID int64, amount money.Paise) error {
	moved, err := tx.BillingPay(ctx, db.BillingPayParams{AmountPaise: amount, CustomerID: customerID, ID: invoiceID})
	if err != nil {
		return fmt.Errorf("billing: pay invoice: %w", err)
	}
	if moved == 0 {
		return fmt.Errorf("billing: %d paise are more than invoice %d has open", amount, invoiceID)
	}
	return nil
}

// clear takes back the debits of invoices that are paid.
func (s *Service) clear(ctx context.Context, tx *store.Tx, customerID int64, cleared map[int64]bool) error {
	for id := range cleared {
		if err := s.mandates.SkipPaid(ctx, tx, customerID, id); err != nil {
			return fmt.Errorf("billing: %w", err)
		}
	}
	return nil
}
