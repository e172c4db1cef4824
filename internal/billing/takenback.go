package billing

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// takenBack ends the source type of an entry that reverses another one.
const takenBack = "_taken_back"

// ReversingSource returns the source type of the entry by which TakeBack reverses one of this source type.
func ReversingSource(sourceType string) string { return sourceType + takenBack }

// ReversedSource returns the source type of the entry that an entry of this source type reverses, ""
// if it reverses none.
func ReversedSource(sourceType string) string {
	reversed, isReversal := strings.CutSuffix(sourceType, takenBack)
	if !isReversal {
		return ""
	}
	return reversed
}

// TakeBack reverses a receipt that was entered by mistake. r names the entry as Allocate entered it,
// and from is the account that its money came from and goes back to; the reversing entry has the same
// source id. A late fee that it paid is taken back too, and credited, because its tax document stands.
// A late fee that fell by the receipt does not come back. A debit that was skipped because of it is
// planned again, or has no late fee charged in its place. It returns how much was taken back, in paise.
//
// It is a Fault (409) if something of what it paid was credited since: that money is not here any
// more.
func (s *Service) TakeBack(ctx context.Context, tx *store.Tx, r Receipt, from ledger.Account) (amount money.Paise, err error) {
	done, found, err := s.allocated(ctx, tx, r)
	if err != nil {
		return 0, err
	}
	if !found {
		return 0, fmt.Errorf("billing: no entry %s %s to take back", r.SourceType, r.SourceID)
	}
	amount = money.Sum(done.Rent, done.LateFees)
	fees, err := s.waivePaid(ctx, tx, r.CustomerID, done)
	if err != nil {
		return 0, err
	}
	lost, err := s.taxLost(ctx, tx.Queries, r.CustomerID, fees, done)
	if err != nil {
		return 0, err
	}
	notes, err := s.creditFees(ctx, tx, r.CustomerID, fees, Reason{Code: WrittenReason, Written: WaivedTakenBack})
	if err != nil {
		return 0, err
	}
	// What it paid of late fees comes from the wallet, where their credit notes put it. The mistake was
	// ours, so tax that these notes cannot credit any more is at our cost.
	entry := ledger.Entry{
		CustomerID: r.CustomerID, SourceType: ReversingSource(r.SourceType), SourceID: r.SourceID, At: s.now(), Description: "Recorded by mistake: " + r.Description,
		Legs: []ledger.Leg{
			ledger.Debit(ledger.Receivable, done.Rent), ledger.Debit(ledger.Wallet, done.LateFees-lost), ledger.Debit(ledger.Promotion, lost), ledger.Credit(from, amount),
		},
	}
	entryID, _, err := s.ledger.Post(ctx, tx, entry)
	if err != nil {
		return 0, fmt.Errorf("billing: %w", err)
	}
	for _, part := range done.Parts {
		if part.InvoiceID == 0 {
			continue
		}
		if err := s.reopen(ctx, tx, r, entryID, part); err != nil {
			return 0, err
		}
		row, err := tx.BillingInvoice(ctx, r.CustomerID, part.InvoiceID)
		if err != nil {
			return 0, fmt.Errorf("billing: read invoice: %w", err)
		}
		opened := invoiceOf(row)
		if err := s.mandates.InvoiceReopened(ctx, tx, r.CustomerID, mandate.Owed{InvoiceID: opened.ID, Amount: opened.Open()}); err != nil {
			return 0, fmt.Errorf("billing: %w", err)
		}
	}
	if err := s.passAllOn(ctx, tx, notes); err != nil {
		return 0, err
	}
	return amount, s.reopenPromise(ctx, tx, r.CustomerID)
}

// OpenAgain returns the open invoices of which a receipt that was taken back had paid something. It names
// the entry of the receipt as TakeBack does.
func OpenAgain(ctx context.Context, q *db.Queries, r Receipt) (Invoices, error) {
	entryID, found, err := ledger.EntryOf(ctx, q, r.CustomerID, ReversingSource(r.SourceType), r.SourceID)
	if err != nil || !found {
		return nil, err
	}
	rows, err := q.BillingAllocationsOfEntry(ctx, r.CustomerID, entryID)
	if err != nil {
		return nil, fmt.Errorf("billing: read what entry %d has opened: %w", entryID, err)
	}
	ids := make([]int64, len(rows))
	for n, row := range rows {
		ids[n] = row.InvoiceID
	}
	return OpenOf(ctx, q, r.CustomerID, ids)
}

// reopen takes one part off what was paid of an invoice, as of the day on which it had been paid.
func (s *Service) reopen(ctx context.Context, tx *store.Tx, r Receipt, entryID int64, part Part) error {
	paid, err := paidFrom(ctx, tx.Queries, r.CustomerID, Part{InvoiceID: part.InvoiceID})
	if err != nil {
		return err
	}
	if paid.Own < part.Amount {
		return usedSince()
	}
	part.Amount, part.From = -part.Amount, Origin{Own: -part.Amount}
	return s.clearPart(ctx, tx, Receipt{CustomerID: r.CustomerID, At: r.At}, entryID, part)
}

// waivePaid takes the late fees back of which an allocation paid something, and returns them.
func (s *Service) waivePaid(ctx context.Context, tx *store.Tx, customerID int64, done Allocation) (fees []LateFee, err error) {
	for _, part := range done.Parts {
		if part.LateFeeID == 0 {
			continue
		}
		row, err := tx.BillingLateFee(ctx, customerID, part.LateFeeID)
		if err != nil {
			return nil, fmt.Errorf("billing: read late fee %d: %w", part.LateFeeID, err)
		}
		fee := feeOf(row)
		waived, err := s.waive(ctx, tx, customerID, fee, WaivedTakenBack)
		if err != nil {
			return nil, err
		}
		if !waived {
			return nil, usedSince()
		}
		fees = append(fees, fee)
	}
	return fees, nil
}

// taxLost adds up the tax within what an allocation paid of late fees, in paise, as far as it is too late
// for a credit note to take tax back.
func (s *Service) taxLost(ctx context.Context, q *db.Queries, customerID int64, fees []LateFee, done Allocation) (lost money.Paise, err error) {
	for _, fee := range fees {
		parts, err := feeParts(ctx, q, customerID, fee)
		if err != nil {
			return 0, err
		}
		before, err := paidBefore(ctx, q, customerID, fee.ID, done.EntryID)
		if err != nil {
			return 0, err
		}
		taxed := slices.IndexFunc(parts, func(p feePart) bool { return p.before == before })
		if taxed < 0 {
			return 0, fmt.Errorf("billing: no document taxed what was paid of late fee %d", fee.ID)
		}
		doc, lines, err := documentRows(ctx, q, customerID, parts[taxed].documentID)
		if err != nil {
			return 0, err
		}
		if !taxAdjustable(doc.Date, s.today()) {
			lost = money.Sum(lost, parts[taxed].received, -lines[parts[taxed].lineNo-1].Amount)
		}
	}
	return lost, nil
}

// paidBefore adds up what had been paid of a late fee before an entry paid something of it, in paise.
func paidBefore(ctx context.Context, q *db.Queries, customerID, feeID, entryID int64) (before money.Paise, err error) {
	rows, err := q.BillingAllocationsOfFees(ctx, customerID, store.IDs([]int64{feeID}))
	if err != nil {
		return 0, fmt.Errorf("billing: read what paid late fee %d: %w", feeID, err)
	}
	for _, row := range rows {
		if row.EntryID == entryID {
			break
		}
		before = money.Sum(before, row.AmountPaise)
	}
	return before, nil
}

func usedSince() error {
	return fault.Conflict("bank_transfer.used_since", "Something of what this transfer paid was credited since, and its money went back to the customer. So it cannot be taken back any more.")
}
