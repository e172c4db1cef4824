package billing

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/advance"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// AdvanceView is a package of rent in advance as its customer sees it, in paise with tax.
type AdvanceView struct {
	advance.Package

	Paid, Used, Left money.Paise // neither Used nor Left includes Returned
	Returned         money.Paise
	Items            []AdvanceItem
	Draws            []AdvanceDraw // newest first
	Vouchers         []advance.Voucher
	// Next is the amount that the next invoice draws, and NextOn its day. Both are zero if no
	// invoice draws any more.
	Next   money.Paise
	NextOn calendar.Date
}

// AdvanceItem is the part of a package for one item, in paise with tax. EndedOn is the day from which
// nothing of it is paid, also if that day is still to come. An item that has moved to another state has
// ended from that day on, and what is left goes back with its next invoice.
type AdvanceItem struct {
	ID               int64
	Name             string
	Paid, Used, Left money.Paise
	State            advance.State
	EndedOn          calendar.Date
}

// AdvanceDraw is what an invoice drew for all items, or what went back, in paise with tax. Number
// is the number of the invoice or of the refund voucher.
type AdvanceDraw struct {
	Kind      advance.DrawKind
	InvoiceID int64
	VoucherID int64
	Number    string
	Date      calendar.Date
	Amount    money.Paise
}

// LatestAdvance returns the customer's active package, or else the latest one. found is false if
// the customer never had one.
func (s *Service) LatestAdvance(ctx context.Context, q *db.Queries, customerID int64) (v AdvanceView, found bool, err error) {
	list, err := advance.PackagesOf(ctx, q, customerID)
	if err != nil || len(list) == 0 {
		return v, false, err
	}
	v.Package = list[0]
	covers, err := v.Covers(ctx, q)
	if err != nil {
		return v, false, err
	}
	if v.Vouchers, err = advance.VouchersOf(ctx, q, customerID, v.ID); err != nil {
		return v, false, err
	}
	if err := s.addItems(ctx, q, &v, covers); err != nil {
		return v, false, err
	}
	if err := v.addDraws(ctx, q, covers); err != nil {
		return v, false, err
	}
	return v, true, s.addNext(ctx, q, &v)
}

func (s *Service) addItems(ctx context.Context, q *db.Queries, v *AdvanceView, covers []advance.Cover) error {
	covers, err := s.asMoved(ctx, q, v.CustomerID, covers)
	if err != nil {
		return err
	}
	briefs, err := subscription.BriefsOf(ctx, q, v.CustomerID, itemsOf(covers))
	if err != nil {
		return fmt.Errorf("billing: name the items of package %d: %w", v.ID, err)
	}
	for _, c := range covers {
		item := AdvanceItem{ID: c.ItemID, Name: briefs[c.ItemID].Name, Paid: c.Paid.Total(), Left: c.Left().Total(), State: c.Item, EndedOn: c.EndedOn}
		for _, d := range c.Draws {
			if d.Kind == advance.Returned {
				v.Returned = money.Sum(v.Returned, d.Total())
			} else {
				item.Used = money.Sum(item.Used, d.Total())
			}
		}
		v.Paid, v.Used, v.Left = money.Sum(v.Paid, item.Paid), money.Sum(v.Used, item.Used), money.Sum(v.Left, item.Left)
		v.Items = append(v.Items, item)
	}
	return nil
}

// Ahead is what rent in advance pays today, in paise with tax. From and Until are the first and the last
// day that it covers. Until is zero if it pays for no item any more. All are empty without rent in
// advance.
type Ahead struct {
	Left        money.Paise
	From, Until calendar.Date
	Items       []AheadItem
}

// AheadItem is an item of which rent was paid in advance. From EndedOn on nothing of it is paid, also if
// that day is still to come; it is zero if all months are.
type AheadItem struct {
	ID      int64
	Name    string
	EndedOn calendar.Date
}

// AheadOf returns what the customer's active package pays today.
func (s *Service) AheadOf(ctx context.Context, q *db.Queries, customerID int64) (a Ahead, err error) {
	covers, err := advance.CoversOf(ctx, q, customerID)
	if err != nil || len(covers) == 0 {
		return a, err
	}
	if covers, err = s.asMoved(ctx, q, customerID, covers); err != nil {
		return a, err
	}
	briefs, err := subscription.BriefsOf(ctx, q, customerID, itemsOf(covers))
	if err != nil {
		return a, err
	}
	a.Left, a.From = advance.Left(covers), covers[0].From
	for _, c := range covers {
		if c.Item == advance.Active {
			a.Until = c.To.AddDays(-1)
		}
		a.Items = append(a.Items, AheadItem{c.ItemID, briefs[c.ItemID].Name, c.EndedOn})
	}
	return a, nil
}

func itemsOf(covers []advance.Cover) []int64 {
	ids := make([]int64, len(covers))
	for i, c := range covers {
		ids[i] = c.ItemID
	}
	return ids
}

// asMoved is the covers as they stand today: one of an item that has moved to another state has ended
// on that day, although the money only goes back with the next invoice.
func (s *Service) asMoved(ctx context.Context, q *db.Queries, customerID int64, covers []advance.Cover) ([]advance.Cover, error) {
	covers = slices.Clone(covers)
	who, err := s.customer(ctx, q, customerID)
	if err != nil {
		return nil, err
	}
	suppliers, err := s.suppliers(ctx, q)
	if err != nil {
		return nil, err
	}
	terms, err := subscription.TermsOf(ctx, q, customerID, itemsOf(covers))
	if err != nil {
		return nil, fmt.Errorf("billing: where the items of customer %d stand: %w", customerID, err)
	}
	for i := range covers {
		c := &covers[i]
		if c.Item != advance.Active {
			continue
		}
		if c.EndedOn = leavesSupply(*c, suppliers, who, terms[c.ItemID]); !c.EndedOn.IsZero() && !c.EndedOn.After(s.today()) {
			c.Item = advance.Ended
		}
	}
	return covers, nil
}

// addDraws adds up the draws by invoice and voucher.
func (v *AdvanceView) addDraws(ctx context.Context, q *db.Queries, covers []advance.Cover) error {
	var draws []AdvanceDraw
	for _, c := range covers {
		for _, d := range c.Draws {
			i := slices.IndexFunc(draws, func(o AdvanceDraw) bool { return o.InvoiceID == d.InvoiceID && o.VoucherID == d.VoucherID })
			if i < 0 {
				i, draws = len(draws), append(draws, AdvanceDraw{Kind: d.Kind, InvoiceID: d.InvoiceID, VoucherID: d.VoucherID})
			}
			draws[i].Amount = money.Sum(draws[i].Amount, d.Total())
		}
	}
	for i := range draws {
		d := &draws[i]
		if d.InvoiceID == 0 {
			n := slices.IndexFunc(v.Vouchers, func(o advance.Voucher) bool { return o.ID == d.VoucherID })
			d.Number, d.Date = v.Vouchers[n].Number, v.Vouchers[n].Date
			continue
		}
		row, err := q.BillingInvoice(ctx, v.CustomerID, d.InvoiceID)
		if err != nil {
			return fmt.Errorf("billing: read invoice %d: %w", d.InvoiceID, err)
		}
		d.Number, d.Date = row.Number, row.Date
	}
	slices.SortStableFunc(draws, func(a, b AdvanceDraw) int { return b.Date.Sub(a.Date) })
	v.Draws = draws
	return nil
}

// addNext computes the next draw in the same way as the monthly run does. Rent from the day of a booked
// pickup on is left out, and a booked move counts as made on its day. A pickup before the run has the next invoice, which is that of its items alone
// (docs/rules.md R2).
func (s *Service) addNext(ctx context.Context, q *db.Queries, v *AdvanceView) error {
	if v.State != advance.Active {
		return nil
	}
	who, err := s.customer(ctx, q, v.CustomerID)
	if err != nil {
		return err
	}
	month := s.settings.billedTo(s.today())
	items, err := s.unbilled(ctx, q, v.CustomerID, month.NextMonth())
	if err != nil {
		return err
	}
	planned, err := s.plannedFor(ctx, q, v.CustomerID)
	if err != nil {
		return err
	}
	on := s.settings.billedOn(month)
	for i, item := range items {
		items[i].terms = planned.termsOf(item)
		day := planned.Pickups[item.ID]
		if day.IsZero() {
			continue
		}
		items[i].to = calendar.Earlier(item.to, day)
		if _, covered := who.covers[item.ID]; covered && item.from.Before(day) && !day.Before(s.today()) {
			on = calendar.Earlier(on, day)
		}
	}
	pickedUp := on.Before(s.settings.billedOn(month))
	items = slices.DeleteFunc(items, func(item billable) bool {
		return !item.from.Before(item.to) || pickedUp && planned.Pickups[item.ID] != on
	})
	com, err := s.composer(ctx, q, Rental)
	if err != nil {
		return err
	}
	com.date = on
	drafts, err := com.compose(who, items)
	if err != nil {
		return err
	}
	for _, d := range drafts {
		v.Next = money.Sum(v.Next, totalOf(d.draws).Total())
	}
	if v.Next > 0 {
		v.NextOn = com.date
	}
	return nil
}

// AdvanceSettings returns the catalogue of discounts. keeps reports whether a customer who leaves
// early keeps the discount.
func (s *Service) AdvanceSettings() (tiers advance.Tiers, keeps bool) {
	return s.settings.PayAhead, s.settings.KeepDiscount
}
