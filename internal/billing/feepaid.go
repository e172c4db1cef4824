package billing

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// taxedFee identifies the part of a late fee that one document line taxed. before is how much of
// the fee had been received earlier, in paise.
type taxedFee struct {
	id     int64
	before money.Paise
}

// taxedBy reads the part of a late fee from a document line, as paidFee.line wrote it. For any
// other line the id is 0.
func taxedBy(l Line) (f taxedFee) {
	id, before, _ := strings.Cut(strings.TrimPrefix(l.Operation, feePrefix), "/")
	f.id, _ = strconv.ParseInt(id, 10, 64)
	paise, _ := strconv.ParseInt(before, 10, 64)
	f.before = money.Paise(paise)
	return f
}

// feePayments are the payments of a late-fee document: the receipt for which it was issued and, as
// negative amounts, what credit notes on it gave back.
func feePayments(ctx context.Context, q *db.Queries, d Document) ([]Match, error) {
	taxed := make(map[taxedFee]bool, len(d.Lines))
	ids := make([]int64, len(d.Lines))
	for n, l := range d.Lines {
		fee := taxedBy(l)
		taxed[fee], ids[n] = true, fee.id
	}
	rows, err := q.BillingAllocationsOfFees(ctx, d.CustomerID, store.IDs(ids))
	if err != nil {
		return nil, fmt.Errorf("billing: read what paid the late fees of document %d: %w", d.ID, err)
	}
	noted, err := creditEntries(ctx, q, d)
	if err != nil {
		return nil, err
	}
	received := map[int64]money.Paise{}
	var own []db.PaymentAllocation
	for _, r := range rows {
		if r.AmountPaise < 0 && noted[r.EntryID] || r.AmountPaise > 0 && taxed[taxedFee{r.LateFeeID, received[r.LateFeeID]}] {
			own = append(own, r)
		}
		received[r.LateFeeID] = money.Sum(received[r.LateFeeID], r.AmountPaise)
	}
	return matches(ctx, q, d.CustomerID, byEntry(own))
}

// creditEntries are the journal entries of the credit notes on a document.
func creditEntries(ctx context.Context, q *db.Queries, d Document) (map[int64]bool, error) {
	entries := make(map[int64]bool, len(d.Credits))
	for _, note := range d.Credits {
		id, _, err := ledger.EntryOf(ctx, q, d.CustomerID, SourceInvoice, strconv.FormatInt(note.ID, 10))
		if err != nil {
			return nil, fmt.Errorf("billing: read the entry of credit note %s: %w", note.Number, err)
		}
		entries[id] = true
	}
	return entries, nil
}

// byEntry adds up what one journal entry paid of several late fees, because it is one payment.
func byEntry(rows []db.PaymentAllocation) []db.PaymentAllocation {
	groups := grouped(rows, func(r db.PaymentAllocation) int64 { return r.EntryID })
	sums := make([]db.PaymentAllocation, len(groups))
	for n, group := range groups {
		sums[n] = group[0]
		for _, r := range group[1:] {
			sums[n].AmountPaise = money.Sum(sums[n].AmountPaise, r.AmountPaise)
			sums[n].PromotionalPaise = money.Sum(sums[n].PromotionalPaise, r.PromotionalPaise)
		}
	}
	return sums
}
