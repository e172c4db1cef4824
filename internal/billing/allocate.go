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

// Receipt is money that pays dues. From are the debit legs that say where the money came from, for
// example a gateway, the wallet or a deposit. Together they are the amount. At is when the payer
// paid, as the gateway reported it, and not when we heard of it. Late fees depend on At. SourceType
// and SourceID name the event. It is entered once, however often it is reported.
type Receipt struct {
	CustomerID    int64
	TransactionID int64 // the payment transaction, 0 if there is none
	// First are invoices to pay before older ones, because a debit pays its own invoices first.
	First []int64
	// WithFees pays the late fees of First right after them, before anything else. So a payer who
	// names an invoice pays what that invoice is about.
	WithFees    bool
	SourceType  string
	SourceID    string
	Document    string // number of the credit note whose money pays, if it is one
	Description string
	At          calendar.Instant
	From        []ledger.Leg
	// OwnRefund is the part of the refund payable in From, in paise, that was the customer's own
	// money: from the wallet or from rent in advance. The rest of it was a deposit.
	OwnRefund money.Paise
}

// Amount is the total of the receipt in paise.
func (r Receipt) Amount() (total money.Paise) {
	for _, leg := range r.From {
		total = money.Sum(total, leg.Amount)
	}
	return total
}

// Part is what a receipt paid of one invoice or one late fee, in paise. From says with which kinds
// of money.
type Part struct {
	InvoiceID int64 // 0 for a late fee
	LateFeeID int64 // 0 for an invoice
	Amount    money.Paise
	From      Origin
}

// Allocation is how a receipt was used, in paise. Excess went to the wallet. FeesFallen are late
// fees that were taken back because the receipt was in time. Posted is false if the source had been
// entered before. Then the figures are those of the first time, without FeesFallen.
type Allocation struct {
	EntryID    int64
	Posted     bool
	Rent       money.Paise
	LateFees   money.Paise
	Excess     money.Paise
	FeesFallen money.Paise
	Parts      []Part
}

// The sources of billing's journal entries: a document, a payment from the wallet on the due day, a
// payment with the money of a credit note, a late fee, and a late fee that was taken back.
const (
	SourceInvoice       = "invoice"
	SourceWalletDue     = "wallet_due"
	SourceCreditNote    = "credit_note"
	sourceLateFee       = "late_fee"
	sourceLateFeeWaiver = "late_fee_waiver"
)

// Allocate enters a receipt and matches it with open invoices and late fees. What is due first is
// paid first, late fees come last, and the rest goes to the wallet. A late fee is waived if this
// receipt shows that the money was paid in time. When a late fee is received, its tax document is
// issued. Everything happens in the caller's transaction.
func (s *Service) Allocate(ctx context.Context, tx *store.Tx, r Receipt) (Allocation, error) {
	if done, found, err := s.allocated(ctx, tx, r); found || err != nil {
		return done, err
	}
	dues, err := s.dues(ctx, tx, r)
	if err != nil {
		return Allocation{}, err
	}
	a := dues.match(r.Amount())
	a.FeesFallen = dues.fallen
	left := r.origin()
	for i, part := range a.Parts {
		a.Parts[i].From = left.use(part.Amount)
	}
	entry := ledger.Entry{
		CustomerID: r.CustomerID, SourceType: r.SourceType, SourceID: r.SourceID, Document: r.Document, At: s.now(), Description: r.Description,
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
	return a, s.adaptDebits(ctx, tx, r.CustomerID, a.Parts)
}

// allocated returns the allocation of a receipt that was entered before.
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

// dues are the invoices and late fees that a receipt can pay, each list in order of payment.
// fallen is the sum of the late fees that were taken back, in paise.
type dues struct {
	invoices []Invoice
	fees     []LateFee
	fallen   money.Paise
	named    []int64 // invoices that are paid with their late fees before anything else
}

// dues reads what is open. It takes back the late fees that turn out to be wrong because of this
// receipt.
func (s *Service) dues(ctx context.Context, tx *store.Tx, r Receipt) (d dues, err error) {
	if r.WithFees {
		d.named = r.First
	}
	if d.invoices, _, err = s.settings.LateFee.openInvoices(ctx, tx.Queries, r.CustomerID, s.today()); err != nil {
		return d, err
	}
	slices.SortStableFunc(d.invoices, func(a, b Invoice) int {
		switch first := slices.Contains(r.First, a.ID); {
		case first == slices.Contains(r.First, b.ID):
			return 0
		case first:
			return -1
		}
		return 1
	})
	if d.fees, err = openFees(ctx, tx.Queries, r.CustomerID); err != nil {
		return d, err
	}
	pays := d.match(r.Amount())
	kept, excess := d.fees[:0], pays.Excess
	for _, fee := range d.fees {
		part := pays.paidOfFee(fee.ID)
		lacked, inTime, err := s.lackedInTime(ctx, tx.Queries, d.invoice(fee.InvoiceID), fee, r.At.Date(), pays.paidOf(fee.InvoiceID), money.Sum(excess, part))
		if err != nil {
			return d, err
		}
		if inTime {
			excess = money.Sum(excess, part, -lacked)
			if _, err := s.waive(ctx, tx, r.CustomerID, fee, WaivedPaidInTime); err != nil {
				return d, err
			}
			d.fallen = money.Sum(d.fallen, fee.Amount)
			continue
		}
		kept = append(kept, fee)
	}
	d.fees = kept
	return d, nil
}

// TakeBackFees takes back the late fees that turn out to be wrong because of a receipt, before
// Allocate enters it, and returns their sum in paise. So the caller knows what is open for it.
func (s *Service) TakeBackFees(ctx context.Context, tx *store.Tx, r Receipt) (fallen money.Paise, err error) {
	d, err := s.dues(ctx, tx, r)
	return d.fallen, err
}

// lackedInTime reports whether a fee would not have been charged if we had known on its day of the
// amount that was paid of its invoice on the day on, and of excess that was paid with it. What
// something else paid after that day, such as the wallet, the excess would have paid: lacked is that
// part of it.
func (s *Service) lackedInTime(ctx context.Context, q *db.Queries, i Invoice, fee LateFee, on calendar.Date, amount, excess money.Paise) (lacked money.Paise, inTime bool, err error) {
	if fee.Paid != 0 || amount == 0 || fee.lateFor(i.DueDate, on) {
		return 0, false, nil
	}
	earlier, err := q.BillingAllocationsOfInvoice(ctx, i.CustomerID, i.ID)
	if err != nil {
		return 0, false, fmt.Errorf("billing: read what was paid of invoice %d: %w", i.ID, err)
	}
	unpaid := i.Open() - amount
	for _, a := range earlier {
		if fee.lateFor(i.DueDate, a.At.Date()) {
			unpaid = money.Sum(unpaid, a.AmountPaise)
		}
	}
	lacked = max(0, min(unpaid, excess))
	unpaid -= lacked
	return lacked, unpaid <= 0 || unpaid < s.settings.LateFee.Floor, nil
}

func (d dues) invoice(id int64) (of Invoice) {
	for _, i := range d.invoices {
		if i.ID == id {
			of = i
		}
	}
	return of
}

// match divides an amount among the dues.
func (d dues) match(amount money.Paise) Allocation {
	var a Allocation
	allocate := func(open money.Paise, part Part) {
		if part.Amount = min(open, amount); part.Amount > 0 {
			amount -= part.Amount
			a.add(part)
		}
	}
	for _, named := range []bool{true, false} {
		for _, i := range d.invoices {
			if slices.Contains(d.named, i.ID) == named {
				allocate(i.Open(), Part{InvoiceID: i.ID})
			}
		}
		for _, f := range d.fees {
			if slices.Contains(d.named, f.InvoiceID) == named {
				allocate(f.Open(), Part{LateFeeID: f.ID})
			}
		}
	}
	a.Excess = amount
	return a
}

// paidOfFee is what is paid of a late fee, in paise.
func (a Allocation) paidOfFee(feeID int64) (paid money.Paise) {
	for _, p := range a.Parts {
		if p.LateFeeID == feeID {
			paid = money.Sum(paid, p.Amount)
		}
	}
	return paid
}

// paidOf is what is paid of an invoice, in paise.
func (a Allocation) paidOf(invoiceID int64) (paid money.Paise) {
	for _, p := range a.Parts {
		if p.InvoiceID == invoiceID {
			paid = money.Sum(paid, p.Amount)
		}
	}
	return paid
}

// clearPart books one part on its invoice or late fee.
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
		return nil // receiveFees books all late fees of a receipt together
	}
	return pay(ctx, tx, r.CustomerID, p.InvoiceID, p.Amount)
}

// pay adds amount paise to the paid amount of an invoice. amount may be negative.
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

// adaptDebits adapts the planned debits of the invoices that these parts have paid, and withdraws the
// notices of those that are not made any more.
func (s *Service) adaptDebits(ctx context.Context, tx *store.Tx, customerID int64, parts []Part) error {
	for _, p := range parts {
		if p.InvoiceID == 0 {
			continue
		}
		withdrawn, err := s.mandates.InvoicePaid(ctx, tx, customerID, p.InvoiceID)
		if err != nil {
			return fmt.Errorf("billing: %w", err)
		}
		for _, d := range withdrawn {
			if err := s.WithdrawNotice(ctx, tx, d); err != nil {
				return err
			}
		}
	}
	return nil
}
