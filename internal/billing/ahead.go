package billing

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// BillAhead invoices what the monthly run could not know when rent is billed in advance
// (docs/rules.md R2). It bills new items to the end of the last billed month. If the rent or the
// place of billed days has changed, it credits these days and bills them again. Calling it again
// finds nothing to do. In arrears it does nothing.
func (s *Service) BillAhead(ctx context.Context, customerID int64) ([]Invoice, error) {
	if s.settings.Timing != Advance {
		return nil, nil
	}
	last, err := s.store.Queries().BillingLastRun(ctx)
	if err != nil {
		return nil, fmt.Errorf("billing: read the last run: %w", err)
	}
	run, err := dayOf(last)
	if err != nil || run.IsZero() {
		return nil, err // the first run bills everything
	}
	var invoices []Invoice
	err = s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		var err error
		invoices, err = s.billAheadIn(ctx, tx, customerID, run.NextMonth())
		return err
	})
	return invoices, err
}

func (s *Service) billAheadIn(ctx context.Context, tx *store.Tx, customerID int64, to calendar.Date) ([]Invoice, error) {
	who, err := s.customer(ctx, tx.Queries, customerID)
	if err != nil {
		return nil, err
	}
	com, err := s.composer(ctx, tx.Queries, Adjustment)
	if err != nil {
		return nil, err
	}
	items, given, err := s.creditChanged(ctx, tx, com, who)
	if err != nil {
		return nil, err
	}
	fresh, err := s.unbilled(ctx, tx.Queries, customerID, to)
	if err != nil {
		return nil, err
	}
	drafts, err := com.compose(who, append(items, fresh...))
	if err != nil {
		return nil, err
	}
	invoices := make([]Invoice, len(drafts))
	for i, d := range drafts {
		if invoices[i], err = s.issue(ctx, tx, who, d); err != nil {
			return nil, err
		}
		if err := s.giveAgain(ctx, tx, invoices[i], d.lines, given); err != nil {
			return nil, err
		}
	}
	return invoices, s.finishCovers(ctx, tx, who, drafts)
}

// creditChanged credits the days that were billed in advance and whose rent or place has changed.
// It returns them, so that they are billed again. given is how much of these days had been credited
// for another reason, by item, in paise.
func (s *Service) creditChanged(ctx context.Context, tx *store.Tx, com composer, who customer) (changed []billable, given map[int64]money.Paise, err error) {
	rows, err := s.billedAhead(ctx, tx.Queries, who.id)
	if err != nil {
		return nil, nil, err
	}
	given = map[int64]money.Paise{}
	for _, r := range rows {
		item, err := s.billableOf(ctx, tx.Queries, who.id, r.ItemID)
		if err != nil {
			return nil, nil, err
		}
		item.from, item.to = com.changedFrom(who, r, item.terms), r.ToDate
		if !item.from.Before(item.to) {
			continue
		}
		cost := r.AmountPaise - r.RatePaise.MulDiv(int64(item.from.Sub(r.FromDate)), r.MonthDays)
		credited, cost, err := s.creditLeft(ctx, tx, who.id, r.InvoiceID, fmt.Sprintf("changed/%d/%s/%s", r.ItemID, r.FromDate, item.from),
			Reason{Code: TermsChanged, Day: item.from}, CreditedLine{LineNo: int(r.LineNo), Amount: cost, From: item.from, To: r.ToDate})
		if err != nil {
			return nil, nil, err
		}
		if credited == 0 {
			continue // all of these days were credited before, and they stay credited
		}
		changed, given[r.ItemID] = append(changed, item), money.Sum(given[r.ItemID], cost-credited)
	}
	return changed, given, nil
}

// giveAgain repeats the earlier credits on days that were billed again, up to what these days cost
// now.
func (s *Service) giveAgain(ctx context.Context, tx *store.Tx, i Invoice, lines []Line, given map[int64]money.Paise) error {
	for n, l := range lines {
		amount := min(given[l.ItemID], netOf(lines, n))
		if amount == 0 || l.Kind != RentLine {
			continue
		}
		given[l.ItemID] -= amount
		_, err := s.CreditIn(ctx, tx, Credit{
			CustomerID: i.CustomerID, InvoiceID: i.ID, Operation: fmt.Sprintf("given/%d/%s", l.ItemID, l.From),
			Reason: Reason{Code: CreditedBefore}, Lines: []CreditedLine{{LineNo: n + 1, Amount: amount}},
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// billedAhead are the rent lines of active items that reach beyond today. If the rest of a line was
// billed again, the line ends where the new one begins.
func (s *Service) billedAhead(ctx context.Context, q *db.Queries, customerID int64) ([]db.BillingRentBeyondRow, error) {
	items, err := subscription.CurrentItems(ctx, q, customerID, s.today())
	if err != nil {
		return nil, err
	}
	slices.SortFunc(items, func(a, b subscription.Item) int { return cmp.Compare(a.ID, b.ID) })
	var lines []db.BillingRentBeyondRow
	for _, item := range items {
		rows, err := rentBeyond(ctx, q, customerID, item.ID, s.today())
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			changed, err := dayOf(r.ChangedDate)
			if err != nil {
				return nil, err
			}
			if !changed.IsZero() {
				r.ToDate, r.AmountPaise = changed, r.RatePaise.MulDiv(int64(changed.Sub(r.FromDate)), r.MonthDays)
			}
			if r.ToDate.After(s.today()) {
				lines = append(lines, r)
			}
		}
	}
	return lines, nil
}

// rentBeyond are the rent lines of an item that reach beyond a day.
func rentBeyond(ctx context.Context, q *db.Queries, customerID, itemID int64, day calendar.Date) ([]db.BillingRentBeyondRow, error) {
	rows, err := q.BillingRentBeyond(ctx, db.BillingRentBeyondParams{CustomerID: customerID, ItemID: itemID, Beyond: day})
	if err != nil {
		return nil, fmt.Errorf("billing: read the rent of item %d beyond %s: %w", itemID, day, err)
	}
	return rows, nil
}

// changedFrom is the first day of a line that is no longer billed correctly, or the end of the line
// if all days are correct. The first day of the line never changes, because it identifies the line.
func (c composer) changedFrom(who customer, r db.BillingRentBeyondRow, terms []subscription.Term) calendar.Date {
	for _, piece := range subscription.Charge(terms, r.FromDate, r.ToDate) {
		supply := c.suppliers.SupplyAt(piece.StateCode, who.state)
		if piece.Rent != r.RatePaise || supply.Supplier.StateCode != r.SupplierState || supply.Place != r.PlaceOfSupply {
			return calendar.Later(piece.From, r.FromDate.AddDays(1))
		}
	}
	return r.ToDate
}

func (s *Service) billableOf(ctx context.Context, q *db.Queries, customerID, itemID int64) (billable, error) {
	item, err := subscription.BillableOf(ctx, q, customerID, itemID)
	if err != nil {
		return billable{}, err
	}
	terms, err := subscription.TermsOf(ctx, q, customerID, []int64{itemID})
	return billable{Billable: item, terms: terms[itemID]}, err
}
